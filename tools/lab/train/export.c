#include "train/export.h"

#include <math.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "graph/predict/layout.h"

_Static_assert((int)BAYES_MAX_INTERVALS == (int)TABLE_MAX_INTERVALS,
               "a feature of a table has room for every interval");

struct writer {
    const struct ensemble *ensemble;
    const struct group *group;
    uint8_t *bytes;
    unsigned size; /* so far */
    unsigned members, nodes;
    const uint8_t *tree_member[TRAINING_SETS]; /* the first member with the set's tree; NULL: none yet */
    const struct bayes *tables[MODEL_MAX_TABLES];
    unsigned table_count;
};

static int16_t scaled(double odds)
{
    double value = rint(odds * ODDS_SCALE);
    return (int16_t)fmin(fmax(value, -INT16_MAX), INT16_MAX);
}

static void put_votes(uint8_t *member, enum model_fusion fusion, const struct worth *worth, float weight)
{
    for (int said = 0; said <= 1; said++) {
        int16_t vote = 0;
        if (fusion == FUSION_MAJORITY)
            vote = said ? 1 : -1;
        else if (fusion == FUSION_CONFUSION)
            vote = scaled(worth->bayes[said]);
        else if (fusion == FUSION_WEIGHTED)
            vote = scaled(worth->weighted[said]);
        else if (fusion == FUSION_POOL)
            vote = scaled(weight);
        bytes_put16(member + MEMBER_AT_VOTE + 2 * said, (uint16_t)vote);
    }
}

/* The index of its table; MODEL_MAX_TABLES: there is no room for one. */
static unsigned table_of(struct writer *writer, const struct bayes *bayes)
{
    unsigned table = 0;
    while (table < writer->table_count && writer->tables[table] != bayes)
        table++;
    if (table == writer->table_count && table < MODEL_MAX_TABLES)
        writer->tables[writer->table_count++] = bayes;
    return table;
}

/* A tree is written once: the other member of two pairs that have it in common points at the same nodes. */
static int put_tree(struct writer *writer, unsigned set, uint8_t *member, uint8_t *nodes)
{
    const uint8_t *first = writer->tree_member[set - 1];
    member[MEMBER_AT_KIND] = MODEL_TREE;
    if (first) {
        memcpy(member + MEMBER_AT_LEAF, first + MEMBER_AT_LEAF, MEMBER_AT_VOTE - MEMBER_AT_LEAF);
        return STATUS_OK;
    }
    unsigned room = MODEL_MAX_BYTES / NODE_BYTES - writer->nodes;
    int count = export_tree(&writer->ensemble->trainer->trees[set - 1],
                            nodes + (size_t)writer->nodes * NODE_BYTES, room, &member[MEMBER_AT_LEAF]);
    if (count < 0)
        return count;
    bytes_put16(member + MEMBER_AT_FIRST, (uint16_t)writer->nodes);
    bytes_put16(member + MEMBER_AT_NODES, (uint16_t)count);
    writer->nodes += (unsigned)count;
    writer->tree_member[set - 1] = member;
    return STATUS_OK;
}

/* One classifier of a candidate: members lie in front, the nodes of all trees behind them. */
static int put_member(struct writer *writer, unsigned index, unsigned side, uint8_t *nodes)
{
    const struct candidate *candidate = &writer->ensemble->candidates[writer->group->member[index]];
    unsigned number = candidate->set[side];
    const struct training_set *set = training_set(number);
    uint8_t *member = writer->bytes + MODEL_HEADER_BYTES + (size_t)writer->members++ * MEMBER_BYTES;
    member[MEMBER_AT_SET] = (uint8_t)number;
    member[MEMBER_AT_SCOPE] = set->scope;
    put_votes(member, writer->group->fusion, &candidate->worth, writer->group->weight[index]);
    if (candidate->technique[side] == TECHNIQUE_TREE)
        return put_tree(writer, number, member, nodes);
    member[MEMBER_AT_KIND] = MODEL_BAYES;
    member[MEMBER_AT_GROUPS] = set->groups;
    unsigned table =
        table_of(writer, trainer_bayes(writer->ensemble->trainer, candidate->technique[side], set->scope));
    bytes_put16(member + MEMBER_AT_FIRST, (uint16_t)table);
    return table < MODEL_MAX_TABLES ? STATUS_OK : STATUS_FULL;
}

/* When a member's turn is: trees come first, then those of each table. */
static unsigned turn_of(const struct candidate *candidate, unsigned side)
{
    if (candidate->technique[side] == TECHNIQUE_TREE)
        return 0;
    return 1u + (candidate->technique[side] - TECHNIQUE_NORMAL) * SCOPES +
           training_set(candidate->set[side])->scope;
}

