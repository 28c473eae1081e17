/*
 * Power fails at every write of a small crawl's host graph, and each time what was committed is gone on with:
 * the end must be the same as without a cut.
 */
#include "hosts_fixture.h"

enum { SOURCES = 4, TARGETS = 9, LINKS = 5, SHOWN = SOURCES + TARGETS };

/* What is known of each host in the end, and the queue; without a cut, and with one. */
struct outcome {
    struct features features[SHOWN];
    uint8_t label[SHOWN];
    uint32_t edges[SHOWN];
    uint32_t queue_hash[TARGETS];
    uint32_t hosts, queued;
};
static struct outcome expected, found;

static char *name_of(unsigned number)
{
    static char name[] = "www.a0.co.th";
    name[4] = (char)(number < SOURCES ? 's' : 't');
    name[5] = (char)('0' + number);
    return name;
}

static int32_t id_of(unsigned number)
{
    return hosts_find(&hosts, name_of(number), strlen(name_of(number)));
}

/* Crawls a source: its targets are found and listed, it gets its label. `again`: other links, another
 * label. */
static int crawl(unsigned source, bool again)
{
    struct host *host;
    int32_t id = hosts_add(&hosts, name_of(source), strlen(name_of(source)), NULL);
    hosts_list_begin(&hosts);
    for (unsigned i = 0; id >= 0 && i < LINKS; i++) {
        unsigned target = SOURCES + (source * 3 + i * (again ? 2 : 1)) % TARGETS;
        int32_t found_id = hosts_add(&hosts, name_of(target), strlen(name_of(target)), NULL);
        int status = found_id < 0 ? found_id : hosts_list_add(&hosts, (uint32_t)found_id, 0);
        if (status < 0)
            return status;
    }
    int status = id < 0 ? id : hosts_list_end(&hosts, (uint32_t)id);
    if (status == 0)
        status = hosts_change(&hosts, (uint32_t)id, &host);
    if (status < 0)
        return status;
    host->country = (uint8_t)(source + again);
    host->state = HOST_DONE;
    host_label(host, 10, again ? 9 - source : source * 3);
    return 0;
}

static int apply(unsigned source, enum hosts_direction direction)
{
    int32_t id = id_of(source);
    int status = id < 0                               ? id
                 : hosts.mark.direction != HOSTS_IDLE ? 0
                                                      : hosts_apply(&hosts, (uint32_t)id, direction);
    if (status == 0)
        status = hosts_script_commit();
    return status;
}

static int make_queue(void)
{
    const struct host *host;
    hosts_queue_begin(&hosts);
    int status = hosts_script_commit();
    for (uint32_t id = 0; status == 0; id++) {
        status = hosts_next(&hosts, &id, 1u << HOST_KNOWN, &host);
        if (status == 0)
            status =
                hosts_queue_add(&hosts, id, host->hash, (uint8_t)host->by_tld[FEATURE_THAI][URL_TLD_HOME]);
    }
    if (status != STATUS_NOT_FOUND)
        return status;
    while ((status = hosts_queue_sort(&hosts)) > 0)
        ;
    return status;
}

/* One step of the crawl. Steps that take several commits go on when they are called again. 1: that was the
 * last. */
static int do_step(void)
{
    static const uint8_t phases = 5;
    unsigned source = script.step / phases % SOURCES;
    int status;
    if (script.step == SOURCES * phases)
        status = make_queue();
    else if (hosts.mark.direction != HOSTS_IDLE)
        status = hosts_apply_step(&hosts, 2);
    else
        switch (script.step % phases) {
        case 0: status = crawl(source, false); break;
        case 1: status = apply(source, HOSTS_APPLY); break;
        case 2: status = apply(source, HOSTS_UNAPPLY); break;
        case 3: status = crawl(source, true); break;
        default: status = apply(source, HOSTS_APPLY); break;
        }
    if (status < 0)
        return status;
    bool last = script.step == SOURCES * phases;
    if (hosts.mark.direction == HOSTS_IDLE && status == 0)
        script.step++;
    status = hosts_script_commit();
    return status < 0 ? status : last;
}

static void look(struct outcome *outcome)
{
    const struct host *host;
    memset(outcome, 0, sizeof *outcome);
    outcome->hosts = hosts.mark.hosts;
    outcome->queued = hosts.mark.queued;
    for (unsigned i = 0; i < SHOWN; i++) {
        int32_t id = id_of(i);
        if (id < 0)
            continue;
        TEST_ASSERT_EQUAL_INT(0, hosts_read(&hosts, (uint32_t)id, &host));
        TEST_ASSERT_EQUAL_STRING(name_of(i), host->name);
        host_features(host, &outcome->features[i]);
        outcome->label[i] = host->label;
        outcome->edges[i] = host->edges;
    }
    for (uint32_t i = 0; i < hosts.mark.queued; i++) {
        int32_t id = hosts_queue_id(&hosts, i);
        TEST_ASSERT_TRUE(id >= 0);
        TEST_ASSERT_EQUAL_INT(0, hosts_read(&hosts, (uint32_t)id, &host));
        outcome->queue_hash[i] = host->hash;
    }
    TEST_ASSERT_EQUAL_UINT32(0, hosts.lost);
}

/* The crawl proves something only if it has sources of both kinds and a queue. */
static void without_a_cut(void)
{
    TEST_ASSERT_EQUAL_INT(0, fixture_begin(&fixture));
    TEST_ASSERT_EQUAL_INT(1, hosts_script_run(do_step));
    look(&expected);
    TEST_ASSERT_EQUAL_UINT32(SHOWN, expected.hosts);
    TEST_ASSERT_EQUAL_UINT32(TARGETS, expected.queued);
    uint32_t thai = 0, foreign = 0;
    for (unsigned i = SOURCES; i < SHOWN; i++) {
        thai += features_sources(&expected.features[i], FEATURE_THAI);
        foreign += features_sources(&expected.features[i], FEATURE_FOREIGN);
    }
    TEST_ASSERT_EQUAL_UINT32_MESSAGE(SOURCES * LINKS, thai + foreign,
                                     "each link of the last lists counts once");
}

static void look_and_compare(void)
{
    look(&found);
    TEST_ASSERT_EQUAL_MEMORY(&expected, &found, sizeof found);
}

static void the_outcome_is_the_same_wherever_power_fails(void)
{
    hosts_script_cut_everywhere(do_step, fixture.writes, look_and_compare);
}

static void the_outcome_is_the_same_in_plain_memory(void)
{
    fixture_begin(&fixture);
    fixture_use_map(&fixture);
    TEST_ASSERT_EQUAL_INT(1, hosts_script_run(do_step));
    look_and_compare();
    TEST_ASSERT_EQUAL_UINT(0, fixture.writes);
}

SUITE(hosts_power)
{
    RUN_TEST(without_a_cut);
    RUN_TEST(the_outcome_is_the_same_wherever_power_fails);
    RUN_TEST(the_outcome_is_the_same_in_plain_memory);
}
