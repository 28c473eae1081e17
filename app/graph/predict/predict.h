/*
 * The predictor: it says how likely a host is Thai before the box ever visits it, by the sites that link to
 * it.
 *
 *     uint8_t confidence = predict(&model, &features);    // 0..255; PREDICT_THAI and above: predicted Thai
 *
 * In each round app/crawl asks the predictor about every known host; those that are predicted Thai are
 * queued, the most confident first.
 *
 * All numbers are integers, so that a model gives the same answer on every machine. A call needs about 100
 * bytes of stack.
 */
#ifndef CRAWLBOX_GRAPH_PREDICT_PREDICT_H
#define CRAWLBOX_GRAPH_PREDICT_PREDICT_H

#include <stdint.h>

#include "graph/predict/features.h"
#include "graph/predict/model.h"

enum { PREDICT_THAI = 128 };

uint8_t predict(const struct model *model, const struct features *features);

/*
 * Answers by a rule of thumb, for when there is no model. A host at home (in .th, on a server in Thailand) is
 * taken for Thai if some of its sources are Thai; a host abroad only if all of its sources are Thai and the
 * best of them has hardly a page in another language.
 */
uint8_t predict_rule(const struct features *features);

/* Returns the confidence whose logarithm of odds is nearest to `odds`, which is in 1024ths. Odds of 0 give
 * PREDICT_THAI. */
uint8_t predict_confidence(int32_t odds);

/* Returns the logarithm of the odds that a confidence stands for, in 1024ths. */
int32_t predict_odds(uint8_t confidence);

#endif
