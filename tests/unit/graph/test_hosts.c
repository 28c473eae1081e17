#include "suite.h"
#include "graph/hosts/hosts.h"
#include "state_fixture.h"

static struct state_fixture fixture;
static struct hosts hosts;

static void begin(void)
{
    TEST_ASSERT_EQUAL_INT(0, fixture_begin(&fixture));
    TEST_ASSERT_EQUAL_INT(0, hosts_open(&hosts, &fixture.state, NULL));
    while (hosts_prepare(&hosts) > 0)
        ;
    TEST_ASSERT_TRUE(hosts.mark.index_ready);
}

static int32_t find(const char *name)
{
    return hosts_find(&hosts, name, strlen(name));
}

static int32_t add(const char *name)
{
    return hosts_add(&hosts, name, strlen(name), NULL);
}

static const struct host *read_host(uint32_t id)
{
    const struct host *host = NULL;
    TEST_ASSERT_EQUAL_INT(0, hosts_read(&hosts, id, &host));
    return host;
}

static struct host *change_host(uint32_t id)
{
    struct host *host = NULL;
    TEST_ASSERT_EQUAL_INT(0, hosts_change(&hosts, id, &host));
    return host;
}

static void ids_follow_discovery(void)
{
    begin();
    TEST_ASSERT_EQUAL_INT32(STATUS_NOT_FOUND, find("a.th"));
    TEST_ASSERT_EQUAL_INT32(0, add("a.th"));
    TEST_ASSERT_EQUAL_INT32(1, add("b.co.th"));
    TEST_ASSERT_EQUAL_INT32(0, add("a.th"));
    TEST_ASSERT_EQUAL_INT32(1, find("b.co.th"));
    TEST_ASSERT_EQUAL_INT32(STATUS_NOT_FOUND, find("c.th"));
    TEST_ASSERT_EQUAL_INT(URL_TLD_HOME, read_host(1)->tld);
    TEST_ASSERT_EQUAL_INT(COUNTRY_OTHER, read_host(1)->country);
}

static void domains_are_at_home_as_the_marks_language_is(void)
{
    struct hosts_mark mark = {.language = 1}; /* Persian */
    TEST_ASSERT_EQUAL_INT(0, fixture_begin(&fixture));
    TEST_ASSERT_EQUAL_INT(0, hosts_open(&hosts, &fixture.state, &mark));
    while (hosts_prepare(&hosts) > 0)
        ;
    TEST_ASSERT_EQUAL_INT(URL_TLD_HOME, read_host((uint32_t)add("a.ac.ir"))->tld);
    TEST_ASSERT_EQUAL_INT(URL_TLD_OTHER, read_host((uint32_t)add("a.co.th"))->tld);
    mark.language = 3;
    TEST_ASSERT_EQUAL_INT(STATUS_DAMAGED, hosts_open(&hosts, &fixture.state, &mark));
}

static void a_host_is_known_with_and_without_www(void)
{
    begin();
    TEST_ASSERT_EQUAL_INT32(0, add("www2.example.com"));
    TEST_ASSERT_EQUAL_STRING("www2.example.com", read_host(0)->name);
    TEST_ASSERT_EQUAL_INT32(0, add("www.example.com"));
    TEST_ASSERT_EQUAL_STRING_MESSAGE("www.example.com", read_host(0)->name, "the shortest spelling");
    TEST_ASSERT_EQUAL_INT32(0, add("example.com."));
    TEST_ASSERT_EQUAL_INT32(0, add("www1.example.com"));
    TEST_ASSERT_EQUAL_STRING("example.com", read_host(0)->name);
    TEST_ASSERT_EQUAL_INT32(1, add("www.com"));
    TEST_ASSERT_EQUAL_INT32(2, add("example.net"));
}

