/*
 * What the operator can choose: one table of settings (settings.def), one struct with their values.
 *
 *     struct settings settings;
 *     settings_reset(&settings);                                          the defaults
 *     int which = settings_find("tau", 3);
 *     if (settings_set(&settings, which, "500", 3) < 0)
 *         say("%s: must be %s", settings_key(which), settings_range(which));      "tau: must be 1 to 255 pages"
 *     if (settings_missing(&settings, 0) >= 0)
 *         say("not ready: %s is not set", ...);
 *
 * A refused value changes nothing. Settings are typed fields of the struct: settings.tau, settings.strategy.
 *
 * RAM: struct settings, SETTINGS_BYTES_MAX at most; about 120 bytes of stack. The table is flash: 8 bytes a setting, and
 * its texts. Numbers' ranges and defaults stand there as the text that people see, and are read from it.
 */
#ifndef CRAWLBOX_SETTINGS_SETTINGS_H
#define CRAWLBOX_SETTINGS_SETTINGS_H

#include <stddef.h>
#include <stdint.h>

#include "guard/guard.h"

enum {
    SETTINGS_BYTES_MAX = 700,
    SETTINGS_RANGES = 3,       /* in `allow` */
    SETTINGS_NO_LIMIT = 255,   /* site_hops */
    SETTINGS_VALUE_SIZE = 58,  /* of what is not a text, as text: three ranges, and a zero byte */
    SETTINGS_AGENT_SIZE = 168, /* with a version of up to 16 characters, and a zero byte */
};

/* Which language packs there are. An image with less of them says so when it is built (app/CMakeLists.txt), so that it refuses
 * the others as it refuses any wrong value. */
#ifndef SETTINGS_LANGUAGES
#define SETTINGS_LANGUAGES "th|fa|ms"
#endif

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

/* Addresses are in host byte order; 0: not set. */
struct settings {
#define GROUP(title)
#define TEXT(key, kind, room, standard, help)             char key[(room) + 1];
#define NUMBER(key, type, min, max, standard, unit, help) type key;
#define CHOICE(key, standard, choices, help)              uint8_t key;
#define VALUE(key, kind, type, standard, help)            type key;
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

/* Which setting has this key, or STATUS_NOT_FOUND. */
int settings_find(const char *key, size_t size);

/* STATUS_OK, or STATUS_INVALID: settings_range() says what is allowed. */
int settings_set(struct settings *settings, int which, const char *value, size_t size);

/* The same without setting it. */
int settings_check(int which, const char *value, size_t size);

/* A value in the form that settings_set() reads: points into the settings or into the buffer. */
const char *settings_text(const struct settings *settings, int which, char buffer[SETTINGS_VALUE_SIZE]);

/* What the table says about a setting, for people. */
const char *settings_key(int which);
const char *settings_default(int which);
const char *settings_range(int which); /* such as "1 to 255 pages" or "ls2|ls1|..." */
const char *settings_help(int which);

/* The first setting from number `from` on without which the crawl must not start and which is empty, or STATUS_NOT_FOUND. */
int settings_missing(const struct settings *settings, int from);

/* The User-Agent of requests: the template with {contact} and {version} filled in, cut if it is too long. */
void settings_user_agent(const struct settings *settings, const char *version,
                         char agent[SETTINGS_AGENT_SIZE]);

#endif
