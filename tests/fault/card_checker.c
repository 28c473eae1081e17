#define _GNU_SOURCE
#include "card_checker.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/crc32.h"
#include "crypto/sha1.h"

enum { FILE_MAX = 4 * 1024 * 1024, NAMES_MAX = 32, SERIAL_AT = sizeof "thai-20261116013216-" - 1 };
enum { DIGEST_TEXT = 64, BODIES_KNOWN = 128, DIGESTS_KNOWN = 509 };

/* The same pages are looked at again and again, at every point where power may fail: what they must be is
 * made once, and what has been digested already is only compared. */
struct known {
    uint8_t *bytes; /* NULL: nothing yet */
    size_t size;
    uint32_t seed, number; /* of a body */
    char digest[DIGEST_TEXT];
};

struct checker {
    const struct session *session;
    struct card_report *report;
    uint8_t journal[512];
    uint32_t next_page;
    char warcinfo[80];
    char last_digest[DIGEST_TEXT];
    char last_uri[SESSION_URI_SIZE];
};

static void problem(struct checker *checker, const char *format, ...)
{
    va_list arguments;
    if (checker->report->problem[0])
        return;
    va_start(arguments, format);
    vsnprintf(checker->report->problem, sizeof checker->report->problem, format, arguments);
    va_end(arguments);
}

static uint32_t number_at(const uint8_t *at)
{
    return at[0] | (uint32_t)at[1] << 8 | (uint32_t)at[2] << 16 | (uint32_t)at[3] << 24;
}

/* The whole file: its size, or -1. */
static long load(const char *path, uint8_t *bytes)
{
    FIL file;
    UINT size;
    if (f_open(&file, path, FA_READ) != FR_OK)
        return -1;
    if (f_read(&file, bytes, FILE_MAX, &size) != FR_OK || size != f_size(&file))
        return -1;
    return (long)size;
}

static void load_journal(struct checker *checker)
{
    static uint8_t bytes[FILE_MAX];
    long size = load("STATE/JOURNAL.BIN", bytes);
    bool found = false;
    for (int copy = 0; copy < 2 && size == 131072; copy++) {
        const uint8_t *at = bytes + copy * 65536;
        if (memcmp(at, "CBJ3", 4) != 0 || crc32_update(0, at, 508) != number_at(at + 508))
            continue;
        if (!found || (int32_t)(number_at(at + 4) - number_at(checker->journal + 4)) > 0)
            memcpy(checker->journal, at, 512);
        found = true;
    }
    checker->report->has_journal = found;
}

static bool field(const char *header, const char *name, char *value, size_t size)
{
    char wanted[64];
    snprintf(wanted, sizeof wanted, "\r\n%s:", name);
    const char *at = strstr(header, wanted);
    if (!at)
        return false;
    at += strlen(wanted);
    at += strspn(at, " ");
    size_t length = strcspn(at, "\r");
    if (length >= size)
        return false;
    memcpy(value, at, length);
    value[length] = '\0';
    return true;
}

static void make_room(struct known *known, size_t size)
{
    known->bytes = realloc(known->bytes, size + 1);
    if (!known->bytes)
        abort();
    known->size = size;
}

static const char *digest_text(const uint8_t *bytes, size_t size)
{
    static struct known digested[DIGESTS_KNOWN];
    struct known *known = &digested[size % DIGESTS_KNOWN];
    if (known->bytes && known->size == size && memcmp(known->bytes, bytes, size) == 0)
        return known->digest;
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    sha1_begin(&sha1);
    sha1_add(&sha1, bytes, size);
    sha1_end(&sha1, digest);
    make_room(known, size);
    memcpy(known->bytes, bytes, size);
    memcpy(known->digest, "sha1:", 5);
    base32_encode(known->digest + 5, digest, SHA1_BYTES);
    return known->digest;
}

static const struct known *expected_body(const struct session *session, uint32_t number)
{
    static struct known bodies[BODIES_KNOWN];
    struct known *body = &bodies[number % BODIES_KNOWN];
    if (body->bytes && body->seed == session->seed && body->number == number)
        return body;
    make_room(body, SESSION_BODY_MAX);
    body->seed = session->seed;
    body->number = number;
    body->size = session_body(session, number, body->bytes);
    memcpy(body->digest, digest_text(body->bytes, body->size), DIGEST_TEXT);
    return body;
}

