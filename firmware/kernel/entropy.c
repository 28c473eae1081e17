#include "port/entropy.h"

#include <stdint.h>
#include <string.h>

#include "mbedtls/sha256.h"

#include "base/status.h"
#include "lm3s6965/adc.h"
#include "port/clock.h"

enum { POOL_BYTES = 32 };

enum purpose { PURPOSE_ADD, PURPOSE_TAKE, PURPOSE_FORGET };

static struct {
    uint8_t pool[POOL_BYTES];
    uint32_t taken;
    bool ready;
} entropy;

/* out = SHA-256(purpose, pool, count of blocks taken, more): the purpose keeps the three uses apart. */
static void hash_pool(enum purpose purpose, const void *more, size_t count, uint8_t out[POOL_BYTES])
{
    mbedtls_sha256_context sha;
    uint8_t label = (uint8_t)purpose;
    mbedtls_sha256_init(&sha);
    mbedtls_sha256_starts(&sha, 0);
    mbedtls_sha256_update(&sha, &label, sizeof label);
    mbedtls_sha256_update(&sha, entropy.pool, sizeof entropy.pool);
    mbedtls_sha256_update(&sha, (const uint8_t *)&entropy.taken, sizeof entropy.taken);
    mbedtls_sha256_update(&sha, more, count);
    mbedtls_sha256_finish(&sha, out);
    mbedtls_sha256_free(&sha);
}

void entropy_add(const void *bytes, size_t count, bool secret)
{
    hash_pool(PURPOSE_ADD, bytes, count, entropy.pool);
    entropy.ready = entropy.ready || (secret && count >= POOL_BYTES);
}

void entropy_stir(void)
{
    uint32_t moment[2] = {clock_us(), adc_noise()};
    entropy_add(moment, sizeof moment, false);
}

void entropy_distrust(void)
{
    entropy.ready = false;
}

bool entropy_is_ready(void)
{
    return entropy.ready;
}

int entropy_take(void *bytes, size_t count)
{
    uint8_t *to = bytes;
    if (!entropy.ready)
        return STATUS_REFUSED;
    entropy_stir();
    while (count > 0) {
        uint8_t block[POOL_BYTES];
        size_t part = count < sizeof block ? count : sizeof block;
        entropy.taken++;
        hash_pool(PURPOSE_TAKE, NULL, 0, block);
        memcpy(to, block, part);
        to += part;
        count -= part;
    }
    hash_pool(PURPOSE_FORGET, NULL, 0,
              entropy.pool); /* what was taken cannot be worked out from what is left */
    return STATUS_OK;
}
