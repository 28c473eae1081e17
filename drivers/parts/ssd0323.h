/*
 * The driver of the SSD0323 display controller: 128 x 64 pixels of 16 grey levels, written over a serial bus.
 *
 *     static const struct ssd0323_bus bus = {.context = &ssi, .begin = ..., .send = ..., .end = ...};
 *     ssd0323_init(&bus);
 *     ssd0323_show_line(&bus, 12, pixels);
 *
 * The bus is shared with other parts, so each call takes it (begin), sends a few bytes and gives it back
 * (end): a line is SSD0323_LINE_BUS_BYTES long, 0.14 ms at 4 MHz. The controller keeps the picture; nothing
 * is read back. Costs no RAM.
 */
#ifndef CRAWLBOX_DRIVERS_PARTS_SSD0323_H
#define CRAWLBOX_DRIVERS_PARTS_SSD0323_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    SSD0323_WIDTH = 128,
    SSD0323_HEIGHT = 64,
    SSD0323_LINE_BYTES = SSD0323_WIDTH / 2, /* two pixels in each byte, the left one in its upper four bits */
    SSD0323_LINE_BUS_BYTES = 6 + SSD0323_LINE_BYTES,
    SSD0323_MAX_HZ = 4000000,
};

/* Brightness, 0 to 127. */
enum { SSD0323_CONTRAST_NORMAL = 0x50, SSD0323_CONTRAST_DIM = 0x18 };

struct ssd0323_bus {
    void *context;
    void (*begin)(void *context); /* waits until the bus is free, takes it, selects the display */
    void (*send)(void *context, bool is_data, const uint8_t *bytes, size_t size); /* commands or pixels */
    void (*end)(void *context); /* deselects the display, gives the bus back */
};

/* Sets the controller up with a dark picture and switches the display on. */
void ssd0323_init(const struct ssd0323_bus *bus);

/* Shows one line of pixels. Lines below the display are ignored. */
void ssd0323_show_line(const struct ssd0323_bus *bus, unsigned y, const uint8_t pixels[SSD0323_LINE_BYTES]);

void ssd0323_set_contrast(const struct ssd0323_bus *bus, uint8_t contrast);

#endif
