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

static void refuses_a_critical_extension_that_it_does_not_know(void)
{
    struct certificate certificate;
    TEST_ASSERT_FALSE(certificate_parse(&certificate, narrow_certificate, sizeof narrow_certificate));
}

static void refuses_a_certificate_that_is_cut(void)
{
    struct certificate certificate;
    for (size_t bytes = 0; bytes < sizeof server_certificate; bytes++)
        TEST_ASSERT_FALSE(certificate_parse(&certificate, server_certificate, bytes));
}

/* Copies the server's certificate, with a byte behind the nth place where these bytes are changed. */
static bool parses_with(const void *pattern, size_t pattern_bytes, size_t behind, uint8_t value)
{
    static uint8_t changed[BYTES_MAX];
    struct certificate certificate;
    memcpy(changed, server_certificate, sizeof server_certificate);
    for (size_t at = 0; at + pattern_bytes <= sizeof server_certificate; at++)
        if (memcmp(changed + at, pattern, pattern_bytes) == 0) {
            changed[at + pattern_bytes + behind] = value;
            return certificate_parse(&certificate, changed, sizeof server_certificate);
        }
    TEST_FAIL_MESSAGE("the pattern is not there");
    return false;
}

static void refuses_what_no_certificate_has(void)
{
    static const uint8_t version[] = {0xa0, 3, 2, 1}, time[] = {0x17, 13}, names[] = {0x55, 0x1d, 0x11, 0x04},
                         algorithm[] = {0xce, 0x3d, 0x04, 0x03};
    TEST_ASSERT_TRUE(parses_with(version, sizeof version, 0, 2));
    TEST_ASSERT_FALSE(parses_with(version, sizeof version, 0, 3));    /* version 4 */
    TEST_ASSERT_FALSE(parses_with(version, sizeof version, 0, 0xff)); /* below zero */
    TEST_ASSERT_TRUE(parses_with(time, sizeof time, 0, '3'));
    TEST_ASSERT_FALSE(parses_with(time, sizeof time, 0, 'x'));
    TEST_ASSERT_FALSE(parses_with(time, sizeof time, 12, '0'));        /* no Z */
    TEST_ASSERT_FALSE(parses_with(names, sizeof names, 1, 0x31));      /* names are no sequence */
    TEST_ASSERT_FALSE(parses_with(algorithm, sizeof algorithm, 0, 3)); /* inside another one than outside */
}

SUITE(certificate)
{
    RUN_TEST(reads_dates_of_both_forms);
    RUN_TEST(knows_the_hosts_that_it_is_for);
    RUN_TEST(a_certificate_without_other_names_is_for_its_subject);
    RUN_TEST(knows_what_a_key_is_for);
    RUN_TEST(knows_who_may_issue);
    RUN_TEST(an_old_authority_is_one_only_if_it_is_trusted);
    RUN_TEST(knows_who_issued_for_himself);
    RUN_TEST(knows_how_it_was_signed);
    RUN_TEST(its_key_can_be_read);
    RUN_TEST(refuses_a_critical_extension_that_it_does_not_know);
    RUN_TEST(refuses_a_certificate_that_is_cut);
    RUN_TEST(refuses_what_no_certificate_has);
}
