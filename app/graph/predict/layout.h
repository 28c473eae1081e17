/* Where the fields of a model lie in its bytes; MODEL.md explains them. Only code that reads or writes models
 * includes this header. */
#ifndef CRAWLBOX_GRAPH_PREDICT_LAYOUT_H
#define CRAWLBOX_GRAPH_PREDICT_LAYOUT_H

enum {
    MODEL_MAGIC = 0x4d584243, /* "CBXM" */

    MODEL_AT_MAGIC = 0,
    MODEL_AT_VERSION = 4,
    MODEL_AT_FEATURES = 6,
    MODEL_AT_SIZE = 8,
    MODEL_AT_CRC = 12,
    MODEL_AT_CHECKED = 16, /* the checksum covers everything from here on */
    MODEL_AT_MEMBERS = 16,
    MODEL_AT_FUSION = 17,
    MODEL_AT_TABLES = 18,
    MODEL_AT_PRIOR = 20,
    MODEL_AT_NODES = 22,
    MODEL_AT_DATE = 24,
    MODEL_AT_LEARNED = 28,
    MODEL_AT_TESTED = 32,
    MODEL_AT_SEED = 36,
    MODEL_AT_ACCURACY = 40,
    MODEL_AT_CV_ACCURACY = 42,
    MODEL_AT_TREE_ACCURACY = 44,
    MODEL_AT_RULE_ACCURACY = 46,
    MODEL_AT_DATA = 48,
    MODEL_HEADER_BYTES = 80,

    MEMBER_AT_KIND = 0,
    MEMBER_AT_SET = 1,
    MEMBER_AT_SCOPE = 2,
    MEMBER_AT_LEAF = 3,   /* in a tree without nodes: its only answer */
    MEMBER_AT_GROUPS = 3, /* in Naive Bayes: the groups of features that it adds up */
    MEMBER_AT_FIRST = 4,  /* the first node of a tree, or the number of the table of Naive Bayes */
    MEMBER_AT_NODES = 6,
    MEMBER_AT_VOTE = 8, /* its weight when it answers "other", and then its weight when it answers "Thai" */
    MEMBER_BYTES = 12,

    NODE_BYTES = 4,
    NODE_FEATURE = 0x3f,
    NODE_LEFT_IS_LEAF = 0x40,
    NODE_RIGHT_IS_LEAF = 0x80,

    TABLE_AT_SIZE = 0,
    TABLE_AT_PRIOR = 2,
    TABLE_AT_FEATURES = 4,
    TABLE_MAX_INTERVALS = 16,

    ODDS_SCALE = 1024, /* logarithms of odds are in 1024ths */
};

#endif
