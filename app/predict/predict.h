/*
 * Which host is likely Thai, judged by the sites that link to it before it is ever visited.
 *
 *     uint8_t confidence = predict(&model, &features);    // 0..255; PREDICT_THAI and above: predicted Thai
 *
 * Hosts that are predicted Thai enter the queue of the next round, the most confident first.
 *
 * Integers only: a model gives the same answer on every machine. About 100 bytes of stack while it thinks.
 */
#ifndef CRAWLBOX_PREDICT_PREDICT_H
#define CRAWLBOX_PREDICT_PREDICT_H

#include <stdint.h>

#include "predict/features.h"
#include "predict/model.h"

enum { PREDICT_THAI = 128 };

uint8_t predict(const struct model *model, const struct features *features);

/*
 * The rule of thumb for when there is no model: a host at home (in .th, on a server in Thailand) is taken for Thai if
 * some of its sources are, a host abroad only if all of them are and have hardly a page in another language.
 */
uint8_t predict_rule(const struct features *features);

/* The confidence whose logarithm of odds comes nearest to this one, in 1024ths; 0 is PREDICT_THAI. */
uint8_t predict_confidence(int32_t odds);

#endif
