/*
 * What the operator can choose: one table of settings (settings.def), and one struct with their values.
 *
 *     struct settings settings;
 *     settings_reset(&settings);                                          the defaults
 *     int which = settings_find("tau", 3);
 *     if (settings_set(&settings, which, "500", 3) < 0)
 *         say("%s: must be %s", settings_key(which), settings_range(which));    "tau: must be 0 to 255 pages"
 *     if (settings_missing(&settings, 0) >= 0)
 *         say("not ready: %s is not set", settings_key(settings_missing(&settings, 0)));
 *
 * A refused value changes nothing. Settings are typed fields of the struct: settings.tau, settings.strategy.
 *
 * RAM: struct settings, SETTINGS_BYTES_MAX at most, and about 120 bytes of stack. The table takes 8 bytes of
 * flash for each setting, and its texts. The ranges and defaults of numbers stand there only as the text that
 * people see; the code reads them from it.
 */
#ifndef CRAWLBOX_SETTINGS_SETTINGS_H
#define CRAWLBOX_SETTINGS_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "fetch/guard.h"

enum {
    SETTINGS_BYTES_MAX = 700,
    SETTINGS_RANGES = 3,     /* ranges of addresses in `allow` */
    SETTINGS_NO_LIMIT = 255, /* the value of site_hops that means no limit */
    SETTINGS_VALUE_SIZE =
        58, /* room for any value that is not a text, as text: three ranges and a zero byte */
    SETTINGS_AGENT_SIZE = 168, /* room for a User-Agent with a version of 16 characters, and a zero byte */
};

/* Values of the choices, in the order of settings.def. */
enum settings_language { LANGUAGE_TH, LANGUAGE_FA, LANGUAGE_MS };
enum settings_strategy {
    STRATEGY_LS2,
    STRATEGY_LS1,
    STRATEGY_LSWC,
    STRATEGY_BFS,
    STRATEGY_HARD,
    STRATEGY_SOFT
};
enum settings_mode { MODE_ROUNDS, MODE_CONTINUOUS, MODE_SEGMENT };
enum settings_follow { FOLLOW_ALL, FOLLOW_HOME };
enum settings_explore { EXPLORE_NO, EXPLORE_YES };
enum settings_learn { LEARN_NO, LEARN_YES };
enum settings_sitemaps { SITEMAPS_NO, SITEMAPS_YES };
enum settings_cookies { COOKIES_YES, COOKIES_NO };
enum settings_embeds { EMBEDS_NONE, EMBEDS_STYLES, EMBEDS_ALL };
enum settings_documents { DOCUMENTS_NONE, DOCUMENTS_PDF, DOCUMENTS_ALL };
enum settings_keep { KEEP_LANGUAGE, KEEP_PAGES, KEEP_ALL };
enum settings_tls { HTTPS_VERIFY, HTTPS_RECORD_ONLY, HTTPS_OFF };
enum settings_no_time { NO_TIME_WAIT, NO_TIME_IGNORE_DATES };

struct settings_shard {
    uint8_t mine, of; /* 1 to `of` */
};

struct settings_ranges {
    struct guard_range range[SETTINGS_RANGES];
    uint8_t count;
};

/* Addresses are in host byte order; 0 means that none is set. Numbers come first, then texts: the code is
 * shorter the nearer a field is to the beginning. */
struct settings {
#define GROUP(title)
#define TEXT(key, kind, room, standard, help)
#define NUMBER(key, type, min, max, standard, unit, help) type key;
#define CHOICE(key, standard, choices, help)              uint8_t key;
#define VALUE(key, kind, type, standard, help)
#include "settings/settings.def"
#undef TEXT
#undef NUMBER
#undef CHOICE
#undef VALUE
#define TEXT(key, kind, room, standard, help) char key[(room) + 1];
#define NUMBER(key, type, min, max, standard, unit, help)
#define CHOICE(key, standard, choices, help)
#define VALUE(key, kind, type, standard, help) type key;
#include "settings/settings.def"
#undef TEXT
#undef NUMBER
#undef CHOICE
#undef VALUE
};

_Static_assert(sizeof(struct settings) <= SETTINGS_BYTES_MAX,
               "settings.def: shorten a text, or find more RAM for settings");

enum setting {
#define TEXT(key, kind, room, standard, help)             SETTING_##key,
#define NUMBER(key, type, min, max, standard, unit, help) SETTING_##key,
#define CHOICE(key, standard, choices, help)              SETTING_##key,
#define VALUE(key, kind, type, standard, help)            SETTING_##key,
#include "settings/settings.def"
#undef TEXT
#undef NUMBER
#undef CHOICE
#undef VALUE
#undef GROUP
    SETTINGS_COUNT
};

void settings_reset(struct settings *settings);

/* Returns the number of the setting with this key, or STATUS_NOT_FOUND. */
int settings_find(const char *key, size_t size);

/* Sets a setting from text. Returns STATUS_OK, or STATUS_INVALID if settings_range() does not allow the
 * value. */
int settings_set(struct settings *settings, int which, const char *value, size_t size);

/* Returns what settings_set() would return, and sets nothing. */
int settings_check(int which, const char *value, size_t size);

/* Returns a value in the form that settings_set() reads. It lies in the settings or in the buffer. */
const char *settings_text(const struct settings *settings, int which, char buffer[SETTINGS_VALUE_SIZE]);

/* Return what the table says about a setting, for people. */
const char *settings_key(int which);
const char *settings_default(int which);
const char *settings_range(int which); /* such as "0 to 255 pages" or "ls2|ls1|..." */
const char *settings_help(int which);

/* Returns the first setting from number `from` on that is empty and without which the crawl must not
 * start, or STATUS_NOT_FOUND. */
int settings_missing(const struct settings *settings, int from);

/* Writes the User-Agent of requests: the template with {contact} and {version} filled in, cut if it is too
 * long. */
void settings_user_agent(const struct settings *settings, const char *version,
                         char agent[SETTINGS_AGENT_SIZE]);

#endif
