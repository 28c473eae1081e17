/*
 * A bad Ethernet cable: carries frames between tap0, where QEMU hangs, and lab0, where the lab does, and
 * loses, doubles, delays and reorders some of them on the way.
 *
 *     struct wire wire = {.loop = &loop, .settings = &settings};
 *     if (wire_begin(&wire, tap_of_lab0)) ...
 *     wire_set_loss(&wire, 0xC6120102, 50);             (one host loses 5 % of its packets)
 *     wire_end(&wire);
 */
#ifndef CRAWLBOX_INTERNET_WIRE_H
#define CRAWLBOX_INTERNET_WIRE_H

#include <stddef.h>

#include "internet/loop.h"
#include "internet/settings.h"

enum { WIRE_FRAME_MAX = 2048, WIRE_LOSSY_HOSTS_MAX = 256 };

struct wire_frame;

struct wire {
    struct loop *loop;
    const struct lab_settings *settings;
    struct loop_watch tap0, lab0;
    struct wire_frame *under_way; /* frames that wait for their time */
    uint64_t random;
    struct {
        uint32_t address, loss_permille;
    } lossy[WIRE_LOSSY_HOSTS_MAX];
    size_t lossy_count;
    unsigned long frames, lost, doubled, reordered; /* so far */
};

/* Takes lab0's tap; tap0 is opened here. False after saying why on stderr. */
bool wire_begin(struct wire *wire, int lab0);
void wire_end(struct wire *wire);

/* Packets from and to this address are lost at this rate, on top of the wire's own. False: there are too many
 * such. */
bool wire_set_loss(struct wire *wire, uint32_t address, uint32_t permille);

#endif
