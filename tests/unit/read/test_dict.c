#include "suite.h"
#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "read/dict/automaton.h"
#include "read/dict/dict.h"

/* A dictionary written by hand: letters KO (ก) = symbol 0, NO (น) = 1, AA (า) = 2, and a rare one, KHO
 * (ฃ). */
enum { KO = 0x01, KHO = 0x03, NO = 0x19, AA = 0x32, MORE = DICT_EDGE_MORE, LAST = DICT_EDGE_LAST };

/*
 * The words กา, กาก, กาน, นา, นากา, ฃา. The root is wide with edges for symbols 0, 1 and 62; its targets
 * count pairs.
 */
static const uint8_t automaton[] = {
    /*  0 */ DICT_WIDE,
    2,
    0x03,
    0,
    0,
    0,
    0,
    0,
    0,
    0x40, /* bits of symbols 0, 1; of 62 */
    /* 10 */ 0x00,
    8, /* symbol 0, to 16 */
    /* 12 */ 0x00,
    11, /* symbol 1, to 22 */
    /* 14 */ 0x00,
    14, /* rare, to 28 */
    /* 16 */ 2 | MORE | LAST,
    DICT_TO_NEXT, /* กา, goes on behind */
    /* 18 */ 0,   /* กาก, nothing longer */
    /* 19 */ 1 | MORE | LAST,
    DICT_TO_NOTHING, /* กาน */
    /* 21 */ 0,      /* nothing: the next state begins at an even place */
    /* 22 */ 2 | MORE | LAST,
    DICT_TO_NEAR + 1,  /* นา, goes on at 24 */
    /* 24 */ 0 | LAST, /* นาก, no word, goes on behind */
    /* 25 */ 2 | MORE | LAST,
    DICT_TO_NOTHING, /* นากา */
    /* 27 */ 0,
    /* 28 */ 5 | LAST, /* ฃ, its second symbol, goes on behind */
    /* 29 */ 2 | MORE | LAST,
    DICT_TO_NOTHING, /* ฃา */
};

struct file {
    uint8_t bytes[DICT_HEADER_BYTES + sizeof automaton];
    size_t size;
};

static void seal(struct file *file)
{
    bytes_put32(file->bytes + DICT_AT_FILE_BYTES, (uint32_t)file->size);
    bytes_put32(file->bytes + DICT_AT_CRC,
                crc32_update(CRC32_INIT, file->bytes + DICT_AT_CRC + 4, file->size - DICT_AT_CRC - 4));
}

static struct file make_file(void)
{
    struct file file = {.size = sizeof file.bytes};
    bytes_put32(file.bytes + DICT_AT_MAGIC, DICT_MAGIC);
    bytes_put32(file.bytes + DICT_AT_VERSION, DICT_VERSION);
    file.bytes[DICT_AT_LONGEST] = 4;
    file.bytes[DICT_AT_LIST_COUNT] = 1;
    bytes_put32(file.bytes + DICT_AT_AUTOMATON_BYTES, sizeof automaton);
    bytes_put32(file.bytes + DICT_AT_ENTRIES, 6);
    bytes_put32(file.bytes + DICT_AT_STATES, 8);
    bytes_put32(file.bytes + DICT_AT_EDGES, 11);
    memset(file.bytes + DICT_AT_ALPHABET, DICT_NO_SYMBOL, DICT_LETTERS);
    file.bytes[DICT_AT_ALPHABET + KO] = 0;
    file.bytes[DICT_AT_ALPHABET + NO] = 1;
    file.bytes[DICT_AT_ALPHABET + AA] = 2;
    file.bytes[DICT_AT_ALPHABET + KHO] = DICT_RARE_FLAG | 5;
    memcpy(file.bytes + DICT_AT_LISTS, "by hand", 7);
    bytes_put32(file.bytes + DICT_AT_LISTS + DICT_NAME_BYTES, 6);
    bytes_put32(file.bytes + DICT_AT_LISTS + DICT_NAME_BYTES + 4, 6);
    memcpy(file.bytes + DICT_HEADER_BYTES, automaton, sizeof automaton);
    seal(&file);
    return file;
}

