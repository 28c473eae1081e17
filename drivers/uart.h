/*
 * UART0 of the LM3S6965, interrupt-driven. Bytes wait in two rings; nothing here ever blocks.
 *
 *     uart_init(&rings, 115200, BOARD_CLOCK_HZ, wake_console);
 *     size_t taken = uart_write("hello\r\n", 7);          fewer than asked for: the ring is full, try again later
 *     char byte;
 *     while (uart_read(&byte)) ...
 *
 * One task may write and one may read at a time. Costs the two rings, which the caller owns.
 */
#ifndef CRAWLBOX_DRIVERS_UART_H
#define CRAWLBOX_DRIVERS_UART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    UART_RECEIVE_BYTES = 64, /* powers of two. 64 bytes last 5 ms at 115,200 baud: the console wakes sooner */
    UART_SEND_BYTES = 128,
};

struct uart_ring {
    volatile uint16_t head; /* counts bytes put in, wraps freely */
    volatile uint16_t tail; /* counts bytes taken out */
};

struct uart_rings {
    struct uart_ring receive;
    struct uart_ring send;
    uint16_t overruns; /* how often bytes were lost because nobody read */
    char received[UART_RECEIVE_BYTES];
    char sending[UART_SEND_BYTES];
};

/* on_receive is called from the interrupt whenever bytes have come. */
void uart_init(struct uart_rings *rings, uint32_t baud, uint32_t clock_hz, void (*on_receive)(void));

size_t uart_write(const char *bytes, size_t count);
bool uart_read(char *byte);

/* Everything written has left the chip: time to reset it, for one. */
bool uart_is_idle(void);

#endif
