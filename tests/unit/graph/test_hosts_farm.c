/* A link farm: somebody with a domain of his own links to as many hosts of it as he can think of. */
#include "suite.h"
#include "base/status.h"
#include "graph/hosts/hosts.h"

enum { HOST_SECTORS = 60, INDEX_SECTORS = 16, CAPACITY = 120, DOMAIN_LIMIT = 16, LINES = 3 };

static uint8_t sectors[HOST_SECTORS + INDEX_SECTORS][STATE_SECTOR_BYTES];
static struct state_line lines[LINES];
static struct state_files files;
static struct state state;
static struct hosts hosts;

static uint8_t *sector_of(unsigned file, uint32_t sector)
{
    static uint8_t rest[STATE_SECTOR_BYTES]; /* of the shadow: nothing is cut here */
    return file == STATE_HOSTS   ? sectors[sector]
           : file == STATE_INDEX ? sectors[HOST_SECTORS + sector]
                                 : rest;
}

static int read_sector(void *context, unsigned file, uint32_t sector, void *bytes)
{
    (void)context;
    memcpy(bytes, sector_of(file, sector), STATE_SECTOR_BYTES);
    return 0;
}

static int write_sector(void *context, unsigned file, uint32_t sector, const void *bytes)
{
    (void)context;
    memcpy(sector_of(file, sector), bytes, STATE_SECTOR_BYTES);
    return 0;
}

static int sync_nothing(void *context)
{
    (void)context;
    return 0;
}

static void prepare(void)
{
    while (hosts_prepare(&hosts) > 0)
        ;
    TEST_ASSERT_TRUE(hosts.mark.index_ready);
}

static void begin(void)
{
    static const struct hosts_mark mark = {.secret = {0x1234567, 0x89abcdef}};
    memset(sectors, 0, sizeof sectors);
    files = (struct state_files){
        .sectors = {[STATE_CRAWL] = STATE_CRAWL_SECTORS,
                    [STATE_HOSTS] = HOST_SECTORS,
                    [STATE_INDEX] = INDEX_SECTORS},
        .read = read_sector,
        .write = write_sector,
        .sync = sync_nothing,
    };
    TEST_ASSERT_EQUAL_INT(0, state_open(&state, &files, lines, LINES));
    TEST_ASSERT_EQUAL_INT(0, hosts_open(&hosts, &state, &mark));
    TEST_ASSERT_EQUAL_UINT32(CAPACITY, hosts.capacity);
    prepare();
}

/* Host number n of a domain, or the nth domain: how many of `count` got in. */
static unsigned link_to(const char *domain, unsigned count, bool is_domain, bool by_target)
{
    unsigned taken = 0;
    for (unsigned i = 0; i < count; i++) {
        char name[40] = "h000.";
        for (unsigned at = 3, rest = i; at > 0; at--, rest /= 10)
            name[at] = (char)('0' + rest % 10);
        strcpy(name + (is_domain ? 4 : 5), domain);
        taken += hosts_add_linked(&hosts, name, strlen(name), by_target) >= 0;
    }
    return taken;
}

static void a_farm_gets_its_share_and_others_find_room(void)
{
    begin();
    TEST_ASSERT_EQUAL_INT32(STATUS_REFUSED, (link_to("farm.example", 900, false, false),
                                             hosts_add_linked(&hosts, "one.more.farm.example", 21, false)));
    TEST_ASSERT_EQUAL_UINT32(DOMAIN_LIMIT, hosts.mark.hosts);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(DOMAIN_LIMIT, link_to("other.example", 900, false, true),
                                   "a Thai farm, too");
    TEST_ASSERT_EQUAL_UINT(40, link_to("good.go.th", 40, true, false));
    TEST_ASSERT_EQUAL_UINT_MESSAGE(10, link_to("uni.ac.th", 10, false, false), "a domain with a few hosts");
    TEST_ASSERT_EQUAL_INT32_MESSAGE(0, hosts_find(&hosts, "h000.farm.example", 17), "known ones stay known");
}

static void one_with_many_domains_leaves_room_for_what_is_looked_for(void)
{
    begin();
    link_to("x.example", 900, true, false);
    TEST_ASSERT_EQUAL_UINT32(CAPACITY - CAPACITY / 16 - CAPACITY / 8, hosts.mark.hosts);
    TEST_ASSERT_EQUAL_INT32(STATUS_FULL, hosts_add_linked(&hosts, "bad.com", 7, false));
    TEST_ASSERT_TRUE(hosts_add_linked(&hosts, "good.go.th", 10, true) >= 0);
    link_to("y.th", 900, true, true);
    TEST_ASSERT_EQUAL_INT32(STATUS_FULL, hosts_add_linked(&hosts, "good.ac.th", 10, true));
    TEST_ASSERT_TRUE_MESSAGE(hosts_add(&hosts, "seed.th", 7, NULL) >= 0, "the operator still finds room");
}

static void a_new_index_counts_again(void)
{
    begin();
    TEST_ASSERT_EQUAL_UINT(DOMAIN_LIMIT, link_to("farm.example", 100, false, false));
    TEST_ASSERT_EQUAL_INT(0, state_flush(&state));
    hosts.mark.index_ready = 0;
    hosts.mark.prepared = 0;
    prepare();
    TEST_ASSERT_EQUAL_INT32(STATUS_REFUSED, hosts_add_linked(&hosts, "one.more.farm.example", 21, false));
    TEST_ASSERT_EQUAL_UINT(5, link_to("honest.example", 5, false, false));
}

SUITE(hosts_farm)
{
    RUN_TEST(a_farm_gets_its_share_and_others_find_room);
    RUN_TEST(one_with_many_domains_leaves_room_for_what_is_looked_for);
    RUN_TEST(a_new_index_counts_again);
}
