/* When the network's port (drivers/tls/network.c) takes the line for cut: fakes stand in for TCP and TLS. */
#include "suite.h"

#include "base/status.h"
#include "fetch/fetch.h"
#include "fetch/http/fetch_status.h"
#include "port/clock.h"
#include "port/entropy.h"
#include "port/net.h"
#include "port/network.h"
#include "port/page_arena.h"
#include "tls/tls_roots.h"
#include "tls/tls_sessions.h"
#include "tls/tls_stream.h"

enum {
    SERVER = 1,
    TRIES = 4, /* of a page, with the default settings */
    WAIT_MS = 20000,
};

static struct {
    int open, handshake, read, write; /* what these calls say */
} line_says;

int tcp_stream_open(struct tcp_stream *stream, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    (void)stream, (void)address, (void)port, (void)timeout_ms;
    return line_says.open;
}

int tcp_stream_read(struct tcp_stream *stream, void *to, size_t size, uint32_t timeout_ms)
{
    (void)stream, (void)to, (void)size, (void)timeout_ms;
    return line_says.read;
}

int tcp_stream_write(struct tcp_stream *stream, const void *from, size_t count, uint32_t timeout_ms)
{
    (void)stream, (void)from, (void)count, (void)timeout_ms;
    return line_says.write;
}

void tcp_stream_ahead(uint32_t address, uint16_t port)
{
    (void)address, (void)port;
}

void tcp_stream_lend(struct tcp_stream *stream, void *memory, size_t bytes)
{
    (void)stream, (void)memory, (void)bytes;
}

void tcp_stream_close(struct tcp_stream *stream)
{
    (void)stream;
}

int tls_stream_open(struct tls_stream *tls, struct tcp_stream *tcp, const char *host, enum tls_mode mode,
                    uint32_t timeout_ms)
{
    (void)tls, (void)tcp, (void)host, (void)mode, (void)timeout_ms;
    return line_says.handshake;
}

int tls_stream_read(struct tls_stream *tls, void *to, size_t size, uint32_t timeout_ms)
{
    return tcp_stream_read(tls->tcp, to, size, timeout_ms);
}

int tls_stream_write(struct tls_stream *tls, const void *from, size_t count, uint32_t timeout_ms)
{
    return tcp_stream_write(tls->tcp, from, count, timeout_ms);
}

void tls_stream_close(struct tls_stream *tls)
{
    (void)tls;
}

const char *tls_flaw_text(uint32_t certificate_flaws)
{
    (void)certificate_flaws;
    return "";
}

void tls_roots_use(const struct roots *roots)
{
    (void)roots;
}

void tls_sessions_mounted(const struct store_port *port)
{
    (void)port;
}

void tls_sessions_gone(void)
{
}

int net_resolve(const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)host, (void)timeout_ms;
    *address = SERVER;
    return STATUS_OK;
}

int net_locate(const char *host, uint32_t *address, uint32_t timeout_ms)
{
    return net_resolve(host, address, timeout_ms);
}

void net_ask(const char *host)
{
    (void)host;
}

bool net_is_own(uint32_t address)
{
    (void)address;
    return false;
}

uint64_t net_utc_ms(void)
{
    return 1;
}

uint32_t clock_ms_short(void)
{
    return 0;
}

bool entropy_is_ready(void)
{
    return true;
}

void page_arena_begin(void)
{
}

void *page_arena_take(size_t bytes)
{
    (void)bytes;
    return NULL;
}

void page_arena_give(void *piece)
{
    (void)piece;
}

size_t page_arena_largest(void)
{
    return 0;
}

/* A server has answered, and its connection stands. */
static void begin(void)
{
    memset(&line_says, 0, sizeof line_says);
    TEST_ASSERT_EQUAL(STATUS_OK, network.connect(network.context, SERVER, 443, WAIT_MS));
    TEST_ASSERT_TRUE(network_reaches_out());
}

/* From now on nobody answers. */
static void cut_the_line(void)
{
    line_says.open = line_says.handshake = line_says.read = line_says.write = STATUS_TIMEOUT;
}

/* Tries of a page that do not come further than to the server's door. */
static void try_to_connect(unsigned times)
{
    while (times-- > 0)
        TEST_ASSERT_EQUAL(STATUS_TIMEOUT, network.connect(network.context, SERVER, 443, WAIT_MS));
}

static void a_cut_during_a_handshake_blames_no_server(void)
{
    const char *flaw;
    begin();
    cut_the_line();
    TEST_ASSERT_EQUAL(FETCH_CONNECT_TIMEOUT, network.secure(network.context, "a.th", WAIT_MS, &flaw));
    try_to_connect(TRIES - 1);
    TEST_ASSERT_FALSE(network_reaches_out());
}

static void a_cut_during_an_answer_blames_no_server(void)
{
    char byte;
    begin();
    cut_the_line();
    TEST_ASSERT_EQUAL(STATUS_TIMEOUT, network.read(network.context, &byte, 1, WAIT_MS));
    try_to_connect(TRIES - 1);
    TEST_ASSERT_FALSE(network_reaches_out());
}

static void a_cut_during_a_request_blames_no_server(void)
{
    begin();
    cut_the_line();
    TEST_ASSERT_EQUAL(STATUS_TIMEOUT, network.write(network.context, "G", 1, WAIT_MS));
    try_to_connect(TRIES - 1);
    TEST_ASSERT_FALSE(network_reaches_out());
}

static void a_dead_server_is_no_cut_line(void)
{
    begin();
    line_says.handshake = STATUS_TIMEOUT;
    for (unsigned i = 0; i < 2 * TRIES; i++) {
        const char *flaw;
        TEST_ASSERT_EQUAL(STATUS_OK, network.connect(network.context, SERVER, 443, WAIT_MS));
        TEST_ASSERT_EQUAL(FETCH_CONNECT_TIMEOUT, network.secure(network.context, "a.th", WAIT_MS, &flaw));
    }
    TEST_ASSERT_TRUE(network_reaches_out());
}

SUITE(network)
{
    RUN_TEST(a_cut_during_a_handshake_blames_no_server);
    RUN_TEST(a_cut_during_an_answer_blames_no_server);
    RUN_TEST(a_cut_during_a_request_blames_no_server);
    RUN_TEST(a_dead_server_is_no_cut_line);
}
