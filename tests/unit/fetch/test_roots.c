#include "suite.h"
#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "fetch/roots.h"

enum { ROOTS = 4, FILE_MAX = 512 };

static uint8_t file[FILE_MAX];
static uint32_t file_bytes;
static int fail_at; /* the read that fails, counted from 1; 0: none */

static int read_file(void *context, uint32_t offset, void *to, size_t count)
{
    (void)context;
    if (fail_at > 0 && --fail_at == 0)
        return STATUS_IO;
    if (offset > file_bytes || count > file_bytes - offset)
        return STATUS_DAMAGED;
    memcpy(to, file + offset, count);
    return STATUS_OK;
}

static void seal(void)
{
    bytes_put32(file + 8, file_bytes);
    bytes_put32(file + 12, crc32_update(CRC32_INIT, file + 16, file_bytes - 16));
}

/* "twin" stands twice, with other certificates. */
static void make_file(void)
{
    static const char *const names[ROOTS] = {"alpha", "twin", "twin", "omega"};
    uint8_t keys[ROOTS][ROOTS_KEY_BYTES];
    int order[ROOTS] = {0, 1, 2, 3};
    for (int i = 0; i < ROOTS; i++)
        roots_key(names[i], strlen(names[i]), keys[i]);
    for (int i = 0; i < ROOTS; i++)
        for (int k = i + 1; k < ROOTS; k++)
            if (memcmp(keys[order[k]], keys[order[i]], ROOTS_KEY_BYTES) < 0) {
                int swap = order[i];
                order[i] = order[k];
                order[k] = swap;
            }
    memset(file, 0, sizeof file);
    memcpy(file, "CBCA\1\0\4\0", 8);
    file_bytes = ROOTS_HEADER_BYTES + ROOTS * ROOTS_ENTRY_BYTES;
    for (int i = 0; i < ROOTS; i++) {
        uint8_t *entry = file + ROOTS_HEADER_BYTES + i * ROOTS_ENTRY_BYTES;
        memcpy(entry, keys[order[i]], ROOTS_KEY_BYTES);
        bytes_put32(entry + 8, file_bytes);
        bytes_put32(entry + 12, 10 + (uint32_t)order[i]);
        memset(file + file_bytes, 'a' + order[i], 10 + (size_t)order[i]);
        file_bytes += 10 + (uint32_t)order[i];
    }
    seal();
    fail_at = 0;
}

static int find(const struct roots *roots, const char *name, int nth, struct root *root)
{
    return roots_find(roots, name, strlen(name), nth, root);
}

static void a_root_is_found_by_its_name(void)
{
    struct roots roots;
    struct root root;
    make_file();
    TEST_ASSERT_EQUAL(STATUS_OK, roots_open(&roots, read_file, NULL));
    TEST_ASSERT_EQUAL(STATUS_OK, find(&roots, "alpha", 0, &root));
    TEST_ASSERT_EQUAL(10, root.bytes);
    TEST_ASSERT_EQUAL('a', file[root.offset]);
    TEST_ASSERT_EQUAL(STATUS_OK, find(&roots, "omega", 0, &root));
    TEST_ASSERT_EQUAL('d', file[root.offset]);
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, find(&roots, "omega", 1, &root));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, find(&roots, "nobody", 0, &root));
}

static void all_roots_of_one_name_are_found(void)
{
    struct roots roots;
    struct root first, second, third;
    make_file();
    TEST_ASSERT_EQUAL(STATUS_OK, roots_open(&roots, read_file, NULL));
    TEST_ASSERT_EQUAL(STATUS_OK, find(&roots, "twin", 0, &first));
    TEST_ASSERT_EQUAL(STATUS_OK, find(&roots, "twin", 1, &second));
    TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, find(&roots, "twin", 2, &third));
    TEST_ASSERT_NOT_EQUAL(first.offset, second.offset);
}

static void one_changed_byte_is_noticed_wherever_it_is(void)
{
    struct roots roots;
    struct root root;
    make_file();
    for (uint32_t i = 0; i < file_bytes; i++) {
        file[i] ^= 0x20;
        TEST_ASSERT_NOT_EQUAL(STATUS_OK, roots_open(&roots, read_file, NULL));
        TEST_ASSERT_EQUAL(STATUS_NOT_FOUND, find(&roots, "alpha", 0, &root));
        file[i] ^= 0x20;
    }
    TEST_ASSERT_EQUAL(STATUS_OK, roots_open(&roots, read_file, NULL));
}

static void a_forged_index_is_refused_though_its_sum_is_right(void)
{
    static const struct {
        uint16_t at;
        uint32_t value;
    } forgeries[] = {
        {ROOTS_HEADER_BYTES + 8, 0},           /* a certificate over the header */
        {ROOTS_HEADER_BYTES + 8, 0xfffffff0},  /* far outside */
        {ROOTS_HEADER_BYTES + 12, 0},          /* an empty certificate */
        {ROOTS_HEADER_BYTES + 12, 0xffffffff}, /* one longer than the file */
        {ROOTS_HEADER_BYTES + 0, 0xffffffff},  /* keys out of order */
    };
    struct roots roots;
    for (size_t i = 0; i < sizeof forgeries / sizeof forgeries[0]; i++) {
        make_file();
        bytes_put32(file + forgeries[i].at, forgeries[i].value);
        seal();
        TEST_ASSERT_EQUAL(STATUS_DAMAGED, roots_open(&roots, read_file, NULL));
    }
}

static void other_files_and_newer_versions_are_told_apart(void)
{
    struct roots roots;
    make_file();
    file[4] = 2;
    TEST_ASSERT_EQUAL(STATUS_VERSION, roots_open(&roots, read_file, NULL));
    file[0] = 'X';
    TEST_ASSERT_EQUAL(STATUS_INVALID, roots_open(&roots, read_file, NULL));
}

static void a_failing_card_surfaces_at_every_read(void)
{
    struct roots roots;
    struct root root;
    int reads = 0;
    make_file();
    for (;; reads++) {
        fail_at = reads + 1;
        int status = roots_open(&roots, read_file, NULL);
        if (status == STATUS_OK)
            break;
        TEST_ASSERT_EQUAL(STATUS_IO, status);
        TEST_ASSERT_EQUAL(0, roots.count);
    }
    TEST_ASSERT_TRUE(reads > 3);
    fail_at = 1;
    TEST_ASSERT_EQUAL(STATUS_IO, find(&roots, "alpha", 0, &root));
    fail_at = 0;
}

SUITE(roots)
{
    RUN_TEST(a_root_is_found_by_its_name);
    RUN_TEST(all_roots_of_one_name_are_found);
    RUN_TEST(one_changed_byte_is_noticed_wherever_it_is);
    RUN_TEST(a_forged_index_is_refused_though_its_sum_is_right);
    RUN_TEST(other_files_and_newer_versions_are_told_apart);
    RUN_TEST(a_failing_card_surfaces_at_every_read);
}
