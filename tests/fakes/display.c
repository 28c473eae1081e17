#include "display.h"

#include <string.h>

enum { NOISE = 0xa5 };

static void take(void *context)
{
    struct fake_display *display = context;
    display->violations += display->held;
    display->held = true;
    display->hold_bytes = 0;
    display->holds++;
}

static void give_back(void *context)
{
    struct fake_display *display = context;
    display->violations += !display->held;
    display->held = false;
    if (display->hold_bytes > display->longest_hold)
        display->longest_hold = display->hold_bytes;
}

/* The number of bytes of a command, itself included; 0 for those that the controller lacks. */
static unsigned length_of(uint8_t command)
{
    switch (command) {
    case 0x15:
    case 0x75: return 3;
    case 0x81:
    case 0xa0:
    case 0xa1:
    case 0xa2:
    case 0xa8:
    case 0xad:
    case 0xb0:
    case 0xb1:
    case 0xb2:
    case 0xb3:
    case 0xb4:
    case 0xbc:
    case 0xbe:
    case 0xbf: return 2;
    case 0x84:
    case 0x85:
    case 0x86:
    case 0xa4:
    case 0xa5:
    case 0xa6:
    case 0xa7:
    case 0xae:
    case 0xaf:
    case 0xe3: return 1;
    default: return 0;
    }
}

static void obey(struct fake_display *display)
{
    const uint8_t *command = display->command;
    switch (command[0]) {
    case 0x15:
        display->first_column = display->column = command[1];
        display->last_column = command[2];
        break;
    case 0x75:
        display->first_row = display->row = command[1];
        display->last_row = command[2];
        break;
    case 0x81: display->contrast = command[1]; break;
    case 0xae: display->is_on = false; break;
    case 0xaf: display->is_on = true; break;
    default: break;
    }
}

static void take_command_byte(struct fake_display *display, uint8_t byte)
{
    display->command[display->command_length++] = byte;
    unsigned length = length_of(display->command[0]);
    display->violations += length == 0;
    if (display->command_length < length)
        return;
    obey(display);
    display->command_length = 0;
}

static void take_pixels(struct fake_display *display, uint8_t byte)
{
    if (display->row >= SSD0323_HEIGHT || display->column >= SSD0323_LINE_BYTES) {
        display->violations++;
        return;
    }
    display->memory[display->row][display->column] = byte;
    if (display->column++ < display->last_column)
        return;
    display->column = display->first_column;
    if (display->row++ == display->last_row)
        display->row = display->first_row;
}

static void take_bytes(void *context, bool is_data, const uint8_t *bytes, size_t size)
{
    struct fake_display *display = context;
    display->violations += !display->held;
    display->violations += is_data && display->command_length > 0;
    display->hold_bytes += (unsigned)size;
    for (size_t i = 0; i < size; i++)
        if (is_data)
            take_pixels(display, bytes[i]);
        else
            take_command_byte(display, bytes[i]);
}

struct ssd0323_bus fake_display_bus(struct fake_display *display)
{
    memset(display, 0, sizeof *display);
    memset(display->memory, NOISE, sizeof display->memory);
    display->last_column = SSD0323_LINE_BYTES - 1;
    display->last_row = SSD0323_HEIGHT - 1;
    return (struct ssd0323_bus){.context = display, .begin = take, .send = take_bytes, .end = give_back};
}

unsigned fake_display_pixel(const struct fake_display *display, unsigned x, unsigned y)
{
    uint8_t pair = display->memory[y][x / 2];
    return x & 1 ? pair & 0x0fU : pair >> 4;
}
