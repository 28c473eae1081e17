/*
 * TLS 1.2 over a tcp_stream. The calls are those of tcp_stream, and what they carry is encrypted.
 *
 *     page_arena_begin();
 *     int status = tls_stream_open(&tls, &tcp, "www.example.th", TLS_VERIFY, 20000);
 *     tls_stream_write(&tls, request, length, 20000);
 *     while ((count = tls_stream_read(&tls, buffer, sizeof buffer, 20000)) > 0)
 *         ...
 *     tls_stream_close(&tls);
 *     page_arena_end();
 *
 * All memory comes from the page arena. Roots come from the card, one issuer at a time.
 */
#ifndef CRAWLBOX_DRIVERS_TLS_TLS_STREAM_H
#define CRAWLBOX_DRIVERS_TLS_TLS_STREAM_H

#include <stddef.h>
#include <stdint.h>

#include "port/tcp_stream.h"

enum tls_mode {
    TLS_VERIFY,      /* a certificate that does not hold ends the connection */
    TLS_RECORD_ONLY, /* its flaws are noted, and the connection goes on */
};

struct tls_state; /* in the arena */

struct tls_stream {
    struct tcp_stream *tcp;
    struct tls_state *state;
    uint32_t certificate_flaws; /* mbedTLS's MBEDTLS_X509_BADCERT_... bits; 0: the certificate holds */
    int library_error;          /* mbedTLS's error behind the last status, for the log */
    uint8_t alert;              /* why the server refused the handshake: RFC 5246, 7.2; 0: it has not */
    bool is_undated;            /* the time was not known: nobody has looked at the certificate's dates */
};

/* Makes the handshake. STATUS_OK; STATUS_REFUSED (the certificate does not hold, or there is no entropy yet:
 * see certificate_flaws), STATUS_FULL (the chain does not fit the arena,
 * or takes too much work), STATUS_UNSUPPORTED (the server refuses with an `alert`, or wants what the box does
 * not have: see library_error), STATUS_INVALID (what it sends is not TLS), STATUS_IO (another failure), or
 * what tcp_stream's calls return. */
int tls_stream_open(struct tls_stream *tls, struct tcp_stream *tcp, const char *host, enum tls_mode mode,
                    uint32_t timeout_ms);

/* These work as those of tcp_stream. */
int tls_stream_read(struct tls_stream *tls, void *to, size_t size, uint32_t timeout_ms);
int tls_stream_write(struct tls_stream *tls, const void *from, size_t count, uint32_t timeout_ms);

/* Says goodbye and gives all memory back; the tcp_stream stays open for its owner to close. */
void tls_stream_close(struct tls_stream *tls);

/* The most telling flaw of a certificate, in plain words. */
const char *tls_flaw_text(uint32_t certificate_flaws);

#endif
