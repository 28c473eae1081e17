/*
 * The box at work: the crawl (box/box.h) on whatever card is in the slot, whenever card, settings and network
 * allow it. The image and `crawlbox run` are both this session; they differ in what lies below (app/port) and
 * in who gives the orders.
 *
 *     static struct session session;
 *     session_init(&session, &parts);               once: it has its default settings then
 *     session_card_mounted(&session);               store_mount() found a card: reads settings, seeds, model
 *     session_card_ready(&session);                 the card can take pages: reads its tables
 *     for (;;)
 *         wait_for(session_tick(&session));         a few decisions, at most a second
 *     session_card_gone(&session);                  before the card is closed, and after it was pulled
 *
 * A card without a crawl gets one from its SEEDS.TXT, and the crawl starts by itself; without seeds it says
 * that there are none, or that other boxes of the fleet own them, and waits. A crawl that was under way goes
 * on, also after a power cut; one that the operator stopped stays stopped. A fresh card also gets about 12
 * seeds from the card before it: the best sites that were waiting there (graph/hosts/carry.h says what is not
 * carried). When a card with a crawl is mounted, seeds that were added to its file join the crawl. Without a
 * network the crawl waits, and blames no server.
 *
 * The session logs what happens (port/log.h). On the card it adds a line a minute to LOG/progress.tsv while
 * pages come, and one when the crawl stops; LOG/events.log says why it stopped.
 *
 * One task calls all of these functions. Others only look: any task may read counters, flags and texts.
 *
 * RAM: struct session, about 6,900 bytes, most of them the crawl and the sectors of its files.
 */
#ifndef CRAWLBOX_BOX_SESSION_H
#define CRAWLBOX_BOX_SESSION_H

#include "box/box.h"
#include "box/box_settings.h"
#include "box/card_seeds.h"
#include "box/countries.h"
#include "box/host_model.h"
#include "box/topics.h"
#include "box/trust.h"
#include "graph/hosts/carry.h"
#include "read/dict/dict.h"

enum { SESSION_SITE_SIZE = 32, SESSION_LINES = 3, SESSION_CARRY_BYTES = 300 };

/* What the program gives to the session. All of it must outlive the session. */
struct session_parts {
    struct store *store;                   /* initialised with store_settings */
    struct store_settings *store_settings; /* the session writes here how pages are to be stored */
    const char *version;                   /* of the program */
    /* Gives the pack of a language such as "th", or another one if the program does not have that. */
    const struct lang_pack *(*language)(const char *code);
    /* Changes settings that were read from the card before they count, for a program that was told otherwise
     * on its command line. May be NULL. */
    void (*amend_settings)(struct settings *settings);
    /* Tells parts of the program that the session does not know that settings have changed. May be NULL. */
    void (*settings_changed)(const struct settings *settings);
    uint32_t (*ram_free_bytes)(void); /* for progress.tsv; NULL: 0 is written there */
};

struct session {
    const struct session_parts *parts;
    uint32_t due_ms;          /* when the next decision is to be made, if `waits` */
    uint32_t ready_ms;        /* since when there is a network, if `has_network` */
    uint32_t heard_ms, heard; /* when the last frame came over it, and how many so far */
    uint32_t progress_ms;     /* when the last line of progress.tsv was written, and what it said */
    uint32_t progress_pages, progress_kb;
    int16_t stop;             /* enum crawl_stop, 0: it crawls */
    bool carry_is_old;        /* a site has ended since `carry` was made */
    uint8_t carried_language; /* for which `carry` was made, by its number in the setting */
    bool opened;              /* the crawl of the card in the slot is open */
    bool failed;              /* this card can have no crawl: open_status says why */
    int8_t open_status;
    bool waits, has_network;
    bool is_set_up;         /* all settings that must be set are */
    bool has_foreign_seeds; /* some seeds belong to other boxes of the fleet */
    struct box_parts box_parts;
    struct box box;
    struct state_line lines[SESSION_LINES];
    struct harvest harvest; /* shared with whoever fetches a page by hand: session_harvest() */
    struct harvest_options harvest_options;
    struct dict dict;
    bool has_looked_at_dict;
    struct box_settings settings;
    struct card_seeds seeds;
    struct host_model model;
    struct countries countries;
    struct topics topics;
    struct trust trust;
    char site[SESSION_SITE_SIZE];       /* the site that began last, cut to fit */
    uint8_t carry[SESSION_CARRY_BYTES]; /* the best sites that wait, for a fresh card */
};

void session_init(struct session *session, const struct session_parts *parts);

/* ---- The card ---- */

void session_card_mounted(struct session *session);
void session_card_ready(struct session *session);
void session_card_gone(struct session *session);

/* ---- The crawl ---- */

/* Makes a few decisions, for at most about a second. Returns how many milliseconds to wait until the next
 * call; an earlier call does no harm. */
uint32_t session_tick(struct session *session);

/* Opens or begins the crawl of the card, as the first tick does. For whoever has orders before that. */
void session_open(struct session *session);

/* One sentence: what the box does, or what keeps it from crawling and what to do about it. */
const char *session_sentence(const struct session *session);
bool session_crawls(const struct session *session);

/* Whether nobody has told the time, so that https has to wait although the box does not wait any more. */
bool session_lacks_time(const struct session *session);
uint32_t session_sites_waiting(const struct session *session); /* in the queue of this round */

/* ---- Orders (session_orders.c) ---- */

/* crawl_start, crawl_halt, crawl_pause or crawl_resume. STATUS_CLOSED: there is no crawl; session_sentence()
 * says why. */
int session_order(struct session *session, int (*order)(struct crawl *crawl));

/* Forgets the crawl on the card (its pages stay) and begins anew from SEEDS.TXT. */
int session_begin_anew(struct session *session);

int session_skip(struct session *session, const char *host); /* STATUS_NOT_FOUND: nobody knows this host */

/* Adds a site or URL to the crawl; session_change_seeds() adds it to the file. STATUS_INVALID: the text is
 * neither. */
int session_seed(struct session *session, const char *text);
int session_change_seeds(struct session *session,
                         const struct seeds_change *change); /* as card_seeds_change() */

int session_set(struct session *session, int which, const char *value); /* as box_settings_set() */
int session_save(struct session *session);                              /* as box_settings_save() */

/* ---- Pages by hand ---- */

/* Prepares the harvest for this port (whose machine may be session.box_parts.machine), with the settings as
 * they are, and with the card if there is one. */
struct harvest *session_harvest(struct session *session, const struct harvest_port *port);

/* Ends the connection, if one was kept. The page arena is empty afterwards. */
void session_end_connection(struct session *session);

/* ---- For session_orders.c ---- */

/* Begins a crawl from scratch with the seeds of the card and the sites that were carried here. */
int session_begin_crawl(struct session *session);

#endif
