/*
 * A fake of the SSD0323 display: understands its commands as the data sheet has them and keeps the picture.
 *
 *     struct fake_display display;
 *     struct ssd0323_bus bus = fake_display_bus(&display);
 *     ssd0323_init(&bus);
 *     fake_display_pixel(&display, 0, 0) ...
 *
 * Breaking the rules of the bus (sending without taking it, taking it twice), an unknown command and pixels
 * outside the window are counted in `violations`.
 */
#ifndef CRAWLBOX_FAKES_DISPLAY_H
#define CRAWLBOX_FAKES_DISPLAY_H

#include "parts/ssd0323.h"

struct fake_display {
    uint8_t memory[SSD0323_HEIGHT][SSD0323_LINE_BYTES];
    uint8_t command[3];
    unsigned command_length;
    unsigned first_column, last_column, first_row, last_row;
    unsigned column, row;
    unsigned contrast;
    unsigned holds;        /* how often the bus was taken */
    unsigned hold_bytes;   /* sent during the present hold */
    unsigned longest_hold; /* in bytes */
    unsigned violations;
    bool is_on;
    bool held;
};

/* Starts with noise in its memory, as a real one does, and switched off. */
struct ssd0323_bus fake_display_bus(struct fake_display *display);

/* The grey level at a place, 0 to 15. */
unsigned fake_display_pixel(const struct fake_display *display, unsigned x, unsigned y);

#endif
