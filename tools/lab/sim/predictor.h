/*
 * What predicts in a simulated crawl. Of hosts: the model that came with the program, one from a file, or a
 * single decision tree learned here and now from the web of 2009, for comparison. Of segments: a topic pack.
 */
#ifndef CRAWLBOX_SIM_PREDICTOR_H
#define CRAWLBOX_SIM_PREDICTOR_H

#include "graph/predict/model.h"
#include "sim/sim.h"
#include "topic/topic.h"

struct predictor {
    struct model model;
    uint8_t bytes[MODEL_MAX_BYTES];
};

/* For SIM_TREE and SIM_ENSEMBLE; `path` names a file for the latter, or NULL. 0, or CLI_CANNOT after saying
 * why. */
int predictor_open_model(struct predictor *predictor, enum sim_predictor kind, const char *path);

/* A topic pack in memory; whoever opened it frees the bytes. */
struct pack {
    char *bytes;
    size_t size;
    struct topic topic;
};

/* 0, or CLI_CANNOT after saying why. */
int predictor_open_pack(struct pack *pack, const char *path);

#endif