static void names_that_do_not_fit_are_refused_and_counted(void)
{
    static char longest[HOST_NAME_SIZE + 1];
    begin();
    memset(longest, 'x', HOST_NAME_SIZE);
    TEST_ASSERT_EQUAL_INT32(STATUS_TOO_LONG, add(longest));
    TEST_ASSERT_EQUAL_INT32(STATUS_TOO_LONG, add(""));
    TEST_ASSERT_EQUAL_UINT32(2, hosts.refused);
    longest[HOST_NAME_SIZE - 1] = '\0';
    TEST_ASSERT_EQUAL_INT32(0, add(longest));
    TEST_ASSERT_EQUAL_INT32(0, find(longest));
}

static char *numbered(unsigned number)
{
    static char name[] = "host00.example.com";
    name[4] = (char)('0' + number / 10);
    name[5] = (char)('0' + number % 10);
    return name;
}

static void a_full_table_refuses_and_still_finds(void)
{
    begin();
    for (unsigned i = 0; i < hosts.capacity; i++) {
        struct host *host;
        TEST_ASSERT_EQUAL_INT32((int32_t)i, add(numbered(i)));
        TEST_ASSERT_EQUAL_INT(0, hosts_change(&hosts, i, &host));
        host->state = HOST_DONE; /* nobody gives way */
    }
    TEST_ASSERT_EQUAL_INT32(STATUS_FULL, add(numbered(99)));
    TEST_ASSERT_EQUAL_UINT32(1, hosts.refused);
    for (unsigned i = 0; i < hosts.capacity; i++)
        TEST_ASSERT_EQUAL_INT32((int32_t)i, find(numbered(i)));
}

static void hosts_are_listed_by_state(void)
{
    const struct host *host;
    uint32_t id = 0;
    begin();
    for (unsigned i = 0; i < 6; i++)
        change_host((uint32_t)add(numbered(i)))->state = i % 2 ? HOST_DONE : HOST_KNOWN;
    for (unsigned i = 1; i < 6; i += 2, id++) {
        TEST_ASSERT_EQUAL_INT(0, hosts_next(&hosts, &id, 1u << HOST_DONE, &host));
        TEST_ASSERT_EQUAL_UINT32(i, id);
        TEST_ASSERT_EQUAL_STRING(numbered(i), host->name);
    }
    TEST_ASSERT_EQUAL_INT(STATUS_NOT_FOUND, hosts_next(&hosts, &id, 1u << HOST_DONE, &host));
}

/* Makes a crawled host: more than a quarter of its pages Thai or not, with a list of targets. */
static uint32_t crawl(const char *name, uint8_t country, uint32_t pages, uint32_t thai,
                      const uint32_t *targets, unsigned count)
{
    uint32_t id = (uint32_t)add(name);
    struct host *host = change_host(id);
    host->country = country;
    host->state = HOST_DONE;
    host_label(host, pages, thai);
    hosts_list_begin(&hosts);
    for (unsigned i = 0; i < count; i++)
        TEST_ASSERT_EQUAL_INT(0, hosts_list_add(&hosts, targets[i], 0));
    TEST_ASSERT_EQUAL_INT(0, hosts_list_end(&hosts, id));
    return id;
}

static void apply(uint32_t source, enum hosts_direction direction)
{
    int more;
    TEST_ASSERT_EQUAL_INT(0, hosts_apply(&hosts, source, direction));
    while ((more = hosts_apply_step(&hosts, 2)) > 0)
        ;
    TEST_ASSERT_EQUAL_INT(0, more);
}

static void labels_follow_the_quarter(void)
{
    static const struct {
        uint32_t pages, thai;
        uint8_t label, degree;
    } cases[] = {{0, 0, HOST_OTHER, 0},  {4, 1, HOST_OTHER, 50},   {100, 26, HOST_THAI, 52},
                 {1, 1, HOST_THAI, 200}, {1000, 0, HOST_OTHER, 0}, {3, 2, HOST_THAI, 133},
                 {8, 2, HOST_OTHER, 50}};
    struct host host;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        host_label(&host, cases[i].pages, cases[i].thai);
        TEST_ASSERT_EQUAL_UINT8(cases[i].label, host.label);
        TEST_ASSERT_EQUAL_UINT8(cases[i].degree, host.degree);
    }
}

