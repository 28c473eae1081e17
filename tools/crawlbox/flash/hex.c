#include "flash/hex.h"

enum { RECORD_BYTES = 16, SEGMENT_BYTES = 65536, TYPE_DATA = 0, TYPE_END = 1, TYPE_UPPER_ADDRESS = 4 };

static void write_record(FILE *out, unsigned type, uint16_t address, const uint8_t *bytes, size_t size)
{
    unsigned sum = (unsigned)size + (address >> 8) + (address & 0xff) + type;
    fprintf(out, ":%02X%04X%02X", (unsigned)size, address, type);
    for (size_t i = 0; i < size; i++) {
        fprintf(out, "%02X", bytes[i]);
        sum += bytes[i];
    }
    fprintf(out, "%02X\n", -sum & 0xff);
}

void hex_write(FILE *out, const uint8_t *bytes, size_t size)
{
    for (size_t at = 0; at < size; at += RECORD_BYTES) {
        if (at % SEGMENT_BYTES == 0) {
            const uint8_t upper[2] = {(uint8_t)(at >> 24), (uint8_t)(at >> 16)};
            write_record(out, TYPE_UPPER_ADDRESS, 0, upper, sizeof upper);
        }
        write_record(out, TYPE_DATA, (uint16_t)at, bytes + at,
                     size - at < RECORD_BYTES ? size - at : RECORD_BYTES);
    }
    write_record(out, TYPE_END, 0, NULL, 0);
}
