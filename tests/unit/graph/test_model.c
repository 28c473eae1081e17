#include "graph/predict/model.h"

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "graph/predict/fingerprint.h"
#include "graph/predict/layout.h"
#include "graph/predict/predict.h"
#include "graph/predict/vector.h"
#include "suite.h"

/* A model is put together here by hand, member after member; seal() makes it one that passes for whole. */
static uint8_t bytes[MODEL_MAX_BYTES + 1];
static size_t size;
static struct model model;

static void begin(unsigned members, enum model_fusion fusion)
{
    memset(bytes, 0, sizeof bytes);
    bytes_put32(bytes + MODEL_AT_MAGIC, MODEL_MAGIC);
    bytes_put16(bytes + MODEL_AT_VERSION, MODEL_VERSION);
    bytes_put16(bytes + MODEL_AT_FEATURES, FEATURE_VERSION);
    bytes[MODEL_AT_MEMBERS] = (uint8_t)members;
    bytes[MODEL_AT_FUSION] = (uint8_t)fusion;
    size = MODEL_HEADER_BYTES + members * MEMBER_BYTES;
}

static uint8_t *member(unsigned index)
{
    return bytes + MODEL_HEADER_BYTES + (size_t)index * MEMBER_BYTES;
}

static void votes(unsigned index, int16_t other, int16_t thai)
{
    bytes_put16(member(index) + MEMBER_AT_VOTE, (uint16_t)other);
    bytes_put16(member(index) + MEMBER_AT_VOTE + 2, (uint16_t)thai);
}

/* A tree that always gives the same answer. */
static void constant(unsigned index, uint8_t confidence)
{
    member(index)[MEMBER_AT_KIND] = MODEL_TREE;
    member(index)[MEMBER_AT_LEAF] = confidence;
}

static void node(uint8_t flags_and_feature, uint8_t threshold, uint16_t below)
{
    unsigned nodes = bytes_get16(bytes + MODEL_AT_NODES) + 1u;
    bytes[size] = flags_and_feature;
    bytes[size + 1] = threshold;
    bytes_put16(bytes + size + 2, below);
    size += NODE_BYTES;
    bytes_put16(bytes + MODEL_AT_NODES, (uint16_t)nodes);
    bytes_put16(member(0) + MEMBER_AT_NODES, (uint16_t)nodes);
}

static uint16_t leaves(uint8_t left, uint8_t right)
{
    return (uint16_t)(left | right << 8);
}

/* A table in which only the number of Thai sources has a say: up to 2, up to 9, above. */
static void table_of_thai_sources(int16_t prior, int16_t few, int16_t some, int16_t many)
{
    size_t start = size;
    size += TABLE_AT_FEATURES;
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        if (feature != FEATURE_FIRST_N) {
            bytes[size++] = 0;
            continue;
        }
        static const uint8_t intervals[] = {3, 2, 9};
        memcpy(bytes + size, intervals, sizeof intervals);
        bytes_put16(bytes + size + 3, (uint16_t)few);
        bytes_put16(bytes + size + 5, (uint16_t)some);
        bytes_put16(bytes + size + 7, (uint16_t)many);
        size += 9;
    }
    bytes_put16(bytes + start + TABLE_AT_SIZE, (uint16_t)(size - start));
    bytes_put16(bytes + start + TABLE_AT_PRIOR, (uint16_t)prior);
    bytes[MODEL_AT_TABLES]++;
}

static int seal(void)
{
    bytes_put32(bytes + MODEL_AT_SIZE, (uint32_t)size);
    bytes_put32(bytes + MODEL_AT_CRC,
                crc32_update(CRC32_INIT, bytes + MODEL_AT_CHECKED, size - MODEL_AT_CHECKED));
    return model_open(&model, bytes, size);
}

static uint8_t ask(uint8_t tld, unsigned thai_sources)
{
    struct features features = {.country = COUNTRY_US, .tld = tld};
    features.by_country[FEATURE_THAI][COUNTRY_HOME] = (uint16_t)thai_sources;
    return predict(&model, &features);
}

static void built_in_model_is_sound_and_says_where_it_comes_from(void)
{
    TEST_ASSERT_EQUAL(STATUS_OK, model_open(&model, model_builtin, model_builtin_size));
    struct model_record record = model_record(&model);
    TEST_ASSERT_GREATER_THAN(1000, record.learned_from);
    TEST_ASSERT_GREATER_THAN(record.rule_accuracy, record.accuracy);
    TEST_ASSERT_GREATER_THAN(record.tree_accuracy, record.accuracy);
    TEST_ASSERT_EQUAL_STRING("closed-2009 1 abroad 20 cdn 10", record.data);
}

