#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* to keep a session: see struct saved_session */

#include "tls/tls_stream.h"

#include <string.h>

#include "mbedtls/ssl.h"

#include "base/packed.h"
#include "base/status.h"
#include "port/clock.h"
#include "port/entropy.h"
#include "port/log.h"
#include "port/net.h"
#include "port/page_arena.h"
#include "tls/tls_ciphers.h"
#include "tls/tls_sessions.h"

#define DATE_FLAWS ((uint32_t)(MBEDTLS_X509_BADCERT_EXPIRED | MBEDTLS_X509_BADCERT_FUTURE))

enum {
    /* Signatures of certificates that are checked for one handshake: eight for the longest chain of the
     * tests, and two for names that two authorities have. The costliest, on P-384, take half a second each
     * at 31 MIPS. */
    SIGNATURES_MAX = 10,
    /* Records that may come before a handshake is done, or before the next bytes of an answer. A certificate
     * chain may come in dozens; other records (warnings, requests to begin anew) are of no use. */
    RECORDS_MAX = 64,
    GOODBYE_MS = 1000,
};

struct tls_state {
    mbedtls_ssl_context ssl;
    mbedtls_ssl_config config;
    struct tcp_stream *tcp;
    uint32_t end_ms;        /* when the call under way has to end, however many records it takes */
    int transport_status;   /* why a transfer of tcp_stream failed; no other transfer is tried then */
    int8_t signatures_left; /* how many may still be checked; -1: there were more */
    uint8_t records_left;   /* how many may still come */
};

static struct tls_state *in_hand; /* the connection whose handshake is under way */

static uint32_t call_left_ms(const struct tls_state *state)
{
    int32_t left = (int32_t)(state->end_ms - clock_ms_short());
    return left > 0 ? (uint32_t)left : 0;
}

int tls_goes_on(void)
{
    if (!net_goes_on())
        in_hand->transport_status = STATUS_CALLED_OFF;
    else if (call_left_ms(in_hand) == 0)
        in_hand->transport_status = STATUS_TIMEOUT;
    return in_hand->transport_status == STATUS_OK;
}

int tls_may_check_signature(void)
{
    in_hand->signatures_left -= in_hand->signatures_left >= 0;
    return in_hand->signatures_left >= 0 && tls_goes_on();
}

static int fill_random(void *context, unsigned char *bytes, size_t count)
{
    (void)context;
    return entropy_take(bytes, count) == STATUS_OK ? 0 : MBEDTLS_ERR_SSL_NO_RNG;
}

/* A call begins. Its time is for all transfers together, so that a server that sends a byte a second gets
 * no more of it. */
static void begin_call(struct tls_state *state, uint32_t timeout_ms)
{
    state->end_ms = clock_ms_short() + timeout_ms;
    state->records_left = RECORDS_MAX;
}

static int send_below(void *context, const unsigned char *bytes, size_t count)
{
    struct tls_state *state = context;
    if (state->transport_status == STATUS_OK)
        state->transport_status = tcp_stream_write(state->tcp, bytes, count, call_left_ms(state));
    return state->transport_status == STATUS_OK ? (int)count : MBEDTLS_ERR_SSL_INTERNAL_ERROR;
}

static int receive_below(void *context, unsigned char *bytes, size_t size)
{
    struct tls_state *state = context;
    bool is_new = state->ssl.in_left == 0; /* a record begins */
    int count = state->transport_status;
    if (count == STATUS_OK)
        count = is_new && state->records_left == 0
                    ? STATUS_IO
                    : tcp_stream_read(state->tcp, bytes, size, call_left_ms(state));
    state->records_left -= is_new && state->records_left > 0;
    state->transport_status = count < 0 ? count : STATUS_OK;
    return count >= 0 ? count : MBEDTLS_ERR_SSL_INTERNAL_ERROR;
}

/* A chain may be longer than one record, but the place of one record is all that there is for it. */
static bool has_endless_chain(const mbedtls_ssl_context *ssl)
{
    return ssl->state == MBEDTLS_SSL_SERVER_CERTIFICATE && ssl->in_hslen > MBEDTLS_SSL_IN_CONTENT_LEN;
}

/* The status that tells most: of the transfer below, then of memory, then of the certificate, then of the
 * protocol. */
