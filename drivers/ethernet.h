/*
 * The LM3S6965's Ethernet controller: whole frames in, whole frames out, by the processor through two FIFOs.
 *
 *     ethernet_init(mac, on_event);            on_event runs in the interrupt: wake whoever owns the network
 *     while ((bytes = ethernet_receive_begin()) > 0) {
 *         ethernet_receive(first, count);      in pieces, each but the last a multiple of 4, to aligned memory
 *         ...
 *         ethernet_receive_end();
 *     }
 *     ethernet_listen();                       only now may the next interrupt come
 *
 * The controller puts two bytes of length before a frame's first two bytes, so a frame is read and written with
 * ETHERNET_PAD bytes in front: the piece's payload then starts on a word boundary. One task owns the controller; 8 bytes of RAM.
 */
#ifndef CRAWLBOX_DRIVERS_ETHERNET_H
#define CRAWLBOX_DRIVERS_ETHERNET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ETHERNET_PAD = 2,          /* bytes before each frame, sent and received */
    ETHERNET_FRAME_MAX = 1514, /* without check sum and padding */
};

/* The address that the maker programmed into the chip; false if there is none. */
bool ethernet_factory_address(uint8_t mac[6]);

void ethernet_init(const uint8_t mac[6], void (*on_event)(void));

/* The cable is plugged in and the other side answers. A controller whose PHY does not tell counts as connected. */
bool ethernet_is_connected(void);

/* Starts reading the oldest frame: its length with the pad before it, or 0 if none has come. A frame that cannot be right
 * (longer than the wire allows) is dropped and counted. */
size_t ethernet_receive_begin(void);

/* The next bytes of that frame. `to` is aligned to 4; count is a multiple of 4 except in the last piece. */
void ethernet_receive(void *to, size_t count);

/* Done with the frame: what was not read of it is dropped. */
void ethernet_receive_end(void);

/* Lets the next arrival interrupt again. */
void ethernet_listen(void);

/* Sends one frame: begin with its length (pad not counted), then its bytes in any pieces, then end. */
void ethernet_send_begin(size_t frame_bytes);
void ethernet_send(const void *bytes, size_t count);
void ethernet_send_end(void);

/* Frames that the controller or this driver had to drop: a full FIFO, a bad check sum, an impossible length. */
uint32_t ethernet_dropped(void);

#endif
