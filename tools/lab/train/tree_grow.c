#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "train/tree.h"

const struct tree_options TREE_DEFAULTS = {.confidence = 0.25, .least = 2};

enum { MAX_VALUES = 256, MOST_ROWS_ASKED = 25 };

/* How the rows of a node are spread over the values of a feature. */
struct spread {
    uint32_t count[MAX_VALUES][2];
    unsigned values; /* those from here on are empty */
};

struct split {
    bool valid;
    uint8_t threshold;
    double gain, ratio;
};

struct grower {
    struct tree *tree;
    const struct dataset *data;
    const struct training_set *set;
    const struct tree_options *options;
};

static double x_log_x(double x)
{
    return x > 0 ? x * log2(x) : 0;
}

/* Bits needed to tell the classes of so many rows apart. */
static double entropy(double others, double thai)
{
    return x_log_x(others + thai) - x_log_x(others) - x_log_x(thai);
}

static void make_spread(struct spread *spread, const struct dataset *data, const struct rows *rows,
                        unsigned feature)
{
    const uint8_t *bins = data->bins[feature];
    memset(spread->count, 0, feature_values(feature) * sizeof spread->count[0]);
    spread->values = 0;
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row = rows->row[i];
        spread->count[bins[row]][data->thai[row]]++;
        if (bins[row] >= spread->values)
            spread->values = bins[row] + 1u;
    }
}

static struct split split_by_class(const struct spread *spread, const struct tree_node *node, unsigned least)
{
    double total = (double)node->count[0] + node->count[1];
    double after = 0, branch_bits = x_log_x(total);
    unsigned large = 0;
    for (unsigned value = 0; value < spread->values; value++) {
        double others = spread->count[value][0], thai = spread->count[value][1];
        after += entropy(others, thai);
        branch_bits -= x_log_x(others + thai);
        large += others + thai >= least;
    }
    double gain = (entropy(node->count[0], node->count[1]) - after) / total;
    if (large < 2 || branch_bits <= 0)
        return (struct split){0};
    return (struct split){.valid = true, .gain = gain, .ratio = gain / (branch_bits / total)};
}

/* Each threshold tried makes finding a good one by chance more likely: the gain pays for the choice, as in
 * C4.5 release 8. */
static struct split split_at_threshold(const struct spread *spread, const struct tree_node *node,
                                       unsigned least)
{
    double total = (double)node->count[0] + node->count[1];
    double smallest = fmin(fmax(0.1 * total / 2, least), MOST_ROWS_ASKED);
    double before = entropy(node->count[0], node->count[1]), best_gain = 0, best_left = 0;
    double left[2] = {0};
    unsigned tried = 0;
    struct split split = {0};

    for (unsigned value = 0; value + 1 < spread->values; value++) {
        const uint32_t *here = spread->count[value];
        left[0] += here[0];
        left[1] += here[1];
        double here_left = left[0] + left[1];
        if (here[0] + here[1] == 0 || here_left < smallest)
            continue;
        if (total - here_left < smallest)
            break;
        double after =
            entropy(left[0], left[1]) + entropy(node->count[0] - left[0], node->count[1] - left[1]);
        double gain = (before - after) / total;
        tried++;
        if (gain > best_gain + 1e-9) {
            best_gain = gain;
            best_left = here_left;
            split.threshold = (uint8_t)value;
        }
    }
    split.gain = tried ? best_gain - log2(tried) / total : 0;
    if (best_gain <= 0 || split.gain <= 0)
        return (struct split){0};
    split.valid = true;
    split.ratio = split.gain / (entropy(best_left, total - best_left) / total);
    return split;
}

/* The best ratio among the splits whose gain is at least average: a ratio alone favours splits that split off
 * next to nothing. */
static int best_split(const struct split splits[FEATURE_COUNT])
{
    double sum = 0, best = 0;
    unsigned valid = 0;
    int chosen = TREE_LEAF;
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        sum += splits[feature].valid ? splits[feature].gain : 0;
        valid += splits[feature].valid;
    }
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        const struct split *split = &splits[feature];
        if (split->valid && split->gain >= sum / valid - 1e-3 && split->ratio > best + 1e-9) {
            best = split->ratio;
            chosen = (int)feature;
        }
    }
    return chosen;
}

