#include "read/text/text.h"
#include "suite.h"

enum { OUT_BYTES = 4096 };

static struct {
    char out[OUT_BYTES];
    size_t used;
    size_t calls;
} got;

static void collect(void *context, const char *utf8, size_t size)
{
    (void)context;
    TEST_ASSERT_TRUE(size > 0);
    TEST_ASSERT_TRUE(got.used + size < sizeof got.out);
    memcpy(got.out + got.used, utf8, size);
    got.used += size;
    got.calls++;
}

static struct text read_in_chunks(const char *http, const char *page, size_t size, size_t chunk)
{
    static uint8_t prescan[TEXT_PRESCAN_BYTES];
    struct text text;

    memset(&got, 0, sizeof got);
    text_begin(&text, http, prescan, collect, NULL);
    for (size_t at = 0; at < size; at += chunk)
        text_push(&text, page + at, size - at < chunk ? size - at : chunk);
    text_end(&text);
    TEST_ASSERT_TRUE(text_prescan_done(&text));
    return text;
}

#define THAI_874        "\xc0\xd2\xc9\xd2\xe4\xb7\xc2" /* the word that is THAI_UTF8, in windows-874 */
#define THAI_UTF8       "ภาษาไทย"
#define META(charset)   "<meta charset=" charset ">"
#define PRAGMA(charset) "<meta http-equiv='Content-Type' content='text/html; charset=" charset "'>"

struct page {
    const char *http;
    const char *bytes;
    const char *charset;
    const char *source;
    const char *text; /* what the end of the output must be */
};

