#include "card/record_id.h"

#include <string.h>

#include "card/card.h"
#include "crypto/sha1.h"
#include "port/clock.h"
#include "port/entropy.h"
#include "port/net.h"

/* Before there is entropy the bytes are made of the time, a count, and the journal's sequence number,
 * which no two mounts of a card share. */
void record_id_bytes(uint8_t *bytes, size_t size)
{
    static uint32_t made;
    while (size > 0) {
        uint8_t digest[SHA1_BYTES];
        size_t part = size < sizeof digest ? size : sizeof digest;
        if (entropy_take(digest, part) < 0) {
            uint32_t seed[4] = {clock_us(), ++made, (uint32_t)net_utc_ms(),
                                journal_get(&ram_card.store.journal, JOURNAL_SEQUENCE)};
            struct sha1 sha1;
            sha1_begin(&sha1);
            sha1_add(&sha1, seed, sizeof seed);
            sha1_end(&sha1, digest);
        }
        memcpy(bytes, digest, part);
        bytes += part;
        size -= part;
    }
}
