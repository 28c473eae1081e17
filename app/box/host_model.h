/*
 * The predictor's model: MODEL.BIN of the card if it is sound, else the one that came with the program.
 *
 *     host_model_mounted(&model, store);                       a card was mounted: looks for its model
 *     uint8_t confidence = host_model_ask(&model, &features);
 *     host_model_store(&model, bytes, size);                   a new model; MODEL.OLD keeps the one before it
 *     host_model_rollback(&model);                             the one before counts again
 *
 * The card's model is read into the page arena and checked completely for each host: between two pages the
 * arena is free, so this costs a few sectors a host, and no RAM is set aside. The caller has to end a kept
 * connection before, since that holds most of the arena.
 *
 * RAM: struct host_model, 8 bytes.
 */
#ifndef CRAWLBOX_BOX_HOST_MODEL_H
#define CRAWLBOX_BOX_HOST_MODEL_H

#include "graph/predict/model.h"
#include "graph/predict/predict.h"
#include "store/store.h"

struct host_model {
    struct store *store;
    bool card_has_model; /* saves looking for a file that is not there */
};

/* A card was mounted: looks for its model, and logs whether it counts. */
void host_model_mounted(struct host_model *model, struct store *store);

uint8_t host_model_ask(const struct host_model *model, const struct features *features);

struct host_model_facts {
    struct model_record record;
    uint16_t size;
    bool from_card;
};
void host_model_facts(const struct host_model *model, struct host_model_facts *facts);

/* Checks the bytes and makes them the card's model. model_problem() says what a status means. STATUS_CLOSED:
 * there is no card. */
int host_model_store(struct host_model *model, const uint8_t *bytes, size_t size);

/* Makes the previous model count again or, without one, the program's. STATUS_NOT_FOUND: the program's counts
 * already. */
int host_model_rollback(struct host_model *model);

#endif
