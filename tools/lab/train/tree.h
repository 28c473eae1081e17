/*
 * Decision trees after C4.5: splits by gain ratio (a branch for each class of country and domain, two at a
 * threshold elsewhere), then pessimistic pruning with subtree raising, as Weka's J48 does with its default
 * settings.
 *
 *     struct tree tree;
 *     tree_grow(&tree, &data, &rows, set, &TREE_DEFAULTS);
 *     double thai = tree_probability(&tree, &data, row);
 *     tree_free(&tree);
 */
#ifndef CRAWLBOX_TRAIN_TREE_H
#define CRAWLBOX_TRAIN_TREE_H

#include "model/sets.h"
#include "train/dataset.h"

enum { TREE_LEAF = -1, TREE_BRANCHES = 6 };

struct tree_node {
    int8_t feature; /* TREE_LEAF: none */
    uint8_t threshold;
    uint32_t count[2];             /* training rows here: others, Thai */
    uint32_t child[TREE_BRANCHES]; /* by class; [0]: up to the threshold, [1]: above */
};

struct tree {
    struct tree_node *nodes; /* [0]: the root */
    uint32_t count, room;
};

struct tree_options {
    double confidence; /* of pruning: the smaller, the more is pruned */
    unsigned least;    /* rows in at least two branches of a split */
};

extern const struct tree_options TREE_DEFAULTS; /* 0.25, 2 */

/* Changes the order of rows. */
void tree_grow(struct tree *tree, const struct dataset *data, struct rows *rows,
               const struct training_set *set, const struct tree_options *options);
void tree_free(struct tree *tree);

static inline unsigned tree_branches(const struct tree_node *node)
{
    return feature_is_class((unsigned)node->feature) ? TREE_BRANCHES : 2;
}

static inline unsigned tree_branch(const struct tree_node *node, uint8_t value)
{
    return feature_is_class((unsigned)node->feature) ? value : value > node->threshold;
}

/* The chance that the row is Thai: the share among the training rows of its leaf, one of each class added. */
double tree_probability(const struct tree *tree, const struct dataset *data, uint32_t row);
double tree_leaf_probability(const uint32_t count[2]);

uint32_t tree_leaves(const struct tree *tree);

/* For growing and pruning. */
void tree_prune(struct tree *tree, const struct dataset *data, struct rows *rows,
                const struct tree_options *options);

/*
 * Orders rows by the branch of the node that they take; bounds[i] is where branch i begins, bounds[branches]
 * the end.
 */
void tree_partition(const struct tree_node *node, const struct dataset *data, const struct rows *rows,
                    size_t bounds[TREE_BRANCHES + 1]);

#endif