static void finds_the_longest_word(void)
{
    static const struct {
        uint8_t letters[6];
        unsigned count, length;
    } cases[] = {
        {{KO, AA}, 2, 2},
        {{KO, AA, KO}, 3, 3},
        {{KO, AA, NO, AA}, 4, 3},
        {{KO, AA, AA}, 3, 2},
        {{KO}, 1, 0},
        {{AA, KO}, 2, 0},
        {{NO, AA}, 2, 2},
        {{NO, AA, KO}, 3, 2},
        {{NO, AA, KO, AA}, 4, 4},
        {{NO, AA, KO, KO}, 4, 2},
        {{KHO, AA}, 2, 2},
        {{KHO, KHO}, 2, 0},
        {{KHO}, 1, 0},
        {{0x5f, KO}, 2, 0},
        {{KO, AA}, 0, 0},
    };
    struct file file = make_file();
    struct dict dict;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, dict_open(&dict, file.bytes, file.size));
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_UINT(cases[i].length, dict_longest_match(&dict, cases[i].letters, cases[i].count));
}

static void keeps_its_training_record(void)
{
    struct file file = make_file();
    struct dict dict;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, dict_open(&dict, file.bytes, file.size));
    TEST_ASSERT_EQUAL_UINT8(1, dict.list_count);
    struct dict_list list = dict_list_at(&dict, 0);
    TEST_ASSERT_EQUAL_STRING("by hand", list.name);
    TEST_ASSERT_EQUAL_UINT32(6, list.words);
    TEST_ASSERT_EQUAL_UINT32(6, list.read);
}

static void damage_anywhere_is_noticed(void)
{
    struct file file = make_file();
    struct dict dict;
    for (size_t at = 0; at < file.size; at++) {
        file.bytes[at] ^= 0x10;
        TEST_ASSERT_TRUE(dict_open(&dict, file.bytes, file.size) < 0);
        file.bytes[at] ^= 0x10;
    }
    for (size_t size = 0; size < file.size; size++)
        TEST_ASSERT_TRUE(dict_open(&dict, file.bytes, size) < 0);
}

static void says_what_is_wrong(void)
{
    struct file file = make_file();
    struct dict dict;
    file.bytes[DICT_AT_VERSION]++;
    TEST_ASSERT_EQUAL_INT(STATUS_VERSION, dict_open(&dict, file.bytes, file.size));
    file = make_file();
    file.bytes[file.size - 1] ^= 1;
    TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, dict_open(&dict, file.bytes, file.size));
    file = make_file();
    file.bytes[0] = 'X';
    TEST_ASSERT_EQUAL_INT(STATUS_INVALID, dict_open(&dict, file.bytes, file.size));
}

/* Files with a right checksum whose content is wrong: offset in the automaton, what is written there. */
static void hostile_automata_are_refused(void)
{
    static const struct {
        uint8_t at, byte;
    } cases[] = {
        {1, 3},                  /* a wrong count of edges below 32 */
        {2, 0x0b},               /* an edge more than there are bytes counted for */
        {11, 0},                 /* an edge to nothing that ends no word */
        {11, 200},               /* a target beyond the end */
        {10, 0x40},              /* far beyond */
        {15, 16},                /* into the middle of a state */
        {17, DICT_TO_NEAR + 60}, /* a near target beyond the end */
        {17, 3},                 /* a code without a meaning */
        {17, DICT_TO_HOT},       /* a hot target that is not set */
        {18, 0x3f | MORE},       /* symbol 63 */
        {20, DICT_TO_NEXT},      /* fine by itself, but then the counts differ */
        {30, DICT_TO_NEXT},      /* falls off the end */
        {30, DICT_TO_FAR},       /* cut off */
        {30, DICT_TO_FAR_WORD},  /* cut off */
    };
    struct dict dict;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct file file = make_file();
        file.bytes[DICT_HEADER_BYTES + cases[i].at] = cases[i].byte;
        seal(&file);
        TEST_ASSERT_EQUAL_INT(STATUS_INVALID, dict_open(&dict, file.bytes, file.size));
    }
}

