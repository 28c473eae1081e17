#include "model/sets.h"

#include "graph/predict/vector.h"

enum { L = FEATURE_GROUP_L, D = FEATURE_GROUP_D, G = FEATURE_GROUP_G, N = FEATURE_GROUP_N };

static const struct training_set sets[TRAINING_SETS] = {
    {"L", L, SCOPE_ALL},
    {"D", D, SCOPE_ALL},
    {"G", G, SCOPE_ALL},
    {"N", N, SCOPE_ALL},
    {"LD", L | D, SCOPE_ALL},
    {"LG", L | G, SCOPE_ALL},
    {"LN", L | N, SCOPE_ALL},
    {"DG", D | G, SCOPE_ALL},
    {"DN", D | N, SCOPE_ALL},
    {"GN", G | N, SCOPE_ALL},
    {"LDG", L | D | G, SCOPE_ALL},
    {"LDN", L | D | N, SCOPE_ALL},
    {"LGN", L | G | N, SCOPE_ALL},
    {"DGN", D | G | N, SCOPE_ALL},
    {"LDGN", L | D | G | N, SCOPE_ALL},
    {"LDGN .th", L | D | G | N, SCOPE_HOME},
    {"LDGN not .th", L | D | G | N, SCOPE_ABROAD},
};

const struct training_set *training_set(unsigned number)
{
    return &sets[number - 1];
}

bool training_set_has(const struct training_set *set, unsigned feature)
{
    return set->groups & feature_group(feature);
}

bool training_set_covers(const struct training_set *set, unsigned tld)
{
    return set->scope == SCOPE_ALL || (set->scope == SCOPE_HOME) == (tld == URL_TLD_HOME);
}
