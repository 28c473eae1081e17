/* The network's port (port/network.h) over TCP and mbedTLS. */
#include "port/network.h"

#include "mbedtls/ssl.h"

#include "base/status.h"
#include "fetch/fetch.h"
#include "fetch/reach.h"
#include "port/clock.h"
#include "port/entropy.h"
#include "port/net.h"
#include "port/page_arena.h"
#include "port/tcp_stream.h"
#include "tls/tls_roots.h"
#include "tls/tls_sessions.h"
#include "tls/tls_stream.h"

enum {
    KNOWN_PORT = 80, /* where a known server is asked whether it is there: a refusal is an answer, too */
    KNOWN_MS = 5000,
    LENT_LEAST = 4096, /* lending less is not worth it: a stream has memory for two segments of its own */
};

static struct {
    struct tcp_stream tcp;
    struct tls_stream tls; /* tls.state is NULL without TLS */
    void *lent;            /* the part of the page arena that holds arriving bytes; NULL: none */
    enum network_tls mode;
    bool without_time;
    struct reach reach;
} line;

void network_use_tls(enum network_tls mode, bool without_time)
{
    line.mode = mode;
    line.without_time = without_time;
}

void network_trust(const struct roots *roots)
{
    tls_roots_use(roots);
}

void network_keep_sessions(const struct store_port *card)
{
    if (card != NULL)
        tls_sessions_mounted(card);
    else
        tls_sessions_gone();
}

static int note_answer(int status)
{
    if (status != STATUS_OK && status != STATUS_CALLED_OFF)
        reach_silence(&line.reach);
    return status;
}

/* A server that took the connection may be gone, too: in its handshake, or while the connection is kept. */
static int note_time_out(int status)
{
    if (status == STATUS_TIMEOUT)
        reach_silence(&line.reach);
    return status;
}

static int resolve_host(void *context, const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)context;
    return note_answer(net_resolve(host, address, timeout_ms));
}

static int locate_host(void *context, const char *host, uint32_t *address, uint32_t timeout_ms)
{
    (void)context;
    return note_answer(net_locate(host, address, timeout_ms));
}

/* Opens a connection, and notes whether the server was there. */
static int open_and_note_reach(struct tcp_stream *tcp, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    int status = tcp_stream_open(tcp, address, port, timeout_ms);
    if (status == STATUS_OK || status == STATUS_REFUSED)
        reach_heard(&line.reach, address, clock_ms_short());
    else if (status != STATUS_CALLED_OFF)
        reach_silence(&line.reach);
    return status;
}

bool network_reaches_out(void)
{
    struct tcp_stream tcp;
    for (unsigned i = 0; reach_state(&line.reach, clock_ms_short()) == REACH_DOUBTED; i++) {
        if (i == REACH_SERVERS || line.reach.server[i] == 0) {
            reach_cut(&line.reach, clock_ms_short());
        } else {
            int status = open_and_note_reach(&tcp, line.reach.server[i], KNOWN_PORT, KNOWN_MS);
            tcp_stream_close(&tcp);
            if (status == STATUS_CALLED_OFF) /* that says nothing about the line */
                break;
        }
    }
    return !line.reach.is_cut;
}

static int open_connection(void *context, uint32_t address, uint16_t port, uint32_t timeout_ms)
{
    (void)context;
    page_arena_begin();
    return open_and_note_reach(&line.tcp, address, port, timeout_ms);
}

static void open_ahead(void *context, uint32_t address, uint16_t port)
{
    (void)context;
    tcp_stream_ahead(address, port);
}

static void ask_for_name(void *context, const char *host)
{
    (void)context;
    net_ask(host);
}

static int flaw_status(uint32_t flaws)
{
    if (flaws & (MBEDTLS_X509_BADCERT_EXPIRED | MBEDTLS_X509_BADCERT_FUTURE))
        return FETCH_TLS_DATE;
    if (flaws & MBEDTLS_X509_BADCERT_CN_MISMATCH)
        return FETCH_TLS_NAME;
    return flaws & MBEDTLS_X509_BADCERT_NOT_TRUSTED ? FETCH_TLS_UNTRUSTED : FETCH_TLS_CERTIFICATE;
}

