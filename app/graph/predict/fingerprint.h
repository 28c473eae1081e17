/*
 * A number that tells whether two machines get the same answers out of a model: the checksum of its
 * confidences for made-up hosts, which are the same on every machine. `model` on the console and `crawlbox
 * model` show it.
 *
 *     uint32_t fingerprint = model_fingerprint(&model, 10000);
 */
#ifndef CRAWLBOX_GRAPH_PREDICT_FINGERPRINT_H
#define CRAWLBOX_GRAPH_PREDICT_FINGERPRINT_H

#include "graph/predict/predict.h"

enum { FINGERPRINT_HOSTS = 10000 };

/* Makes up a host, of any kind that a crawl meets and of others. `state` is that of the random numbers: it
 * begins with any number, and each call changes it. */
void fingerprint_host(struct features *features, uint32_t *state);

uint32_t model_fingerprint(const struct model *model, unsigned hosts);

#endif
