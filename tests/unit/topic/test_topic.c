/* Topic packs: what is refused, what a page and a link are worth. */
#include "topic_fixture.h"

#include "read/url/domain.h"

static struct topic topic;
static struct topic_reader *reader;
static uint64_t block[TOPIC_BLOCK_BYTES / sizeof(uint64_t)];
static uint8_t sector[TOPIC_SECTOR_BYTES];

static int open_pack(void)
{
    return topic_open(&topic, fixture_read, fixture_bytes, sector);
}

static void open_fixture(void)
{
    fixture_make();
    TEST_ASSERT_EQUAL_INT(STATUS_OK, open_pack());
}

/* ---- Opening ---- */

static void a_sound_pack_is_opened(void)
{
    open_fixture();
    TEST_ASSERT_EQUAL_STRING("diving", topic.name);
    TEST_ASSERT_EQUAL_UINT(FIXTURE_SECTORS, topic.keyword_sectors);
    TEST_ASSERT_EQUAL_INT(32, topic.links.degree[9]);
}

static void check_refused(int status)
{
    TEST_ASSERT_EQUAL_INT(status, open_pack());
    TEST_ASSERT_EQUAL_UINT(0, topic.keyword_sectors);
    TEST_ASSERT_NOT_EQUAL(0, topic_problem(status)[0]);
}

static void every_damaged_sector_is_noticed(void)
{
    for (size_t at = PACK_AT_CHECKED; at < FIXTURE_BYTES; at += 97) {
        fixture_make();
        fixture_bytes[at] ^= 0x10;
        TEST_ASSERT_LESS_THAN_INT(0, open_pack());
    }
}

static void other_files_and_other_versions_are_told_apart(void)
{
    fixture_make();
    fixture_bytes[0] = 'X';
    check_refused(STATUS_INVALID);
    fixture_make();
    fixture_bytes[PACK_AT_VERSION]++;
    check_refused(STATUS_VERSION);
}

