#include "model/fusion_name.h"

const char *fusion_name(enum model_fusion fusion)
{
    static const char *const names[FUSIONS] = {"max",       "min",      "product",  "average",
                                               "confusion", "majority", "weighted", "pool"};
    return names[fusion];
}
