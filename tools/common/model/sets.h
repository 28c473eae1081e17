/*
 * The method's 17 training sets: which groups of features a classifier sees, and of which hosts. 16 and 17
 * are a pair: one answers for hosts in .th, the other for the rest.
 */
#ifndef CRAWLBOX_MODEL_SETS_H
#define CRAWLBOX_MODEL_SETS_H

#include <stdbool.h>
#include <stdint.h>

enum { TRAINING_SETS = 17, SET_ALL_FEATURES = 15, SET_HOME = 16, SET_ABROAD = 17 };

/* Which hosts a set is about. */
enum set_scope { SCOPE_ALL, SCOPE_HOME, SCOPE_ABROAD };

struct training_set {
    const char *name;
    uint8_t groups; /* FEATURE_GROUP_... */
    uint8_t scope;
};

/* By its number, 1 to TRAINING_SETS. */
const struct training_set *training_set(unsigned number);

bool training_set_has(const struct training_set *set, unsigned feature);

/* Whether a host of that top-level domain belongs to the set. */
bool training_set_covers(const struct training_set *set, unsigned tld);

#endif
