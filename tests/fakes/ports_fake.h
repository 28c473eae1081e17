/*
 * The link-time ports of app/ (app/port) in memory, for suites of code that calls them.
 *
 *     ports_fake_begin();
 *     ports_fake_file("SEEDS.TXT", "one.example\r\n", 13);
 *     ports_fake.is_ready = true;                          there is a network
 *     ...
 *     TEST_ASSERT_NOT_NULL(strstr(ports_fake.log, "warning: "));
 */
#ifndef CRAWLBOX_FAKES_PORTS_FAKE_H
#define CRAWLBOX_FAKES_PORTS_FAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/log.h"

struct roots;
struct store_port;

enum {
    PORTS_FAKE_FILES = 4,
    PORTS_FAKE_LOG_BYTES = 3000,
    PORTS_FAKE_SAID_BYTES = 3000,
    PORTS_FAKE_ARENA_BYTES = 12 * 1024
};

struct ports_fake {
    struct ports_fake_file {
        const char *name;
        const uint8_t *bytes;
        uint32_t size;
    } files[PORTS_FAKE_FILES];
    unsigned file_count;
    bool fails_reading;          /* card_file_read() does */
    bool refuses_writing;        /* card_file_overwrite() fails */
    uint8_t overwritten[64];     /* by card_file_overwrite() */
    uint32_t ms;                 /* the clock */
    uint64_t utc_ms;             /* 0: nobody knows the time */
    bool is_ready;               /* a cable and an address */
    bool answers;                /* the router, when it is asked */
    bool reaches_out;            /* servers, when they are asked */
    uint32_t heard;              /* frames */
    unsigned asked_router;       /* how often */
    bool has_secret;             /* entropy is ready */
    const struct roots *trusted; /* network_trust() */
    const struct store_port *sessions;
    char log[PORTS_FAKE_LOG_BYTES];   /* lines "info: ...\n"; what does not fit is cut */
    enum log_level level;             /* log_set_level() */
    struct log_ring ring;             /* for log_read() */
    unsigned jobs;                    /* that were done by crawler_do() and crawler_do_now() */
    bool is_busy;                     /* then they do none */
    unsigned ejected, formatted;      /* the card, how often */
    bool is_pulled;                   /* the card that was mounted is no longer there */
    int receive_status;               /* of console_receive(), which brings nothing */
    uint32_t paused_ms;               /* console_pause(), all together */
    char said[PORTS_FAKE_SAID_BYTES]; /* by the console; what does not fit is cut */
};

extern struct ports_fake ports_fake;

void ports_fake_begin(void);

/* A file of the card; the bytes must stay. */
void ports_fake_file(const char *name, const void *bytes, size_t size);

/* How often a text stands in the log. */
unsigned ports_fake_logged(const char *text);

/* Whether all memory of the page arena was given back. */
bool ports_fake_arena_is_empty(void);

#endif