/* L of the original: TH,4,0,0,0,1,0,1,0,0,0,0,0: four Thai sources in TH, one in US, one other source in
 * TH. */
static void the_location_vector_of_the_method(void)
{
    struct features features;
    begin();
    uint32_t target = (uint32_t)add("target.co.th");
    change_host(target)->country = COUNTRY_HOME;
    for (unsigned i = 0; i < 4; i++)
        apply(crawl(numbered(i), COUNTRY_HOME, 10, 9, &target, 1), HOSTS_APPLY);
    apply(crawl("us.example.org", COUNTRY_US, 10, 9, &target, 1), HOSTS_APPLY);
    apply(crawl("other.in.th", COUNTRY_HOME, 10, 1, &target, 1), HOSTS_APPLY);
    static const uint16_t expected[FEATURE_KINDS][FEATURE_COUNTRIES] = {{4, 0, 0, 0, 1, 0},
                                                                        {1, 0, 0, 0, 0, 0}};
    TEST_ASSERT_EQUAL_INT(0, hosts_features(&hosts, target, &features));
    TEST_ASSERT_EQUAL_UINT8(COUNTRY_HOME, features.country);
    TEST_ASSERT_EQUAL_MEMORY(expected, features.by_country, sizeof expected);
    static const uint16_t tlds[FEATURE_KINDS][FEATURE_TLDS] = {{4, 0, 1, 0, 0, 0}, {0, 0, 0, 1, 0, 0}};
    TEST_ASSERT_EQUAL_UINT8(URL_TLD_HOME, features.tld);
    TEST_ASSERT_EQUAL_MEMORY(tlds, features.by_tld, sizeof tlds);
}

/* D: TH,1,0,0,1,0,0,10,0,0,0,0,0, and N: of Thai and other sources, 2 and 10. */
static void the_domain_vector_of_the_method(void)
{
    struct features features;
    static const uint16_t expected[FEATURE_KINDS][FEATURE_TLDS] = {{1, 0, 0, 1, 0, 0}, {10, 0, 0, 0, 0, 0}};
    begin();
    uint32_t target = (uint32_t)add("target.go.th");
    apply(crawl("thai.com", COUNTRY_HOME, 4, 4, &target, 1), HOSTS_APPLY);
    apply(crawl("thai.ac.th", COUNTRY_HOME, 4, 4, &target, 1), HOSTS_APPLY);
    for (unsigned i = 0; i < 10; i++)
        apply(crawl(numbered(i), COUNTRY_US, 4, 0, &target, 1), HOSTS_APPLY);
    TEST_ASSERT_EQUAL_INT(0, hosts_features(&hosts, target, &features));
    TEST_ASSERT_EQUAL_MEMORY(expected, features.by_tld, sizeof expected);
    TEST_ASSERT_EQUAL_UINT32(2, features_sources(&features, FEATURE_THAI));
    TEST_ASSERT_EQUAL_UINT32(10, features_sources(&features, FEATURE_FOREIGN));
}

/* G: 99.5, 90.0, 75.8, 0.0, 0.0; degrees are kept in half percents, so 75.8 is 75.5. */
static void the_degree_vector_of_the_method(void)
{
    static const uint16_t thai_of_1000[] = {758, 0, 995, 900};
    static const uint8_t expected[FEATURE_DEGREES] = {199, 180, 151, 0, 0};
    struct features features;
    begin();
    uint32_t target = (uint32_t)add("target.go.th");
    for (unsigned i = 0; i < 4; i++)
        apply(crawl(numbered(i), COUNTRY_HOME, 1000, thai_of_1000[i], &target, 1), HOSTS_APPLY);
    TEST_ASSERT_EQUAL_INT(0, hosts_features(&hosts, target, &features));
    TEST_ASSERT_EQUAL_MEMORY(expected, features.degree, sizeof expected);
}

