/* Host names and addresses in URLs: the host parser of the WHATWG URL standard, UTS #46 and RFC 3492. */
#include "read/url/punycode.h"
#include "read/url/url.h"
#include "suite.h"

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

struct host {
    const char *text;
    const char *result; /* NULL: refused */
};

static char buffer[URL_BUFFER_SIZE];
static struct url url;

/* http://TEXT/ */
static const char *host_of(const char *text)
{
    static char input[512];
    strcpy(input, "http://");
    strcat(input, text);
    strcat(input, "/");
    if (url_parse(&url, buffer, sizeof buffer, input, strlen(input), NULL) < 0)
        return NULL;
    buffer[url.host_end] = '\0';
    return buffer + url.host;
}

static void check(const struct host *cases, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const char *host = host_of(cases[i].text);
        if (cases[i].result) {
            TEST_ASSERT_EQUAL_STRING_MESSAGE(cases[i].result, host ? host : url_reason(&url), cases[i].text);
        } else {
            TEST_ASSERT_NULL_MESSAGE(host, cases[i].text);
        }
    }
}

static void reads_ipv4_addresses_in_every_spelling(void)
{
    static const struct host cases[] = {
        {"127.0.0.1", "127.0.0.1"},        {"127.1", "127.0.0.1"},
        {"127.0.1", "127.0.0.1"},          {"2130706433", "127.0.0.1"},
        {"0x7f000001", "127.0.0.1"},       {"0X7F.1", "127.0.0.1"},
        {"0177.0.0.01", "127.0.0.1"},      {"0x.0x.0", "0.0.0.0"},
        {"1.2.3.4.", "1.2.3.4"},           {"255.255.255.255", "255.255.255.255"},
        {"0xffffffff", "255.255.255.255"}, {"1.2.65535", "1.2.255.255"},
        {"1.16777215", "1.255.255.255"},   {"%31%32%37.1", "127.0.0.1"},
        {"\xEF\xBC\x91.1", "1.0.0.1"},     {"0.0.0.0x100", NULL},
    };
    check(cases, COUNT(cases));
}

static void refuses_numbers_that_are_no_addresses(void)
{
    static const char *const texts[] = {
        "256.0.0.1",
        "1.2.3.256",
        "1.2.65536",
        "1.16777216",
        "4294967296",
        "1.2.3.4.5",
        "1..2",
        "09",
        "1.08",
        "a.1",
        "a.0x",
        "0x100000000",
        "99999999999999999999",
        "a.0xff",
        ".1",
    };
    for (size_t i = 0; i < COUNT(texts); i++) {
        TEST_ASSERT_NULL_MESSAGE(host_of(texts[i]), texts[i]);
        TEST_ASSERT_EQUAL_MESSAGE(URL_BAD_IPV4, url.problem, texts[i]);
    }
}

static void names_that_only_contain_numbers_are_names(void)
{
    static const struct host cases[] = {
        {"1.2.3.a", "1.2.3.a"},
        {"0x1g", "0x1g"},
        {"1.2.3.4a", "1.2.3.4a"},
        {"4.3.2.1.in-addr.arpa", "4.3.2.1.in-addr.arpa"},
        {"a.1b", "a.1b"},
        {"1.a..", "1.a.."},
        {".", "."},
        {"..", ".."},
        {"a..b", "a..b"},
        {"a.-1", "a.-1"},
        {"x.0xz", "x.0xz"},
        {"1e3", "1e3"},
    };
    check(cases, COUNT(cases));
}

static void refuses_ipv6_addresses(void)
{
    static const char *const texts[] = {"[::1]", "[2001:db8::1]:8080", "[::FFFF:1.2.3.4]", "[", "[]", "[::1",
                                        "[x]"};
    for (size_t i = 0; i < COUNT(texts); i++) {
        TEST_ASSERT_NULL_MESSAGE(host_of(texts[i]), texts[i]);
        TEST_ASSERT_EQUAL_MESSAGE(URL_IPV6, url.problem, texts[i]);
    }
}

static void tells_addresses_from_names(void)
{
    static const char *const addresses[] = {"1.2.3.4", "0x7f.1"};
    static const char *const names[] = {"a.b", "1.2.3.4a", "a2", "localhost", "x.", "."};
    char input[32];
    for (size_t i = 0; i < COUNT(addresses) + COUNT(names); i++) {
        bool address = i < COUNT(addresses);
        strcpy(input, "http://");
        strcat(input, address ? addresses[i] : names[i - COUNT(addresses)]);
        TEST_ASSERT_GREATER_THAN(0, url_parse(&url, buffer, sizeof buffer, input, strlen(input), NULL));
        TEST_ASSERT_EQUAL_MESSAGE(address, url_host_is_address(&url), input);
    }
}

