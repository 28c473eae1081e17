/*
 * Writes an ensemble as a model: trees become nodes of four bytes, logarithms of odds become integers.
 *
 *     uint8_t bytes[MODEL_MAX_BYTES];
 *     int size = export_model(&ensemble, &ensemble.best, &record, bytes);  // STATUS_FULL: it would be larger
 */
#ifndef CRAWLBOX_TRAIN_EXPORT_H
#define CRAWLBOX_TRAIN_EXPORT_H

#include "graph/predict/model.h"
#include "train/ensemble.h"

/* The record's id is made, not taken. */
int export_model(const struct ensemble *ensemble, const struct group *group,
                 const struct model_record *record, uint8_t bytes[MODEL_MAX_BYTES]);

/* Nodes of a tree; STATUS_FULL if there are more than `room`. *leaf is its answer if it needs none. */
int export_tree(const struct tree *tree, uint8_t *nodes, unsigned room, uint8_t *leaf);

#endif
