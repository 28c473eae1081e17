/*
 * The machine on which a crawl runs: its clocks, its memory, its network and what it knows of hosts. The
 * image, the native program, the simulator and the tests each fill in one of these, and the crawl
 * (app/crawl), the box (app/box) and the harvest (app/box/harvest) all use that one.
 *
 * RAM: struct machine, 36 bytes, or none if it is constant.
 */
#ifndef CRAWLBOX_CRAWL_MACHINE_H
#define CRAWLBOX_CRAWL_MACHINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct features; /* graph/hosts/features.h */

struct machine {
    void *context;                     /* the first argument of all the functions */
    uint32_t (*now_ms)(void *context); /* monotonic, may wrap */
    uint64_t (*utc_ms)(void *context); /* since 1970; 0: the date is not known */

    /*
     * The one pair for borrowing memory: lend() gives a piece of `bytes` bytes, or NULL if there is no room,
     * and the borrower gives it back before anybody else needs the room. Between two pages there always are
     * 2 KB.
     */
    void *(*lend)(void *context, size_t bytes);
    void (*give_back)(void *context, void *memory);

    /* The rest may be NULL. */
    bool (*is_online)(
        void *context); /* while there is no network, nothing is tried and no server blamed. NULL: always */
    uint8_t (*country)(void *context, uint32_t address); /* enum feature_country; NULL: all are OTHER */
    uint8_t (*predict)(void *context, const struct features *features); /* 0..255; NULL: the rule of thumb */
    /* Something happened that people want to know: enum crawl_event. NULL: nobody listens. */
    void (*event)(void *context, unsigned event, const char *host, uint32_t number);
};

#endif
