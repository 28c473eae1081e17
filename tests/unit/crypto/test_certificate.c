#include "suite.h"
#include "certificate_fixture.h"
#include "crypto/certificate.h"
#include "crypto/public_key.h"

enum { BYTES_MAX = 512, UTC_2026_11_17_15_01_09 = 1794927669 };

#define PARSE(certificate, bytes) TEST_ASSERT_TRUE(certificate_parse(certificate, bytes, sizeof(bytes)))

static void reads_dates_of_both_forms(void)
{
    struct certificate root, server;
    PARSE(&root, root_certificate);
    PARSE(&server, server_certificate);
    TEST_ASSERT_EQUAL_UINT64(20261117150109, certificate_time(UTC_2026_11_17_15_01_09));
    TEST_ASSERT_EQUAL_UINT64(20261117150109, server.from);
    TEST_ASSERT_EQUAL_UINT64(20350203150109, server.until);
    TEST_ASSERT_EQUAL_UINT64(20810820150109, root.until); /* with four digits of the year */
}

static void knows_the_hosts_that_it_is_for(void)
{
    static const struct {
        const char *host;
        bool is_named;
    } cases[] = {
        {"www.example.th", true},    {"WWW.Example.TH", true}, {"example.th", false},
        {"a.www.example.th", false}, {"ww.example.th", false}, {"www.example.thx", false},
        {"a.crawl.example", true},   {"crawl.example", false}, {"a.b.crawl.example", false},
        {".crawl.example", false},   {"192.0.2.7", true},      {"192.0.2.77", false},
        {"192.0.2", false},          {"192.0.2.7.", false},    {"", false},
        {"*.crawl.example", true}, /* nobody asks for it */
    };
    struct certificate server;
    PARSE(&server, server_certificate);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].is_named, certificate_is_for_host(&server, cases[i].host),
                                  cases[i].host);
}

/* A certificate with this name of a host alone. */
static struct certificate with_name(const char *name, uint8_t element[BYTES_MAX])
{
    struct certificate certificate;
    PARSE(&certificate, server_certificate);
    element[0] = 0x82;
    element[1] = (uint8_t)strlen(name);
    memcpy(element + 2, name, strlen(name));
    certificate.names = (struct der){element, element + 2 + strlen(name)};
    return certificate;
}

static void no_name_is_for_all_hosts_of_a_top_level(void)
{
    uint8_t element[BYTES_MAX];
    struct certificate certificate = with_name("*.th", element);
    TEST_ASSERT_FALSE(certificate_is_for_host(&certificate, "example.th"));
    certificate = with_name("*.ac.th", element);
    TEST_ASSERT_TRUE(certificate_is_for_host(&certificate, "example.ac.th"));
}

static void only_an_address_names_an_address(void)
{
    uint8_t element[BYTES_MAX];
    struct certificate certificate = with_name("192.0.2.7", element);
    TEST_ASSERT_FALSE(certificate_is_for_host(&certificate, "192.0.2.7"));
    certificate = with_name("*.0.2.7", element);
    TEST_ASSERT_FALSE(certificate_is_for_host(&certificate, "192.0.2.7"));
    TEST_ASSERT_TRUE(certificate_is_for_host(&certificate, "x.0.2.7"));
}

static void a_certificate_without_other_names_is_for_its_subject(void)
{
    struct certificate old, client;
    PARSE(&old, old_certificate);
    TEST_ASSERT_TRUE(certificate_is_for_host(&old, "old.example.th"));
    TEST_ASSERT_FALSE(certificate_is_for_host(&old, "Test"));
    PARSE(&client, client_certificate);
    TEST_ASSERT_FALSE(certificate_is_for_host(&client, "x")); /* it has other names, and they count */
}

static void knows_what_a_key_is_for(void)
{
    struct certificate certificate;
    PARSE(&certificate, server_certificate);
    TEST_ASSERT_TRUE(certificate_is_for_servers(&certificate));
    PARSE(&certificate, old_certificate);
    TEST_ASSERT_TRUE(certificate_is_for_servers(&certificate));
    PARSE(&certificate, client_certificate);
    TEST_ASSERT_FALSE(certificate_is_for_servers(&certificate));
    PARSE(&certificate, sealed_certificate);
    TEST_ASSERT_FALSE(certificate_is_for_servers(&certificate));
}

static void knows_who_may_issue(void)
{
    struct certificate root, middle, server;
    PARSE(&root, root_certificate);
    PARSE(&middle, middle_certificate);
    PARSE(&server, server_certificate);
    TEST_ASSERT_TRUE(certificate_may_issue(&root, false, &server, 0));
    TEST_ASSERT_TRUE(certificate_may_issue(&root, false, &middle, 1));
    TEST_ASSERT_FALSE(certificate_may_issue(&root, true, &middle, 2));    /* too many below it */
    TEST_ASSERT_FALSE(certificate_may_issue(&middle, false, &server, 0)); /* another name */
    server.issuer = middle.subject;
    TEST_ASSERT_TRUE(certificate_may_issue(&middle, false, &server, 0));
    TEST_ASSERT_FALSE(certificate_may_issue(&middle, false, &server, 1));
    middle.issuer = server.subject;
    TEST_ASSERT_FALSE(certificate_may_issue(&server, true, &middle, 0)); /* no authority */
    root.usage = 0x80;
    TEST_ASSERT_FALSE(certificate_may_issue(&root, true, &middle, 0)); /* its key may not sign certificates */
}

