/*
 * Decides what the display shows: pages of information, or one notice that fills the screen, on 128 x 64
 * pixels of 16 grey levels. appliance/front.h calls it.
 *
 *     struct panel panel;
 *     panel_init(&panel);
 *     for (;;) {
 *         struct panel_view view = {.name = "crawlbox", .state = "crawling", .pages = pages, ...};
 *         panel_update(&panel, &view, &screen);          sends only the rows that changed
 *         if (is_pressed)
 *             panel_next(&panel, &view);
 *     }
 *
 * There is no frame buffer: the picture is made of at most PANEL_ROWS rows, a row is drawn line by line into
 * 64 bytes, and each line goes to the screen at once, so that whatever shares the screen's bus waits for one
 * line at most. Costs struct panel, 96 bytes, and about 300 bytes of stack.
 */
#ifndef CRAWLBOX_UI_PANEL_PANEL_H
#define CRAWLBOX_UI_PANEL_PANEL_H

#include <stdbool.h>
#include <stdint.h>

enum {
    PANEL_WIDTH = 128,
    PANEL_HEIGHT = 64,
    PANEL_LINE_BYTES = PANEL_WIDTH / 2,
    PANEL_ROWS = 7,
};

enum panel_notice {
    PANEL_NO_NOTICE,
#define NOTICE(name, headline, advice) PANEL_##name,
#include "ui/panel/notices.def"
#undef NOTICE
    PANEL_NOTICES,
};

/* Everything that can be shown. Texts are read only during the call; NULL counts as an empty text, and
 * what does not fit is cut. */
struct panel_view {
    const char *name;
    const char *version;
    const char *state; /* a few words, such as "crawling" or "waiting for the network" */
    const char *site;  /* the host being crawled */
    const char *last_reset;
    const char *detail; /* more about the notice; may be packed, as no other of these texts */
    enum panel_notice notice;
    uint32_t uptime_s;
    uint32_t pages; /* pages that were stored */
    uint32_t thai_pages;
    const char *wanted; /* "Thai": what these are called */
    uint32_t sites;
    uint32_t waiting; /* sites in the queue */
    uint32_t errors;
    uint32_t card_mb; /* size of the card, or 0 without a card */
    uint32_t card_free_mb;
    uint32_t ram_free_bytes;
    uint8_t address[4]; /* 0.0.0.0 while the box has no address */
    uint8_t cpu_percent;
};

/* A view of a busy box with made-up figures: the test picture of the display. */
extern const struct panel_view panel_test_view;

/* Puts a notice into the view unless a more urgent one is there. notices.def has them in the order of
 * urgency. */
void panel_view_notice(struct panel_view *view, enum panel_notice notice, const char *detail);

/* Where lines of pixels go. Each of the 64 bytes has two pixels, the left one in its upper four bits; 0 is
 * dark, 15 is bright. */
struct panel_screen {
    void *context;
    void (*show_line)(void *context, unsigned y, const uint8_t pixels[PANEL_LINE_BYTES]);
};

struct panel {
    uint32_t
        shown[PANEL_ROWS]; /* checksums of the rows on the screen; 0 if it is not known what it shows there */
    uint8_t line[PANEL_LINE_BYTES];
    uint8_t page;
    uint8_t read_notice; /* the notice that a person has put away */
};

void panel_init(struct panel *panel);

/* Brings the screen up to date. Returns the number of lines that were sent. */
int panel_update(struct panel *panel, const struct panel_view *view, const struct panel_screen *screen);

/* Does what a short press of the button asks for: puts a notice away, or else shows the next page of
 * information. */
void panel_next(struct panel *panel, const struct panel_view *view);

/* Forgets what the screen shows, so that the next update sends everything, because the screen may have
 * lost its picture. */
void panel_redraw(struct panel *panel);

#endif
