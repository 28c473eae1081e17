#include "parts/ssd0323.h"

enum command {
    SET_COLUMNS = 0x15, /* first, last; a column is a byte of two pixels */
    SET_ROWS = 0x75,    /* first, last */
    SET_CONTRAST = 0x81,
    SET_FULL_CURRENT = 0x86,
    SET_REMAP = 0xa0,
    SET_START_LINE = 0xa1,
    SET_OFFSET = 0xa2,
    SHOW_PICTURE = 0xa4, /* as opposed to all on, all off, inverse */
    SET_MULTIPLEX = 0xa8,
    SET_CONVERTER = 0xad,
    SWITCH_OFF = 0xae,
    SWITCH_ON = 0xaf,
    SET_PHASES = 0xb1,
    SET_ROW_PERIOD = 0xb2,
    SET_CLOCK = 0xb3,
};

enum {
    /* Even COM lines on one side of the glass and odd ones on the other, counted from the far end; the left
     * pixel of a byte in its upper half; the address runs along a line. It is how the panel is wired. */
    REMAP_SPLIT_COM = 0x40,
    REMAP_COM = 0x10,
    REMAP_NIBBLES = 0x02,
    CONVERTER_EXTERNAL = 0x02, /* the board has its own supply for the panel */
    PHASES = 0x22,             /* reset and pre-charge: 2 clocks each */
    ROW_PERIOD_CLOCKS = 0x46,
    CLOCK_FAST_UNDIVIDED = 0xf1, /* keeps the refresh above 100 Hz: no flicker */
};

/* A command and its argument a line. */
/* clang-format off */
static const uint8_t setup[] = {
    SWITCH_OFF,
    SET_CONTRAST, SSD0323_CONTRAST_NORMAL,
    SET_FULL_CURRENT,
    SET_REMAP, REMAP_SPLIT_COM | REMAP_COM | REMAP_NIBBLES,
    SET_START_LINE, 0,
    SET_OFFSET, SSD0323_HEIGHT,
    SHOW_PICTURE,
    SET_MULTIPLEX, SSD0323_HEIGHT - 1,
    SET_CONVERTER, CONVERTER_EXTERNAL,
    SET_PHASES, PHASES,
    SET_ROW_PERIOD, ROW_PERIOD_CLOCKS,
    SET_CLOCK, CLOCK_FAST_UNDIVIDED,
};
/* clang-format on */

static void send_commands(const struct ssd0323_bus *bus, const uint8_t *bytes, size_t size)
{
    bus->begin(bus->context);
    bus->send(bus->context, false, bytes, size);
    bus->end(bus->context);
}

void ssd0323_init(const struct ssd0323_bus *bus)
{
    static const uint8_t dark[SSD0323_LINE_BYTES];
    static const uint8_t on = SWITCH_ON;
    send_commands(bus, setup, sizeof setup);
    for (unsigned y = 0; y < SSD0323_HEIGHT; y++)
        ssd0323_show_line(bus, y, dark);
    send_commands(bus, &on, sizeof on);
}

void ssd0323_show_line(const struct ssd0323_bus *bus, unsigned y, const uint8_t pixels[SSD0323_LINE_BYTES])
{
    if (y >= SSD0323_HEIGHT)
        return;
    const uint8_t window[] = {SET_COLUMNS, 0, SSD0323_LINE_BYTES - 1, SET_ROWS, (uint8_t)y, (uint8_t)y};
    bus->begin(bus->context);
    bus->send(bus->context, false, window, sizeof window);
    bus->send(bus->context, true, pixels, SSD0323_LINE_BYTES);
    bus->end(bus->context);
}

void ssd0323_set_contrast(const struct ssd0323_bus *bus, uint8_t contrast)
{
    const uint8_t command[] = {SET_CONTRAST, contrast};
    send_commands(bus, command, sizeof command);
}
