/*
 * The driver of the LM3S6965's Ethernet controller. The processor moves whole frames through two FIFOs.
 *
 *     ethernet_init(mac, 5, on_event);        on_event runs in the interrupt and wakes the task `net`
 *     while ((bytes = ethernet_receive_begin()) > 0) {
 *         ethernet_receive(first, count);     in pieces, each but the last a multiple of 4, to aligned memory
 *         ...
 *         ethernet_receive_end();
 *     }
 *     ethernet_listen();                      only now may the next interrupt come
 *
 * The controller puts two bytes of length before a frame's first two bytes, so a frame is read and written
 * with ETHERNET_PAD bytes in front: the frame's payload then starts on a word boundary. One task owns the
 * controller. Costs 8 bytes of RAM.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_ETHERNET_H
#define CRAWLBOX_DRIVERS_LM3S6965_ETHERNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ETHERNET_PAD = 2,          /* bytes before each frame, sent and received */
    ETHERNET_FRAME_MAX = 1514, /* without check sum and padding */
};

/* Reads the address that the maker programmed into the chip. Returns false if there is none. */
bool ethernet_factory_address(uint8_t mac[6]);

/* `priority` is that of the controller's interrupt. */
void ethernet_init(const uint8_t mac[6], unsigned priority, void (*on_event)(void));

/* Says whether the cable is plugged in and the other side answers. A controller whose PHY does not know
 * that counts as connected. */
bool ethernet_is_connected(void);

/* Starts reading the oldest frame. Returns its length with the pad before it, or 0 if no frame has come. A
 * frame that cannot be right, because it is longer than the wire allows, is dropped and counted. */
size_t ethernet_receive_begin(void);

/* Reads the next bytes of that frame. `to` is aligned to 4; `count` is a multiple of 4 except in the last
 * piece. */
void ethernet_receive(void *to, size_t count);

/* Ends reading the frame, and drops what was not read of it. */
void ethernet_receive_end(void);

/* Lets the next arrival interrupt again. */
void ethernet_listen(void);

/* Sends one frame: begin with its length (pad not counted), then its bytes in any pieces, then end. */
void ethernet_send_begin(size_t frame_bytes);
void ethernet_send(const void *bytes, size_t count);
void ethernet_send_end(void);

/* Returns how many frames the controller or this driver had to drop, for a full FIFO, a bad check sum, or
 * an impossible length. */
uint32_t ethernet_dropped(void);

#endif