static void an_authority_for_other_purposes_issues_none_for_servers(void)
{
    struct certificate root, server, client;
    PARSE(&root, root_certificate);
    PARSE(&server, server_certificate);
    PARSE(&client, client_certificate);
    root.purposes = client.purposes;
    TEST_ASSERT_FALSE(certificate_may_issue(&root, true, &server, 0));
    root.purposes = server.purposes;
    TEST_ASSERT_TRUE(certificate_may_issue(&root, true, &server, 0));
}

static void an_old_authority_is_one_only_if_it_is_trusted(void)
{
    struct certificate old, server;
    PARSE(&old, old_certificate);
    PARSE(&server, server_certificate);
    server.issuer = old.subject;
    TEST_ASSERT_EQUAL(1, old.version);
    TEST_ASSERT_TRUE(certificate_may_issue(&old, true, &server, 0));
    TEST_ASSERT_FALSE(certificate_may_issue(&old, false, &server, 0));
}

static void knows_who_issued_for_himself(void)
{
    struct certificate certificate;
    PARSE(&certificate, root_certificate);
    TEST_ASSERT_TRUE(certificate_is_self_issued(&certificate));
    PARSE(&certificate, middle_certificate);
    TEST_ASSERT_FALSE(certificate_is_self_issued(&certificate));
}

static void knows_how_it_was_signed(void)
{
    struct certificate certificate;
    PARSE(&certificate, server_certificate);
    TEST_ASSERT_EQUAL(32, certificate.digest_bytes);
    TEST_ASSERT_FALSE(certificate.is_signed_with_rsa);
    PARSE(&certificate, middle_certificate);
    TEST_ASSERT_EQUAL(48, certificate.digest_bytes);
    PARSE(&certificate, client_certificate);
    TEST_ASSERT_EQUAL(64, certificate.digest_bytes);
    PARSE(&certificate, old_certificate); /* SHA-1: no signature that counts */
    TEST_ASSERT_EQUAL(0, certificate.digest_bytes);
}

static void its_key_can_be_read(void)
{
    struct certificate certificate;
    struct public_key key;
    PARSE(&certificate, middle_certificate);
    TEST_ASSERT_TRUE(public_key_parse(&key, &certificate.key));
    TEST_ASSERT_EQUAL_PTR(&curve_p384, key.curve);
    PARSE(&certificate, server_certificate);
    TEST_ASSERT_TRUE(public_key_parse(&key, &certificate.key));
    TEST_ASSERT_EQUAL_PTR(&curve_p256, key.curve);
}

static void refuses_a_certificate_that_is_cut_or_longer(void)
{
    struct certificate certificate;
    uint8_t longer[BYTES_MAX] = {0};
    for (size_t bytes = 0; bytes < sizeof server_certificate; bytes++)
        TEST_ASSERT_FALSE(certificate_parse(&certificate, server_certificate, bytes));
    memcpy(longer, server_certificate, sizeof server_certificate);
    TEST_ASSERT_FALSE(certificate_parse(&certificate, longer, sizeof server_certificate + 1));
}

/* Changes a byte behind the place where these bytes are. */
static void change(uint8_t *certificate, size_t bytes, const void *pattern, size_t pattern_bytes, int behind,
                   uint8_t value)
{
    for (size_t at = 0; at + pattern_bytes <= bytes; at++)
        if (memcmp(certificate + at, pattern, pattern_bytes) == 0) {
            certificate[(int)(at + pattern_bytes) + behind] = value;
            return;
        }
    TEST_FAIL_MESSAGE("the pattern is not there");
}

/* Says whether the server's certificate is read with one byte changed. */
static bool parses_with(const void *pattern, size_t pattern_bytes, int behind, uint8_t value)
{
    uint8_t changed[sizeof server_certificate];
    struct certificate certificate;
    memcpy(changed, server_certificate, sizeof changed);
    change(changed, sizeof changed, pattern, pattern_bytes, behind, value);
    return certificate_parse(&certificate, changed, sizeof changed);
}

/* Numbers of extensions. */
enum { OWN_KEY = 14, USAGE = 15, UNKNOWN = 16, LIMITS = 30, POLICIES = 32, ISSUERS_KEY = 35 };

/* Makes another extension of one. */
static void renumber(uint8_t *certificate, size_t bytes, uint8_t from, uint8_t to)
{
    const uint8_t object[] = {0x06, 0x03, 0x55, 0x1d, from};
    change(certificate, bytes, object, sizeof object, -1, to);
}