static int choose_split(const struct grower *grower, const struct rows *rows, const struct tree_node *node,
                        uint8_t *threshold)
{
    struct spread spread;
    struct split splits[FEATURE_COUNT] = {{0}};
    unsigned least = grower->options->least;
    if (node->count[0] == 0 || node->count[1] == 0 || rows->count < 2 * (size_t)least)
        return TREE_LEAF;
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        if (!training_set_has(grower->set, feature))
            continue;
        make_spread(&spread, grower->data, rows, feature);
        splits[feature] = feature_is_class(feature) ? split_by_class(&spread, node, least)
                                                    : split_at_threshold(&spread, node, least);
    }
    int feature = best_split(splits);
    *threshold = feature == TREE_LEAF ? 0 : splits[feature].threshold;
    return feature;
}

void tree_partition(const struct tree_node *node, const struct dataset *data, const struct rows *rows,
                    size_t bounds[TREE_BRANCHES + 1])
{
    const uint8_t *bins = data->bins[node->feature];
    unsigned branches = tree_branches(node);
    size_t begin = 0;
    for (unsigned branch = 0; branch < branches; branch++) {
        bounds[branch] = begin;
        for (size_t i = begin; i < rows->count; i++) {
            uint32_t row = rows->row[i];
            if (tree_branch(node, bins[row]) == branch) {
                rows->row[i] = rows->row[begin];
                rows->row[begin++] = row;
            }
        }
    }
    bounds[branches] = begin;
}

static uint32_t add_node(struct tree *tree, const struct dataset *data, const struct rows *rows)
{
    if (tree->count == tree->room) {
        tree->room = tree->room ? 2 * tree->room : 256;
        tree->nodes = realloc(tree->nodes, tree->room * sizeof tree->nodes[0]);
        if (!tree->nodes)
            exit(cli_no_memory());
    }
    struct tree_node *node = &tree->nodes[tree->count];
    *node = (struct tree_node){.feature = TREE_LEAF};
    for (size_t i = 0; i < rows->count; i++)
        node->count[data->thai[rows->row[i]]]++;
    return tree->count++;
}

static uint32_t grow(const struct grower *grower, const struct rows *rows)
{
    struct tree *tree = grower->tree;
    uint32_t index = add_node(tree, grower->data, rows);
    uint8_t threshold;
    int feature = choose_split(grower, rows, &tree->nodes[index], &threshold);
    if (feature == TREE_LEAF)
        return index;
    tree->nodes[index].feature = (int8_t)feature;
    tree->nodes[index].threshold = threshold;
    size_t bounds[TREE_BRANCHES + 1] = {0};
    tree_partition(&tree->nodes[index], grower->data, rows, bounds);
    unsigned branches = tree_branches(&tree->nodes[index]);
    for (unsigned branch = 0; branch < branches; branch++) {
        struct rows part = {rows->row + bounds[branch], bounds[branch + 1] - bounds[branch]};
        uint32_t child = grow(grower, &part); /* moves the nodes */
        tree->nodes[index].child[branch] = child;
    }
    return index;
}

void tree_grow(struct tree *tree, const struct dataset *data, struct rows *rows,
               const struct training_set *set, const struct tree_options *options)
{
    struct grower grower = {tree, data, set, options};
    *tree = (struct tree){0};
    grow(&grower, rows);
    tree_prune(tree, data, rows, options);
}

void tree_free(struct tree *tree)
{
    free(tree->nodes);
    *tree = (struct tree){0};
}

double tree_leaf_probability(const uint32_t count[2])
{
    return (count[1] + 1.0) / (count[0] + count[1] + 2.0);
}

double tree_probability(const struct tree *tree, const struct dataset *data, uint32_t row)
{
    const struct tree_node *node = tree->nodes;
    while (node->feature != TREE_LEAF) {
        const struct tree_node *child =
            &tree->nodes[node->child[tree_branch(node, data->bins[node->feature][row])]];
        if (child->count[0] + child->count[1] ==
            0) /* no training row came here: what is known of all its siblings */
            break;
        node = child;
    }
    return tree_leaf_probability(node->count);
}

static uint32_t count_leaves(const struct tree *tree, uint32_t index)
{
    const struct tree_node *node = &tree->nodes[index];
    if (node->feature == TREE_LEAF)
        return 1;
    uint32_t leaves = 0;
    for (unsigned branch = 0; branch < tree_branches(node); branch++)
        leaves += count_leaves(tree, node->child[branch]);
    return leaves;
}

uint32_t tree_leaves(const struct tree *tree)
{
    return count_leaves(tree, 0);
}