static void every_changed_byte_is_noticed(void)
{
    TEST_ASSERT_LESS_OR_EQUAL(sizeof bytes, model_builtin_size);
    memcpy(bytes, model_builtin, model_builtin_size);
    for (uint32_t i = 0; i < model_builtin_size; i += 1 + i / 64) {
        bytes[i] ^= 0x10;
        TEST_ASSERT_NOT_EQUAL(STATUS_OK, model_open(&model, bytes, model_builtin_size));
        bytes[i] ^= 0x10;
    }
    TEST_ASSERT_EQUAL(STATUS_OK, model_open(&model, bytes, model_builtin_size));
}

static void every_shorter_file_is_refused(void)
{
    for (uint32_t length = 0; length < model_builtin_size; length += 1 + length / 16)
        TEST_ASSERT_NOT_EQUAL(STATUS_OK, model_open(&model, model_builtin, length));
}

static void says_why_a_model_is_refused(void)
{
    begin(1, FUSION_AVERAGE);
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(STATUS_DAMAGED, model_open(&model, bytes, size + 1));
    bytes[MODEL_AT_VERSION]++;
    TEST_ASSERT_EQUAL(STATUS_VERSION, seal());
    bytes[MODEL_AT_VERSION]--;
    bytes[MODEL_AT_FEATURES]++;
    TEST_ASSERT_EQUAL(STATUS_VERSION, seal());
    bytes[MODEL_AT_FEATURES]--;
    bytes[MODEL_AT_MAGIC]++;
    TEST_ASSERT_EQUAL(STATUS_INVALID, seal());
    bytes[MODEL_AT_MAGIC]--;
    size = MODEL_MAX_BYTES + 1;
    TEST_ASSERT_EQUAL(STATUS_TOO_LONG, seal());
    TEST_ASSERT_EQUAL_STRING("This is not a model.", model_problem(STATUS_INVALID));
}

static void nonsense_with_a_right_checksum_is_refused(void)
{
    static const struct {
        size_t at;
        uint8_t value;
    } wrong[] = {
        {MODEL_AT_MEMBERS, 0},
        {MODEL_AT_MEMBERS, MODEL_MAX_MEMBERS + 1},
        {MODEL_AT_FUSION, FUSIONS},
        {MODEL_AT_TABLES, 2},
        {MODEL_AT_NODES, 9},
        {MODEL_HEADER_BYTES + MEMBER_AT_KIND, MODEL_KINDS},
        {MODEL_HEADER_BYTES + MEMBER_AT_SCOPE, MODEL_SCOPES},
        {MODEL_HEADER_BYTES + MEMBER_AT_FIRST, 2},
        {MODEL_HEADER_BYTES + MEMBER_AT_NODES, 4},
        {MODEL_HEADER_BYTES + MEMBER_BYTES + MEMBER_AT_FIRST, 1},       /* a table that is not there */
        {MODEL_HEADER_BYTES + MEMBER_BYTES + MEMBER_AT_GROUPS, 0x10},   /* a fifth group */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES, FEATURE_COUNT},         /* a 34th feature */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES + 2, 1},                 /* a child that is no way ahead */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES + 2, 3},                 /* and one behind the tree */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES + 2 * NODE_BYTES, 0x40}, /* the last node has none to follow */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES + 3 * NODE_BYTES, 5},    /* the table's size */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES + 3 * NODE_BYTES + 4, 17}, /* intervals of its first feature */
        {MODEL_HEADER_BYTES + 2 * MEMBER_BYTES + 3 * NODE_BYTES + 4 + 33, 0}, /* intervals that do not rise */
    };
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        begin(2, FUSION_AVERAGE);
        member(1)[MEMBER_AT_KIND] = MODEL_BAYES;
        node(FEATURE_FIRST_N, 3, 2);
        node(FEATURE_FIRST_N | NODE_LEFT_IS_LEAF | NODE_RIGHT_IS_LEAF, 1, leaves(1, 2));
        node(FEATURE_FIRST_N | NODE_LEFT_IS_LEAF | NODE_RIGHT_IS_LEAF, 1, leaves(1, 2));
        table_of_thai_sources(0, 1, 2, 3);
        TEST_ASSERT_EQUAL(STATUS_OK, seal());
        bytes[wrong[i].at] = wrong[i].value;
        TEST_ASSERT_EQUAL(STATUS_INVALID, seal());
    }
}

