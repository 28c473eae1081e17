#include "store/valid.h"

#include <string.h>

#include "base/bytes.h"
#include "base/status.h"

enum { HASH_BYTES = 8, ENTRY_BYTES = 84, ENTRIES = STATE_PAYLOAD_BYTES / ENTRY_BYTES };

_Static_assert(sizeof(struct valid) == ENTRY_BYTES - HASH_BYTES, "as in FORMAT.md");

static uint32_t valid_bucket_of(const struct state *state, uint64_t hash)
{
    return (uint32_t)hash % state->files->sectors[STATE_VALID];
}

/* Says whether a text that a server wrote may go into a request: nothing in it may end the line. */
static bool is_sendable(const char *text)
{
    for (const char *at = text; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            return false;
    return *text != '\0';
}

/* Returns the entry of the hash, or else a free one, or else the one that was stored longest ago. */
static uint8_t *valid_place_of(uint8_t *bucket, uint64_t hash, bool *is_known)
{
    uint8_t *oldest = bucket;
    for (unsigned i = 0; i < ENTRIES; i++) {
        uint8_t *entry = bucket + (size_t)i * ENTRY_BYTES;
        *is_known = memcmp(entry, &hash, HASH_BYTES) == 0;
        if (*is_known)
            return entry;
        if (bytes_get32(entry + HASH_BYTES) < bytes_get32(oldest + HASH_BYTES))
            oldest = entry;
    }
    return oldest;
}

bool valid_find(struct state *state, uint64_t hash, struct valid *valid)
{
    uint8_t *bucket;
    bool is_known;
    if (state->files->sectors[STATE_VALID] == 0 ||
        state_sector(state, STATE_VALID, valid_bucket_of(state, hash), STATE_READ, &bucket) < 0)
        return false;
    memcpy(valid, valid_place_of(bucket, hash, &is_known) + HASH_BYTES, sizeof *valid);
    valid->text[VALID_TEXT_SIZE - 1] = '\0';
    return is_known && is_sendable(valid->text);
}

int valid_put(struct state *state, uint64_t hash, const struct valid *valid)
{
    uint8_t *bucket;
    bool is_known;
    if (state->files->sectors[STATE_VALID] == 0)
        return 0;
    int status = state_sector(state, STATE_VALID, valid_bucket_of(state, hash), STATE_DERIVE, &bucket);
    if (status == STATUS_DAMAGED)
        status = state_sector(state, STATE_VALID, valid_bucket_of(state, hash), STATE_FRESH, &bucket);
    if (status < 0)
        return status;
    uint8_t *entry = valid_place_of(bucket, hash, &is_known);
    memcpy(entry, &hash, HASH_BYTES);
    memcpy(entry + HASH_BYTES, valid, sizeof *valid);
    return 0;
}