static const struct page pages[] = {
    /* byte order marks come first and are not text */
    {NULL, "\xef\xbb\xbf" THAI_UTF8, "utf-8", "bom", THAI_UTF8},
    {"tis-620", "\xef\xbb\xbf" META("tis-620") THAI_UTF8, "utf-8", "bom", THAI_UTF8},
    {"utf-8",
     "\xff\xfe"
     "a\x01\x01\x0e",
     "utf-16le", "bom", "\xc5\xa1\xe0\xb8\x81"},
    {"utf-8", "\xfe\xff\x0e\x01\x0e\x02", "utf-16be", "bom", "กข"},
    {NULL, "\xff\xfe\x3d\xd8\x02\xdez", "utf-16le", "bom", "\xf0\x9f\x98\x82\xef\xbf\xbd"},
    {NULL, "\xfe\xff\xd8\x3d\x0e\x01", "utf-16be", "bom",
     "\xef\xbf\xbd"
     "ก"},
    {NULL, "\xfe\xff\xdc\x01\xd8\x3d", "utf-16be", "bom", "\xef\xbf\xbd\xef\xbf\xbd"},
    /* then the server */
    {"TIS-620", THAI_874, "windows-874", "http", THAI_UTF8},
    {" iso-8859-11 ", META("utf-8") THAI_874, "windows-874", "http", THAI_UTF8},
    {"utf-8", META("tis-620") THAI_UTF8, "utf-8", "http", THAI_UTF8},
    {"windows-1256", "\xd3\xe1\xc7\xe3", "windows-1256", "http", "سلام"},
    {"iso-8859-1", "caf\xe9 \x93quoted\x94", "windows-1252", "http", "café “quoted”"},
    {"no-such-charset", META("tis-620") THAI_874, "windows-874", "meta", THAI_UTF8},
    /* a stylesheet has @charset, in just one spelling */
    {NULL, "@charset \"tis-620\";" THAI_874, "windows-874", "meta", THAI_UTF8},
    {NULL, "@charset 'x-user-defined';\x80", "windows-1252", "default", "€"},
    /* then META */
    {NULL, META("tis-620") THAI_874, "windows-874", "meta", THAI_UTF8},
    {NULL, PRAGMA("windows-874") THAI_874, "windows-874", "meta", THAI_UTF8},
    {NULL, META("utf-16") THAI_UTF8, "utf-8", "meta", THAI_UTF8},
    {NULL, META("utf-16be") THAI_UTF8, "utf-8", "meta", THAI_UTF8},
    {NULL, META("x-user-defined") "\x80", "windows-1252", "meta", "€"},
    {NULL, "<?xml version='1.0' encoding='tis-620'?>" THAI_874, "windows-874", "meta", THAI_UTF8},
    {NULL, META("utf-8") "plain", "utf-8", "meta", "plain"},
    /* then the content */
    {NULL, THAI_UTF8, "utf-8", "content", THAI_UTF8},
    {NULL, "\xc3\xa9", "utf-8", "content", "é"},
    {NULL, THAI_874 " " THAI_874, "windows-874", "content", THAI_UTF8 " " THAI_UTF8},
    {NULL, "caf\xe9 au lait, d\xe9j\xe0 vu, gar\xe7on, \xe0 l'\xe9t\xe9, No\xebl, h\xf4tel", "windows-1252",
     "default", "hôtel"},
    {NULL, "\xa9 2009", "windows-1252", "default", "© 2009"},
    {NULL, "\xc7\xe1\xd3\xe1\xc7\xe3 \xda\xe1\xed\xdf\xe3 \xe6\xd1\xcd\xe3\xc9 \xc7\xe1\xe1\xe5",
     "windows-1256", "content", "الله"},
    {NULL, "plain", "utf-8", "default", "plain"},
    {NULL, "", "utf-8", "default", ""},
    /* what is declared must not contradict the content */
    {NULL, META("tis-620") THAI_UTF8, "utf-8", "content", THAI_UTF8},
    {"tis-620", THAI_UTF8, "utf-8", "content", THAI_UTF8},
    {"iso-8859-1", "na\xc3\xafve", "utf-8", "content", "naïve"},
    {NULL, META("gbk") THAI_UTF8, "utf-8", "content", THAI_UTF8},
    {NULL, META("utf-8") THAI_874, "windows-874", "content", THAI_UTF8},
    {"utf-8", THAI_874 " " THAI_874, "windows-874", "content", THAI_UTF8},
    {NULL, META("iso-8859-1") THAI_874, "windows-874", "content", THAI_UTF8},
    {"utf-16", META("tis-620") THAI_874, "windows-874", "meta", THAI_UTF8},
    {"utf-16",
     "\x01\x0e"
     "a\0b",
     "utf-16le", "http", "ก"}, /* cut at the zero byte: half a letter is no letter */
    {"tis-620", "\xc3\xb6", "windows-874", "http", "รถ"},
    {"tis-620", "\xe1\xba\xba", "windows-874", "http", "แบบ"},
    /* broken UTF-8 stays UTF-8 */
    {"utf-8",
     "a\xff"
     "b",
     "utf-8", "http",
     "a\xef\xbf\xbd"
     "b"},
    {"utf-8", "caf\xe9 caf\xe9 caf\xe9 caf\xe9 caf\xe9 caf\xe9 caf\xe9 caf\xe9.", "utf-8", "http",
     "caf\xef\xbf\xbd."},
    {NULL, THAI_UTF8 THAI_UTF8 "\xe0\xb8", "utf-8", "content", THAI_UTF8 "\xef\xbf\xbd"},
    {NULL, THAI_UTF8 THAI_UTF8 "\xf0\x9f\x98z\xe0\xb8\xc3", "utf-8", "content",
     "\xef\xbf\xbdz\xef\xbf\xbd\xef\xbf\xbd"},
    /* what is not decoded is said, and never becomes Thai */
    {NULL, META("gb2312") "\xc4\xe3\xba\xc3", "unsupported", "meta",
     "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"},
    {"Shift_JIS", "\x93\xfa\x96{", "unsupported", "http", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd{"},
    {"euc-kr", "\xc7\xd1", "unsupported", "http", "\xef\xbf\xbd\xef\xbf\xbd"},
    {"utf-8", "\xc4\xe3\xba\xc3\xca\xc0\xbd\xe7\xc4\xe3\xba\xc3\xd6\xd0\xb9\xfa\xc8\xcb\xc3\xf1", "utf-8",
     "http", ""},
};

static bool ends_with(const char *tail)
{
    size_t size = strlen(tail);
    return got.used >= size && memcmp(got.out + got.used - size, tail, size) == 0;
}

/* A page with a zero byte in it is given by its length up to there plus one. */
static size_t page_size(const struct page *page)
{
    size_t size = strlen(page->bytes);
    return page->http && strcmp(page->http, "utf-16") == 0 && page->bytes[0] == 1 ? size + 1 : size;
}

static void charsets_are_found_in_the_right_order(void)
{
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        struct text text = read_in_chunks(pages[i].http, pages[i].bytes, page_size(&pages[i]), 4096);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(pages[i].charset, text_charset_name(text.charset), pages[i].bytes);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(pages[i].source, text_source_name(text.source), pages[i].bytes);
        TEST_ASSERT_TRUE_MESSAGE(ends_with(pages[i].text) || text.charset == TEXT_UTF_16LE, pages[i].bytes);
    }
}

static void chunking_changes_nothing(void)
{
    static char whole[OUT_BYTES];
    for (size_t i = 0; i < sizeof pages / sizeof pages[0]; i++) {
        size_t size = page_size(&pages[i]);
        struct text expected = read_in_chunks(pages[i].http, pages[i].bytes, size, 4096);
        size_t used = got.used;
        memcpy(whole, got.out, used);
        for (size_t chunk = 1; chunk < size; chunk++) {
            struct text text = read_in_chunks(pages[i].http, pages[i].bytes, size, chunk);
            TEST_ASSERT_EQUAL_INT(expected.charset, text.charset);
            TEST_ASSERT_EQUAL_INT(expected.source, text.source);
            TEST_ASSERT_EQUAL_UINT(used, got.used);
            TEST_ASSERT_EQUAL_MEMORY(whole, got.out, used);
        }
    }
}

static void thai_has_one_encoding_with_many_names(void)
{
    static const char *const names[] = {"tis-620",     "TIS-620",   "tis620",    "iso-8859-11",
                                        "iso8859-11",  "iso885911", "dos-874",   "windows-874",
                                        "Windows-874", "cp874",     " tis-620\n"};
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(TEXT_WINDOWS_874, text_charset_of_label(names[i], strlen(names[i])),
                                      names[i]);
}

static void other_labels_are_known_for_what_they_are(void)
{
    static const struct {
        const char *label;
        enum text_charset charset;
    } labels[] = {
        {"UTF-8", TEXT_UTF_8},
        {"utf8", TEXT_UTF_8},
        {"utf-16", TEXT_UTF_16LE},
        {"UTF-16BE", TEXT_UTF_16BE},
        {"latin1", TEXT_WINDOWS_1252},
        {"us-ascii", TEXT_WINDOWS_1252},
        {"iso-8859-1", TEXT_WINDOWS_1252},
        {"cp1256", TEXT_WINDOWS_1256},
        {"iso-8859-15", TEXT_UNSUPPORTED},
        {"gb2312", TEXT_UNSUPPORTED},
        {"GB18030", TEXT_UNSUPPORTED},
        {"big5", TEXT_UNSUPPORTED},
        {"Shift_JIS", TEXT_UNSUPPORTED},
        {"x-sjis", TEXT_UNSUPPORTED},
        {"euc-jp", TEXT_UNSUPPORTED},
        {"euc-kr", TEXT_UNSUPPORTED},
        {"ks_c_5601-1987", TEXT_UNSUPPORTED},
        {"windows-1251", TEXT_UNSUPPORTED},
        {"koi8-r", TEXT_UNSUPPORTED},
        {"iso-2022-jp", TEXT_UNSUPPORTED},
        {"", TEXT_CHARSET_UNKNOWN},
        {"none", TEXT_CHARSET_UNKNOWN},
        {"utf-8x", TEXT_CHARSET_UNKNOWN},
        {"utf", TEXT_CHARSET_UNKNOWN},
        {"a-label-that-is-longer-than-any-real-one", TEXT_CHARSET_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(labels[i].charset,
                                      text_charset_of_label(labels[i].label, strlen(labels[i].label)),
                                      labels[i].label);
    TEST_ASSERT_EQUAL_INT(TEXT_CHARSET_UNKNOWN, text_charset_of_label("utf-8\0x", 7));
}

static void content_types_name_charsets_in_many_ways(void)
{
    static const struct {
        const char *value;
        enum text_charset charset;
    } values[] = {
        {"text/html; charset=tis-620", TEXT_WINDOWS_874},
        {"text/html;charset=\"tis-620\"", TEXT_WINDOWS_874},
        {"text/html; charset = 'tis-620' ; x=y", TEXT_WINDOWS_874},
        {"text/html; CHARSET=tis-620;level=1", TEXT_WINDOWS_874},
        {"text/html; charsets; charset=tis-620", TEXT_WINDOWS_874},
        {"charset=tis-620", TEXT_WINDOWS_874},
        {"text/html; charset=\"tis-620", TEXT_CHARSET_UNKNOWN},
        {"text/html; charset=", TEXT_CHARSET_UNKNOWN},
        {"text/html; charset", TEXT_CHARSET_UNKNOWN},
        {"text/html", TEXT_CHARSET_UNKNOWN},
        {"", TEXT_CHARSET_UNKNOWN},
    };
    for (size_t i = 0; i < sizeof values / sizeof values[0]; i++)
        TEST_ASSERT_EQUAL_INT_MESSAGE(values[i].charset,
                                      text_charset_of_content_type(values[i].value, strlen(values[i].value)),
                                      values[i].value);
}

static void windows_874_has_gaps_and_signs(void)
{
    static const struct {
        uint8_t byte;
        uint16_t character;
    } cases[] = {
        {0x80, 0x20ac}, {0x85, 0x2026}, {0x91, 0x2018}, {0x92, 0x2019}, {0x93, 0x201c}, {0x94, 0x201d},
        {0x95, 0x2022}, {0x96, 0x2013}, {0x97, 0x2014}, {0xa0, 0x00a0}, {0xa1, 0x0e01}, {0xda, 0x0e3a},
        {0xdb, 0xfffd}, {0xde, 0xfffd}, {0xdf, 0x0e3f}, {0xfb, 0x0e5b}, {0xfc, 0xfffd}, {0xff, 0xfffd},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_HEX16(cases[i].character, text_charset_character(TEXT_WINDOWS_874, cases[i].byte));
}

static void utf8_passes_in_large_spans(void)
{
    static char page[3000];
    for (size_t i = 0; i + 3 <= sizeof page; i += 3)
        memcpy(page + i, "\xe0\xb8\x81", 3);
    read_in_chunks("utf-8", page, sizeof page, sizeof page);
    TEST_ASSERT_EQUAL_UINT(sizeof page, got.used);
    TEST_ASSERT_TRUE(got.calls <=
                     5); /* held-back sample, rest of the beginning, a letter cut by it, the rest */
}

static void nothing_leaves_before_the_prescan_is_done(void)
{
    static uint8_t prescan[TEXT_PRESCAN_BYTES];
    struct text text;

    memset(&got, 0, sizeof got);
    text_begin(&text, NULL, prescan, collect, NULL);
    for (int i = 0; i < TEXT_PRESCAN_BYTES - 1; i++)
        text_push(&text, "x", 1);
    TEST_ASSERT_EQUAL_UINT(0, got.used);
    TEST_ASSERT_FALSE(text_prescan_done(&text));
    text_push(&text, "x", 1);
    TEST_ASSERT_EQUAL_UINT(TEXT_PRESCAN_BYTES, got.used);
    TEST_ASSERT_TRUE(text_prescan_done(&text));
}

static void content_after_long_markup_still_decides(void)
{
    static char page[TEXT_PRESCAN_BYTES + 200];
    memset(page, ' ', sizeof page);
    memcpy(page, META("utf-8"), strlen(META("utf-8")));
    memcpy(page + sizeof page - 20, THAI_874, strlen(THAI_874));
    struct text text = read_in_chunks(NULL, page, sizeof page, 100);
    TEST_ASSERT_EQUAL_STRING("windows-874", text_charset_name(text.charset));
    TEST_ASSERT_EQUAL_STRING("content", text_source_name(text.source));
}

static void one_stray_byte_does_not_turn_a_page(void)
{
    static char page[400];
    memset(page, ' ', sizeof page);
    page[0] = (char)0xa0;
    for (size_t i = 100; i + 3 <= sizeof page; i += 3)
        memcpy(page + i, "\xe0\xb8\x81", 3);
    struct text text = read_in_chunks(NULL, page, sizeof page, 7);
    TEST_ASSERT_EQUAL_STRING("utf-8", text_charset_name(text.charset));
    TEST_ASSERT_TRUE(ends_with("กกก"));
}

SUITE(text)
{
    RUN_TEST(charsets_are_found_in_the_right_order);
    RUN_TEST(chunking_changes_nothing);
    RUN_TEST(thai_has_one_encoding_with_many_names);
    RUN_TEST(other_labels_are_known_for_what_they_are);
    RUN_TEST(content_types_name_charsets_in_many_ways);
    RUN_TEST(windows_874_has_gaps_and_signs);
    RUN_TEST(utf8_passes_in_large_spans);
    RUN_TEST(nothing_leaves_before_the_prescan_is_done);
    RUN_TEST(content_after_long_markup_still_decides);
    RUN_TEST(one_stray_byte_does_not_turn_a_page);
}