/* Members with the same table follow each other. */
static int put_members(struct writer *writer, uint8_t *nodes)
{
    for (unsigned turn = 0; turn <= BAYES_KINDS * SCOPES; turn++) {
        for (unsigned i = 0; i < writer->group->count; i++) {
            const struct candidate *candidate = &writer->ensemble->candidates[writer->group->member[i]];
            for (unsigned side = 0; side < (candidate->pair ? 2 : 1); side++) {
                if (turn_of(candidate, side) != turn)
                    continue;
                if (writer->members == MODEL_MAX_MEMBERS)
                    return STATUS_FULL;
                int status = put_member(writer, i, side, nodes);
                if (status < 0)
                    return status;
            }
        }
    }
    return STATUS_OK;
}

static int put_table(struct writer *writer, const struct bayes *bayes)
{
    uint8_t table[TABLE_AT_FEATURES + FEATURE_COUNT * 3 * TABLE_MAX_INTERVALS];
    unsigned at = TABLE_AT_FEATURES;
    for (unsigned i = 0; i < FEATURE_COUNT; i++) {
        const struct bayes_feature *feature = &bayes->features[i];
        unsigned intervals = feature->intervals;
        if (intervals == 1) { /* all hosts are in it, so it says nothing */
            table[at++] = 0;
            continue;
        }
        table[at] = (uint8_t)intervals;
        memcpy(table + at + 1, feature->last, intervals - 1);
        for (unsigned k = 0; k < intervals; k++)
            bytes_put16(table + at + intervals + 2 * k, (uint16_t)scaled(feature->odds[k]));
        at += 3 * intervals;
    }
    bytes_put16(table + TABLE_AT_SIZE, (uint16_t)at);
    bytes_put16(table + TABLE_AT_PRIOR, (uint16_t)scaled(bayes->prior));
    if (writer->size + at > MODEL_MAX_BYTES)
        return STATUS_FULL;
    memcpy(writer->bytes + writer->size, table, at);
    writer->size += at;
    return STATUS_OK;
}

static void put_header(const struct writer *writer, const struct model_record *record)
{
    uint8_t *bytes = writer->bytes;
    const struct group *group = writer->group;
    double prior = fusion_prior(&writer->ensemble->candidates[group->member[0]].cv);
    bytes_put32(bytes + MODEL_AT_MAGIC, MODEL_MAGIC);
    bytes_put16(bytes + MODEL_AT_VERSION, MODEL_VERSION);
    bytes_put16(bytes + MODEL_AT_FEATURES, FEATURE_VERSION);
    bytes_put32(bytes + MODEL_AT_SIZE, writer->size);
    bytes[MODEL_AT_MEMBERS] = (uint8_t)writer->members;
    bytes[MODEL_AT_FUSION] = (uint8_t)group->fusion;
    bytes[MODEL_AT_TABLES] = (uint8_t)writer->table_count;
    bytes_put16(bytes + MODEL_AT_PRIOR,
                (uint16_t)scaled(group->fusion == FUSION_POOL ? group->constant : prior));
    bytes_put16(bytes + MODEL_AT_NODES, (uint16_t)writer->nodes);
    bytes_put32(bytes + MODEL_AT_DATE, record->date);
    bytes_put32(bytes + MODEL_AT_LEARNED, record->learned_from);
    bytes_put32(bytes + MODEL_AT_TESTED, record->tested_on);
    bytes_put32(bytes + MODEL_AT_SEED, record->seed);
    bytes_put16(bytes + MODEL_AT_ACCURACY, record->accuracy);
    bytes_put16(bytes + MODEL_AT_CV_ACCURACY, record->cv_accuracy);
    bytes_put16(bytes + MODEL_AT_TREE_ACCURACY, record->tree_accuracy);
    bytes_put16(bytes + MODEL_AT_RULE_ACCURACY, record->rule_accuracy);
    for (size_t i = 0; i < MODEL_NAME_BYTES && record->data[i]; i++)
        bytes[MODEL_AT_DATA + i] = (uint8_t)record->data[i];
    bytes_put32(bytes + MODEL_AT_CRC,
                crc32_update(CRC32_INIT, bytes + MODEL_AT_CHECKED, writer->size - MODEL_AT_CHECKED));
}

int export_model(const struct ensemble *ensemble, const struct group *group,
                 const struct model_record *record, uint8_t bytes[MODEL_MAX_BYTES])
{
    static uint8_t nodes[MODEL_MAX_BYTES];
    struct writer writer = {.ensemble = ensemble, .group = group, .bytes = bytes};
    memset(bytes, 0, MODEL_MAX_BYTES);
    int status = put_members(&writer, nodes);
    if (status != STATUS_OK)
        return status;
    writer.size = MODEL_HEADER_BYTES + writer.members * MEMBER_BYTES;
    if (writer.size + writer.nodes * NODE_BYTES > MODEL_MAX_BYTES)
        return STATUS_FULL;
    memcpy(bytes + writer.size, nodes, writer.nodes * NODE_BYTES);
    writer.size += writer.nodes * NODE_BYTES;
    for (unsigned i = 0; i < writer.table_count; i++) {
        status = put_table(&writer, writer.tables[i]);
        if (status != STATUS_OK)
            return status;
    }
    put_header(&writer, record);
    return (int)writer.size;
}
