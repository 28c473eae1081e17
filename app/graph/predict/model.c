#include "graph/predict/model.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/packed.h"
#include "base/status.h"
#include "graph/predict/layout.h"
#include "graph/predict/vector.h"

/* Checks that children lie behind their node and inside the tree, so that every way down ends. */
static bool tree_is_sound(const uint8_t *nodes, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        const uint8_t *node = nodes + (size_t)i * NODE_BYTES;
        bool left_is_leaf = node[0] & NODE_LEFT_IS_LEAF, right_is_leaf = node[0] & NODE_RIGHT_IS_LEAF;
        unsigned right = bytes_get16(node + 2);
        if ((node[0] & NODE_FEATURE) >= FEATURE_COUNT)
            return false;
        if (!(left_is_leaf && right_is_leaf) && i + 1 >= count)
            return false;
        if (!left_is_leaf && !right_is_leaf && (right <= i + 1 || right >= count))
            return false;
    }
    return true;
}

static bool member_is_sound(const struct model *model, const uint8_t *member, unsigned nodes, unsigned tables)
{
    unsigned first = bytes_get16(member + MEMBER_AT_FIRST), count = bytes_get16(member + MEMBER_AT_NODES);
    if (member[MEMBER_AT_SCOPE] >= MODEL_SCOPES)
        return false;
    if (member[MEMBER_AT_KIND] == MODEL_BAYES)
        return first < tables && member[MEMBER_AT_GROUPS] < 1 << FEATURE_GROUPS;
    return member[MEMBER_AT_KIND] == MODEL_TREE && first + count <= nodes &&
           tree_is_sound(model->nodes + (size_t)first * NODE_BYTES, count);
}

/* Returns how many bytes one feature of a table takes, or 0 if they make no sense. Its intervals must come in
 * rising order. */
static unsigned feature_bytes(const uint8_t *at, unsigned left)
{
    unsigned intervals = left > 0 ? at[0] : 0;
    unsigned bytes = intervals ? 1 + (intervals - 1) + 2 * intervals : 1;
    if (left == 0 || intervals > TABLE_MAX_INTERVALS || bytes > left)
        return 0;
    for (unsigned i = 2; i < intervals; i++)
        if (at[i] <= at[i - 1])
            return 0;
    return bytes;
}

static bool table_is_sound(const uint8_t *table, unsigned size)
{
    unsigned at = TABLE_AT_FEATURES;
    if (size < TABLE_AT_FEATURES)
        return false;
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        unsigned bytes = feature_bytes(table + at, size - at);
        if (bytes == 0)
            return false;
        at += bytes;
    }
    return at == size;
}

/* Checks that the tables lie one behind the other, reach to the end of the model, and make sense. */
static bool tables_are_sound(struct model *model, unsigned at, unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        unsigned size = at + 2 <= model->size ? bytes_get16(model->bytes + at) : 0;
        if (size == 0 || size > model->size - at || !table_is_sound(model->bytes + at, size))
            return false;
        model->tables[i] = model->bytes + at;
        at += size;
    }
    return at == model->size;
}

static bool model_is_sound(struct model *model)
{
    unsigned nodes = bytes_get16(model->bytes + MODEL_AT_NODES), tables = model->bytes[MODEL_AT_TABLES];
    unsigned at_nodes = MODEL_HEADER_BYTES + model->members * MEMBER_BYTES;
    unsigned at_tables = at_nodes + nodes * NODE_BYTES;
    if (model->members == 0 || model->members > MODEL_MAX_MEMBERS || model->fusion >= FUSIONS ||
        tables > MODEL_MAX_TABLES || at_tables > model->size)
        return false;
    model->nodes = model->bytes + at_nodes;
    for (unsigned i = 0; i < model->members; i++)
        if (!member_is_sound(model, model->bytes + MODEL_HEADER_BYTES + i * MEMBER_BYTES, nodes, tables))
            return false;
    return tables_are_sound(model, at_tables, tables);
}

int model_open(struct model *model, const void *data, size_t size)
{
    const uint8_t *bytes = data;
    if (size < MODEL_HEADER_BYTES || bytes_get32(bytes + MODEL_AT_MAGIC) != MODEL_MAGIC)
        return STATUS_INVALID;
    if (bytes_get16(bytes + MODEL_AT_VERSION) != MODEL_VERSION ||
        bytes_get16(bytes + MODEL_AT_FEATURES) != FEATURE_VERSION)
        return STATUS_VERSION;
    if (size > MODEL_MAX_BYTES)
        return STATUS_TOO_LONG;
    if (bytes_get32(bytes + MODEL_AT_SIZE) != size ||
        crc32_update(CRC32_INIT, bytes + MODEL_AT_CHECKED, size - MODEL_AT_CHECKED) !=
            bytes_get32(bytes + MODEL_AT_CRC))
        return STATUS_DAMAGED;
    *model = (struct model){.bytes = bytes,
                            .size = (uint16_t)size,
                            .members = bytes[MODEL_AT_MEMBERS],
                            .fusion = bytes[MODEL_AT_FUSION],
                            .prior = (int16_t)bytes_get16(bytes + MODEL_AT_PRIOR)};
    return model_is_sound(model) ? STATUS_OK : STATUS_INVALID;
}

size_t model_stated_size(const void *bytes, size_t size)
{
    uint32_t stated = size >= MODEL_HEADER_BYTES ? bytes_get32((const uint8_t *)bytes + MODEL_AT_SIZE) : 0;
    return stated < size ? stated : size;
}

const char *model_problem(int status)
{
    switch (status) {
    case STATUS_OK: return PACKED("The model is sound.");
    case STATUS_VERSION:
        return PACKED(
            "The model was made for another version of the box: train it again with this one's 'crawlbox'.");
    case STATUS_TOO_LONG: return PACKED("The model is larger than 8 KB.");
    case STATUS_DAMAGED: return PACKED("The model is damaged: its length or checksum is wrong.");
    case STATUS_INVALID: return PACKED("This is not a model.");
    default: return status_text(status);
    }
}

struct model_record model_record(const struct model *model)
{
    const uint8_t *bytes = model->bytes;
    struct model_record record = {
        .id = bytes_get32(bytes + MODEL_AT_CRC),
        .date = bytes_get32(bytes + MODEL_AT_DATE),
        .learned_from = bytes_get32(bytes + MODEL_AT_LEARNED),
        .tested_on = bytes_get32(bytes + MODEL_AT_TESTED),
        .seed = bytes_get32(bytes + MODEL_AT_SEED),
        .accuracy = bytes_get16(bytes + MODEL_AT_ACCURACY),
        .cv_accuracy = bytes_get16(bytes + MODEL_AT_CV_ACCURACY),
        .tree_accuracy = bytes_get16(bytes + MODEL_AT_TREE_ACCURACY),
        .rule_accuracy = bytes_get16(bytes + MODEL_AT_RULE_ACCURACY),
    };
    for (int i = 0; i < MODEL_NAME_BYTES; i++) {
        char c = (char)bytes[MODEL_AT_DATA + i];
        record.data[i] = c == '\0' || (c >= ' ' && c <= '~') ? c : '?';
    }
    return record;
}
