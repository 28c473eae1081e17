#include "read/robots/store.h"

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"

static uint32_t store_crc(const uint8_t *store, size_t used)
{
    return crc32_update(CRC32_INIT, store + STORE_FETCHED_AT, used - STORE_FETCHED_AT);
}

int store_seal(uint8_t *store, size_t used, enum robots_answer answer, uint32_t delay_ms, uint32_t fetched_s)
{
    bytes_put32(store, STORE_MAGIC);
    bytes_put32(store + STORE_FETCHED_AT, fetched_s);
    bytes_put32(store + STORE_DELAY_AT, delay_ms);
    bytes_put32(store + STORE_USED_AT, (uint32_t)used | (uint32_t)answer << 24);
    bytes_put32(store + STORE_CRC_AT, store_crc(store, used));
    return (int)used;
}

size_t store_used(const uint8_t *store)
{
    return bytes_get32(store + STORE_USED_AT) & STORE_USED_MAX;
}

int robots_set(void *store, size_t size, enum robots_answer answer, uint32_t fetched_s)
{
    if (size < STORE_HEADER)
        return STATUS_FULL;
    return store_seal(store, STORE_HEADER, answer, 0, fetched_s);
}

int robots_check(const void *store, size_t size)
{
    const uint8_t *bytes = store;
    if (size < STORE_HEADER || bytes_get32(bytes) != STORE_MAGIC)
        return STATUS_DAMAGED;
    size_t used = store_used(bytes);
    if (used < STORE_HEADER || used > size || bytes_get32(bytes + STORE_CRC_AT) != store_crc(bytes, used) ||
        bytes[STORE_ANSWER_AT] > ROBOTS_OVERFLOW)
        return STATUS_DAMAGED;
    for (size_t at = STORE_HEADER; at < used;) {
        if (used - at < STORE_RULE_HEADER)
            return STATUS_DAMAGED;
        size_t length = bytes_get16(bytes + at) & STORE_RULE_MAX;
        at += STORE_RULE_HEADER;
        if (length == 0 || length > used - at)
            return STATUS_DAMAGED;
        at += length;
    }
    return STATUS_OK;
}

bool robots_is_fresh(const void *store, uint32_t now_s)
{
    uint32_t fetched_s = bytes_get32((const uint8_t *)store + STORE_FETCHED_AT);
    return now_s >= fetched_s && now_s - fetched_s < ROBOTS_CACHE_S;
}

enum robots_answer robots_answer(const void *store)
{
    return (enum robots_answer)((const uint8_t *)store)[STORE_ANSWER_AT];
}

uint32_t robots_delay_ms(const void *store)
{
    return bytes_get32((const uint8_t *)store + STORE_DELAY_AT);
}
