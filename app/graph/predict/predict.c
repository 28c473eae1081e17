#include "graph/predict/predict.h"

#include "base/bytes.h"
#include "graph/predict/layout.h"
#include "graph/predict/vector.h"

/*
 * A confidence c stands for a chance of (c + 0.5) / 256, so that c and 255 - c belong to opposite answers of
 * the same weight. This is its logarithm of odds in units of 1 / ODDS_SCALE, for c from 128 on; below it is
 * the negative of 255 - c's.
 */
static const int16_t odds_of[128] = {
    8,    24,   40,   56,   72,   88,   104,  120,  136,  152,  168,  184,  201,  217,  233,  249,
    265,  282,  298,  314,  331,  347,  364,  380,  397,  414,  430,  447,  464,  481,  498,  515,
    532,  549,  566,  583,  601,  618,  636,  653,  671,  689,  707,  725,  743,  761,  780,  798,
    817,  835,  854,  873,  893,  912,  931,  951,  971,  991,  1011, 1031, 1052, 1072, 1093, 1114,
    1136, 1157, 1179, 1201, 1223, 1246, 1269, 1292, 1315, 1339, 1363, 1387, 1412, 1437, 1463, 1488,
    1515, 1541, 1569, 1596, 1624, 1653, 1682, 1712, 1742, 1773, 1805, 1837, 1870, 1904, 1939, 1974,
    2011, 2049, 2087, 2127, 2168, 2211, 2254, 2300, 2347, 2396, 2447, 2500, 2555, 2614, 2675, 2739,
    2808, 2880, 2958, 3041, 3130, 3228, 3334, 3452, 3585, 3735, 3910, 4120, 4381, 4730, 5257, 6386,
};

enum { SUREST_ODDS = 6386 }; /* of a confidence of 255 */

int32_t predict_odds(uint8_t confidence)
{
    return confidence >= PREDICT_THAI ? odds_of[confidence - PREDICT_THAI]
                                      : -odds_of[PREDICT_THAI - 1 - confidence];
}

/* Bounds odds to those of the surest confidence, so that a dozen of them with any weight can be added up. */
static int32_t bound_odds(int32_t log_odds)
{
    log_odds = log_odds < SUREST_ODDS ? log_odds : SUREST_ODDS;
    return log_odds > -SUREST_ODDS ? log_odds : -SUREST_ODDS;
}

uint8_t predict_confidence(int32_t sum)
{
    int32_t size = sum >= 0 ? sum : -sum;
    unsigned low = 0, high = 127;
    while (low < high) {
        unsigned middle = (low + high) / 2;
        if (2 * size >= odds_of[middle] + odds_of[middle + 1])
            low = middle + 1;
        else
            high = middle;
    }
    return (uint8_t)(sum >= 0 ? PREDICT_THAI + low : PREDICT_THAI - 1 - low);
}

static uint8_t ask_tree(const uint8_t *nodes, unsigned count, uint8_t leaf, const uint8_t *vector)
{
    if (count == 0)
        return leaf;
    for (const uint8_t *node = nodes;;) {
        unsigned feature = node[0] & NODE_FEATURE;
        uint8_t value = vector[feature];
        bool left = feature_is_class(feature) ? node[1] >> value & 1 : value <= node[1];
        if (node[0] & (left ? NODE_LEFT_IS_LEAF : NODE_RIGHT_IS_LEAF))
            return node[left ? 2 : 3];
        bool skip = !left && !(node[0] & NODE_LEFT_IS_LEAF); /* the left subtree lies in between */
        node = skip ? nodes + (size_t)bytes_get16(node + 2) * NODE_BYTES : node + NODE_BYTES;
    }
}

/*
 * Adds up what a table says about the features from `value` to `end`. *table points to the table's bytes for
 * the first of these features, and afterwards to those for the feature behind the last. The function is not
 * inlined because its inner loop would run out of registers then, and take a third more instructions.
 */
static __attribute__((noinline)) int32_t ask_group(const uint8_t **table, const uint8_t *value,
                                                   const uint8_t *end)
{
    const uint8_t *at = *table;
    int32_t sum = 0;
    while (value < end) {
        unsigned asked = *value++;
        const uint8_t *highest = at + 1, *says = at + *at; /* as many bytes on as it has intervals */
        if (says != at) {
            while (highest < says && asked > *highest)
                highest++;
            sum += (int16_t)bytes_get16(says + 2 * (highest - at - 1));
            highest = says + 2 * (says - at);
        }
        at = highest;
    }
    *table = at;
    return sum;
}

/* Adds up what a table says about each group of features. `sums` has one place more, for the table's
 * prior. */
static void ask_table(const uint8_t *table, const uint8_t *vector, int32_t sums[FEATURE_GROUPS + 1])
{
    static const uint8_t group_ends[FEATURE_GROUPS] = {FEATURE_FIRST_D, FEATURE_FIRST_G, FEATURE_FIRST_N,
                                                       FEATURE_COUNT};
    const uint8_t *at = table + TABLE_AT_FEATURES, *value = vector;
    for (unsigned group = 0; group < FEATURE_GROUPS; group++) {
        const uint8_t *end = vector + group_ends[group];
        sums[group] = ask_group(&at, value, end);
        value = end;
    }
    sums[FEATURE_GROUPS] = (int16_t)bytes_get16(table + TABLE_AT_PRIOR);
}