static int status_of_error(struct tls_stream *tls, int error)
{
    tls->library_error = error;
    if (error >= 0)
        return error;
    if (error == MBEDTLS_ERR_SSL_PEER_CLOSE_NOTIFY) /* the server has ended the connection in good order */
        return 0;
    if (tls->state->transport_status != STATUS_OK)
        return tls->state->transport_status;
    if (page_arena_refusals() > 0 || has_endless_chain(&tls->state->ssl))
        return STATUS_FULL;
    switch (error) {
    case MBEDTLS_ERR_SSL_CONN_EOF: return STATUS_CLOSED;
    case MBEDTLS_ERR_SSL_INVALID_RECORD: return STATUS_INVALID;
    case MBEDTLS_ERR_X509_BUFFER_TOO_SMALL: return STATUS_FULL;
    case MBEDTLS_ERR_X509_CERT_VERIFY_FAILED:
        return tls->state->signatures_left < 0 ? STATUS_FULL : STATUS_REFUSED;
    case MBEDTLS_ERR_X509_INVALID_FORMAT:
    case MBEDTLS_ERR_PK_UNKNOWN_PK_ALG: /* a key that the box cannot read, and the settings allow bad ones */
        tls->certificate_flaws = MBEDTLS_X509_BADCERT_OTHER;
        return STATUS_REFUSED;
    case MBEDTLS_ERR_SSL_FATAL_ALERT_MESSAGE:
        tls->alert = tls->state->ssl.in_msg[1];
        return STATUS_UNSUPPORTED;
    case MBEDTLS_ERR_SSL_BAD_PROTOCOL_VERSION:
    case MBEDTLS_ERR_SSL_HANDSHAKE_FAILURE:
    case MBEDTLS_ERR_SSL_ILLEGAL_PARAMETER:
    case MBEDTLS_ERR_SSL_BAD_INPUT_DATA: return STATUS_UNSUPPORTED;
    default: return STATUS_IO;
    }
}

static bool has_time(void)
{
    return net_utc_ms() != 0;
}

/* mbedTLS wants a function for this. tls_certificates.c, which knows the authorities, does not call it. */
static int find_no_authority(void *context, const mbedtls_x509_crt *child, mbedtls_x509_crt **candidates)
{
    (void)context;
    (void)child;
    (void)candidates;
    return MBEDTLS_ERR_X509_FATAL_ERROR;
}

static int configure_tls(struct tls_state *state, const char *host, enum tls_mode mode)
{
    int error = mbedtls_ssl_config_defaults(&state->config, MBEDTLS_SSL_IS_CLIENT,
                                            MBEDTLS_SSL_TRANSPORT_STREAM, MBEDTLS_SSL_PRESET_DEFAULT);
    if (error != 0)
        return error;
    mbedtls_ssl_conf_rng(&state->config, fill_random, NULL);
    bool required = mode == TLS_VERIFY && has_time(); /* else shake_hands() looks at flaws afterwards */
    mbedtls_ssl_conf_authmode(&state->config,
                              required ? MBEDTLS_SSL_VERIFY_REQUIRED : MBEDTLS_SSL_VERIFY_OPTIONAL);
    mbedtls_ssl_conf_ca_cb(&state->config, find_no_authority, NULL);
    error = mbedtls_ssl_setup(&state->ssl, &state->config);
    if (error == 0)
        error = mbedtls_ssl_set_hostname(&state->ssl, host);
    mbedtls_ssl_set_bio(&state->ssl, state, send_below, receive_below, NULL);
    return error;
}

/*
 * A session as it is kept: mbedTLS's own struct with its ticket behind it. This needs no lasting format,
 * since nobody but this program ever opens it again, and only until the next start (tls_sessions.h).
 * mbedTLS's functions that write such a format would take 1 KB of flash.
 */
struct saved_session {
    mbedtls_ssl_session session;
    uint8_t ticket[TLS_SESSION_BYTES - sizeof(mbedtls_ssl_session)];
    uint8_t seal[TLS_SESSION_MAX - TLS_SESSION_BYTES];
};

/* Offers the server to go on with the last session. Returns true if there was one to offer. */
static bool offer_session(struct tls_state *state, const char *host)
{
    struct saved_session *saved = page_arena_take(sizeof *saved);
    if (saved == NULL)
        return false;
    bool offered = tls_sessions_find(host, (uint8_t *)saved) > 0;
    if (offered && has_time()) /* a session from before the time was known does not count now */
        offered = (saved->session.verify_result & DATE_FLAWS) == 0;
    if (offered) {
        saved->session.ticket = saved->session.ticket_len > 0 ? saved->ticket : NULL;
        offered = mbedtls_ssl_set_session(&state->ssl, &saved->session) == 0; /* makes copies */
    }
    page_arena_give(saved);
    return offered;
}

/* Keeps the session for the next time, or forgets the one that led to a failure. */
static void keep_session(struct tls_state *state, const char *host, bool is_good)
{
    const mbedtls_ssl_session *session = state->ssl.session;
    struct saved_session *saved = page_arena_take(sizeof *saved);
    if (saved == NULL)
        return;
    size_t count = 0;
    if (is_good && session != NULL && session->ticket_len <= sizeof saved->ticket) {
        saved->session = *session;
        saved->session.peer_cert_digest = NULL; /* only renegotiation needs it, and there is none */
        saved->session.peer_cert_digest_len = 0;
        if (session->ticket_len > 0)
            memcpy(saved->ticket, session->ticket, session->ticket_len);
        count = sizeof saved->session + session->ticket_len;
    }
    tls_sessions_keep(host, (uint8_t *)saved, count);
    page_arena_give(saved);
}

