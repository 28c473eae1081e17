#include "internet/wire.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/if_packet.h>
#include <net/ethernet.h>
#include <net/if.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "internet/space.h"

enum {
    REORDER_MS = 15, /* how long a frame is held back while others overtake it */
    PERMILLE = 1000,
    AT_ETHERTYPE = 12,
    AT_SOURCE = 26, /* of an IPv4 packet in its frame */
    AT_DESTINATION = 30,
    IPV4_FRAME_MIN = 34,
};

/* A frame that waits for its time. */
struct wire_frame {
    struct wire *wire;
    struct wire_frame *next, **link;
    struct loop_timer timer;
    int to;
    size_t size;
    uint8_t bytes[];
};

/* ---- Chance ---- */

static uint32_t chance(struct wire *wire)
{
    wire->random ^= wire->random << 13;
    wire->random ^= wire->random >> 7;
    wire->random ^= wire->random << 17;
    return (uint32_t)(wire->random >> 32) % PERMILLE;
}

static uint32_t address_at(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 | bytes[3];
}

static uint32_t host_loss(const struct wire *wire, const uint8_t *frame, size_t size)
{
    if (size < IPV4_FRAME_MIN || frame[AT_ETHERTYPE] != 8 || frame[AT_ETHERTYPE + 1] != 0)
        return 0;
    uint32_t source = address_at(frame + AT_SOURCE), destination = address_at(frame + AT_DESTINATION);
    for (size_t i = 0; i < wire->lossy_count; i++)
        if (wire->lossy[i].address == source || wire->lossy[i].address == destination)
            return wire->lossy[i].loss_permille;
    return 0;
}

/* ---- Frames ---- */

static void deliver(int to, const uint8_t *bytes, size_t size)
{
    /* A full queue at the other end loses the frame, as cables do. */
    if (write(to, bytes, size) < 0)
        return;
}

static void free_frame(struct wire_frame *frame)
{
    loop_timer_cancel(&frame->timer);
    *frame->link = frame->next;
    if (frame->next)
        frame->next->link = frame->link;
    free(frame);
}

static void arrive(void *context)
{
    struct wire_frame *frame = context;
    deliver(frame->to, frame->bytes, frame->size);
    free_frame(frame);
}

static void send_later(struct wire *wire, int to, const uint8_t *bytes, size_t size, uint32_t in_ms)
{
    struct wire_frame *frame = malloc(sizeof *frame + size);
    if (!frame)
        return;
    *frame = (struct wire_frame){.wire = wire,
                                 .next = wire->under_way,
                                 .link = &wire->under_way,
                                 .timer = {.fire = arrive, .context = frame},
                                 .to = to,
                                 .size = size};
    memcpy(frame->bytes, bytes, size);
    if (frame->next)
        frame->next->link = &frame->next;
    wire->under_way = frame;
    loop_timer_set(wire->loop, &frame->timer, in_ms);
}

static void carry(struct wire *wire, int to, const uint8_t *bytes, size_t size)
{
    const struct lab_settings *settings = wire->settings;
    wire->frames++;
    if (chance(wire) < settings->loss_permille || chance(wire) < host_loss(wire, bytes, size)) {
        wire->lost++;
        return;
    }
    uint32_t delay_ms = settings->wire_delay_ms;
    if (chance(wire) < settings->reorder_permille) {
        wire->reordered++;
        delay_ms += REORDER_MS;
    }
    int copies = 1;
    if (chance(wire) < settings->duplicate_permille) {
        wire->doubled++;
        copies = 2;
    }
    for (int i = 0; i < copies; i++) {
        if (delay_ms > 0)
            send_later(wire, to, bytes, size, delay_ms);
        else
            deliver(to, bytes, size);
    }
}

static void take_from_tap0(void *context, uint32_t events)
{
    struct wire *wire = context;
    uint8_t frame[WIRE_FRAME_MAX];
    struct sockaddr_ll from = {0};
    socklen_t size = sizeof from;
    (void)events;
    ssize_t got = recvfrom(wire->tap0.fd, frame, sizeof frame, 0, (struct sockaddr *)&from, &size);
    if (got > 0 && from.sll_pkttype != PACKET_OUTGOING) /* those are the kernel's own, on their way to QEMU */
        carry(wire, wire->lab0.fd, frame, (size_t)got);
}

static void take_from_lab0(void *context, uint32_t events)
{
    struct wire *wire = context;
    uint8_t frame[WIRE_FRAME_MAX];
    (void)events;
    ssize_t got = read(wire->lab0.fd, frame, sizeof frame);
    if (got > 0)
        carry(wire, wire->tap0.fd, frame, (size_t)got);
}

/* ---- The wire ---- */

static int open_tap0(void)
{
    struct sockaddr_ll address = {.sll_family = AF_PACKET,
                                  .sll_protocol = htons(ETH_P_ALL),
                                  .sll_ifindex = (int)if_nametoindex(SPACE_TAP)};
    int raw = socket(AF_PACKET, SOCK_RAW | SOCK_NONBLOCK | SOCK_CLOEXEC, htons(ETH_P_ALL));
    if (raw >= 0 && bind(raw, (struct sockaddr *)&address, sizeof address) == 0)
        return raw;
    if (raw >= 0)
        close(raw);
    return -1;
}

bool wire_begin(struct wire *wire, int lab0)
{
    wire->random = 0x9E3779B97F4A7C15U ^ wire->settings->seed;
    wire->tap0 = (struct loop_watch){.fd = open_tap0(), .ready = take_from_tap0, .context = wire};
    wire->lab0 = (struct loop_watch){.fd = lab0, .ready = take_from_lab0, .context = wire};
    if (wire->tap0.fd >= 0 && loop_watch(wire->loop, &wire->tap0, EPOLLIN) == 0 &&
        loop_watch(wire->loop, &wire->lab0, EPOLLIN) == 0)
        return true;
    cli_error("cannot connect " SPACE_TAP " and " SPACE_BEHIND_WIRE ": %s", strerror(errno));
    return false;
}

void wire_end(struct wire *wire)
{
    for (struct wire_frame *frame = wire->under_way, *next; frame; frame = next) {
        next = frame->next;
        loop_timer_cancel(&frame->timer);
        free(frame);
    }
    loop_unwatch(wire->loop, &wire->tap0);
    loop_unwatch(wire->loop, &wire->lab0);
    if (wire->tap0.fd >= 0)
        close(wire->tap0.fd);
}

bool wire_set_loss(struct wire *wire, uint32_t address, uint32_t permille)
{
    size_t index = 0;
    while (index < wire->lossy_count && wire->lossy[index].address != address)
        index++;
    if (index == WIRE_LOSSY_HOSTS_MAX)
        return false;
    wire->lossy[index].address = address;
    wire->lossy[index].loss_permille = permille;
    if (index == wire->lossy_count)
        wire->lossy_count++;
    return true;
}
