#include "tls/tls_sessions.h"

#include <stdbool.h>
#include <string.h>

#include "mbedtls/chachapoly.h"

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "port/entropy.h"
#include "store/port.h"

/* A sector holds what was sealed (the length, the session, zeros), the nonce and the tag. */
enum { SESSIONS = 128, FILE_BYTES = 65536 }; /* a multiple of every size of cluster that FAT32 has */
_Static_assert(SESSIONS *STORE_SECTOR_BYTES == FILE_BYTES, "a sector each");
enum { KEY_BYTES = 32, SEALED_BYTES = 484, NONCE_AT = SEALED_BYTES, NONCE_BYTES = 12, TAG_AT = 496 };
_Static_assert(TLS_SESSION_BYTES + 2 == SEALED_BYTES, "the length stands before the session");

static const struct store_port *card;
static uint32_t first_sector; /* of its STATE/TLS.BIN; 0: there is none */

static struct {
    uint8_t key[KEY_BYTES];
    bool has_key;
} seal;

static bool make_sealing_key(void)
{
    if (!seal.has_key)
        seal.has_key = entropy_take(seal.key, sizeof seal.key) == 0;
    return seal.has_key;
}

/* Without the file every connection takes a full handshake. That is no reason to warn anybody. */
void tls_sessions_mounted(const struct store_port *port)
{
    static const char path[] = "STATE/TLS.BIN";
    struct store_extent extent;
    int status = port->find(port->context, path, &extent);
    if (status == STATUS_NOT_FOUND)
        status = port->create(port->context, path, FILE_BYTES, &extent);
    card = port;
    first_sector = status == 0 && extent.bytes >= FILE_BYTES ? extent.sector : 0;
}

void tls_sessions_gone(void)
{
    first_sector = 0;
}

static uint32_t sector_of_host(const char *host)
{
    return first_sector + crc32_update(CRC32_INIT, host, strlen(host)) % SESSIONS;
}

/* The tag also covers the host's name, so that the session of another host in the same place does not
 * open. */
static int open_sealed_session(const char *host, uint8_t sector[TLS_SESSION_MAX])
{
    mbedtls_chachapoly_context cipher;
    mbedtls_chachapoly_init(&cipher);
    mbedtls_chachapoly_setkey(&cipher, seal.key);
    int error =
        mbedtls_chachapoly_auth_decrypt(&cipher, SEALED_BYTES, sector + NONCE_AT, (const uint8_t *)host,
                                        strlen(host), sector + TAG_AT, sector, sector);
    mbedtls_chachapoly_free(&cipher);
    return error;
}

size_t tls_sessions_find(const char *host, uint8_t session[TLS_SESSION_MAX])
{
    if (first_sector == 0 || !make_sealing_key() ||
        card->read(card->context, sector_of_host(host), session, 1) != 0 ||
        open_sealed_session(host, session) != 0)
        return 0;
    size_t bytes = bytes_get16(session);
    memmove(session, session + 2, bytes);
    return bytes;
}

void tls_sessions_keep(const char *host, uint8_t session[TLS_SESSION_MAX], size_t bytes)
{
    mbedtls_chachapoly_context cipher;
    if (first_sector == 0 || !make_sealing_key() || bytes > TLS_SESSION_BYTES ||
        entropy_take(session + NONCE_AT, NONCE_BYTES) != 0)
        return;
    memmove(session + 2, session, bytes);
    memset(session + 2 + bytes, 0, TLS_SESSION_BYTES - bytes);
    bytes_put16(session, (uint16_t)bytes);
    mbedtls_chachapoly_init(&cipher);
    mbedtls_chachapoly_setkey(&cipher, seal.key);
    if (mbedtls_chachapoly_encrypt_and_tag(&cipher, SEALED_BYTES, session + NONCE_AT, (const uint8_t *)host,
                                           strlen(host), session, session, session + TAG_AT) == 0)
        card->write(card->context, sector_of_host(host), session, 1); /* a failure costs a full handshake */
    mbedtls_chachapoly_free(&cipher);
}
