/* The model that a command works with. */
#ifndef CRAWLBOX_MODEL_MODEL_LOAD_H
#define CRAWLBOX_MODEL_MODEL_LOAD_H

#include "graph/predict/model.h"

/*
 * Opens the model in a file, or the built-in one if `path` is NULL. Returns CLI_YES or, after saying why on
 * stderr, CLI_CANNOT if the file cannot be read and CLI_NO if it is no sound model. The caller frees *memory,
 * which is NULL for the built-in one.
 */
int model_load(struct model *model, const char *path, char **memory);

#endif
