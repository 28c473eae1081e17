#include "lm3s6965/ssi.h"

#include "lm3s6965/gpio.h"
#include "lm3s6965/registers.h"
#include "lm3s6965/sysctl.h"

#define SSI_BASE  0x40008000u
#define CONTROL0  REGISTER(SSI_BASE, 0x00)
#define CONTROL1  REGISTER(SSI_BASE, 0x04)
#define DATA      REGISTER(SSI_BASE, 0x08)
#define STATUS    REGISTER(SSI_BASE, 0x0c)
#define PRESCALER REGISTER(SSI_BASE, 0x10)

enum {
    CONTROL0_8_BITS = 7,
    CONTROL0_RATE_SHIFT = 8,
    CONTROL1_ENABLE = 1 << 1,
    STATUS_RECEIVED = 1 << 2,
    STATUS_RECEIVE_FULL = 1 << 3,

    FIFO_BYTES = 8,
    SLOW_HZ = 400000,
    PRESCALER_MIN = 2, /* even numbers only */
    PRESCALER_MAX = 254,
    RATE_MAX = 256,
    SILENCE = 0xff,
};

static uint32_t ssi_clock_hz, ssi_hz; /* of the chip, and of the bus as it was set last */

void ssi_init(uint32_t clock_hz)
{
    ssi_clock_hz = clock_hz;
    sysctl_enable(SYSCTL_SSI0);
    /* clock, data in, data out; the frame pin (A3) stays unused: whoever owns the bus selects */
    for (uint8_t number = 2; number <= 5; number++)
        if (number != 3)
            gpio_peripheral((struct gpio_pin){GPIO_A, number});
    ssi_set_clock(SLOW_HZ);
}

void ssi_set_clock(uint32_t hz)
{
    uint32_t prescaler = PRESCALER_MIN;
    uint32_t rate = 1;
    if (hz == ssi_hz)
        return;
    ssi_hz = hz;
    /* clock / (prescaler * rate): the smallest prescaler leaves the finest steps */
    for (; prescaler <= PRESCALER_MAX; prescaler += 2) {
        rate = (ssi_clock_hz + prescaler * hz - 1) / (prescaler * hz);
        if (rate <= RATE_MAX)
            break;
    }
    CONTROL1 = 0;
    PRESCALER = prescaler;
    CONTROL0 = (rate - 1) << CONTROL0_RATE_SHIFT | CONTROL0_8_BITS;
    CONTROL1 = CONTROL1_ENABLE;
}

/* Eight bytes fill both FIFOs exactly; a full receive FIFO says that all of them are through. */
static inline void wait_for_eight(void)
{
    while (!(STATUS & STATUS_RECEIVE_FULL)) {
    }
}

static void send_eight(const uint8_t *bytes)
{
    DATA = bytes[0];
    DATA = bytes[1];
    DATA = bytes[2];
    DATA = bytes[3];
    DATA = bytes[4];
    DATA = bytes[5];
    DATA = bytes[6];
    DATA = bytes[7];
}

static void send_silence(void)
{
    DATA = SILENCE;
    DATA = SILENCE;
    DATA = SILENCE;
    DATA = SILENCE;
    DATA = SILENCE;
    DATA = SILENCE;
    DATA = SILENCE;
    DATA = SILENCE;
}

static void receive_eight(uint8_t *bytes)
{
    bytes[0] = (uint8_t)DATA;
    bytes[1] = (uint8_t)DATA;
    bytes[2] = (uint8_t)DATA;
    bytes[3] = (uint8_t)DATA;
    bytes[4] = (uint8_t)DATA;
    bytes[5] = (uint8_t)DATA;
    bytes[6] = (uint8_t)DATA;
    bytes[7] = (uint8_t)DATA;
}

static void drop_eight(void)
{
    (void)DATA;
    (void)DATA;
    (void)DATA;
    (void)DATA;
    (void)DATA;
    (void)DATA;
    (void)DATA;
    (void)DATA;
}

static uint8_t exchange_byte(uint8_t byte)
{
    DATA = byte;
    while (!(STATUS & STATUS_RECEIVED)) {
    }
    return (uint8_t)DATA;
}

/* Most of the work of a card is in these two. They move at least eight bytes. */

static void send_eights(const uint8_t *send, const uint8_t *end)
{
    do {
        send_eight(send);
        wait_for_eight();
        drop_eight();
        send += FIFO_BYTES;
    } while (send != end);
}

static void receive_eights(uint8_t *receive, const uint8_t *end)
{
    do {
        send_silence();
        wait_for_eight();
        receive_eight(receive);
        receive += FIFO_BYTES;
    } while (receive != end);
}

void ssi_transfer(const uint8_t *send, uint8_t *receive, size_t count)
{
    size_t at = 0, eights = count - count % FIFO_BYTES;
    if (eights > 0 && send == NULL && receive != NULL)
        receive_eights(receive, receive + (at = eights));
    else if (eights > 0 && send != NULL && receive == NULL)
        send_eights(send, send + (at = eights));
    for (; at < count; at++) {
        uint8_t byte = exchange_byte(send != NULL ? send[at] : SILENCE);
        if (receive != NULL)
            receive[at] = byte;
    }
}