static void a_tree_goes_left_up_to_the_threshold(void)
{
    begin(1, FUSION_AVERAGE);
    node(FEATURE_FIRST_N, 3, 2); /* both sides go on: the right one begins at node 2 */
    node(FEATURE_FIRST_N | NODE_LEFT_IS_LEAF | NODE_RIGHT_IS_LEAF, 1, leaves(10, 20));
    node(FEATURE_FIRST_N | NODE_LEFT_IS_LEAF, 5, leaves(30, 0));
    node(FEATURE_FIRST_N | NODE_RIGHT_IS_LEAF, 9, leaves(0, 60));
    node(FEATURE_FIRST_N | NODE_LEFT_IS_LEAF | NODE_RIGHT_IS_LEAF, 7, leaves(40, 50));
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    static const uint8_t expected[] = {10, 10, 20, 20, 30, 30, 40, 40, 50, 50, 60, 60};
    for (unsigned thai = 0; thai < sizeof expected; thai++)
        TEST_ASSERT_EQUAL(expected[thai], ask(URL_TLD_COM, thai));
}

static void a_tree_splits_classes_by_a_mask(void)
{
    begin(1, FUSION_AVERAGE);
    node(FEATURE_TLD | NODE_LEFT_IS_LEAF | NODE_RIGHT_IS_LEAF, 1u << URL_TLD_HOME | 1u << URL_TLD_INFO,
         leaves(200, 100));
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(200, ask(URL_TLD_HOME, 0));
    TEST_ASSERT_EQUAL(200, ask(URL_TLD_INFO, 0));
    TEST_ASSERT_EQUAL(100, ask(URL_TLD_COM, 0));
}

static void bayes_adds_up_the_odds_of_its_groups(void)
{
    begin(1, FUSION_AVERAGE);
    member(0)[MEMBER_AT_KIND] = MODEL_BAYES;
    member(0)[MEMBER_AT_GROUPS] = FEATURE_GROUP_N;
    table_of_thai_sources(-ODDS_SCALE, 0, ODDS_SCALE, 4 * ODDS_SCALE);
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(68, ask(URL_TLD_COM, 2));   /* 1 / (1 + e) of 256 */
    TEST_ASSERT_EQUAL(128, ask(URL_TLD_COM, 3));  /* even odds */
    TEST_ASSERT_EQUAL(243, ask(URL_TLD_COM, 10)); /* 1 / (1 + 1/e^3) of 256 */
    member(0)[MEMBER_AT_GROUPS] = FEATURE_GROUP_L;
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(68, ask(URL_TLD_COM, 10));
}

static void a_pair_answers_for_home_and_abroad(void)
{
    begin(2, FUSION_MAJORITY);
    constant(0, 250);
    constant(1, 5);
    member(0)[MEMBER_AT_SCOPE] = MODEL_HOME;
    member(1)[MEMBER_AT_SCOPE] = MODEL_ABROAD;
    votes(0, -1, 1);
    votes(1, -1, 1);
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(PREDICT_THAI + 125, ask(URL_TLD_HOME, 0));
    TEST_ASSERT_EQUAL(2, ask(URL_TLD_COM, 0));
}

static void nobody_to_ask_leaves_it_to_the_rule_of_thumb(void)
{
    begin(1, FUSION_AVERAGE);
    constant(0, 255);
    member(0)[MEMBER_AT_SCOPE] = MODEL_HOME;
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    struct features features = {.country = COUNTRY_US, .tld = URL_TLD_COM};
    TEST_ASSERT_EQUAL(predict_rule(&features), predict(&model, &features));
}