static void refuses_forbidden_characters_plain_or_encoded(void)
{
    static const char forbidden[] = " %<>[]^|\x01\x1f\x7f";
    char plain[] = "a?b";
    char encoded[] = "a%00b";
    for (const char *c = forbidden; *c; c++) {
        plain[1] = *c;
        TEST_ASSERT_NULL_MESSAGE(host_of(plain), plain);
        TEST_ASSERT_EQUAL(URL_BAD_HOST, url.problem);
        encoded[2] = "0123456789ABCDEF"[(unsigned char)*c >> 4];
        encoded[3] = "0123456789abcdef"[*c & 15];
        TEST_ASSERT_NULL_MESSAGE(host_of(encoded), encoded);
    }
    TEST_ASSERT_NULL(host_of("a%00b"));
    TEST_ASSERT_NULL(host_of("a%2Fb"));
    TEST_ASSERT_NULL(host_of("a%3Ab"));
    TEST_ASSERT_NULL(host_of("a%40b"));
    TEST_ASSERT_NULL(host_of("a%"));
    TEST_ASSERT_NULL(host_of("a%4"));
}

static void keeps_unusual_characters_that_are_allowed(void)
{
    static const struct host cases[] = {
        {"a_b~!$&'()*+,;=\"`{}", "a_b~!$&'()*+,;=\"`{}"},
        {"-a-.b--c", "-a-.b--c"},
        {"aa--bb", "aa--bb"},
        {"%41%2D%2e%62", "a-.b"},
        {"ExAmPlE.COM.", "example.com."},
    };
    check(cases, COUNT(cases));
}

static void writes_thai_names_in_punycode(void)
{
    static const struct host cases[] = {
        {"ไทย", "xn--o3cw4h"},
        {"ไทย.example", "xn--o3cw4h.example"},
        {"%E0%B9%84%E0%B8%97%E0%B8%A2", "xn--o3cw4h"},
        {"%E0%B9\x84\xE0%B8%97\xE0\xB8%A2", "xn--o3cw4h"},
        {"www.รู้จัก.ไทย", "www.xn--12cn4frcvb5f.xn--o3cw4h"},
        {"น้ำ.th", "xn--q3c4c8cq.th"}, /* sara am becomes nikhahit and sara aa */
        {"น้ํา.th", "xn--q3c4c8cq.th"}, /* ... and may be written so */
        {"xn--o3cw4h", "xn--o3cw4h"},
        {"XN--O3CW4H.Th", "xn--o3cw4h.th"},
        {"xn--q3c4c8cq", "xn--q3c4c8cq"},
    };
    check(cases, COUNT(cases));
}

static void puts_thai_marks_in_canonical_order(void)
{
    /* A tone mark typed before the vowel below it: the same word. */
    static char right[64];
    strcpy(right, host_of("ปู่"));
    TEST_ASSERT_EQUAL_STRING(right, host_of("ป\xE0\xB9\x88\xE0\xB8\xB9"));
}

static void maps_letters_as_uts46_does(void)
{
    static const struct host cases[] = {
        {"EXAMPLE。ＣＯＭ", "example.com"},
        {"a．b｡c", "a.b.c"},
        {"ｇｏ．ＣＯＭ", "go.com"},
        {"fa\xC3\x9F.de", "xn--fa-hia.de"},
        {"FA\xE1\xBA\x9E.de", "xn--fa-hia.de"},
        {"βόλος", "xn--nxasmm1c"},
        {"ΒΌΛΟΣ", "xn--nxasmq6b"},
        {"ПРЕЗИДЕНТ.РФ", "xn--d1abbgf6aiiy.xn--p1ai"},
        {"BÜCHER.example", "xn--bcher-kva.example"},
        {"ŻÓŁW.pl", "xn--w-uga1v8h.pl"},
        {"ĐẠI.vn", "xn--i-kia818t.vn"},
        {"中国", "xn--fiqs8s"},
        {"한국", "xn--3e0b707e"},
        {"日本語。ＪＰ", "xn--wgv71a119e.jp"},
        {"☕.example", "xn--53h.example"},
        {"ພາສາລາວ", "xn--j7cogk3bbb"},
        {"ﬁ", "fi"},
        {"Ĳssel.nl", "ijssel.nl"},
        {"\xE2\x84\xAA", "k"},
        {"𝐀𝟙.b", "a1.b"},
    };
    check(cases, COUNT(cases));
}

