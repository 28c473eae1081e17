/* How people call the ways in which a model makes one answer of its members' answers. */
#ifndef CRAWLBOX_MODEL_FUSION_NAME_H
#define CRAWLBOX_MODEL_FUSION_NAME_H

#include "graph/predict/model.h"

const char *fusion_name(enum model_fusion fusion);

#endif