static void sizes_that_make_no_sense_are_refused_even_with_a_right_checksum(void)
{
    static const struct {
        uint16_t at;
        uint8_t value;
    } cases[] = {
        {PACK_AT_SECTORS, 0},    {PACK_AT_SECTORS, FIXTURE_SECTORS + 1},      {PACK_AT_SECTORS + 1, 0x80},
        {PACK_AT_SIZE, 1},       {PACK_AT_SUB_WORDS, PACK_SUB_WORDS_MAX + 1}, {PACK_AT_PAGE_SCALE, 0},
        {PACK_AT_WORD_SCALE, 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        fixture_make();
        fixture_bytes[cases[i].at] = cases[i].value;
        fixture_seal();
        check_refused(STATUS_DAMAGED);
    }
    fixture_make();
    bytes_put16(fixture_bytes + PACK_AT_KEYWORDS, KEYWORDS_IN_SECTOR + 1);
    fixture_seal();
    check_refused(STATUS_DAMAGED);
}

static void a_card_that_fails_is_reported_at_every_read(void)
{
    open_fixture();
    int reads = fixture_reads;
    for (int i = 1; i <= reads; i++) {
        fixture_reads = 0;
        fixture_failing_at = i;
        check_refused(STATUS_IO);
    }
}

/* ---- Pages ---- */

static uint8_t relevance(const char *title, const char *body, size_t step)
{
    TEST_ASSERT_EQUAL_INT(STATUS_OK, topic_page_begin(&reader, &topic, block));
    topic_page_text(reader, title, strlen(title), TOPIC_TITLE);
    for (size_t at = 0; at < strlen(body); at += step) {
        size_t left = strlen(body) - at;
        topic_page_text(reader, body + at, left < step ? left : step, TOPIC_BODY);
    }
    return topic_page_end(reader, true);
}

static void words_decide_what_a_page_is_about(void)
{
    open_fixture();
    TEST_ASSERT_GREATER_OR_EQUAL_UINT(TOPIC_RELEVANT, relevance("", "Dives around an island", 100));
    TEST_ASSERT_LESS_THAN_UINT(TOPIC_RELEVANT, relevance("", "Mortgages on an island", 100));
    TEST_ASSERT_LESS_THAN_UINT(TOPIC_RELEVANT, relevance("", "", 100)); /* the prior */
    TEST_ASSERT_LESS_THAN_UINT(TOPIC_RELEVANT, relevance("", "diving mortgage", 100));
}

static void a_word_in_the_title_counts_more(void)
{
    open_fixture();
    TEST_ASSERT_GREATER_OR_EQUAL_UINT(TOPIC_RELEVANT, relevance("Diving", "mortgage", 100));
}

static void how_text_comes_changes_nothing(void)
{
    static const char text[] = "Island hopping and dives; the mortgage is another thing";
    open_fixture();
    uint8_t whole = relevance("Title", text, 1000);
    for (size_t step = 1; step < 12; step++)
        TEST_ASSERT_EQUAL_UINT(whole, relevance("Title", text, step));
}

static void a_gap_and_the_end_of_the_title_end_a_word(void)
{
    open_fixture();
    topic_page_begin(&reader, &topic, block);
    topic_page_text(reader, "di", 2, TOPIC_TITLE);
    topic_page_text(reader, "ving", 4, TOPIC_BODY);
    topic_page_gap(reader);
    topic_page_text(reader, "isl", 3, TOPIC_BODY);
    topic_page_gap(reader);
    topic_page_text(reader, "and", 3, TOPIC_BODY);
    uint8_t parts = topic_page_end(reader, true);
    TEST_ASSERT_EQUAL_UINT(relevance("", "", 1), parts);
}

static void a_page_in_another_language_is_not_relevant(void)
{
    open_fixture();
    topic_page_begin(&reader, &topic, block);
    topic_page_text(reader, "diving diving", 13, TOPIC_BODY);
    TEST_ASSERT_EQUAL_UINT(0, topic_page_end(reader, false));
}

static void a_sub_topic_needs_its_words(void)
{
    fixture_make();
    struct word scuba = fixture_word("scuba");
    fixture_bytes[PACK_AT_SUB_WORDS] = 1;
    fixture_bytes[PACK_AT_SUB_LEAST] = 2;
    bytes_put32(fixture_bytes + PACK_AT_SUB_TABLE, word_term(&scuba));
    fixture_seal();
    TEST_ASSERT_EQUAL_INT(STATUS_OK, open_pack());
    TEST_ASSERT_EQUAL_UINT(0, relevance("", "diving diving diving scuba", 100));
    TEST_ASSERT_GREATER_OR_EQUAL_UINT(TOPIC_RELEVANT, relevance("", "scuba diving diving scuba", 100));
}

static void much_text_changes_no_sign(void)
{
    open_fixture();
    topic_page_begin(&reader, &topic, block);
    for (int i = 0; i < 60000; i++)
        topic_page_text(reader, "diving ", 7, TOPIC_TITLE);
    TEST_ASSERT_EQUAL_UINT(255, topic_page_end(reader, true));
}

static void a_card_that_fails_at_the_start_of_a_page_is_reported(void)
{
    for (int i = 1; i <= 2; i++) {
        open_fixture();
        fixture_reads = 0;
        fixture_failing_at = i;
        TEST_ASSERT_EQUAL_INT(STATUS_IO, topic_page_begin(&reader, &topic, block));
    }
}

/* ---- Links ---- */

static struct html_anchor anchor(const char *before, const char *text, const char *after)
{
    return (struct html_anchor){
        .before = before,
        .before_size = strlen(before),
        .text = text,
        .text_size = strlen(text),
        .after = after,
        .after_size = strlen(after),
    };
}

static struct topic_link link_of(const char *before, const char *text, const char *after)
{
    struct topic_link link = {0};
    struct html_anchor words = anchor(before, text, after);
    topic_page_begin(&reader, &topic, block);
    topic_link_text(reader, &link, &words);
    return link;
}

static struct topic_link address_of(const char *text)
{
    static char buffer[URL_BUFFER_SIZE];
    struct url url;
    struct topic_link link = {0};
    TEST_ASSERT_GREATER_THAN_INT(0, url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL));
    topic_page_begin(&reader, &topic, block);
    topic_link_url(reader, &link, &url);
    return link;
}

static void check_counts(struct topic_link link, unsigned words, unsigned names, int odds)
{
    TEST_ASSERT_EQUAL_UINT(words, link.words + link.url_words);
    TEST_ASSERT_EQUAL_UINT(names, link.keywords + link.url_keywords);
    TEST_ASSERT_EQUAL_INT(odds, link.odds);
}

static void the_words_of_a_link_and_around_it_count(void)
{
    open_fixture();
    check_counts(link_of("the best dives of", "Ko Tao", "and Phuket"), 4, 2, 24);
    check_counts(link_of("", "Loans", ""), 1, 0, -24);
    check_counts(link_of("on Ko", "Tao", ""), 2, 0, 0); /* no name goes on across the border of a link */
    check_counts(link_of("", "", ""), 0, 0, 0);
}

static void the_words_of_an_address_count_without_host_and_machinery(void)
{
    open_fixture();
    check_counts(address_of("http://www.phuket.com/"), 0, 0, 0);
    check_counts(address_of("http://a.com/phuket/dive-sites/index.php?p=3&q=ko_tao"), 4, 2, 24);
    check_counts(address_of("http://a.com/Phuket%20Dives.html#phuket"), 2, 1, 24);
    check_counts(address_of("http://a.com/x%E0%B8%81y%"), 0, 0, 0);
}