/* The answers of the members so far: everything that any way of fusion needs. */
struct tally {
    enum model_fusion fusion;
    uint32_t members, sum;
    int32_t odds, votes;
    uint8_t lowest, highest;
};

static bool adds_odds(enum model_fusion fusion)
{
    return fusion == FUSION_PRODUCT || fusion == FUSION_POOL;
}

static int32_t vote_of(const uint8_t *member, bool thai)
{
    return (int16_t)bytes_get16(member + MEMBER_AT_VOTE + (thai ? 2 : 0));
}

static void count_odds(struct tally *tally, int32_t log_odds, const uint8_t *member)
{
    tally->members++;
    if (tally->fusion == FUSION_POOL)
        log_odds = vote_of(member, log_odds >= 0) * log_odds / ODDS_SCALE;
    tally->odds += log_odds;
}

static void count_confidence(struct tally *tally, uint8_t confidence, const uint8_t *member)
{
    tally->members++;
    tally->sum += confidence;
    tally->votes += vote_of(member, confidence >= PREDICT_THAI);
    if (confidence < tally->lowest)
        tally->lowest = confidence;
    if (confidence > tally->highest)
        tally->highest = confidence;
}

/* Returns 256 * part / (part + rest). Both are doubled confidences, so that the halves of (c + 0.5) count. */
static uint8_t share_of(uint32_t part, uint32_t rest)
{
    uint32_t result = 256 * part / (part + rest);
    return (uint8_t)(result <= UINT8_MAX ? result : UINT8_MAX);
}

static uint8_t fuse_answers(const struct tally *tally)
{
    if (adds_odds(tally->fusion))
        return predict_confidence(tally->odds);
    uint32_t high = 2u * tally->highest + 1, low = 2u * tally->lowest + 1, one = 512;
    uint8_t mean = (uint8_t)((2 * tally->sum + tally->members) / (2 * tally->members));
    switch (tally->fusion) {
    case FUSION_MAX: return share_of(high, one - low);
    case FUSION_MIN: return share_of(low, one - high);
    case FUSION_AVERAGE: return mean;
    case FUSION_CONFUSION: return predict_confidence(tally->votes);
    default: /* the votes decide between Thai and other; the mean confidence orders the hosts of each kind */
        if (tally->votes == 0 ? mean >= PREDICT_THAI : tally->votes > 0)
            return (uint8_t)(PREDICT_THAI + mean / 2);
        return mean / 2;
    }
}

static bool scope_has(uint8_t scope, uint8_t tld)
{
    return scope == MODEL_EVERYWHERE || (scope == MODEL_HOME) == (tld == URL_TLD_HOME);
}

uint8_t predict(const struct model *model, const struct features *features)
{
    uint8_t vector[FEATURE_COUNT];
    int32_t sums[FEATURE_GROUPS + 1];
    const uint8_t *asked =
        NULL; /* the table that `sums` comes from; members with one table lie side by side */
    struct tally tally = {.fusion = (enum model_fusion)model->fusion,
                          .members = 0,
                          .sum = 0,
                          .odds = model->fusion == FUSION_POOL ? model->prior : 0,
                          .votes = model->fusion == FUSION_CONFUSION ? model->prior : 0,
                          .lowest = UINT8_MAX,
                          .highest = 0};

    vector_make(vector, features);
    for (unsigned i = 0; i < model->members; i++) {
        const uint8_t *member = model->bytes + MODEL_HEADER_BYTES + (size_t)i * MEMBER_BYTES;
        unsigned first = bytes_get16(member + MEMBER_AT_FIRST);
        if (!scope_has(member[MEMBER_AT_SCOPE], vector[FEATURE_TLD]))
            continue;
        if (member[MEMBER_AT_KIND] == MODEL_TREE) {
            uint8_t said = ask_tree(model->nodes + (size_t)first * NODE_BYTES,
                                    bytes_get16(member + MEMBER_AT_NODES), member[MEMBER_AT_LEAF], vector);
            if (adds_odds(tally.fusion))
                count_odds(&tally, predict_odds(said), member);
            else
                count_confidence(&tally, said, member);
            continue;
        }
        if (!asked || asked != model->tables[first]) {
            asked = model->tables[first];
            ask_table(asked, vector, sums);
        }
        int32_t sum = sums[FEATURE_GROUPS];
        const int32_t *said = sums;
        for (unsigned groups = member[MEMBER_AT_GROUPS]; groups != 0; groups >>= 1, said++)
            if (groups & 1)
                sum += *said;
        if (adds_odds(tally.fusion))
            count_odds(&tally, bound_odds(sum), member);
        else
            count_confidence(&tally, predict_confidence(sum), member);
    }
    return tally.members ? fuse_answers(&tally) : predict_rule(features);
}
