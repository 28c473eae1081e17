#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "graph/predict/layout.h"
#include "train/export.h"

/* A part of a tree on its way to binary nodes: an answer, a node of the tree, or some branches of a split by
 * class. */
struct part {
    int leaf; /* its confidence; -1: it is a node */
    const struct tree_node *node;
    unsigned mask; /* of its classes, when it is a branch */
};

struct parts {
    struct part part[TREE_BRANCHES];
    unsigned count;
};

struct writer {
    const struct tree *tree;
    uint8_t *nodes;
    unsigned count, room;
    bool full;
};

static int confidence_of(const uint32_t count[2])
{
    int confidence = (int)(256 * tree_leaf_probability(count));
    return confidence < 255 ? confidence : 255;
}

static struct part resolve(const struct writer *writer, const struct tree_node *node,
                           const struct tree_node *parent);

/* The branches of a split; those with the same answer are one. */
static struct parts branches_of(const struct writer *writer, const struct tree_node *node)
{
    struct parts parts = {.count = 0};
    for (unsigned branch = 0; branch < tree_branches(node); branch++) {
        struct part part = resolve(writer, &writer->tree->nodes[node->child[branch]], node);
        unsigned same = 0;
        while (same < parts.count && (part.leaf < 0 || parts.part[same].leaf != part.leaf))
            same++;
        if (same == parts.count) {
            parts.part[parts.count] = part;
            parts.part[parts.count++].mask = 0;
        }
        parts.part[same].mask |= 1u << branch;
    }
    return parts;
}

static struct part resolve(const struct writer *writer, const struct tree_node *node,
                           const struct tree_node *parent)
{
    if (node->count[0] + node->count[1] == 0)
        return (struct part){.leaf = confidence_of(parent->count)};
    if (node->feature == TREE_LEAF)
        return (struct part){.leaf = confidence_of(node->count)};
    struct parts parts = branches_of(writer, node);
    if (parts.count == 1)
        return (struct part){.leaf = parts.part[0].leaf};
    return (struct part){.leaf = -1, .node = node};
}

static void write_parts(struct writer *writer, const struct tree_node *node, const struct parts *parts);

/* A branch that is no answer: what is left of a split by class, or a node of the tree. */
static void write_side(struct writer *writer, const struct tree_node *node, const struct parts *side)
{
    if (side->count > 1) {
        write_parts(writer, node, side);
        return;
    }
    const struct tree_node *single = side->part[0].node;
    if (single) {
        struct parts below = branches_of(writer, single);
        write_parts(writer, single, &below);
    }
}

static bool is_answer(const struct parts *side)
{
    return side->count == 1 && !side->part[0].node;
}

/* One binary node for the first half of the parts against the second, then what lies below, the left side
 * first. */
static void write_parts(struct writer *writer, const struct tree_node *node, const struct parts *parts)
{
    struct parts left = {.count = parts->count / 2}, right = {.count = parts->count - parts->count / 2};
    if (writer->count == writer->room) {
        writer->full = true;
        return;
    }
    uint8_t *written = writer->nodes + (size_t)writer->count++ * NODE_BYTES;
    memcpy(left.part, parts->part, left.count * sizeof left.part[0]);
    memcpy(right.part, parts->part + left.count, right.count * sizeof right.part[0]);
    unsigned mask = 0;
    for (unsigned i = 0; i < left.count; i++)
        mask |= left.part[i].mask;
    written[0] = (uint8_t)((unsigned)node->feature | (is_answer(&left) ? NODE_LEFT_IS_LEAF : 0) |
                           (is_answer(&right) ? NODE_RIGHT_IS_LEAF : 0));
    written[1] = feature_is_class((unsigned)node->feature) ? (uint8_t)mask : node->threshold;
    written[2] = is_answer(&left) ? (uint8_t)left.part[0].leaf : 0;
    written[3] = is_answer(&right) ? (uint8_t)right.part[0].leaf : 0;
    if (!is_answer(&left))
        write_side(writer, node, &left);
    if (!is_answer(&left) && !is_answer(&right))
        bytes_put16(written + 2, (uint16_t)writer->count);
    if (!is_answer(&right))
        write_side(writer, node, &right);
}

int export_tree(const struct tree *tree, uint8_t *nodes, unsigned room, uint8_t *leaf)
{
    struct writer writer = {.tree = tree, .nodes = nodes, .room = room};
    struct part root = resolve(&writer, &tree->nodes[0], &tree->nodes[0]);
    *leaf = (uint8_t)(root.node ? 0 : root.leaf);
    if (root.node) {
        struct parts parts = branches_of(&writer, root.node);
        write_parts(&writer, root.node, &parts);
    }
    return writer.full ? STATUS_FULL : (int)writer.count;
}
