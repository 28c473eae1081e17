/* mbedTLS's ChaCha20 (MBEDTLS_CHACHA20_ALT in tls_options.h): half of the work of a record. */
#include "mbedtls/chacha20.h"

#include <string.h>

#include "mbedtls/platform_util.h"

#include "base/bytes.h"

void mbedtls_chacha20_init(mbedtls_chacha20_context *context)
{
    mbedtls_chacha20_free(context);
}

void mbedtls_chacha20_free(mbedtls_chacha20_context *context)
{
    mbedtls_platform_zeroize(context, sizeof *context);
}

int mbedtls_chacha20_setkey(mbedtls_chacha20_context *context, const unsigned char key[32])
{
    static const uint32_t constant[4] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(context->state, constant, sizeof constant);
    for (int i = 0; i < 8; i++)
        context->state[4 + i] = bytes_get32(key + 4 * i);
    return 0;
}

int mbedtls_chacha20_starts(mbedtls_chacha20_context *context, const unsigned char nonce[12],
                            uint32_t counter)
{
    context->state[CHACHA20_COUNTER] = counter;
    for (int i = 0; i < 3; i++)
        context->state[CHACHA20_COUNTER + 1 + i] = bytes_get32(nonce + 4 * i);
    context->used = CHACHA20_BLOCK_BYTES;
    return 0;
}

static void make_stream(mbedtls_chacha20_context *context)
{
    chacha20_block(context->stream, context->state);
    context->state[CHACHA20_COUNTER]++;
    context->used = 0;
}

static void xor_block(unsigned char *to, const unsigned char *from, const uint32_t stream[CHACHA20_WORDS])
{
    for (int i = 0; i < CHACHA20_WORDS; i++, from += 4, to += 4)
        bytes_put32(to, bytes_get32(from) ^ stream[i]);
}

static unsigned char next_byte(mbedtls_chacha20_context *context)
{
    if (context->used == CHACHA20_BLOCK_BYTES)
        make_stream(context);
    size_t at = context->used++;
    return (unsigned char)(context->stream[at / 4] >> at % 4 * 8);
}

int mbedtls_chacha20_update(mbedtls_chacha20_context *context, size_t size, const unsigned char *from,
                            unsigned char *to)
{
    while (size > 0) {
        size_t step = 1;
        if (context->used < CHACHA20_BLOCK_BYTES || size < CHACHA20_BLOCK_BYTES) {
            *to = *from ^ next_byte(context);
        } else {
            make_stream(context);
            xor_block(to, from, context->stream);
            context->used = step = CHACHA20_BLOCK_BYTES;
        }
        size -= step;
        from += step;
        to += step;
    }
    return 0;
}
