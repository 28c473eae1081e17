#include "tls/net_test.h"

#include <string.h>

#include "base/format.h"
#include "base/status.h"
#include "port/clock.h"
#include "port/crawler.h"
#include "port/net.h"
#include "port/page_arena.h"
#include "port/tcp_stream.h"
#include "tls/tls_stream.h"
#include "ui/console/console.h"
#include "ui/console/tables.h"

enum { TEST_TIMEOUT_MS = 15000, HTTP_PORT = 80, HTTPS_PORT = 443, PORT_MAX = 65535 };

/* Cuts ":PORT" off the host and returns it. HTTP_PORT if there is none, STATUS_INVALID if it is no port. */
static int cut_port_off(char *host)
{
    char *colon = strchr(host, ':');
    if (colon == NULL)
        return HTTP_PORT;
    *colon = '\0';
    long port = 0;
    for (const char *digit = colon + 1; *digit != '\0'; digit++) {
        port = *digit >= '0' && *digit <= '9' && port <= PORT_MAX ? port * 10 + (*digit - '0') : PORT_MAX + 1;
        if (port > PORT_MAX)
            return STATUS_INVALID;
    }
    return port > 0 ? (int)port : STATUS_INVALID;
}

/* What `net test` finds out, step by step. The steps are done by the task `crawler`. */
enum step { STEP_RESOLVE, STEP_CONNECT, STEP_ENCRYPT, STEP_DONE };

struct net_test {
    const char *host;
    uint16_t port;
    enum step step; /* the one that failed */
    uint32_t address;
    uint32_t took_ms[STEP_DONE];
    uint32_t worked_us; /* how long the processor worked for the last step */
    uint32_t certificate_flaws;
    uint32_t arena_peak;
};

/* Makes a handshake that goes on with a bad certificate, so that the operator sees what is wrong with it. */
static int test_tls(struct net_test *test, struct tcp_stream *stream)
{
    struct tls_stream tls;
    page_arena_begin();
    int status = tls_stream_open(&tls, stream, test->host, TLS_RECORD_ONLY, TEST_TIMEOUT_MS);
    test->certificate_flaws = tls.certificate_flaws;
    test->arena_peak = page_arena_peak();
    tls_stream_close(&tls);
    page_arena_end();
    return status;
}

static int test_step(struct net_test *test, struct tcp_stream *stream)
{
    switch (test->step) {
    case STEP_RESOLVE: return net_resolve(test->host, &test->address, TEST_TIMEOUT_MS);
    case STEP_CONNECT: return tcp_stream_open(stream, test->address, test->port, TEST_TIMEOUT_MS);
    default: return test_tls(test, stream);
    }
}

/* Runs in the crawler's task. */
static int run_test(void *context)
{
    struct net_test *test = context;
    struct tcp_stream stream = {0};
    int status = STATUS_OK;
    session_end_connection(console_session()); /* there is one arena, so there is one connection at a time */
    int last = test->port == HTTPS_PORT ? STEP_ENCRYPT : STEP_CONNECT;
    for (test->step = STEP_RESOLVE; status == STATUS_OK && (int)test->step <= last;) {
        uint32_t started_ms = clock_ms_short(), started_us = clock_work_us();
        status = test_step(test, &stream);
        test->took_ms[test->step] = clock_ms_short() - started_ms;
        test->worked_us = clock_work_us() - started_us;
        if (status == STATUS_OK)
            test->step++;
    }
    tcp_stream_close(&stream);
    return status;
}

static const char *advice_after(enum step step)
{
    switch (step) {
    case STEP_RESOLVE: return PACKED("Is the name right, and does `net` show a name server?");
    case STEP_CONNECT: return PACKED("A firewall may be in the way, or nobody listens there.");
    default:
        return PACKED(
            "The host offers no TLS 1.2 that the box can speak, or there is no ENTROPY.BIN on the card.");
    }
}

int net_test(char *host)
{
    int port = cut_port_off(host);
    if (port < 0)
        return STATUS_INVALID;
    struct net_test test = {.host = host, .port = (uint16_t)port};
    int status = crawler_do(run_test, &test);
    if (test.step > STEP_RESOLVE) {
        console_fact_address("address", test.address);
        console_number(PACKED("found after"), test.took_ms[STEP_RESOLVE], "ms");
    }
    if (test.step > STEP_CONNECT)
        console_number(PACKED("connected after"), test.took_ms[STEP_CONNECT], "ms");
    if (test.step > STEP_ENCRYPT) {
        console_number(PACKED("encrypted after"), test.took_ms[STEP_ENCRYPT], "ms");
        console_number("work", test.worked_us, "us");
        console_fact("certificate", "%s", tls_flaw_text(test.certificate_flaws));
        console_fact("arena peak", "%lu", (unsigned long)test.arena_peak);
    }
    if (status == STATUS_BUSY)
        console_print("the crawler is busy: try again, or stop it first\n");
    else if (status != STATUS_OK)
        console_print("%s: %s. %s\n", host, status_text(status), advice_after(test.step));
    return STATUS_OK;
}