/* Both sides have TLS, and do not agree. A server that refuses tells no more than the kind of its reason. */
static int disagreement_status(const struct tls_stream *tls)
{
    switch (tls->alert) {
    case 0:
        return tls->library_error == MBEDTLS_ERR_SSL_BAD_PROTOCOL_VERSION ? FETCH_TLS_VERSION
                                                                          : FETCH_TLS_CHOICE;
    case MBEDTLS_SSL_ALERT_MSG_PROTOCOL_VERSION: return FETCH_TLS_VERSION;
    case MBEDTLS_SSL_ALERT_MSG_HANDSHAKE_FAILURE:
    case MBEDTLS_SSL_ALERT_MSG_INSUFFICIENT_SECURITY: return FETCH_TLS_HANDSHAKE;
    case MBEDTLS_SSL_ALERT_MSG_UNRECOGNIZED_NAME: return FETCH_TLS_NO_HOST;
    default: return FETCH_TLS;
    }
}

static int make_handshake(const char *host, uint32_t timeout_ms)
{
    enum tls_mode mode = line.mode == NETWORK_TLS_RECORD_ONLY ? TLS_RECORD_ONLY : TLS_VERIFY;
    switch (note_time_out(tls_stream_open(&line.tls, &line.tcp, host, mode, timeout_ms))) {
    case STATUS_OK: return 0;
    case STATUS_REFUSED: return flaw_status(line.tls.certificate_flaws);
    case STATUS_FULL: return FETCH_TLS_MEMORY;
    case STATUS_UNSUPPORTED: return disagreement_status(&line.tls);
    case STATUS_INVALID: return FETCH_NOT_TLS;
    case STATUS_TIMEOUT: return FETCH_CONNECT_TIMEOUT;
    case STATUS_CALLED_OFF: return FETCH_CALLED_OFF;
    default: return FETCH_TLS;
    }
}

static int secure_connection(void *context, const char *host, uint32_t timeout_ms, const char **flaw)
{
    (void)context;
    if (line.mode == NETWORK_TLS_OFF)
        return FETCH_BLOCKED;
    if (!entropy_is_ready() || (net_utc_ms() == 0 && !line.without_time))
        return FETCH_TLS_UNREADY;
    int status = make_handshake(host, timeout_ms);
    if (status == 0 && line.tls.certificate_flaws != 0)
        *flaw = tls_flaw_text(line.tls.certificate_flaws);
    return status;
}

static int write_bytes(void *context, const void *bytes, size_t count, uint32_t timeout_ms)
{
    (void)context;
    if (line.tls.state != NULL && line.tls.is_undated && net_utc_ms() != 0)
        return STATUS_CLOSED; /* the time was not known before: now the certificate's dates count */
    return note_time_out(line.tls.state != NULL ? tls_stream_write(&line.tls, bytes, count, timeout_ms)
                                                : tcp_stream_write(&line.tcp, bytes, count, timeout_ms));
}

static int read_bytes(void *context, void *to, size_t size, uint32_t timeout_ms)
{
    (void)context;
    return note_time_out(line.tls.state != NULL ? tls_stream_read(&line.tls, to, size, timeout_ms)
                                                : tcp_stream_read(&line.tcp, to, size, timeout_ms));
}

static void lend_free_arena(void *context, size_t stay_free)
{
    size_t room = page_arena_largest();
    (void)context;
    if (room < stay_free + ARENA_UNIT + LENT_LEAST)
        return;
    room -= stay_free + ARENA_UNIT;
    line.lent = page_arena_take(room);
    tcp_stream_lend(&line.tcp, line.lent, room);
}

static void reclaim_arena(void *context)
{
    (void)context;
    if (line.lent == NULL)
        return;
    tcp_stream_lend(&line.tcp, NULL, 0);
    page_arena_give(line.lent);
    line.lent = NULL;
}

static void close_connection(void *context)
{
    tls_stream_close(&line.tls);
    tcp_stream_close(&line.tcp);
    reclaim_arena(context);
}

static uint32_t now_ms_of_clock(void *context)
{
    (void)context;
    return clock_ms_short();
}

static bool is_own_address(void *context, uint32_t address)
{
    (void)context;
    return net_is_own(address);
}

const struct fetch_port network = {
    .resolve = resolve_host,
    .locate = locate_host,
    .connect = open_connection,
    .secure = secure_connection,
    .write = write_bytes,
    .read = read_bytes,
    .close = close_connection,
    .now_ms = now_ms_of_clock,
    .is_own = is_own_address,
    .lend = lend_free_arena,
    .reclaim = reclaim_arena,
    .ahead = open_ahead,
    .ask = ask_for_name,
};
