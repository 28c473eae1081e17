#include "base/selective_ack.h"

#include "base/bytes.h"

enum {
    OPTION_END = 0,
    OPTION_PADDING = 1,
    OPTION_PERMITTED = 4,
    BLOCKS_HEAD = 0x01010502, /* two bytes of padding, the kind of the option and its length without blocks */
    HEAD_BYTES = 4,
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

void selective_ack_write(const struct stream_ring *ring, uint8_t *options)
{
    bytes_put32_big(options, BLOCKS_HEAD + ring->islands * (uint32_t)BLOCK_BYTES);
    for (unsigned i = 0, at = ring->newest; i < ring->islands; i++, at++) {
        if (at == ring->islands)
            at = 0;
        options += BLOCK_BYTES;
        bytes_put32_big(options - 4, ring->island[at].from);
        bytes_put32_big(options, ring->island[at].to);
    }
}
