/* A full table: hosts that were never visited give way to newcomers with as much behind them, wherever
 * power fails. */
#include "hosts_fixture.h"

enum {
    CAPACITY = FIXTURE_HOSTS * 2,
    OPEN = CAPACITY - CAPACITY / 16 - CAPACITY / 8, /* what is not kept for target sites' links and seeds */
    FOR_LINKS = CAPACITY - CAPACITY / 16,
    A_LIST = 16, /* hosts that the links of one site may replace */
    FARM_DOMAINS = 300,
    FARM_HOSTS = 10, /* of each */
    GOOD = 6,
};

static char *number_into(char *at, unsigned number)
{
    for (unsigned i = 4; i > 0; i--, number /= 10)
        at[i - 1] = (char)('0' + number % 10);
    return at + 4;
}

static const char *farm_name(unsigned number)
{
    static char name[] = "h0000.d0000.example";
    number_into(name + 1, number / FARM_DOMAINS);
    number_into(name + 7, number % FARM_DOMAINS);
    return name;
}

static const char *good_name(unsigned number)
{
    static char name[] = "good0000.th";
    number_into(name + 4, number);
    return name;
}

static int32_t find(const char *name)
{
    return hosts_find(&hosts, name, strlen(name));
}

static int prepare(void)
{
    int status;
    while ((status = hosts_prepare(&hosts)) > 0)
        ;
    return status;
}

static void begin(void)
{
    static const struct hosts_mark mark = {.secret = {0x1234567, 0x89abcdef}};
    TEST_ASSERT_EQUAL_INT(0, fixture_begin(&fixture));
    TEST_ASSERT_EQUAL_INT(0, hosts_open(&hosts, &fixture.state, &mark));
    TEST_ASSERT_EQUAL_INT(0, prepare());
    TEST_ASSERT_EQUAL_UINT32(CAPACITY, hosts.capacity);
}

/* As the crawler does: an index that is full of hosts that gave way is made anew, and the look-up done
 * again. */
static int32_t link_to(const char *name, bool by_target)
{
    int32_t id = hosts_add_linked(&hosts, name, strlen(name), by_target);
    if (id != STATUS_DAMAGED || hosts.mark.index_ready)
        return id;
    int status = prepare();
    return status < 0 ? status : hosts_add_linked(&hosts, name, strlen(name), by_target);
}

static struct host *record(int32_t id)
{
    struct host *host;
    TEST_ASSERT_TRUE(id >= 0);
    TEST_ASSERT_EQUAL_INT(0, hosts_change(&hosts, (uint32_t)id, &host));
    return host;
}

static int32_t add_seed(const char *name)
{
    int32_t id = hosts_add(&hosts, name, strlen(name), NULL);
    record(id)->flags |= HOST_SEED;
    return id;
}

/* The site is done: its links count. */
static void end_list(int32_t source, bool is_target)
{
    TEST_ASSERT_EQUAL_INT(0, hosts_list_end(&hosts, (uint32_t)source));
    struct host *host = record(source);
    host->state = HOST_DONE;
    host_label(host, 10, is_target ? 10 : 0);
    TEST_ASSERT_EQUAL_INT(0, hosts_apply(&hosts, (uint32_t)source, HOSTS_APPLY));
    while (hosts_apply_step(&hosts, 32) > 0)
        ;
}

/* A site that links to farm hosts from `first` on: how many got in. */
static unsigned crawl_farm(int32_t source, unsigned first, unsigned count, bool is_target)
{
    unsigned taken = 0;
    hosts_list_begin(&hosts);
    for (unsigned i = first; i < first + count; i++) {
        int32_t id = link_to(farm_name(i), is_target);
        taken += id >= 0 && hosts_list_add(&hosts, (uint32_t)id, 0) == 0;
        TEST_ASSERT_TRUE(id >= 0 || id == STATUS_FULL || id == STATUS_REFUSED);
    }
    end_list(source, is_target);
    return taken;
}

static unsigned sources_of(int32_t id)
{
    struct features features;
    host_features(record(id), &features);
    return features_sources(&features, FEATURE_THAI) + features_sources(&features, FEATURE_FOREIGN);
}

