#include "appliance/picture.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/crc32.h"

enum {
    ROW_BYTES = 1 + PANEL_WIDTH, /* how a row is filtered, 0, then a byte for each pixel */
    RAW_BYTES = ROW_BYTES * PANEL_HEIGHT,
    GREY_STEP = 17, /* 15 becomes 255 */
    ZLIB_HEAD = 2,  /* before the one block of deflate */
    BLOCK_HEAD = 5,
    ADLER_BYTES = 4,
    ADLER_BASE = 65521,
    TYPE_BYTES = 4,
    PATH_SIZE = 4096,
};

static uint8_t raw[RAW_BYTES];

void picture_show_line(void *unused, unsigned y, const uint8_t pixels[PANEL_LINE_BYTES])
{
    uint8_t *row = raw + (size_t)y * ROW_BYTES + 1;
    (void)unused;
    for (unsigned i = 0; i < PANEL_LINE_BYTES; i++) {
        row[2 * i] = (uint8_t)((pixels[i] >> 4) * GREY_STEP);
        row[2 * i + 1] = (uint8_t)((pixels[i] & 15) * GREY_STEP);
    }
}

static void put32(uint8_t *at, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

/* The checksum of zlib. */
static uint32_t adler32_of(const uint8_t *bytes, size_t count)
{
    uint32_t low = 1, high = 0;
    for (size_t i = 0; i < count; i++) {
        low = (low + bytes[i]) % ADLER_BASE;
        high = (high + low) % ADLER_BASE;
    }
    return high << 16 | low;
}

/* A chunk of PNG: its length, its type and contents, and a checksum of both. `chunk` has the type in
 * front. */
static void write_chunk(FILE *file, const uint8_t *chunk, size_t count)
{
    uint8_t length[4], sum[4];
    put32(length, (uint32_t)(count - TYPE_BYTES));
    put32(sum, crc32_update(CRC32_INIT, chunk, count));
    fwrite(length, 1, sizeof length, file);
    fwrite(chunk, 1, count, file);
    fwrite(sum, 1, sizeof sum, file);
}

static void write_png(FILE *file)
{
    static const uint8_t signature[] = {0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n'};
    uint8_t head[TYPE_BYTES + 13] = "IHDR";
    static uint8_t data[TYPE_BYTES + ZLIB_HEAD + BLOCK_HEAD + RAW_BYTES + ADLER_BYTES] = "IDAT\x78\x01\x01";
    uint8_t *block = data + TYPE_BYTES + ZLIB_HEAD + 1; /* behind "the last block, and stored" */
    put32(head + TYPE_BYTES, PANEL_WIDTH);
    put32(head + TYPE_BYTES + 4, PANEL_HEIGHT);
    head[TYPE_BYTES + 8] = 8; /* bits of grey, and no more than grey */
    block[0] = (uint8_t)RAW_BYTES;
    block[1] = (uint8_t)(RAW_BYTES >> 8);
    block[2] = (uint8_t)~block[0];
    block[3] = (uint8_t)~block[1];
    memcpy(block + 4, raw, RAW_BYTES);
    put32(block + 4 + RAW_BYTES, adler32_of(raw, RAW_BYTES));
    fwrite(signature, 1, sizeof signature, file);
    write_chunk(file, head, sizeof head);
    write_chunk(file, data, sizeof data);
    write_chunk(file, (const uint8_t *)"IEND", TYPE_BYTES);
}

int picture_save(const char *path)
{
    char fresh[PATH_SIZE];
    int length = snprintf(fresh, sizeof fresh, "%s.new", path);
    if (length < 0 || length >= (int)sizeof fresh) {
        errno = ENAMETOOLONG;
        return -1;
    }
    FILE *file = fopen(fresh, "we");
    if (file == NULL)
        return -1;
    write_png(file);
    int failed = ferror(file);
    if (fclose(file) != 0 || failed || rename(fresh, path) != 0) {
        int reason = errno;
        unlink(fresh);
        errno = reason;
        return -1;
    }
    return 0;
}