static void no_way_leads_in_a_circle(void)
{
    struct file file = make_file();
    struct dict dict;
    file.bytes[DICT_HEADER_BYTES + 23] = DICT_TO_HOT;
    bytes_put16(file.bytes + DICT_AT_HOT, 8);
    seal(&file);
    TEST_ASSERT_EQUAL_INT(STATUS_INVALID, dict_open(&dict, file.bytes, file.size));
    bytes_put16(file.bytes + DICT_AT_HOT, 12);
    seal(&file);
    TEST_ASSERT_EQUAL_INT(STATUS_OK, dict_open(&dict, file.bytes, file.size));
}

static void hostile_headers_are_refused(void)
{
    static const struct {
        uint16_t at;
        uint8_t byte;
    } cases[] = {
        {DICT_AT_LONGEST, 0},
        {DICT_AT_LONGEST, DICT_LONGEST + 1},
        {DICT_AT_LIST_COUNT, DICT_MAX_LISTS + 1},
        {DICT_AT_STATES, 9},
        {DICT_AT_EDGES, 9},
        {DICT_AT_ALPHABET, 62},
        {DICT_AT_ALPHABET, 0xfe},
        {DICT_AT_AUTOMATON_BYTES, 32},
        {DICT_AT_AUTOMATON_BYTES + 2, 1},
    };
    struct dict dict;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct file file = make_file();
        file.bytes[cases[i].at] = cases[i].byte;
        seal(&file);
        TEST_ASSERT_EQUAL_INT(STATUS_INVALID, dict_open(&dict, file.bytes, file.size));
    }
}

static void the_built_in_one_is_sound_and_small(void)
{
    struct dict dict;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, dict_open(&dict, dict_builtin, dict_builtin_size));
    TEST_ASSERT_TRUE(dict_builtin_size <= DICT_MAX_BYTES);
    TEST_ASSERT_EQUAL_UINT8(2, dict.list_count);
    for (unsigned i = 0; i < dict.list_count; i++) {
        struct dict_list list = dict_list_at(&dict, i);
        TEST_ASSERT_TRUE(list.words >= 20000);
        TEST_ASSERT_TRUE(list.read >= list.words / 16 * 7); /* what has no room; host_dict knows better */
    }
}

static void the_built_in_one_knows_thai(void)
{
    static const uint8_t language[] = {0x20, 0x32, 0x29, 0x32, 0x44, 0x17, 0x22}; /* ภาษาไทย */
    static const uint8_t nonsense[] = {0x1f, 0x2b, 0x01, 0x14};                   /* ฟหกด */
    struct dict dict;
    TEST_ASSERT_EQUAL_INT(STATUS_OK, dict_open(&dict, dict_builtin, dict_builtin_size));
    TEST_ASSERT_EQUAL_UINT(4, dict_longest_match(&dict, language, sizeof language));
    TEST_ASSERT_EQUAL_UINT(3, dict_longest_match(&dict, language + 4, 3));
    TEST_ASSERT_EQUAL_UINT(0, dict_longest_match(&dict, nonsense, sizeof nonsense));
}

SUITE(dict)
{
    RUN_TEST(finds_the_longest_word);
    RUN_TEST(keeps_its_training_record);
    RUN_TEST(damage_anywhere_is_noticed);
    RUN_TEST(says_what_is_wrong);
    RUN_TEST(hostile_automata_are_refused);
    RUN_TEST(no_way_leads_in_a_circle);
    RUN_TEST(hostile_headers_are_refused);
    RUN_TEST(the_built_in_one_is_sound_and_small);
    RUN_TEST(the_built_in_one_knows_thai);
}
