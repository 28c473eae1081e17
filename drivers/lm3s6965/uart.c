#include "lm3s6965/uart.h"

#include "lm3s6965/cortex_m3.h"
#include "lm3s6965/gpio.h"
#include "lm3s6965/sysctl.h"

#define UART_BASE       0x4000c000u
#define DATA            REGISTER(UART_BASE, 0x000)
#define FLAGS           REGISTER(UART_BASE, 0x018)
#define BAUD_WHOLE      REGISTER(UART_BASE, 0x024)
#define BAUD_FRACTION   REGISTER(UART_BASE, 0x028)
#define LINE_CONTROL    REGISTER(UART_BASE, 0x02c)
#define CONTROL         REGISTER(UART_BASE, 0x030)
#define INTERRUPT_MASK  REGISTER(UART_BASE, 0x038)
#define INTERRUPT_CLEAR REGISTER(UART_BASE, 0x044)

enum {
    DATA_OVERRUN = 1 << 11, /* bytes before this one were lost */

    FLAG_BUSY = 1 << 3,
    FLAG_RECEIVE_EMPTY = 1 << 4,
    FLAG_SEND_FULL = 1 << 5,

    LINE_FIFOS = 1 << 4,
    LINE_8_BITS = 3 << 5,

    CONTROL_ENABLE = 1 << 0,
    CONTROL_SEND = 1 << 8,
    CONTROL_RECEIVE = 1 << 9,

    INTERRUPT_RECEIVE = 1 << 4,
    INTERRUPT_SEND = 1 << 5,
    INTERRUPT_RECEIVE_TIMEOUT = 1 << 6, /* fewer bytes than the FIFO's mark, and no more come */

    UART_IRQ = 5,
    BAUD_FRACTION_STEPS = 64,
};

_Static_assert((UART_RECEIVE_BYTES & (UART_RECEIVE_BYTES - 1)) == 0, "a ring's size must be a power of two");
_Static_assert((UART_SEND_BYTES & (UART_SEND_BYTES - 1)) == 0, "a ring's size must be a power of two");

static struct {
    struct uart_rings *rings;
    void (*on_receive)(void);
} uart;

void uart0_handler(void); /* named by the vector table */

static size_t ring_used(const struct uart_ring *ring)
{
    return (uint16_t)(ring->head - ring->tail);
}

void uart_init(struct uart_rings *rings, uint32_t baud, uint32_t clock_hz, unsigned priority,
               void (*on_receive)(void))
{
    static const struct gpio_pin receive_pin = {GPIO_A, 0}, send_pin = {GPIO_A, 1};
    *rings = (struct uart_rings){0};
    uart.rings = rings;
    uart.on_receive = on_receive;
    sysctl_enable(SYSCTL_UART0);
    gpio_peripheral(receive_pin);
    gpio_peripheral(send_pin);
    CONTROL = 0;
    /* 16 samples a bit; the divisor has six binary digits behind the point, rounded */
    uint32_t divisor = (clock_hz * (BAUD_FRACTION_STEPS / 16) + baud / 2) / baud;
    BAUD_WHOLE = divisor / BAUD_FRACTION_STEPS;
    BAUD_FRACTION = divisor % BAUD_FRACTION_STEPS;
    LINE_CONTROL = LINE_8_BITS | LINE_FIFOS;
    INTERRUPT_CLEAR = ~0u;
    INTERRUPT_MASK = INTERRUPT_RECEIVE | INTERRUPT_RECEIVE_TIMEOUT;
    CONTROL = CONTROL_ENABLE | CONTROL_SEND | CONTROL_RECEIVE;
    cortex_irq_enable(UART_IRQ, priority);
}

/* Is called in the interrupt only, so that nobody else takes bytes out of the ring. */
static void fill_send_fifo(struct uart_rings *rings)
{
    struct uart_ring *ring = &rings->send;
    while (ring_used(ring) > 0 && !(FLAGS & FLAG_SEND_FULL)) {
        DATA = (uint8_t)rings->sending[ring->tail % UART_SEND_BYTES];
        ring->tail++;
    }
    if (ring_used(ring) == 0)
        INTERRUPT_MASK &= ~(uint32_t)INTERRUPT_SEND;
}

/* Moves bytes from the FIFO to the ring. A full ring takes no more; the FIFO holds 16 until uart_read()
 * has made room. */
static void empty_receive_fifo(struct uart_rings *rings)
{
    struct uart_ring *ring = &rings->receive;
    if (FLAGS & FLAG_RECEIVE_EMPTY)
        return;
    while (!(FLAGS & FLAG_RECEIVE_EMPTY) && ring_used(ring) < UART_RECEIVE_BYTES) {
        uint32_t data = DATA;
        if (data & DATA_OVERRUN)
            rings->overruns++;
        rings->received[ring->head % UART_RECEIVE_BYTES] = (char)data;
        ring->head++;
    }
    if (ring_used(ring) == UART_RECEIVE_BYTES)
        INTERRUPT_MASK &= ~(uint32_t)(INTERRUPT_RECEIVE | INTERRUPT_RECEIVE_TIMEOUT);
    uart.on_receive();
}

void uart0_handler(void)
{
    INTERRUPT_CLEAR = INTERRUPT_RECEIVE | INTERRUPT_RECEIVE_TIMEOUT | INTERRUPT_SEND;
    empty_receive_fifo(uart.rings);
    fill_send_fifo(uart.rings);
}

size_t uart_write(const char *bytes, size_t count)
{
    struct uart_ring *ring = &uart.rings->send;
    size_t room = UART_SEND_BYTES - ring_used(ring);
    if (count > room)
        count = room;
    for (size_t i = 0; i < count; i++)
        uart.rings->sending[(ring->head + i) % UART_SEND_BYTES] = bytes[i];
    ring->head = (uint16_t)(ring->head + count); /* only now may the interrupt see them */
    if (count > 0) {
        INTERRUPT_MASK |= INTERRUPT_SEND;
        cortex_irq_pend(UART_IRQ); /* an idle sender raises no interrupt by itself */
    }
    return count;
}

bool uart_read(char *byte)
{
    struct uart_ring *ring = &uart.rings->receive;
    if (ring_used(ring) == 0)
        return false;
    *byte = uart.rings->received[ring->tail % UART_RECEIVE_BYTES];
    bool was_full = ring_used(ring) == UART_RECEIVE_BYTES;
    ring->tail++;
    if (was_full) {
        INTERRUPT_MASK |= INTERRUPT_RECEIVE | INTERRUPT_RECEIVE_TIMEOUT;
        cortex_irq_pend(UART_IRQ); /* for what came meanwhile */
    }
    return true;
}

bool uart_is_idle(void)
{
    return ring_used(&uart.rings->send) == 0 && !(FLAGS & FLAG_BUSY);
}
