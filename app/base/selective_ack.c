#include "base/selective_ack.h"

#include <string.h>

#include "base/bytes.h"

enum {
    OPTION_END = 0,
    OPTION_PADDING = 1,
    OPTION_PERMITTED = 4,
    OPTION_BLOCKS = 5,
    HEAD_BYTES = 4,  /* two bytes of padding, the option's kind and its length */
    BLOCK_BYTES = 8, /* two sequence numbers */
};

bool selective_ack_is_permitted(const uint8_t *options, size_t length)
{
    size_t at = 0;
    while (at < length && options[at] != OPTION_END) {
        if (options[at] == OPTION_PERMITTED)
            return true;
        if (options[at] == OPTION_PADDING) {
            at++;
        } else {
            if (at + 1 >= length || options[at + 1] < 2)
                return false;
            at += options[at + 1];
        }
    }
    return false;
}

size_t selective_ack_length(const struct stream_ring *ring)
{
    return ring->islands > 0 ? HEAD_BYTES + (size_t)ring->islands * BLOCK_BYTES : 0;
}

static uint8_t *write_block(uint8_t *to, const struct stream_ring_island *island)
{
    bytes_put32_big(to, island->from);
    bytes_put32_big(to + 4, island->to);
    return to + BLOCK_BYTES;
}

void selective_ack_write(const struct stream_ring *ring, uint8_t *options, size_t length)
{
    memset(options, OPTION_PADDING, length);
    if (ring->islands == 0 || length < selective_ack_length(ring))
        return;
    options[2] = OPTION_BLOCKS;
    options[3] = (uint8_t)(2 + ring->islands * BLOCK_BYTES);
    const struct stream_ring_island *newest = &ring->island[ring->newest];
    uint8_t *to = write_block(options + HEAD_BYTES, newest);
    for (unsigned i = 0; i < ring->islands; i++)
        if (i != ring->newest)
            to = write_block(to, &ring->island[i]);
}