static void a_target_that_is_linked_twice_counts_once(void)
{
    begin();
    uint32_t target = (uint32_t)add("target.th");
    const uint32_t twice[] = {target, target, target};
    uint32_t source = crawl("source.th", COUNTRY_HOME, 2, 2, twice, 3);
    apply(source, HOSTS_APPLY);
    TEST_ASSERT_EQUAL_UINT16(1, read_host(target)->by_country[FEATURE_THAI][COUNTRY_HOME]);
    apply(source, HOSTS_UNAPPLY);
    TEST_ASSERT_EQUAL_UINT16(0, read_host(target)->by_country[FEATURE_THAI][COUNTRY_HOME]);
    TEST_ASSERT_EQUAL_UINT16(0, read_host(target)->degrees);
}

static void a_recrawl_corrects_what_its_links_count(void)
{
    begin();
    uint32_t kept = (uint32_t)add("kept.th"), gone = (uint32_t)add("gone.th"), new = (uint32_t)add("new.th");
    const uint32_t before[] = {kept, gone}, after[] = {kept, new};
    uint32_t source = crawl("source.com", COUNTRY_US, 10, 8, before, 2);
    apply(source, HOSTS_APPLY);
    apply(crawl("constant.com", COUNTRY_US, 10, 5, before, 2), HOSTS_APPLY);
    /* Its server moves and it stops being Thai before the old list is taken back: that is counted as it was
     * applied. */
    crawl("source.com", COUNTRY_CN, 10, 8, before, 2);
    apply(source, HOSTS_UNAPPLY);
    TEST_ASSERT_EQUAL_UINT8(100, read_host(kept)->top[0]);
    crawl("source.com", COUNTRY_CN, 10, 1, after, 2);
    apply(source, HOSTS_APPLY);
    TEST_ASSERT_EQUAL_UINT16(1, read_host(kept)->by_country[FEATURE_THAI][COUNTRY_US]);
    TEST_ASSERT_EQUAL_UINT16(1, read_host(kept)->by_country[FEATURE_FOREIGN][COUNTRY_CN]);
    TEST_ASSERT_EQUAL_UINT16(1, read_host(gone)->by_country[FEATURE_THAI][COUNTRY_US]);
    TEST_ASSERT_EQUAL_UINT16(0, read_host(gone)->by_country[FEATURE_FOREIGN][COUNTRY_CN]);
    TEST_ASSERT_EQUAL_UINT16(1, read_host(new)->by_tld[FEATURE_FOREIGN][URL_TLD_COM]);
    TEST_ASSERT_EQUAL_UINT8(20, read_host(kept)->top[1]);
    TEST_ASSERT_EQUAL_UINT8(20, read_host(new)->top[0]);
}

static void taking_back_what_never_counted_changes_nothing(void)
{
    begin();
    uint32_t target = (uint32_t)add("target.th");
    uint32_t source = crawl("source.th", COUNTRY_HOME, 2, 2, &target, 1);
    apply(source, HOSTS_UNAPPLY);
    apply(source, HOSTS_APPLY);
    apply(source, HOSTS_UNAPPLY);
    apply(source, HOSTS_UNAPPLY);
    TEST_ASSERT_EQUAL_UINT16(0, read_host(target)->by_country[FEATURE_THAI][COUNTRY_HOME]);
    TEST_ASSERT_EQUAL_UINT8(0, read_host(target)->top[0]);
}