static int shake_hands(struct tls_stream *tls, const char *host, enum tls_mode mode)
{
    struct tls_state *state = tls->state;
    int error = configure_tls(state, host, mode);
    if (error != 0)
        return error;
    bool offered = offer_session(state, host);
    in_hand = state;
    state->signatures_left = SIGNATURES_MAX;
    error = mbedtls_ssl_handshake(&state->ssl);
    if (state->signatures_left < 0)
        log_warning("%s: its certificates take more work to check than one host is given", host);
    uint32_t flaws = mbedtls_ssl_get_verify_result(&state->ssl);
    tls->certificate_flaws = flaws == UINT32_MAX ? 0 : flaws; /* all bits: no certificate was seen */
    if (!has_time()) { /* the operator allows https without the time: dates mean nothing */
        tls->is_undated = true;
        tls->certificate_flaws &= ~DATE_FLAWS;
        if (state->ssl.session != NULL) /* the session remembers that nobody has looked at the dates */
            state->ssl.session->verify_result |= MBEDTLS_X509_BADCERT_FUTURE;
    }
    if (error == 0 && mode == TLS_VERIFY && tls->certificate_flaws != 0)
        error = MBEDTLS_ERR_X509_CERT_VERIFY_FAILED; /* resumed from TLS_RECORD_ONLY, or there was no time */
    if (error == 0 || offered)
        keep_session(state, host, error == 0);
    if (error == 0)
        tls_make_room(&state->ssl);
    return error;
}

int tls_stream_open(struct tls_stream *tls, struct tcp_stream *tcp, const char *host, enum tls_mode mode,
                    uint32_t timeout_ms)
{
    *tls = (struct tls_stream){.tcp = tcp};
    if (!entropy_is_ready())
        return STATUS_REFUSED;
    tls->state = page_arena_take(sizeof *tls->state);
    if (tls->state == NULL)
        return STATUS_FULL;
    struct tls_state *state = tls->state;
    state->tcp = tcp;
    begin_call(state, timeout_ms);
    mbedtls_ssl_init(&state->ssl);
    mbedtls_ssl_config_init(&state->config);
    int status = status_of_error(tls, shake_hands(tls, host, mode));
    if (status != STATUS_OK)
        tls_stream_close(tls);
    return status;
}

int tls_stream_read(struct tls_stream *tls, void *to, size_t size, uint32_t timeout_ms)
{
    int count;
    begin_call(tls->state, timeout_ms);
    do
        count = mbedtls_ssl_read(&tls->state->ssl, to, size);
    while (count == MBEDTLS_ERR_SSL_WANT_READ || count == MBEDTLS_ERR_SSL_WANT_WRITE);
    return status_of_error(tls, count);
}

int tls_stream_write(struct tls_stream *tls, const void *from, size_t count, uint32_t timeout_ms)
{
    const unsigned char *bytes = from;
    begin_call(tls->state, timeout_ms);
    while (count > 0) {
        int written = mbedtls_ssl_write(&tls->state->ssl, bytes, count);
        if (written < 0)
            return status_of_error(tls, written);
        bytes += written;
        count -= (size_t)written;
    }
    return STATUS_OK;
}

void tls_stream_close(struct tls_stream *tls)
{
    struct tls_state *state = tls->state;
    if (state == NULL)
        return;
    begin_call(state, GOODBYE_MS);
    if (state->transport_status == STATUS_OK)
        mbedtls_ssl_close_notify(&state->ssl); /* mere politeness: a failure changes nothing */
    mbedtls_ssl_free(&state->ssl);
    mbedtls_ssl_config_free(&state->config);
    page_arena_give(state);
    tls->state = NULL;
}

const char *tls_flaw_text(uint32_t certificate_flaws)
{
    static const uint32_t flaws[] = {
        MBEDTLS_X509_BADCERT_EXPIRED,     MBEDTLS_X509_BADCERT_FUTURE, MBEDTLS_X509_BADCERT_CN_MISMATCH,
        MBEDTLS_X509_BADCERT_NOT_TRUSTED, MBEDTLS_X509_BADCERT_BAD_MD, MBEDTLS_X509_BADCERT_BAD_KEY,
    };
    static const char texts[] PACKED_PLACE = "the certificate has expired\0"
                                             "the certificate is not valid yet\0"
                                             "the certificate is for another host\0"
                                             "the certificate's issuer is not known (CA.BIN on the card)\0"
                                             "the certificate is signed with a weak digest\0"
                                             "the certificate's key is too weak\0"
                                             "the certificate may not be used like this\0"
                                             "the certificate holds";
    unsigned which = 0;
    while (which < sizeof flaws / sizeof flaws[0] && !(certificate_flaws & flaws[which]))
        which++;
    return packed_nth(texts, certificate_flaws != 0 ? which : sizeof flaws / sizeof flaws[0] + 1);
}
