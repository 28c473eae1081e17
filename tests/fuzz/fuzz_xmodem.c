/* Whatever comes over the serial line while a file is received: nothing is written outside of the buffer, and
 * it comes to an end. */
#include <stdint.h>
#include <stdlib.h>

#include "ui/xmodem.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct xmodem xmodem;
    size_t room = size > 0 ? data[0] * 8u : 0;
    uint8_t *buffer = malloc(room + 1); /* of its own size, so that the sanitizer sees each byte too far */
    check(buffer != NULL);
    xmodem_begin(&xmodem, buffer, room);
    for (size_t i = 1; i < size && xmodem.state == XMODEM_RECEIVING; i++) {
        xmodem_push(&xmodem, data[i]);
        if (data[i] == 0xfe)
            xmodem_idle(&xmodem);
        check(xmodem.length <= room);
    }
    for (unsigned i = 0; i < 2 * XMODEM_TRIES && xmodem.state == XMODEM_RECEIVING; i++)
        xmodem_idle(&xmodem);
    check(xmodem.state != XMODEM_RECEIVING);
    free(buffer);
    return 0;
}