/* More sources than degrees are remembered; what is shown is right as long as five of those are left. */
static void the_best_degrees_stay_right_when_sources_go(void)
{
    enum { SOURCES = 24 };
    static const uint8_t after_11[FEATURE_DEGREES] = {130, 120, 110, 100, 90};
    struct features features;
    begin();
    uint32_t target = (uint32_t)add("target.th");
    uint32_t source[SOURCES];
    for (unsigned i = 0; i < SOURCES; i++) {
        unsigned shuffled = i * 7 % SOURCES;
        source[shuffled] = crawl(numbered(shuffled), COUNTRY_HOME, 240, (shuffled + 1) * 12, &target, 1);
        apply(source[shuffled], HOSTS_APPLY);
    }
    TEST_ASSERT_EQUAL_UINT16(SOURCES, read_host(target)->degrees);
    for (unsigned i = SOURCES; i-- > SOURCES - 11;)
        apply(source[i], HOSTS_UNAPPLY);
    hosts_features(&hosts, target, &features);
    TEST_ASSERT_EQUAL_MEMORY(after_11, features.degree, sizeof after_11);
    apply(source[0], HOSTS_UNAPPLY); /* the lowest, which was not remembered */
    apply(source[0], HOSTS_APPLY);
    hosts_features(&hosts, target, &features);
    TEST_ASSERT_EQUAL_MEMORY(after_11, features.degree, sizeof after_11);
}

static void one_application_at_a_time(void)
{
    begin();
    uint32_t target = (uint32_t)add("target.th");
    uint32_t source = crawl("source.th", COUNTRY_HOME, 2, 2, &target, 1);
    TEST_ASSERT_EQUAL_INT(0, hosts_apply(&hosts, source, HOSTS_APPLY));
    TEST_ASSERT_EQUAL_INT(STATUS_BUSY, hosts_apply(&hosts, target, HOSTS_APPLY));
}

static void the_list_can_be_read(void)
{
    begin();
    const uint32_t targets[] = {(uint32_t)add("a.th"), (uint32_t)add("b.th")};
    uint32_t source = crawl("source.th", COUNTRY_HOME, 2, 2, targets, 2);
    TEST_ASSERT_EQUAL_INT32(1, hosts_list_target(&hosts, source, 1));
    TEST_ASSERT_EQUAL_INT32(STATUS_NOT_FOUND, hosts_list_target(&hosts, source, 2));
}

static void a_full_edge_file_shortens_the_list(void)
{
    begin();
    uint32_t target = (uint32_t)add("target.th"), source = (uint32_t)add("source.th");
    uint32_t room = FIXTURE_EDGES * STATE_PAYLOAD_BYTES / 4;
    hosts_list_begin(&hosts);
    for (uint32_t i = 0; i < room; i++)
        TEST_ASSERT_EQUAL_INT(0, hosts_list_add(&hosts, target, 0));
    TEST_ASSERT_EQUAL_INT(STATUS_FULL, hosts_list_add(&hosts, target, 0));
    TEST_ASSERT_EQUAL_INT(0, hosts_list_end(&hosts, source));
    TEST_ASSERT_EQUAL_UINT32(room, read_host(source)->edges);
}

static uint32_t pseudo_random(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return *state >> 8;
}

/* Same hosts, scores and hashes, other ids and order of adding: the same order of hosts. */
static void the_queue_is_sorted_by_score_then_hash(void)
{
    enum { QUEUED = 150 };
    static uint32_t order[2][QUEUED];
    begin();
    hosts.mark.hosts = QUEUED; /* the queue looks at no record */
    for (unsigned run = 0; run < 2; run++) {
        hosts_queue_begin(&hosts);
        for (uint32_t i = 0; i < QUEUED; i++) {
            uint32_t id = run ? (i * 7 + 3) % QUEUED : i, state = id;
            uint32_t hash = pseudo_random(&state);
            TEST_ASSERT_EQUAL_INT(0, hosts_queue_add(&hosts, id, hash, (uint8_t)(hash % 5 * 60)));
        }
        int more;
        while ((more = hosts_queue_sort(&hosts)) > 0)
            ;
        TEST_ASSERT_EQUAL_INT(0, more);
        TEST_ASSERT_EQUAL_UINT32(QUEUED, hosts.mark.queued);
        uint64_t last = 0;
        for (uint32_t i = 0; i < QUEUED; i++) {
            uint32_t state = order[run][i] = (uint32_t)hosts_queue_id(&hosts, i);
            uint32_t hash = pseudo_random(&state);
            uint64_t key = (uint64_t)(255 - hash % 5 * 60) << 32 | hash;
            TEST_ASSERT_TRUE(i == 0 || key > last);
            last = key;
        }
    }
    TEST_ASSERT_EQUAL_MEMORY(order[0], order[1], sizeof order[0]);
    TEST_ASSERT_EQUAL_INT32(STATUS_NOT_FOUND, hosts_queue_id(&hosts, QUEUED));
}

