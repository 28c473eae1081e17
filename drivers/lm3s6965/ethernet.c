#include "lm3s6965/ethernet.h"

#include <string.h>

#include "lm3s6965/cortex_m3.h"
#include "lm3s6965/registers.h"
#include "lm3s6965/sysctl.h"

#define MAC_BASE         0x40048000u
#define INTERRUPT_STATUS REGISTER(MAC_BASE, 0x00) /* writing acknowledges */
#define INTERRUPT_MASK   REGISTER(MAC_BASE, 0x04)
#define RECEIVE_CONTROL  REGISTER(MAC_BASE, 0x08)
#define SEND_CONTROL     REGISTER(MAC_BASE, 0x0c)
#define DATA             REGISTER(MAC_BASE, 0x10)
#define ADDRESS_LOW      REGISTER(MAC_BASE, 0x14)
#define ADDRESS_HIGH     REGISTER(MAC_BASE, 0x18)
#define SEND_THRESHOLD   REGISTER(MAC_BASE, 0x1c)
#define PHY_CONTROL      REGISTER(MAC_BASE, 0x20)
#define PHY_DIVIDER      REGISTER(MAC_BASE, 0x24)
#define PHY_RECEIVED     REGISTER(MAC_BASE, 0x30)
#define FRAMES_WAITING   REGISTER(MAC_BASE, 0x34)
#define SEND_REQUEST     REGISTER(MAC_BASE, 0x38)

#define USER_0 REGISTER(0x400fe1e0u, 0) /* the maker keeps the address in these two, three bytes each */
#define USER_1 REGISTER(0x400fe1e4u, 0)

enum {
    INTERRUPT_RECEIVED = 1 << 0,
    INTERRUPT_OVERFLOW = 1 << 3,
    INTERRUPT_RECEIVE_ERROR = 1 << 4,
    INTERRUPT_ALL = 0x7f,

    RECEIVE_ENABLE = 1 << 0,
    RECEIVE_REJECT_BAD_SUM = 1 << 3,
    RECEIVE_RESET = 1 << 4,

    SEND_ENABLE = 1 << 0,
    SEND_PAD_SHORT = 1 << 1,
    SEND_ADD_SUM = 1 << 2,
    SEND_FULL_DUPLEX = 1 << 4,
    SEND_WHOLE_FRAMES = 0x3f, /* threshold: start when the frame is complete */

    PHY_START = 1 << 0,
    PHY_REGISTER_SHIFT = 3,
    PHY_STATUS = 1,
    PHY_STATUS_LINK = 1 << 2,
    PHY_IDENTIFIER = 2,
    PHY_CLOCK_DIVIDER = 9, /* 50 MHz / (2 * (9 + 1)) = 2.5 MHz, the most that a PHY takes */
    PHY_POLLS = 10000,     /* a transfer takes 26 us */

    ETHERNET_IRQ = 42,
    HEADER_BYTES = 14, /* the length that the send FIFO is told leaves out the header */
    LENGTH_EXTRA = 6,  /* the length in the receive FIFO counts itself and the check sum */
    FRAME_MIN = 14,
};

static struct {
    void (*on_event)(void);
    uint32_t dropped;
    uint32_t first_word;  /* of the frame being read: it came with the length */
    uint32_t send_word;   /* bytes that wait for a full word */
    uint16_t unread;      /* bytes of the frame still in the FIFO, check sum included */
    uint8_t first_unused; /* 1 if first_word has not been handed out */
    uint8_t send_count;   /* bytes in send_word */
} mac;

void ethernet_handler(void); /* named by the vector table */

/* Interrupts stay off until the network's task has emptied the FIFO and calls ethernet_listen(). */
void ethernet_handler(void)
{
    uint32_t status = INTERRUPT_STATUS;
    if (status & (INTERRUPT_OVERFLOW | INTERRUPT_RECEIVE_ERROR))
        mac.dropped++;
    INTERRUPT_MASK = 0;
    INTERRUPT_STATUS = status;
    mac.on_event();
}

bool ethernet_factory_address(uint8_t address[6])
{
    uint32_t low = USER_0, high = USER_1;
    for (int i = 0; i < 3; i++) {
        address[i] = (uint8_t)(low >> (8 * i));
        address[3 + i] = (uint8_t)(high >> (8 * i));
    }
    bool erased = (low & high & 0xffffffu) == 0xffffffu;
    bool empty = ((low | high) & 0xffffffu) == 0;
    bool multicast = (address[0] & 1) != 0;
    return !erased && !empty && !multicast;
}

