/*
 * A number that tells whether two machines get the same answers out of a model: a checksum over its confidences for
 * hosts that are made up, the same ones everywhere.
 *
 *     uint32_t fingerprint = model_fingerprint(&model, 10000);
 */
#ifndef CRAWLBOX_PREDICT_FINGERPRINT_H
#define CRAWLBOX_PREDICT_FINGERPRINT_H

#include "predict/predict.h"

enum { FINGERPRINT_HOSTS = 10000 };

/* A made-up host: of the kinds that are met, and of every other. `state` is any number; it is moved on. */
void fingerprint_host(struct features *features, uint32_t *state);

uint32_t model_fingerprint(const struct model *model, unsigned hosts);

#endif
