/*
 * The model with which hosts are predicted: MODEL.BIN of the card if it is sound, else the one in the image.
 *
 * The card's model is read anew for each host, into the page arena, and checked completely each time: between two pages the
 * arena is free, a host costs a few sectors then, and no RAM is set aside. All of it runs in the crawler's task.
 */
#ifndef CRAWLBOX_PREDICTOR_H
#define CRAWLBOX_PREDICTOR_H

#include "predict/model.h"
#include "predict/predict.h"

/* A card was mounted: looks for its model and logs what came of it. */
void predictor_mounted(void);

/* For struct box_parts. */
uint8_t predictor_ask(void *unused, const struct features *features);

/* What `model` tells. */
struct predictor_facts {
    struct model_record record;
    uint16_t size;
    bool from_card;
};

/* Jobs for the crawler's task. */
int predictor_job_facts(void *facts);
int predictor_job_rollback(void *unused); /* the previous model counts again; without one, the image's */

/* Takes a model over the serial line; STATUS_... of the transfer, the model or the card. */
int predictor_job_receive(void *unused);

#endif
