/*
 * The driver of UART0 of the LM3S6965, by interrupts. Bytes wait in two rings; no function ever blocks.
 *
 *     uart_init(&rings, 115200, 50000000, 5, wake_console);
 *     size_t taken = uart_write("hello\r\n", 7);      fewer than 7 if the ring is full
 *     char byte;
 *     while (uart_read(&byte)) ...
 *
 * One task may write and one may read at a time. Costs the two rings, which the caller owns.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_UART_H
#define CRAWLBOX_DRIVERS_LM3S6965_UART_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    UART_RECEIVE_BYTES =
        64, /* a power of two; 64 bytes take 5 ms at 115,200 baud, and the console wakes sooner */
    UART_SEND_BYTES = 128, /* a power of two */
};

struct uart_ring {
    volatile uint16_t head; /* counts the bytes put in, and wraps freely */
    volatile uint16_t tail; /* counts the bytes taken out */
};

struct uart_rings {
    struct uart_ring receive;
    struct uart_ring send;
    uint16_t overruns; /* how often bytes were lost because nobody read */
    char received[UART_RECEIVE_BYTES];
    char sending[UART_SEND_BYTES];
};

/* `clock_hz` is the chip's clock, `priority` that of the interrupt. The interrupt calls on_receive()
 * whenever bytes have come. */
void uart_init(struct uart_rings *rings, uint32_t baud, uint32_t clock_hz, unsigned priority,
               void (*on_receive)(void));

size_t uart_write(const char *bytes, size_t count);
bool uart_read(char *byte);

/* Says whether everything that was written has left the chip, so that it may be reset. */
bool uart_is_idle(void);

#endif
