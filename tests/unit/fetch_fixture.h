/* What the suites about fetching share: a network by script. */
#ifndef CRAWLBOX_UNIT_FETCH_FIXTURE_H
#define CRAWLBOX_UNIT_FETCH_FIXTURE_H

#include "suite.h"
#include "base/status.h"
#include "fetch/fetch.h"

/* A network of one server, by script: each connection answers with the next text, in pieces of `step`
 * bytes. */
enum { PUBLIC_ADDRESS = 0x01010101, FOREVER = 1000000 };

static struct {
    const char *const *answers; /* one a connection; NULL behind the last: refused */
    unsigned connection;
    size_t sent;      /* bytes of the present answer that were read */
    size_t step;      /* bytes a read */
    uint32_t read_ms; /* time that each read takes */
    uint32_t write_ms;
    uint32_t clock_ms;
    uint32_t address;
    uint32_t own_address;  /* of a machine beside the box */
    bool gives_no_address; /* resolving leaves what was there */
    int resolve_status, connect_status, secure_status, write_status, read_status;
    const char *flaw; /* of its certificate */
    bool open;
    bool stays_open; /* after the answer: the server waits for the next request */
    uint16_t port;
    char host[64];
    char request[FETCH_BUFFER_BYTES];
    unsigned resolves, connects, secures, closes;
    unsigned lends, reclaims;
    size_t stays_free; /* of the page's memory, as the last request said */
    unsigned aheads;
    uint32_t ahead_address; /* of the last of these */
} net;

static inline int net_resolve(void *context, const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)context, (void)timeout_ms;
    net.resolves++;
    strncpy(net.host, host, sizeof net.host - 1);
    if (!net.gives_no_address)
        *address = net.address;
    return net.resolve_status;
}

static inline int net_connect(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    (void)context, (void)timeout_ms;
    TEST_ASSERT_EQUAL_HEX32(net.address, address);
    TEST_ASSERT_FALSE_MESSAGE(net.open, "two connections at a time");
    net.connects++;
    net.port = port;
    net.sent = 0;
    if (net.connect_status != STATUS_OK)
        return net.connect_status;
    net.open = true;
    return STATUS_OK;
}

static inline int net_secure(void *context, const char *host, uint32_t timeout_ms, const char **flaw)
{
    (void)context, (void)host, (void)timeout_ms;
    net.secures++;
    *flaw = net.flaw;
    return net.secure_status;
}

static inline int net_write(void *context, const void *bytes, size_t count, uint32_t timeout_ms)
{
    (void)context, (void)timeout_ms;
    TEST_ASSERT_TRUE(net.open);
    TEST_ASSERT_EQUAL_MESSAGE(net.reclaims + 1, net.lends,
                              "a request leaves when there is room for its answer");
    TEST_ASSERT_TRUE(count < sizeof net.request);
    memcpy(net.request, bytes, count);
    net.request[count] = '\0';
    net.clock_ms += net.write_ms;
    return net.write_status;
}

static inline int net_read(void *context, void *to, size_t size, uint32_t timeout_ms)
{
    (void)context;
    TEST_ASSERT_TRUE(net.open);
    if (net.read_ms > timeout_ms) {
        net.clock_ms += timeout_ms;
        return STATUS_TIMEOUT;
    }
    net.clock_ms += net.read_ms;
    const char *answer = net.answers[net.connection];
    size_t left = strlen(answer) - net.sent;
    if (left == 0 && net.read_status != STATUS_OK)
        return net.read_status;
    if (left == 0 && net.stays_open) {
        net.clock_ms += timeout_ms;
        return STATUS_TIMEOUT;
    }
    size_t count = left < net.step ? left : net.step;
    count = count < size ? count : size;
    memcpy(to, answer + net.sent, count);
    net.sent += count;
    return (int)count;
}

static inline void net_close(void *context)
{
    (void)context;
    if (net.open)
        net.connection++;
    net.open = false;
    net.closes++;
}

static inline uint32_t net_now(void *context)
{
    (void)context;
    return net.clock_ms;
}

static inline bool net_is_own(void *context, uint32_t address)
{
    (void)context;
    return net.own_address != 0 && address == net.own_address;
}

static inline void net_lend(void *context, size_t stay_free)
{
    (void)context;
    TEST_ASSERT_TRUE(net.open);
    net.lends++;
    net.stays_free = stay_free;
}

static inline void net_reclaim(void *context)
{
    (void)context;
    net.reclaims++;
}

static inline void net_ahead(void *context, uint32_t address, uint16_t port)
{
    (void)context, (void)port;
    net.aheads++;
    net.ahead_address = address;
}

static const struct fetch_port network = {
    .resolve = net_resolve,
    .connect = net_connect,
    .secure = net_secure,
    .write = net_write,
    .read = net_read,
    .close = net_close,
    .now_ms = net_now,
    .is_own = net_is_own,
    .lend = net_lend,
    .reclaim = net_reclaim,
    .ahead = net_ahead,
};

static inline void network_begin(const char *const *answers)
{
    memset(&net, 0, sizeof net);
    net.answers = answers;
    net.step = FOREVER;
    net.address = PUBLIC_ADDRESS;
}

#endif
