/*
 * Models for the simulator: the one that came with the program, one from a file, or a single decision tree learned here and
 * now from the web of 2009, for comparison.
 */
#ifndef CRAWLBOX_SIM_PREDICTOR_H
#define CRAWLBOX_SIM_PREDICTOR_H

#include "predict/model.h"
#include "sim/sim.h"

struct predictor {
    struct model model;
    uint8_t bytes[MODEL_MAX_BYTES];
};

/* For SIM_TREE and SIM_ENSEMBLE; `path` names a file for the latter, or NULL. 0, or CLI_CANNOT after saying why. */
int predictor_open(struct predictor *predictor, unsigned kind, const char *path);

#endif