/* Every host is found by its name, at its own place, and none is in the table twice. */
static void look_at_all(void)
{
    const struct host *host;
    char name[HOST_NAME_SIZE];
    for (uint32_t id = 0; id < hosts.mark.hosts; id++) {
        TEST_ASSERT_EQUAL_INT(0, hosts_read(&hosts, id, &host));
        memcpy(name, host->name, sizeof name);
        int32_t found = find(name);
        if (found == STATUS_DAMAGED && !hosts.mark.index_ready)
            found = prepare() < 0 ? STATUS_DAMAGED : find(name);
        TEST_ASSERT_EQUAL_INT32_MESSAGE((int32_t)id, found, name);
    }
}

static void a_farm_of_three_thousand_hosts_leaves_room_for_good_sites(void)
{
    begin();
    int32_t farm = add_seed("farm.example"), good = add_seed("directory.th");
    for (unsigned at = 0; at < FARM_DOMAINS * FARM_HOSTS; at += 500)
        TEST_ASSERT_GREATER_THAN_UINT(0, crawl_farm(farm, at, 500, false));
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(OPEN, hosts.mark.hosts, "the kept parts are kept");
    unsigned taken = 0;
    hosts_list_begin(&hosts);
    for (unsigned i = 0; i < GOOD; i++)
        taken += hosts_list_add(&hosts, (uint32_t)link_to(good_name(i), false), 0) == 0;
    end_list(good, false);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(GOOD, taken, "as little behind them as the farm's, and newer");
    look_at_all();
    TEST_ASSERT_EQUAL_UINT(1, sources_of(find(good_name(0))));
}

static void a_farm_of_target_sites_leaves_room_as_well(void)
{
    begin();
    int32_t farm = add_seed("farm.th"), good = add_seed("directory.th");
    for (unsigned at = 0; at < FARM_DOMAINS * FARM_HOSTS; at += 500)
        crawl_farm(farm, at, 500, true);
    TEST_ASSERT_EQUAL_UINT32(FOR_LINKS, hosts.mark.hosts);
    TEST_ASSERT_EQUAL_INT32_MESSAGE(STATUS_FULL, link_to("foreign.com", false),
                                    "less behind it than any other");
    hosts_list_begin(&hosts);
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_EQUAL_INT(0, hosts_list_add(&hosts, (uint32_t)link_to(good_name(i), true), 0));
    end_list(good, true);
    crawl_farm(farm, 3, 500, false);
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_TRUE_MESSAGE(find(good_name(i)) >= 0, "links of other sites do not push them out");
    look_at_all();
}

static void the_links_of_one_site_replace_a_part_of_the_table(void)
{
    begin();
    int32_t farm = add_seed("farm.example");
    crawl_farm(farm, 0, 500, false);
    TEST_ASSERT_EQUAL_UINT(A_LIST, crawl_farm(farm, 500, 500, false));
}

static void seeds_and_whoever_was_visited_stay(void)
{
    static const uint8_t states[] = {HOST_ACTIVE, HOST_DONE, HOST_SKIPPED};
    begin();
    int32_t farm = add_seed("farm.example"), moved = add_seed("moved.th");
    record(moved)->flags = HOST_MOVED;
    for (unsigned i = 0; i < sizeof states; i++)
        record(link_to(good_name(i), false))->state = states[i];
    int32_t failed = link_to("failed.th", false);
    record(failed)->state = HOST_DEAD;
    record(failed)->crawled_at = 1;
    for (unsigned at = 0; at < 5000; at += 100)
        crawl_farm(farm, at, 100, true);
    for (unsigned i = 0; i < sizeof states; i++)
        TEST_ASSERT_TRUE(find(good_name(i)) >= 0);
    TEST_ASSERT_TRUE(find("farm.example") >= 0 && find("moved.th") >= 0 && find("failed.th") >= 0);
}

static void a_seed_always_finds_room_while_somebody_was_not_visited(void)
{
    begin();
    int32_t farm = add_seed("farm.th");
    crawl_farm(farm, 0, 500, true);
    for (unsigned i = 0; i < GOOD; i++)
        add_seed(good_name(i));
    TEST_ASSERT_EQUAL_UINT32(CAPACITY, hosts.mark.hosts);
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_TRUE(find(good_name(i)) >= 0);
    look_at_all();
}

static void who_has_more_behind_it_stays(void)
{
    begin();
    int32_t farm = add_seed("farm.example"), good = add_seed("directory.th");
    hosts_list_begin(&hosts);
    TEST_ASSERT_EQUAL_INT(0, hosts_list_add(&hosts, (uint32_t)link_to("known.th", true), 0));
    end_list(good, true);
    for (unsigned at = 0; at < 5000; at += 100)
        crawl_farm(farm, at, 100, false);
    TEST_ASSERT_TRUE(find("known.th") >= 0);
    TEST_ASSERT_EQUAL_UINT(1, sources_of(find("known.th")));
}