static void queues_of_all_small_lengths_are_sorted(void)
{
    for (uint32_t length = 0; length < 140; length += length < 3 || length > 120 ? 1 : 13) {
        begin();
        hosts.mark.hosts = 200;
        hosts_queue_begin(&hosts);
        for (uint32_t i = 0; i < length; i++)
            hosts_queue_add(&hosts, i, 0, (uint8_t)(i * 89));
        while (hosts_queue_sort(&hosts) > 0)
            ;
        for (uint32_t i = 1; i < length; i++) {
            uint8_t before = (uint8_t)(hosts_queue_id(&hosts, i - 1) * 89);
            TEST_ASSERT_TRUE((uint8_t)(hosts_queue_id(&hosts, i) * 89) <= before);
        }
    }
}

static void a_full_queue_takes_no_more(void)
{
    begin();
    hosts_queue_begin(&hosts);
    for (uint32_t i = 0; i < FIXTURE_QUEUE / 2 * 63; i++)
        TEST_ASSERT_EQUAL_INT(0, hosts_queue_add(&hosts, i, 0, 0));
    TEST_ASSERT_EQUAL_INT(STATUS_FULL, hosts_queue_add(&hosts, 0, 0, 0));
}

static void it_goes_on_from_a_mark(void)
{
    begin();
    for (unsigned i = 0; i < 9; i++)
        add(numbered(i));
    struct hosts_mark mark = hosts.mark;
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    add(numbered(9)); /* reaches the card or not: no mark knows of it */
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    fixture_boot(&fixture);
    TEST_ASSERT_EQUAL_INT(0, hosts_open(&hosts, &fixture.state, &mark));
    for (unsigned i = 0; i < 9; i++)
        TEST_ASSERT_EQUAL_INT32((int32_t)i, find(numbered(i)));
    TEST_ASSERT_EQUAL_INT32(STATUS_NOT_FOUND, find(numbered(9)));
    TEST_ASSERT_EQUAL_INT32(9, add(numbered(10)));
    TEST_ASSERT_EQUAL_INT32(10, add(numbered(9)));
    TEST_ASSERT_EQUAL_INT32(9, find(numbered(10)));
}

static void a_damaged_index_is_made_anew(void)
{
    begin();
    for (unsigned i = 0; i < 20; i++)
        add(numbered(i));
    state_flush(&fixture.state);
    struct hosts_mark mark = hosts.mark;
    fixture.sectors[fixture_at(STATE_INDEX, 0)][40] ^= 1;
    fixture.sectors[fixture_at(STATE_INDEX, 1)][40] ^= 1;
    fixture_boot(&fixture);
    hosts_open(&hosts, &fixture.state, &mark);
    TEST_ASSERT_EQUAL_INT32(STATUS_DAMAGED, find(numbered(3)));
    TEST_ASSERT_EQUAL_INT32(STATUS_DAMAGED, add("new.th"));
    int more;
    while ((more = hosts_prepare(&hosts)) > 0)
        ;
    TEST_ASSERT_EQUAL_INT(0, more);
    for (unsigned i = 0; i < 20; i++)
        TEST_ASSERT_EQUAL_INT32((int32_t)i, find(numbered(i)));
    TEST_ASSERT_EQUAL_INT32(20, add("new.th"));
}