static void evidence_adds_up_and_keeps_its_ratio(void)
{
    struct topic_link sum = {0}, more = {.words = 60000,
                                         .keywords = 30000,
                                         .url_words = 2,
                                         .url_keywords = 1,
                                         .odds = -30000};
    topic_link_add(&sum, &more);
    topic_link_add(&sum, &more);
    TEST_ASSERT_EQUAL_UINT(60000, sum.words);
    TEST_ASSERT_EQUAL_UINT(30000, sum.keywords);
    TEST_ASSERT_EQUAL_UINT(4, sum.url_words);
    TEST_ASSERT_EQUAL_INT(INT16_MIN, sum.odds);
}

static void shares_have_ten_steps_and_nothing_is_the_first(void)
{
    static const unsigned cases[][3] = {{0, 0, 0}, {0, 5, 0}, {1, 1000, 1}, {1, 9, 1},        {2, 9, 2},
                                        {5, 9, 5}, {9, 9, 9}, {12, 9, 9},   {65535, 65535, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_UINT(cases[i][2], topic_step(cases[i][0], cases[i][1]));
}

static void the_prediction_is_the_mean_of_both_classifiers(void)
{
    open_fixture();
    const struct topic_facts relevant = {.degree = 255}, irrelevant = {.degree = 0};
    const struct topic_link good = {.words = 9, .keywords = 1, .odds = 48}, bad = {.words = 9, .odds = -48};
    TEST_ASSERT_GREATER_OR_EQUAL_UINT(TOPIC_RELEVANT, topic_predict(&topic, &relevant, &good));
    TEST_ASSERT_LESS_THAN_UINT(TOPIC_RELEVANT, topic_predict(&topic, &irrelevant, &bad));
    uint8_t links = topic_predict_links(&topic, &relevant, &bad), words = topic_predict_words(&topic, &bad);
    TEST_ASSERT_EQUAL_UINT((links + words + 1) / 2, topic_predict(&topic, &relevant, &bad));
    TEST_ASSERT_GREATER_THAN_UINT(words, links);
}

static void facts_out_of_range_do_no_harm(void)
{
    open_fixture();
    const struct topic_facts facts = {255, 255, 255, 255, 255};
    const struct topic_link link = {.words = 1, .keywords = UINT16_MAX, .url_keywords = 7};
    TEST_ASSERT_GREATER_THAN_UINT(0, topic_predict(&topic, &facts, &link));
}

static void a_card_that_fails_while_names_are_looked_up_is_reported(void)
{
    open_fixture();
    topic_page_begin(&reader, &topic, block);
    fixture_reads = 0;
    fixture_failing_at = 1;
    struct topic_link link = {0};
    struct html_anchor words = anchor("", "Phuket", "");
    topic_link_text(reader, &link, &words);
    TEST_ASSERT_EQUAL_UINT(0, link.keywords);
    TEST_ASSERT_EQUAL_INT(STATUS_IO, topic_page_status(reader));
}

SUITE(topic)
{
    RUN_TEST(a_sound_pack_is_opened);
    RUN_TEST(every_damaged_sector_is_noticed);
    RUN_TEST(other_files_and_other_versions_are_told_apart);
    RUN_TEST(sizes_that_make_no_sense_are_refused_even_with_a_right_checksum);
    RUN_TEST(a_card_that_fails_is_reported_at_every_read);
    RUN_TEST(words_decide_what_a_page_is_about);
    RUN_TEST(a_word_in_the_title_counts_more);
    RUN_TEST(how_text_comes_changes_nothing);
    RUN_TEST(a_gap_and_the_end_of_the_title_end_a_word);
    RUN_TEST(a_page_in_another_language_is_not_relevant);
    RUN_TEST(a_sub_topic_needs_its_words);
    RUN_TEST(much_text_changes_no_sign);
    RUN_TEST(a_card_that_fails_at_the_start_of_a_page_is_reported);
    RUN_TEST(the_words_of_a_link_and_around_it_count);
    RUN_TEST(the_words_of_an_address_count_without_host_and_machinery);
    RUN_TEST(evidence_adds_up_and_keeps_its_ratio);
    RUN_TEST(shares_have_ten_steps_and_nothing_is_the_first);
    RUN_TEST(the_prediction_is_the_mean_of_both_classifiers);
    RUN_TEST(facts_out_of_range_do_no_harm);
    RUN_TEST(a_card_that_fails_while_names_are_looked_up_is_reported);
}
