/*
 * Reads and writes CRAWLBOX.INI, which has the settings as text, one in each line. The caller pushes the file
 * in as it comes from the card; to save settings, it is written anew. app/box/box_settings.c and the host
 * programs call it.
 *
 *     struct ini ini;
 *     ini_read_begin(&ini, &settings, report, context);       or ini_write_begin(&ini, &settings, &out)
 *     while ((count = read(file, buffer, sizeof buffer)) > 0)
 *         ini_feed(&ini, buffer, count);
 *     ini_end(&ini);
 *
 * A line is "key = value", a remark that begins with # or ;, a [heading], or empty. Blanks around the two
 * parts do not count; a value goes up to the end of its line, # and quotes included. The last line of a key
 * counts.
 *
 * A reader reports lines that it does not understand, and goes on: a wrong value leaves the setting as it
 * was, an unknown key is ignored. A writer copies the old file and changes only lines whose value differs
 * from that of the setting. Remarks, unknown keys and lines too long for a setting stay byte by byte; a line
 * with a wrong value becomes a remark. Settings that the old file does not have are added at its end unless
 * they have their default.
 *
 * RAM: struct ini, about 200 bytes, while a file is read or written.
 */
#ifndef CRAWLBOX_SETTINGS_INI_H
#define CRAWLBOX_SETTINGS_INI_H

#include <stdbool.h>

#include "base/sink.h"
#include "base/text_lines.h"
#include "settings/settings.h"

enum ini_problem {
    INI_WRONG_VALUE,
    INI_UNKNOWN_KEY,
    INI_NO_SETTING, /* the line is neither a setting nor a remark */
    INI_TOO_LONG,
};

struct ini_finding {
    enum ini_problem problem;
    unsigned line;          /* counted from 1 */
    int which;              /* the setting, if the problem is INI_WRONG_VALUE */
    struct text_span about; /* the key, or the line */
};

typedef void (*ini_report)(void *context, const struct ini_finding *finding);

struct ini {
    /* while a file is read */
    struct settings *settings;
    ini_report report;
    void *context;
    /* while a file is written */
    const struct settings *wanted;
    struct sink *out;
    uint32_t seen[(SETTINGS_COUNT + 31) / 32]; /* a bit for each key that the old file has */
    bool is_open;                              /* the last line has no end yet */
    /* in both cases */
    struct text_lines lines;
};

void ini_read_begin(struct ini *ini, struct settings *settings, ini_report report, void *context);
void ini_write_begin(struct ini *ini, const struct settings *settings, struct sink *out);

void ini_feed(struct ini *ini, const char *bytes, size_t count);
void ini_end(struct ini *ini);

/* Writes a finding as a phrase, cut to fit the buffer, such as "line 12: tau must be 0 to 255 pages". */
void ini_sentence(const struct ini_finding *finding, char *buffer, size_t size);

#endif