static void refuses_a_critical_extension_that_it_does_not_know(void)
{
    static const uint8_t object[] = {0x06, 0x03, 0x55, 0x1d, UNKNOWN};
    uint8_t changed[sizeof server_certificate];
    struct certificate certificate;
    memcpy(changed, server_certificate, sizeof changed);
    renumber(changed, sizeof changed, OWN_KEY, UNKNOWN); /* not critical */
    TEST_ASSERT_TRUE(certificate_parse(&certificate, changed, sizeof changed));
    memcpy(changed, server_certificate, sizeof changed);
    renumber(changed, sizeof changed, USAGE, UNKNOWN);
    TEST_ASSERT_FALSE(certificate_parse(&certificate, changed, sizeof changed));
    change(changed, sizeof changed, object, sizeof object, 1, 2); /* with a flag of two bytes */
    TEST_ASSERT_FALSE(certificate_parse(&certificate, changed, sizeof changed));
}

static void refuses_two_extensions_of_a_kind(void)
{
    uint8_t changed[sizeof server_certificate];
    struct certificate certificate;
    memcpy(changed, server_certificate, sizeof changed);
    renumber(changed, sizeof changed, OWN_KEY, POLICIES);
    TEST_ASSERT_TRUE(certificate_parse(&certificate, changed, sizeof changed));
    renumber(changed, sizeof changed, ISSUERS_KEY, POLICIES);
    TEST_ASSERT_FALSE(certificate_parse(&certificate, changed, sizeof changed));
}

static void an_authority_for_some_names_issues_none(void) /* critical or not */
{
    uint8_t changed[sizeof root_certificate];
    struct certificate narrow, server;
    PARSE(&server, server_certificate);
    PARSE(&narrow, narrow_certificate);
    TEST_ASSERT_TRUE(narrow.is_authority);
    narrow.subject = server.issuer;
    TEST_ASSERT_FALSE(certificate_may_issue(&narrow, true, &server, 0));
    memcpy(changed, root_certificate, sizeof changed);
    renumber(changed, sizeof changed, OWN_KEY, LIMITS);
    PARSE(&narrow, changed);
    TEST_ASSERT_FALSE(certificate_may_issue(&narrow, true, &server, 0));
}

static void refuses_what_no_certificate_has(void)
{
    static const uint8_t version[] = {0xa0, 3, 2, 1}, time[] = {0x17, 13}, names[] = {0x55, 0x1d, 0x11, 0x04},
                         algorithm[] = {0xce, 0x3d, 0x04, 0x03}, end[] = {0x04, 0x03, 0x02, 0x03};
    TEST_ASSERT_TRUE(parses_with(version, sizeof version, 0, 2));
    TEST_ASSERT_FALSE(parses_with(version, sizeof version, 0, 3));    /* version 4 */
    TEST_ASSERT_FALSE(parses_with(version, sizeof version, 0, 0xff)); /* below zero */
    TEST_ASSERT_FALSE(parses_with(version, sizeof version, 0, 0));    /* the first had no extensions */
    TEST_ASSERT_TRUE(parses_with(time, sizeof time, 0, '3'));
    TEST_ASSERT_FALSE(parses_with(time, sizeof time, 0, 'x'));
    TEST_ASSERT_FALSE(parses_with(time, sizeof time, 12, '0'));        /* no Z */
    TEST_ASSERT_FALSE(parses_with(time, sizeof time, 2, '2'));         /* the 21st month */
    TEST_ASSERT_FALSE(parses_with(time, sizeof time, 4, '4'));         /* the 47th day */
    TEST_ASSERT_FALSE(parses_with(names, sizeof names, 2, 0x21));      /* something behind the names */
    TEST_ASSERT_FALSE(parses_with(end, sizeof end, 0, 0x46));          /* something behind the signature */
    TEST_ASSERT_FALSE(parses_with(names, sizeof names, 1, 0x31));      /* names are no sequence */
    TEST_ASSERT_FALSE(parses_with(algorithm, sizeof algorithm, 0, 3)); /* inside another one than outside */
}

SUITE(certificate)
{
    RUN_TEST(reads_dates_of_both_forms);
    RUN_TEST(knows_the_hosts_that_it_is_for);
    RUN_TEST(no_name_is_for_all_hosts_of_a_top_level);
    RUN_TEST(only_an_address_names_an_address);
    RUN_TEST(a_certificate_without_other_names_is_for_its_subject);
    RUN_TEST(knows_what_a_key_is_for);
    RUN_TEST(knows_who_may_issue);
    RUN_TEST(an_authority_for_other_purposes_issues_none_for_servers);
    RUN_TEST(an_old_authority_is_one_only_if_it_is_trusted);
    RUN_TEST(knows_who_issued_for_himself);
    RUN_TEST(knows_how_it_was_signed);
    RUN_TEST(its_key_can_be_read);
    RUN_TEST(refuses_a_critical_extension_that_it_does_not_know);
    RUN_TEST(refuses_two_extensions_of_a_kind);
    RUN_TEST(an_authority_for_some_names_issues_none);
    RUN_TEST(refuses_a_certificate_that_is_cut_or_longer);
    RUN_TEST(refuses_what_no_certificate_has);
}
