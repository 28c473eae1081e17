/* Sitemaps: which addresses are found in them. */
#include "log_fixture.h"

#include "read/sitemap/sitemap.h"

static struct sitemap_reader reader;

static void take(void *context, const char *address, size_t length, bool is_sitemap)
{
    (void)context;
    log_bytes(is_sitemap ? "M " : "L ", 2);
    log_bytes(address, length);
    log_bytes("\n", 1);
}

static void expect(const char *text, const char *found)
{
    size_t size = strlen(text);
    for (size_t step = 1; step < 60; step += 19) {
        memset(&logged, 0, sizeof logged);
        sitemap_begin(&reader, take, NULL);
        for (size_t at = 0; at < size; at += step)
            sitemap_feed(&reader, text + at, size - at < step ? size - at : step);
        TEST_ASSERT_EQUAL_STRING_MESSAGE(found, logged.text, text);
    }
}

static void addresses_of_pages_are_found(void)
{
    expect(
        "<?xml version='1.0'?>\n<urlset xmlns='x'><url><loc>http://a.th/1</loc><lastmod>2020</lastmod></url>"
        "<url>\n <LOC>http://a.th/?a=1&amp;b=2</LOC ></url></urlset>",
        "L http://a.th/1\nL http://a.th/?a=1&b=2\n");
    expect("<url><loc><![CDATA[http://a.th/?a&b]]></loc></url>", "L http://a.th/?a&b\n");
}

static void addresses_of_an_index_are_sitemaps(void)
{
    expect("<sitemapindex><sitemap><loc>http://a.th/s1.xml</loc></sitemap></sitemapindex><loc>/x</loc>",
           "M http://a.th/s1.xml\nL /x\n");
}

static void what_is_no_address_is_left_out(void)
{
    expect("<urlset><url><image:loc>http://a.th/i</image:loc><loc></loc><loc>http://a.th/<b>2</b></loc>"
           "<!-- <loc>http://a.th/3</loc> --><loc>http://a.th/4</urlset><loc>http://a.th/5",
           "");
    expect("\x1f\x8b\x08not xml<", "");
}

static void entities_are_not_expanded(void)
{
    expect("<!DOCTYPE u [<!ENTITY a 'xxxxxxxxxx'><!ENTITY b '&a;&a;&a;'>]><loc>http://a.th/&b;</loc>",
           "L http://a.th/&b;\n");
}

static void a_longer_address_than_any_is_left_out(void)
{
    memset(&logged, 0, sizeof logged);
    sitemap_begin(&reader, take, NULL);
    sitemap_feed(&reader, "<loc>", 5);
    for (unsigned i = 0; i < 9000; i++)
        sitemap_feed(&reader, "0123456789", 10);
    sitemap_feed(&reader, "</loc><loc>/next</loc>", 22);
    TEST_ASSERT_EQUAL_STRING("L /next\n", logged.text);
}

SUITE(sitemap)
{
    RUN_TEST(addresses_of_pages_are_found);
    RUN_TEST(addresses_of_an_index_are_sitemaps);
    RUN_TEST(what_is_no_address_is_left_out);
    RUN_TEST(entities_are_not_expanded);
    RUN_TEST(a_longer_address_than_any_is_left_out);
}
