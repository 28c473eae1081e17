/*
 * The model with which hosts are predicted: MODEL.BIN of the card if it is sound, else the one that came with
 * the program.
 *
 *     host_model_mounted(&model, store);                       a card was mounted: looks for its model
 *     uint8_t confidence = host_model_ask(&model, &features);
 *     host_model_store(&model, bytes, size);                   a new one came; MODEL.OLD keeps the one before
 *     host_model_rollback(&model);                             and that one counts again
 *
 * The card's model is read anew for each host, into the page arena, and checked completely each time: between
 * two pages the arena is free, a host costs a few sectors then, and no RAM is set aside. Whoever calls has
 * ended the connection that may have been kept: it has most of the arena.
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
    bool card_has_model; /* so that a card without one costs nothing */
};

/* Logs what came of it. */
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

/* The previous model counts again; without one, the program's. STATUS_NOT_FOUND: the program's counts
 * already. */
int host_model_rollback(struct host_model *model);

#endif