static void each_fusion_makes_one_answer_of_three(void)
{
    static const struct {
        enum model_fusion fusion;
        uint8_t said[3], expected;
    } cases[] = {
        {FUSION_MAX, {200, 90, 100}, 140},      /* 200.5 against 165.5 */
        {FUSION_MAX, {255, 0, 128}, 128},       /* even */
        {FUSION_MIN, {200, 90, 100}, 158},      /* 90.5 against 55.5 */
        {FUSION_PRODUCT, {200, 90, 100}, 143},  /* odds 3.61, 0.55 and 0.65 */
        {FUSION_PRODUCT, {128, 127, 128}, 128}, /* the first two cancel each other */
        {FUSION_AVERAGE, {200, 90, 100}, 130},
        {FUSION_AVERAGE, {127, 128, 128}, 128}, /* 127.67 + 0.5 */
        {FUSION_MAJORITY, {255, 100, 100}, 76}, /* two of three say no; the mean is 152 */
        {FUSION_MAJORITY, {0, 140, 150}, 128 + 48},
        {FUSION_WEIGHTED, {200, 90, 100}, 128 + 65}, /* the first has more to say than both others */
        {FUSION_CONFUSION, {200, 90, 100}, 187},     /* odds e^(2 - 0.5 - 0.5) */
        {FUSION_POOL, {200, 90, 100}, 244},          /* odds 3.61^2 * 0.55^-0.5 * 0.65^-0.5 */
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(3, cases[i].fusion);
        for (unsigned k = 0; k < 3; k++) {
            constant(k, cases[i].said[k]);
            if (cases[i].fusion == FUSION_MAJORITY)
                votes(k, -1, 1);
            else
                votes(k, -ODDS_SCALE / 2, 2 * ODDS_SCALE);
        }
        TEST_ASSERT_EQUAL(STATUS_OK, seal());
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].expected, ask(URL_TLD_COM, 1), "fusion");
    }
}

static void a_pool_starts_from_its_constant(void)
{
    begin(1, FUSION_POOL);
    constant(0, 200);
    votes(0, 0, 0);
    bytes_put16(bytes + MODEL_AT_PRIOR, (uint16_t)-ODDS_SCALE);
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(68, ask(URL_TLD_COM, 1)); /* odds e^-1, whatever its member says */
}

/* Weights and odds as large as a file can have them: the sum must not overflow. */
static void the_heaviest_pool_can_be_added_up(void)
{
    begin(MODEL_MAX_MEMBERS, FUSION_POOL);
    bytes_put16(bytes + MODEL_AT_PRIOR, INT16_MAX);
    for (unsigned k = 0; k < MODEL_MAX_MEMBERS; k++) {
        constant(k, k % 2 ? 255 : 0);
        votes(k, INT16_MIN, INT16_MAX);
    }
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL(255, ask(URL_TLD_COM, 1));
}

/* The value was noted on an x86-64; target_model has the Cortex-M3 come to the same. */
static void every_machine_gives_the_same_answers(void)
{
    uint32_t state = 7;
    begin(4, FUSION_PRODUCT);
    for (unsigned i = 0; i < 3; i++)
        constant(i + 1, (uint8_t)(100 + 30 * i));
    member(3)[MEMBER_AT_KIND] = MODEL_BAYES;
    member(3)[MEMBER_AT_GROUPS] = FEATURE_GROUP_N;
    for (unsigned i = 0; i < 200; i++) { /* a chain: one side is an answer, the other goes on */
        state = state * 1664525 + 1013904223;
        unsigned feature = state >> 24 & 31;
        uint8_t flags = i == 199 ? NODE_LEFT_IS_LEAF | NODE_RIGHT_IS_LEAF
                                 : (state & 0x10000 ? NODE_LEFT_IS_LEAF : NODE_RIGHT_IS_LEAF);
        node((uint8_t)(feature | flags), (uint8_t)(state >> 17 & 31), (uint16_t)(state >> 8));
    }
    table_of_thai_sources(100, -700, 20, 800);
    TEST_ASSERT_EQUAL(STATUS_OK, seal());
    TEST_ASSERT_EQUAL_HEX32(0x95F47F3E, model_fingerprint(&model, FINGERPRINT_HOSTS));
}

SUITE(model)
{
    RUN_TEST(built_in_model_is_sound_and_says_where_it_comes_from);
    RUN_TEST(every_changed_byte_is_noticed);
    RUN_TEST(every_shorter_file_is_refused);
    RUN_TEST(says_why_a_model_is_refused);
    RUN_TEST(nonsense_with_a_right_checksum_is_refused);
    RUN_TEST(a_tree_goes_left_up_to_the_threshold);
    RUN_TEST(a_tree_splits_classes_by_a_mask);
    RUN_TEST(bayes_adds_up_the_odds_of_its_groups);
    RUN_TEST(a_pair_answers_for_home_and_abroad);
    RUN_TEST(nobody_to_ask_leaves_it_to_the_rule_of_thumb);
    RUN_TEST(each_fusion_makes_one_answer_of_three);
    RUN_TEST(a_pool_starts_from_its_constant);
    RUN_TEST(the_heaviest_pool_can_be_added_up);
    RUN_TEST(every_machine_gives_the_same_answers);
}
