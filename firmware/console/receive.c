/* Receives a file over the serial line, sent with XMODEM (ui/xmodem.h). This is a job of the crawler's
 * task; the console waits for it, so nobody else reads the line meanwhile. */
#include "port/console.h"
#include "port/platform.h"

#include "FreeRTOS.h"
#include "task.h"

#include "base/status.h"
#include "kernel/tasks.h"
#include "lm3s6965/uart.h"
#include "port/clock.h"
#include "ui/xmodem.h"

enum {
    LINE_QUIET_MS = 1000, /* after so long a silence the sender is asked again */
    LINE_BUSY_MS = 5,     /* for so long the task does not sleep: the line's ring is shorter than a block */
};

static void send_answer(uint8_t byte)
{
    char text = (char)byte;
    while (byte != 0 && uart_write(&text, 1) == 0)
        vTaskDelay(1);
}

int console_receive(struct xmodem *xmodem)
{
    uint32_t heard_ms = clock_ms_short() - LINE_QUIET_MS;
    while (xmodem->state == XMODEM_RECEIVING) {
        char byte;
        if (uart_read(&byte)) {
            heard_ms = clock_ms_short();
            send_answer(xmodem_push(xmodem, (uint8_t)byte));
        } else if (clock_ms_short() - heard_ms >= LINE_QUIET_MS) {
            heard_ms = clock_ms_short();
            send_answer(xmodem_idle(xmodem));
        } else if (clock_ms_short() - heard_ms >= LINE_BUSY_MS) {
            platform_check_in();
            vTaskDelay(1);
        }
    }
    switch (xmodem->state) {
    case XMODEM_DONE: return STATUS_OK;
    case XMODEM_TOO_LONG: return STATUS_TOO_LONG;
    case XMODEM_CANCELLED: return STATUS_CLOSED;
    default: return STATUS_TIMEOUT;
    }
}