void ethernet_init(const uint8_t address[6], unsigned priority, void (*on_event)(void))
{
    mac.on_event = on_event;
    sysctl_enable(SYSCTL_ETHERNET_MAC);
    sysctl_enable(SYSCTL_ETHERNET_PHY);
    INTERRUPT_MASK = 0; /* all are on after reset */
    INTERRUPT_STATUS = INTERRUPT_ALL;
    PHY_DIVIDER = PHY_CLOCK_DIVIDER;
    ADDRESS_LOW =
        address[0] | (uint32_t)address[1] << 8 | (uint32_t)address[2] << 16 | (uint32_t)address[3] << 24;
    ADDRESS_HIGH = address[4] | (uint32_t)address[5] << 8;
    SEND_THRESHOLD = SEND_WHOLE_FRAMES;
    SEND_CONTROL = SEND_ENABLE | SEND_PAD_SHORT | SEND_ADD_SUM | SEND_FULL_DUPLEX;
    RECEIVE_CONTROL = RECEIVE_RESET;
    RECEIVE_CONTROL = RECEIVE_ENABLE | RECEIVE_REJECT_BAD_SUM;
    cortex_irq_enable(ETHERNET_IRQ, priority);
    ethernet_listen();
}

static uint32_t phy_read(unsigned phy_register)
{
    PHY_CONTROL = phy_register << PHY_REGISTER_SHIFT | PHY_START;
    for (int polls = 0; (PHY_CONTROL & PHY_START) && polls < PHY_POLLS; polls++) {
    }
    return PHY_RECEIVED & 0xffffu;
}

bool ethernet_is_connected(void)
{
    if (phy_read(PHY_IDENTIFIER) == 0)
        return true; /* an emulator without a PHY */
    return (phy_read(PHY_STATUS) & PHY_STATUS_LINK) != 0;
}

static void drop_all(void)
{
    mac.dropped++;
    mac.unread = 0;
    RECEIVE_CONTROL |= RECEIVE_RESET;
}

size_t ethernet_receive_begin(void)
{
    if ((FRAMES_WAITING & 0x3f) == 0)
        return 0;
    mac.first_word = DATA;
    unsigned length = mac.first_word & 0xffffu;
    if (length < FRAME_MIN + LENGTH_EXTRA || length > ETHERNET_FRAME_MAX + LENGTH_EXTRA) {
        drop_all(); /* out of step with the FIFO: nothing in it can be trusted */
        return 0;
    }
    mac.first_unused = 1;
    mac.unread = (uint16_t)(length - 4); /* what lies behind the first word */
    return length - LENGTH_EXTRA + ETHERNET_PAD;
}

static uint32_t next_word(void)
{
    if (mac.first_unused) {
        mac.first_unused = 0;
        return mac.first_word;
    }
    mac.unread = (uint16_t)(mac.unread > 4 ? mac.unread - 4 : 0);
    return DATA;
}

void ethernet_receive(void *to, size_t count)
{
    uint32_t *words = to;
    if (count >= 4 && mac.first_unused) {
        *words++ = next_word();
        count -= 4;
    }
    size_t whole = count / 4;
    for (size_t i = 0; i < whole; i++)
        words[i] = DATA;
    mac.unread = (uint16_t)(mac.unread > 4 * whole ? mac.unread - 4 * whole : 0);
    if (count % 4) {
        uint32_t last = next_word();
        memcpy(words + whole, &last, count % 4);
    }
}

void ethernet_receive_end(void)
{
    while (mac.unread > 0)
        (void)next_word();
}

void ethernet_listen(void)
{
    INTERRUPT_MASK = INTERRUPT_RECEIVED | INTERRUPT_OVERFLOW | INTERRUPT_RECEIVE_ERROR;
}

void ethernet_send_begin(size_t frame_bytes)
{
    while (SEND_REQUEST & 1) {
    } /* the frame before: at most 0.13 ms at 100 Mbit/s */
    mac.send_word = (uint32_t)(frame_bytes - HEADER_BYTES);
    mac.send_count = 2;
}

void ethernet_send(const void *bytes, size_t count)
{
    const uint8_t *from = bytes;
    while (count > 0 && mac.send_count != 0) {
        mac.send_word |= (uint32_t)*from++ << (8 * mac.send_count);
        mac.send_count = (mac.send_count + 1) & 3;
        count--;
        if (mac.send_count == 0)
            DATA = mac.send_word;
    }
    for (; count >= 4; count -= 4, from += 4) {
        uint32_t word;
        memcpy(&word, from, sizeof word);
        DATA = word;
    }
    if (count > 0) {
        mac.send_word = 0;
        memcpy(&mac.send_word, from, count);
        mac.send_count = (uint8_t)count;
    }
}

void ethernet_send_end(void)
{
    if (mac.send_count != 0)
        DATA = mac.send_word;
    SEND_REQUEST = 1;
}

uint32_t ethernet_dropped(void)
{
    return mac.dropped;
}