static void check_payload(struct checker *checker, const char *header, const uint8_t *block, size_t size,
                          bool revisit)
{
    char stated[DIGEST_TEXT], uri[SESSION_URI_SIZE];
    const struct known *body = expected_body(checker->session, checker->next_page);
    if (!field(header, "WARC-Payload-Digest", stated, sizeof stated) || strcmp(stated, body->digest) != 0)
        problem(checker, "page %u: wrong payload digest", checker->next_page);
    const char *end = memmem(block, size, "\r\n\r\n", 4);
    size_t header_size = end ? (size_t)(end + 4 - (const char *)block) : size + 1;
    if (revisit) {
        if (header_size != size)
            problem(checker, "page %u: a revisit's block must be the HTTP header", checker->next_page);
        if (strcmp(body->digest, checker->last_digest) != 0)
            problem(checker, "page %u: a revisit of something else", checker->next_page);
        if (!field(header, "WARC-Refers-To-Target-URI", uri, sizeof uri) ||
            strcmp(uri, checker->last_uri) != 0)
            problem(checker, "page %u: refers to the wrong URI", checker->next_page);
    } else if (size != header_size + body->size ||
               memcmp(block + header_size, body->bytes, body->size) != 0) {
        problem(checker, "page %u: wrong contents", checker->next_page);
    }
    memcpy(checker->last_digest, body->digest, DIGEST_TEXT);
    session_uri(checker->session, checker->next_page, checker->last_uri);
}

static void check_capture(struct checker *checker, const char *header, const uint8_t *block, size_t size,
                          bool revisit)
{
    char text[SESSION_URI_SIZE], uri[SESSION_URI_SIZE];
    while (!session_is_kept(checker->next_page))
        checker->next_page++;
    session_uri(checker->session, checker->next_page, uri);
    if (!field(header, "WARC-Target-URI", text, sizeof text) || strcmp(text, uri) != 0)
        problem(checker, "expected page %u, found %.60s", checker->next_page, text);
    if (!field(header, "WARC-Warcinfo-ID", text, sizeof text) || strcmp(text, checker->warcinfo) != 0)
        problem(checker, "page %u belongs to another file", checker->next_page);
    check_payload(checker, header, block, size, revisit);
    checker->report->pages++;
    checker->report->revisits += revisit;
    checker->next_page++;
}

/* One record: its size, or 0 after a problem. */
static size_t check_record(struct checker *checker, const char *name, const uint8_t *at, size_t left,
                           unsigned nth)
{
    static char header[4096];
    static const char *const order[] = {"request", "metadata"};
    char type[20], text[64], digest[64];
    const char *end = memmem(at, left, "\r\n\r\n", 4);
    size_t header_size = end ? (size_t)(end + 4 - (const char *)at) : 0;
    if (header_size == 0 || header_size >= sizeof header || memcmp(at, "WARC/1.1\r\n", 10) != 0) {
        problem(checker, "%s: no record where one must be (record %u)", name, nth);
        return 0;
    }
    memcpy(header, at, header_size);
    header[header_size] = '\0';
    if (!field(header, "Content-Length", text, sizeof text) ||
        !field(header, "WARC-Type", type, sizeof type) ||
        !field(header, "WARC-Block-Digest", digest, sizeof digest)) {
        problem(checker, "%s: record %u lacks fields", name, nth);
        return 0;
    }
    size_t length = strtoul(text, NULL, 10);
    const uint8_t *block = at + header_size;
    if (length + 4 > left - header_size || memcmp(block + length, "\r\n\r\n", 4) != 0) {
        problem(checker, "%s: record %u is cut off", name, nth);
        return 0;
    }
    if (strcmp(digest_text(block, length), digest) != 0)
        problem(checker, "%s: record %u has a wrong digest", name, nth);
    if (nth == 0) {
        if (strcmp(type, "warcinfo") != 0)
            problem(checker, "%s does not begin with warcinfo", name);
        field(header, "WARC-Record-ID", checker->warcinfo, sizeof checker->warcinfo);
    } else if (nth % 3 == 1) {
        check_capture(checker, header, block, length, strcmp(type, "revisit") == 0);
    } else if (strcmp(type, order[(nth - 2) % 3]) != 0) {
        problem(checker, "%s: record %u is a %s", name, nth, type);
    }
    return header_size + length + 4;
}

