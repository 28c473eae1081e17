#include <math.h>
#include <stdlib.h>

#include "train/tree.h"

/*
 * A node's error on hosts it has not seen is taken to be the upper end of a confidence interval around its
 * error on the training rows; a subtree that does not promise less errors than a leaf, or than its largest
 * branch alone, goes.
 */
struct pruner {
    struct tree *tree;
    const struct dataset *data;
    double confidence;
    double deviations; /* of the normal distribution, that leave `confidence` above */
};

/* Errors are compared with this much benefit to the smaller tree. */
static const double TOLERANCE = 0.1;

/* By bisection of the error function: there is no inverse in the library. */
static double deviations_above(double confidence)
{
    double low = 0, high = 8;
    for (int i = 0; i < 60; i++) {
        double middle = (low + high) / 2;
        if (erfc(middle / sqrt(2)) / 2 > confidence)
            low = middle;
        else
            high = middle;
    }
    return low;
}

/* How many more errors than the `errors` seen in n rows are to be expected. */
static double extra_errors(const struct pruner *pruner, double n, double errors)
{
    if (errors < 1) {
        double none = n * (1 - pow(pruner->confidence, 1 / n));
        return errors == 0 ? none : none + errors * (extra_errors(pruner, n, 1) - none);
    }
    if (errors + 0.5 >= n)
        return fmax(n - errors, 0);
    double z = pruner->deviations, f = (errors + 0.5) / n;
    double upper =
        (f + z * z / (2 * n) + z * sqrt(f / n - f * f / n + z * z / (4 * n * n))) / (1 + z * z / n);
    return upper * n - errors;
}

static double leaf_errors(const struct pruner *pruner, const uint32_t count[2])
{
    double n = (double)count[0] + count[1], errors = fmin(count[0], count[1]);
    return n == 0 ? 0 : errors + extra_errors(pruner, n, errors);
}

static double training_errors(const struct tree *tree, const struct tree_node *node)
{
    if (node->feature == TREE_LEAF)
        return fmin(node->count[0], node->count[1]);
    double sum = 0;
    for (unsigned branch = 0; branch < tree_branches(node); branch++)
        sum += training_errors(tree, &tree->nodes[node->child[branch]]);
    return sum;
}

static double subtree_errors(const struct pruner *pruner, const struct tree_node *node)
{
    if (node->feature == TREE_LEAF)
        return leaf_errors(pruner, node->count);
    double sum = 0;
    for (unsigned branch = 0; branch < tree_branches(node); branch++)
        sum += subtree_errors(pruner, &pruner->tree->nodes[node->child[branch]]);
    return sum;
}

/* Splits that do not even help on the training rows go first. */
static void collapse(struct tree *tree, struct tree_node *node)
{
    if (node->feature == TREE_LEAF)
        return;
    if (training_errors(tree, node) >= fmin(node->count[0], node->count[1]) - 1e-3) {
        node->feature = TREE_LEAF;
        return;
    }
    for (unsigned branch = 0; branch < tree_branches(node); branch++)
        collapse(tree, &tree->nodes[node->child[branch]]);
}

/* What a subtree's errors would be on these rows. */
static double errors_on(const struct pruner *pruner, const struct tree_node *node, const struct rows *rows)
{
    if (node->feature == TREE_LEAF) {
        uint32_t count[2] = {0};
        for (size_t i = 0; i < rows->count; i++)
            count[pruner->data->thai[rows->row[i]]]++;
        return leaf_errors(pruner, count);
    }
    size_t bounds[TREE_BRANCHES + 1] = {0};
    double sum = 0;
    tree_partition(node, pruner->data, rows, bounds);
    for (unsigned branch = 0; branch < tree_branches(node); branch++) {
        struct rows part = {rows->row + bounds[branch], bounds[branch + 1] - bounds[branch]};
        sum += errors_on(pruner, &pruner->tree->nodes[node->child[branch]], &part);
    }
    return sum;
}

/* Counts again after other rows have come to a subtree. */
static void recount(const struct pruner *pruner, struct tree_node *node, const struct rows *rows)
{
    node->count[0] = node->count[1] = 0;
    for (size_t i = 0; i < rows->count; i++)
        node->count[pruner->data->thai[rows->row[i]]]++;
    if (node->feature == TREE_LEAF)
        return;
    size_t bounds[TREE_BRANCHES + 1] = {0};
    tree_partition(node, pruner->data, rows, bounds);
    for (unsigned branch = 0; branch < tree_branches(node); branch++) {
        struct rows part = {rows->row + bounds[branch], bounds[branch + 1] - bounds[branch]};
        recount(pruner, &pruner->tree->nodes[node->child[branch]], &part);
    }
}

static void prune(const struct pruner *pruner, struct tree_node *node, const struct rows *rows)
{
    struct tree_node *nodes = pruner->tree->nodes;
    size_t bounds[TREE_BRANCHES + 1] = {0}, most = 0;
    unsigned largest = 0;
    if (node->feature == TREE_LEAF)
        return;
    tree_partition(node, pruner->data, rows, bounds);
    for (unsigned branch = 0; branch < tree_branches(node); branch++) {
        struct rows part = {rows->row + bounds[branch], bounds[branch + 1] - bounds[branch]};
        prune(pruner, &nodes[node->child[branch]], &part);
        if (part.count > most) {
            most = part.count;
            largest = branch;
        }
    }
    double as_leaf = leaf_errors(pruner, node->count), as_tree = subtree_errors(pruner, node);
    double raised = errors_on(pruner, &nodes[node->child[largest]], rows);
    if (as_leaf <= as_tree + TOLERANCE && as_leaf <= raised + TOLERANCE) {
        node->feature = TREE_LEAF;
    } else if (raised <= as_tree + TOLERANCE) {
        *node = nodes[node->child[largest]];
        recount(pruner, node, rows);
        prune(pruner, node, rows);
    }
}

void tree_prune(struct tree *tree, const struct dataset *data, struct rows *rows,
                const struct tree_options *options)
{
    struct pruner pruner = {tree, data, options->confidence, deviations_above(options->confidence)};
    collapse(tree, &tree->nodes[0]);
    prune(&pruner, &tree->nodes[0], rows);
}
