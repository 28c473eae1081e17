#include "internet/handshake.h"

#include <openssl/err.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "crypto/sha1.h"

enum {
    SMALL_RECORD_BYTES = 4096,
    LARGE_RECORD_BYTES = 16384,
    SNI_HEADER_BYTES = 5, /* length of the list, type of the name, its length */
    SNI_HOST_NAME = 0,
};

struct handshakes {
    SSL_CTX *context;
    struct lab_hosts *hosts;
    struct authority *authority;
    unsigned long count;
};

/* The name in a client's server_name extension: RFC 6066. */
static bool wanted_name(SSL *ssl, char name[LAB_NAME_MAX + 1])
{
    const unsigned char *data;
    size_t size;
    if (!SSL_client_hello_get0_ext(ssl, TLSEXT_TYPE_server_name, &data, &size) || size <= SNI_HEADER_BYTES ||
        data[2] != SNI_HOST_NAME)
        return false;
    size_t length = (size_t)data[3] << 8 | data[4];
    if (length > size - SNI_HEADER_BYTES || length > LAB_NAME_MAX)
        return false;
    memcpy(name, data + SNI_HEADER_BYTES, length);
    name[length] = '\0';
    return true;
}

static bool show_certificate(const struct handshakes *handshakes, SSL *ssl, struct lab_host *host)
{
    enum site_certificate kind = host->site.certificate;
    if (!host->certificate)
        host->certificate = authority_issue(handshakes->authority, kind, host->name);
    EVP_PKEY *key = authority_key(handshakes->authority, kind);
    return host->certificate && SSL_use_cert_and_key(ssl, host->certificate, key,
                                                     authority_chain(handshakes->authority, kind), 1) == 1;
}

/* Sessions are found again by a host's own context; one that is new each time finds none. */
static bool set_resumption(struct handshakes *handshakes, SSL *ssl, const struct lab_host *host)
{
    struct sha1 sha1;
    uint8_t context[SHA1_BYTES];
    sha1_begin(&sha1);
    sha1_add(&sha1, host->name, strlen(host->name));
    handshakes->count++;
    if (host->site.resumption == SITE_RESUME_NEVER)
        sha1_add(&sha1, &handshakes->count, sizeof handshakes->count);
    sha1_end(&sha1, context);
    if (host->site.resumption != SITE_RESUME_BOTH)
        SSL_set_options(ssl, SSL_OP_NO_TICKET);
    return SSL_set_session_id_context(ssl, context, sizeof context) == 1;
}

static bool set_versions(SSL *ssl, enum site_tls tls)
{
    return SSL_set_min_proto_version(ssl, tls == SITE_TLS_13_ONLY ? TLS1_3_VERSION : TLS1_2_VERSION) &&
           SSL_set_max_proto_version(ssl, tls == SITE_TLS_12_ONLY ? TLS1_2_VERSION : TLS1_3_VERSION);
}

static int choose_host(SSL *ssl, int *alert, void *context)
{
    struct handshakes *handshakes = context;
    struct lab_host **host = SSL_get_app_data(ssl);
    char name[LAB_NAME_MAX + 1];
    if (!*host && wanted_name(ssl, name))
        *host = lab_hosts_find(handshakes->hosts, name);
    *alert = SSL_AD_UNRECOGNIZED_NAME;
    if (!*host)
        return SSL_CLIENT_HELLO_ERROR;
    if ((*host)->site.tls == SITE_TLS_STALL || (*host)->site.tls == SITE_TLS_CLOSED)
        return SSL_CLIENT_HELLO_RETRY;
    *alert = SSL_AD_INTERNAL_ERROR;
    unsigned record = (*host)->site.records == SITE_RECORDS_16K ? LARGE_RECORD_BYTES : SMALL_RECORD_BYTES;
    bool ready = show_certificate(handshakes, ssl, *host) && set_resumption(handshakes, ssl, *host) &&
                 set_versions(ssl, (*host)->site.tls) && SSL_set_max_send_fragment(ssl, record);
    return ready ? SSL_CLIENT_HELLO_SUCCESS : SSL_CLIENT_HELLO_ERROR;
}

struct handshakes *handshakes_new(struct lab_hosts *hosts, struct authority *authority)
{
    struct handshakes *handshakes = calloc(1, sizeof *handshakes);
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    if (!handshakes || !context) {
        cli_error("cannot start TLS: %s", ERR_error_string(ERR_get_error(), NULL));
        SSL_CTX_free(context);
        free(handshakes);
        return NULL;
    }
    *handshakes = (struct handshakes){.context = context, .hosts = hosts, .authority = authority};
    SSL_CTX_set_mode(context, SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_options(context,
                        SSL_OP_IGNORE_UNEXPECTED_EOF); /* a client that just leaves keeps its session */
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_SERVER);
    SSL_CTX_set_client_hello_cb(context, choose_host, handshakes);
    return handshakes;
}

void handshakes_free(struct handshakes *handshakes)
{
    if (handshakes)
        SSL_CTX_free(handshakes->context);
    free(handshakes);
}

SSL *handshake_begin(struct handshakes *handshakes, int socket, struct lab_host **host)
{
    SSL *ssl = SSL_new(handshakes->context);
    if (!ssl)
        return NULL;
    SSL_set_app_data(ssl, host);
    SSL_set_accept_state(ssl);
    if (SSL_set_fd(ssl, socket) == 1)
        return ssl;
    SSL_free(ssl);
    return NULL;
}