static void a_damaged_record_is_lost_and_no_more(void)
{
    begin();
    for (unsigned i = 0; i < 6; i++) {
        add(numbered(i));
        state_flush(&fixture.state); /* each on its own: what was written last has a shadow */
    }
    struct hosts_mark mark = hosts.mark;
    fixture.sectors[fixture_at(STATE_HOSTS, 1)][3] ^= 1; /* hosts 2 and 3 */
    fixture_boot(&fixture);
    hosts_open(&hosts, &fixture.state, &mark);
    TEST_ASSERT_EQUAL_UINT8(HOST_LOST, read_host(2)->state);
    TEST_ASSERT_EQUAL_UINT8(HOST_LOST, read_host(3)->state);
    TEST_ASSERT_EQUAL_UINT32(2, hosts.lost);
    TEST_ASSERT_EQUAL_INT32(1, find(numbered(1)));
    TEST_ASSERT_EQUAL_INT32(4, find(numbered(4)));
    TEST_ASSERT_EQUAL_INT32(STATUS_NOT_FOUND, find(numbered(2)));
    TEST_ASSERT_EQUAL_INT32(6, add(numbered(2)));
}

/* Names invented to lie side by side in an index whose hash anybody can work out: every look-up becomes a
 * walk. */
static void no_names_can_be_invented_that_make_the_index_slow(void)
{
    static const uint32_t secret[KEYED_HASH_WORDS] = {0x1234567, 0x89abcdef};
    unsigned found = 0;
    begin();
    memcpy(hosts.mark.secret, secret, sizeof secret);
    for (uint32_t i = 0; found < 12; i++) {
        char name[] = "aaaaaaa.evil.example";
        for (uint32_t rest = i, at = 0; at < 7; at++, rest /= 26)
            name[at] = (char)('a' + rest % 26);
        if (hosts_hash(name, sizeof name - 1) % hosts.slots != 7)
            continue;
        found++;
        TEST_ASSERT_TRUE(add(name) >= 0);
    }
    unsigned neighbours = 0;
    TEST_ASSERT_EQUAL_INT(0, state_flush(&fixture.state));
    for (uint32_t slot = 7; slot < 7 + 12; slot++) {
        const uint8_t *at = fixture.sectors[fixture_at(STATE_INDEX, 0)] + (size_t)slot * 4;
        neighbours += at[0] != 0;
    }
    TEST_ASSERT_TRUE_MESSAGE(neighbours < 6, "they do not lie side by side");
}

SUITE(hosts)
{
    RUN_TEST(ids_follow_discovery);
    RUN_TEST(domains_are_at_home_as_the_marks_language_is);
    RUN_TEST(a_host_is_known_with_and_without_www);
    RUN_TEST(names_that_do_not_fit_are_refused_and_counted);
    RUN_TEST(a_full_table_refuses_and_still_finds);
    RUN_TEST(hosts_are_listed_by_state);
    RUN_TEST(labels_follow_the_quarter);
    RUN_TEST(the_location_vector_of_the_method);
    RUN_TEST(the_domain_vector_of_the_method);
    RUN_TEST(the_degree_vector_of_the_method);
    RUN_TEST(a_target_that_is_linked_twice_counts_once);
    RUN_TEST(a_recrawl_corrects_what_its_links_count);
    RUN_TEST(taking_back_what_never_counted_changes_nothing);
    RUN_TEST(the_best_degrees_stay_right_when_sources_go);
    RUN_TEST(one_application_at_a_time);
    RUN_TEST(the_list_can_be_read);
    RUN_TEST(a_full_edge_file_shortens_the_list);
    RUN_TEST(the_queue_is_sorted_by_score_then_hash);
    RUN_TEST(queues_of_all_small_lengths_are_sorted);
    RUN_TEST(a_full_queue_takes_no_more);
    RUN_TEST(it_goes_on_from_a_mark);
    RUN_TEST(a_damaged_index_is_made_anew);
    RUN_TEST(a_damaged_record_is_lost_and_no_more);
    RUN_TEST(no_names_can_be_invented_that_make_the_index_slow);
}