/* The list of a site means whoever had the record then. */
static void an_older_list_takes_nothing_from_a_newcomer(void)
{
    begin();
    int32_t farm = add_seed("farm.example"), good = add_seed("directory.th");
    crawl_farm(farm, 0, 500, false);
    hosts_list_begin(&hosts);
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_EQUAL_INT(0, hosts_list_add(&hosts, (uint32_t)link_to(good_name(i), false), 0));
    end_list(good, false);
    TEST_ASSERT_EQUAL_INT(0, hosts_apply(&hosts, (uint32_t)farm, HOSTS_UNAPPLY));
    while (hosts_apply_step(&hosts, 32) > 0)
        ;
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_EQUAL_UINT(1, sources_of(find(good_name(i))));
    TEST_ASSERT_EQUAL_INT(0, hosts_apply(&hosts, (uint32_t)good, HOSTS_UNAPPLY));
    while (hosts_apply_step(&hosts, 32) > 0)
        ;
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_EQUAL_UINT_MESSAGE(0, sources_of(find(good_name(i))), "its own list does");
}

/* ---- Power ---- */

enum { FARM_STEPS = 3, STEPS = FARM_STEPS + 1 };

/* Step n: the farm's next list; the last is the good site's. */
static int list_targets(int32_t source)
{
    bool is_good = script.step == FARM_STEPS;
    hosts_list_begin(&hosts);
    for (unsigned i = 0; i < (is_good ? GOOD : 30); i++) {
        const char *name = is_good ? good_name(i) : farm_name(script.step * 30 + i);
        int32_t id = hosts_add_linked(&hosts, name, strlen(name), false);
        int status = id < 0 ? id : hosts_list_add(&hosts, (uint32_t)id, 0);
        if (status < 0 && status != STATUS_FULL)
            return status;
    }
    return hosts_list_end(&hosts, (uint32_t)source);
}

static int do_step(void)
{
    const char *name = script.step == FARM_STEPS ? "directory.th" : "farm.example";
    struct host *host;
    if (script.step == STEPS)
        return 1;
    if (hosts.mark.direction == HOSTS_IDLE) {
        int32_t source = hosts_add(&hosts, name, strlen(name), NULL);
        int status = source < 0 ? source : hosts_change(&hosts, (uint32_t)source, &host);
        if (status < 0)
            return status;
        host->state = HOST_DONE;
        host_label(host, 10, 0);
        status = list_targets(source);
        if (status == 0)
            status = hosts_apply(&hosts, (uint32_t)source, HOSTS_APPLY);
        if (status == 0)
            status = hosts_script_commit();
        if (status < 0)
            return status;
    }
    int status = hosts_apply_step(&hosts, 4);
    script.step += status == 0;
    return status < 0 ? status : hosts_script_commit();
}

static void look_at_the_outcome(void)
{
    look_at_all();
    for (unsigned i = 0; i < GOOD; i++)
        TEST_ASSERT_EQUAL_UINT(1, sources_of(find(good_name(i))));
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(OPEN + 1, hosts.mark.hosts, "the good site is a seed");
    TEST_ASSERT_EQUAL_UINT32(0, hosts.lost);
}

static void nothing_is_lost_or_there_twice_wherever_power_fails(void)
{
    fixture_begin(&fixture);
    TEST_ASSERT_EQUAL_INT(1, hosts_script_run(do_step));
    look_at_the_outcome();
    hosts_script_cut_everywhere(do_step, fixture.writes, look_at_the_outcome);
}

SUITE(hosts_replace)
{
    RUN_TEST(a_farm_of_three_thousand_hosts_leaves_room_for_good_sites);
    RUN_TEST(a_farm_of_target_sites_leaves_room_as_well);
    RUN_TEST(the_links_of_one_site_replace_a_part_of_the_table);
    RUN_TEST(seeds_and_whoever_was_visited_stay);
    RUN_TEST(a_seed_always_finds_room_while_somebody_was_not_visited);
    RUN_TEST(who_has_more_behind_it_stays);
    RUN_TEST(an_older_list_takes_nothing_from_a_newcomer);
    RUN_TEST(nothing_is_lost_or_there_twice_wherever_power_fails);
}