static void check_warc(struct checker *checker, const char *name)
{
    static uint8_t bytes[FILE_MAX];
    char path[100];
    snprintf(path, sizeof path, "WARC/%s", name);
    long size = load(path, bytes);
    size_t left = size < 0 ? 0 : (size_t)size;
    const char *open = strstr(name, ".open");
    if (size < 0)
        problem(checker, "%s cannot be read", name);
    if (open) {
        uint32_t serial = (uint32_t)strtoul(name + SERIAL_AT, NULL, 10);
        uint32_t newest = number_at(checker->journal + 8);
        if (serial == newest + 1)
            return; /* was being created */
        if (serial != newest)
            problem(checker, "%s is open, but the journal's file is %u", name, newest);
        left = number_at(checker->journal + 12);
        checker->report->open_files++;
    }
    checker->report->files++;
    unsigned nth = 0;
    for (size_t at = 0; left > 0 && !checker->report->problem[0]; nth++) {
        size_t record = check_record(checker, name, bytes + at, left, nth);
        at += record;
        left -= record < left ? record : left;
    }
    if (nth % 3 != 1)
        problem(checker, "%s ends inside a page", name);
    checker->report->records += nth;
}

/* WARC files in the order of their serial numbers: a box without a clock may go back in time. */
static int by_serial(const void *a, const void *b)
{
    const char *one = a, *other = b;
    bool long_names = strlen(one) > SERIAL_AT && strlen(other) > SERIAL_AT;
    return strcmp(one + (long_names ? SERIAL_AT : 0), other + (long_names ? SERIAL_AT : 0));
}

static unsigned list(const char *folder, char names[NAMES_MAX][70])
{
    DIR directory;
    FILINFO info;
    unsigned count = 0;
    if (f_opendir(&directory, folder) != FR_OK)
        return 0;
    while (count < NAMES_MAX && f_readdir(&directory, &info) == FR_OK && info.fname[0])
        snprintf(names[count++], 70, "%s", info.fname);
    qsort(names, count, 70, by_serial);
    return count;
}

/* Lines must be whole: a time in front, a field of dashes or text at the end. */
static void check_log_text(struct checker *checker, const char *name, const char *text, size_t size)
{
    while (size > 0) {
        const char *end = memchr(text, '\n', size);
        if (!end) {
            problem(checker, "%s ends inside a line", name);
            return;
        }
        size_t length = (size_t)(end - text);
        if (length > 0) {
            checker->report->log_lines++;
            if (length < 60 || text[4] != '-' || text[10] != 'T' || text[23] != 'Z')
                problem(checker, "%s: not a line: %.50s", name, text);
        }
        size -= length + 1;
        text = end + 1;
    }
}

static void check_logs(struct checker *checker)
{
    static uint8_t bytes[FILE_MAX];
    char names[NAMES_MAX][70], path[100];
    unsigned count = list("LOG", names);
    for (unsigned i = 0; i < count; i++) {
        if (strncmp(names[i], "craw", 4) != 0 || strstr(names[i], ".new"))
            continue;
        snprintf(path, sizeof path, "LOG/%.69s", names[i]);
        long size = load(path, bytes);
        bool is_open = checker->journal[76] & 2 && strcmp(names[i], "crawl.log") == 0;
        uint32_t committed = number_at(checker->journal + 48);
        /* In a log that was being closed, or made, the journal is one step behind. */
        if (is_open && size > (long)(committed + 512))
            size = (long)committed;
        if (strcmp(names[i], "crawl.log") == 0 && !(checker->journal[76] & 2))
            continue; /* empty, being made; after an eject its lines are whole, which the next check sees */
        if (size > 0)
            check_log_text(checker, names[i], (char *)bytes, (size_t)size);
    }
}

void card_check(const struct session *session, bool ejected, struct card_report *report)
{
    static FATFS volume;
    char names[NAMES_MAX][70];
    struct checker checker = {.session = session, .report = report};
    memset(report, 0, sizeof *report);
    if (f_mount(&volume, "", 1) != FR_OK) {
        problem(&checker, "the card does not mount");
        return;
    }
    load_journal(&checker);
    unsigned count = list("WARC", names);
    for (unsigned i = 0; i < count && !report->problem[0]; i++)
        check_warc(&checker, names[i]);
    if (ejected && report->open_files > 0)
        problem(&checker, "an open file on an ejected card");
    if (!report->problem[0] && report->has_journal)
        check_logs(&checker);
    (void)f_mount(NULL, "", 0);
}