static void drops_invisible_characters(void)
{
    static const struct host cases[] = {
        {"go\xE2\x80\x8B\xE2\x81\xA0\xEF\xBB\xBFgo.com", "gogo.com"}, /* zero-width space, word joiner, BOM */
        {"a\xC2\xAD"
         "b",
         "ab"}, /* soft hyphen */
        {"a%C2%ADb", "ab"},
        {"\xC2\xAD", NULL},
        {"☕\xEF\xB8\x8F", "xn--53h"}, /* variation selector */
        {"go\xE1\xA0\x8E\xE2\x81\xA1\xE2\x81\xAAgo.com",
         "gogo.com"}, /* vowel separator, function sign, shaping */
    };
    check(cases, COUNT(cases));
}

static void refuses_what_no_name_may_hold(void)
{
    static const char *const texts[] = {
        "a\xEF\xBF\xBD",     /* U+FFFD */
        "a\xEF\xB7\x90",     /* a noncharacter */
        "a\xC2\xA0",         /* a space without break */
        "a\xE3\x80\x80",     /* an ideographic space */
        "a\xE2\x80\xAE",     /* right-to-left override */
        "a\xEE\x80\x80",     /* private use */
        "a\xC2\x85",         /* a control */
        "a\xF3\xA0\x80\x81", /* a tag */
        "a%80",
        "a%E0%B8",
        "\xE0\xB8",
        "a\xC0\xAE",
        "a\xED\xA0\x80",
        "a\xF4\x90\x80\x80",
        "\xE0\xB8\xB4\xE0\xB8\x81",             /* begins with a mark */
        "a\xCC\x80",                            /* a mark that composes, which the tables leave out */
        "\xEF\xBC\x85\xEF\xBC\x94\xEF\xBC\x91", /* full-width %41 */
        "a\xE1\x9A\x80",                        /* the space of Ogham */
        "a\xE2\xA9\xB4",                        /* stands for ::= */
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        TEST_ASSERT_NULL_MESSAGE(host_of(texts[i]), texts[i]);
}

/* These have another normal form, which the tables lack: as they are they would be a different name. */
static void refuses_what_it_cannot_normalise(void)
{
    static const char *const texts[] = {
        "\xE0\xA8\xB6",     /* Gurmukhi sha: sa and a dot */
        "\xE0\xAD\x9C",     /* Oriya rra: dda and a dot */
        "\xE0\xBD\x83",     /* Tibetan gha: ga and ha */
        "\xE1\x83\xBC",     /* a raised Georgian letter */
        "\xE1\xB2\x89",     /* a rare Cyrillic capital */
        "\xE2\xB3\xAB",     /* a rare Coptic capital */
        "\xEA\xAD\xB0",     /* a small Cherokee letter, whose normal form is the capital */
        "\xF0\x90\x95\xB0", /* a capital of Vithkuqi */
        "\xF0\x9C\xB3\x96", /* A in outline */
        "\xF0\x9E\x80\xB0", /* a raised Cyrillic letter */
    };
    for (size_t i = 0; i < COUNT(texts); i++)
        TEST_ASSERT_NULL_MESSAGE(host_of(texts[i]), texts[i]);
}

static void checks_labels_that_are_punycode_already(void)
{
    static const struct host cases[] = {
        {"xn--zca.xn--zca", "xn--zca.xn--zca"},
        {"xn--zca.ß", "xn--zca.xn--zca"},
        {"-x.xn--zca", "-x.xn--zca"},
        {"a--b.xn--zca", "a--b.xn--zca"},
        {"xn--", NULL},         /* nothing */
        {"xn--a", NULL},        /* cut off */
        {"xn--a-", NULL},       /* needs no Punycode */
        {"xn--abc", NULL},      /* a control */
        {"xn--zn7c", NULL},     /* U+FFFD */
        {"xn--99999999", NULL}, /* overflows */
        {"xn--te\xC5\xA1la", NULL},
        {"xn---abc", NULL},
        {"xn--ls8h=", NULL},
        {"xn--8i7caa", NULL}, /* full-width letters: should have been mapped */
        {"xn--o3cw4h.xn--a.com", NULL},
    };
    check(cases, COUNT(cases));
}

static void keeps_joiners_where_they_change_the_word(void)
{
    static const struct host cases[] = {
        {"\xE2\x80\x8D.example", NULL},
        {"a\xE2\x80\x8C"
         "b",
         NULL},
        {"xn--1ug.example", NULL},
        {"ශ්‍රී", "xn--10cl1a0b660p"},    /* after a sign that joins consonants */
        {"نامه‌ای", "xn--mgba3gch31f060k"}, /* between letters that would join */
        {"ا‌ب", NULL},                          /* after one that does not */
    };
    check(cases, COUNT(cases));
}

static void checks_the_direction_of_labels(void)
{
    static const struct host cases[] = {
        {"مثال.com", "xn--mgbh0fb.com"},
        {"يa", NULL},
        {"aي", NULL},
        {"ي.", "xn--mhb."},
        {"1.ي", "1.xn--mhb"},
        {"ي1", "xn--1-yoc"},
        {"ي-", NULL},
        {"ي1\xD9\xA1", NULL},
        {"xn--a-yoc", NULL},
        {"1é.ي", NULL},
        {"é.ي", "xn--9ca.xn--mhb"},
        {"אֱ.com", "xn--8cb5d.com"},
        {"a\xD6\xBE"
         "b",
         NULL}, /* the hyphen of Hebrew is no mark: it is written from right to left */
        {"a\xDB\xA5"
         "b",
         NULL}, /* so is the small waw of Arabic */
    };
    check(cases, COUNT(cases));
}

static void takes_labels_longer_than_dns_does(void)
{
    static char name[300];
    memset(name, 'x', 64);
    name[64] = '\0';
    TEST_ASSERT_EQUAL_STRING(name, host_of(name));
    strcat(name, "†");
    TEST_ASSERT_NOT_NULL(host_of(name));
    memset(name, 'a', sizeof name);
    memcpy(name, "xn--", 4);
    name[sizeof name - 1] = '\0';
    TEST_ASSERT_NULL(host_of(name));
}

static void an_international_name_needs_room_for_both_its_forms(void)
{
    static const char text[] = "http://ไทย/";
    enum { UTF8_FORM = 9, ASCII_FORM = 10, BEFORE = 7 };
    for (size_t capacity = 0; capacity < BEFORE + UTF8_FORM + ASCII_FORM; capacity++) {
        memset(buffer, '!', sizeof buffer);
        TEST_ASSERT_LESS_THAN(0, url_parse(&url, buffer, capacity, text, sizeof text - 1, NULL));
        TEST_ASSERT_EQUAL(URL_TOO_LONG, url.problem);
        TEST_ASSERT_EQUAL('!', buffer[capacity]);
    }
    TEST_ASSERT_GREATER_THAN(
        0, url_parse(&url, buffer, BEFORE + UTF8_FORM + ASCII_FORM + 1, text, sizeof text - 1, NULL));
}

/* The report decodes names out of logs that nobody has checked: a lead byte without what follows it is
 * stepped over as a whole. */
static void punycode_has_only_ascii(void)
{
    static const char *const labels[] = {"a\xff-0000000", "\xe0\xb8\x81-a", "a-\xff", "\xff"};
    for (size_t i = 0; i < COUNT(labels); i++) {
        struct url_writer writer = {.text = buffer, .limit = sizeof buffer};
        TEST_ASSERT_FALSE_MESSAGE(punycode_decode(labels[i], strlen(labels[i]), &writer), labels[i]);
    }
}

SUITE(url_host)
{
    RUN_TEST(reads_ipv4_addresses_in_every_spelling);
    RUN_TEST(refuses_numbers_that_are_no_addresses);
    RUN_TEST(names_that_only_contain_numbers_are_names);
    RUN_TEST(refuses_ipv6_addresses);
    RUN_TEST(tells_addresses_from_names);
    RUN_TEST(refuses_forbidden_characters_plain_or_encoded);
    RUN_TEST(keeps_unusual_characters_that_are_allowed);
    RUN_TEST(writes_thai_names_in_punycode);
    RUN_TEST(puts_thai_marks_in_canonical_order);
    RUN_TEST(maps_letters_as_uts46_does);
    RUN_TEST(drops_invisible_characters);
    RUN_TEST(refuses_what_no_name_may_hold);
    RUN_TEST(refuses_what_it_cannot_normalise);
    RUN_TEST(checks_labels_that_are_punycode_already);
    RUN_TEST(keeps_joiners_where_they_change_the_word);
    RUN_TEST(checks_the_direction_of_labels);
    RUN_TEST(takes_labels_longer_than_dns_does);
    RUN_TEST(an_international_name_needs_room_for_both_its_forms);
    RUN_TEST(punycode_has_only_ascii);
}
