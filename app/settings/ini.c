#include "settings/ini.h"

#include <string.h>

#include "base/format.h"
#include "base/packed.h"
#include "base/status.h"

enum line_kind { LINE_REMARK, LINE_SETTING, LINE_NONSENSE };

static enum line_kind split_setting(const struct text_lines *lines, struct text_span *key,
                                    struct text_span *value)
{
    *key = text_lines_trimmed(lines);
    if (key->size == 0 || *key->text == '#' || *key->text == ';' || *key->text == '[')
        return LINE_REMARK;
    const char *equals = memchr(key->text, '=', key->size);
    if (equals == NULL)
        return LINE_NONSENSE;
    *value = text_trim(equals + 1, (size_t)(key->text + key->size - equals - 1));
    *key = text_trim(key->text, (size_t)(equals - key->text));
    return LINE_SETTING;
}

/* Reading */

static void report_finding(const struct ini *ini, enum ini_problem problem, int which, struct text_span about)
{
    struct ini_finding finding = {problem, ini->lines.number, which, about};
    if (ini->report != NULL)
        ini->report(ini->context, &finding);
}

/* Reads a line. One that comes in several parts is too long for a setting: its first part is reported, the
 * others are ignored. */
static void read_line(void *context, const struct text_lines *lines)
{
    const struct ini *ini = context;
    struct text_span key, value;
    enum line_kind kind = lines->is_first ? split_setting(lines, &key, &value) : LINE_REMARK;
    if (kind == LINE_REMARK)
        return;
    if (!lines->is_last) {
        report_finding(ini, INI_TOO_LONG, STATUS_TOO_LONG, key);
        return;
    }
    if (kind == LINE_NONSENSE) {
        report_finding(ini, INI_NO_SETTING, STATUS_INVALID, key);
        return;
    }
    int which = settings_find(key.text, key.size);
    if (which < 0)
        report_finding(ini, INI_UNKNOWN_KEY, which, key);
    else if (settings_set(ini->settings, which, value.text, value.size) < 0)
        report_finding(ini, INI_WRONG_VALUE, which, key);
}

/* Writing */

static void write_setting(struct ini *ini, int which)
{
    char buffer[SETTINGS_VALUE_SIZE];
    sink_text(ini->out, settings_key(which));
    sink_text(ini->out, " = ");
    sink_text(ini->out, settings_text(ini->wanted, which, buffer));
    sink_text(ini->out, "\r\n");
}

static bool setting_has_value(const struct settings *settings, int which, struct text_span text)
{
    char buffer[SETTINGS_VALUE_SIZE];
    const char *value = settings_text(settings, which, buffer);
    return strlen(value) == text.size && memcmp(value, text.text, text.size) == 0;
}

static void copy_line(struct ini *ini, const struct text_lines *lines, bool ends_here)
{
    sink_bytes(ini->out, lines->text, lines->length);
    if (ends_here)
        sink_text(ini->out, "\n");
    ini->is_open = !ends_here;
}

static void write_line(void *context, const struct text_lines *lines)
{
    struct ini *ini = context;
    struct text_span key, value;
    bool is_setting = lines->is_first && lines->is_last && split_setting(lines, &key, &value) == LINE_SETTING;
    int which = is_setting ? settings_find(key.text, key.size) : STATUS_NOT_FOUND;
    if (which >= 0)
        ini->seen[which / 32] |= 1u << which % 32;
    if (which < 0 || setting_has_value(ini->wanted, which, value)) {
        copy_line(ini, lines, lines->has_feed);
        return;
    }
    if (settings_check(which, value.text, value.size) < 0) { /* the operator may want to find it again */
        sink_text(ini->out, "# ");
        copy_line(ini, lines, true);
    }
    write_setting(ini, which);
}

static void write_missing(struct ini *ini)
{
    for (int which = 0; which < SETTINGS_COUNT; which++) {
        const char *standard = settings_default(which);
        bool has_default =
            setting_has_value(ini->wanted, which, (struct text_span){standard, strlen(standard)});
        if (!has_default && (ini->seen[which / 32] & 1u << which % 32) == 0)
            write_setting(ini, which);
    }
}

/* Both */

void ini_read_begin(struct ini *ini, struct settings *settings, ini_report report, void *context)
{
    memset(ini, 0, sizeof *ini);
    ini->settings = settings;
    ini->report = report;
    ini->context = context;
    text_lines_begin(&ini->lines, read_line, ini);
}

void ini_write_begin(struct ini *ini, const struct settings *settings, struct sink *out)
{
    memset(ini, 0, sizeof *ini);
    ini->wanted = settings;
    ini->out = out;
    text_lines_begin(&ini->lines, write_line, ini);
}

void ini_feed(struct ini *ini, const char *bytes, size_t count)
{
    text_lines_feed(&ini->lines, bytes, count);
}

void ini_end(struct ini *ini)
{
    text_lines_end(&ini->lines);
    if (ini->out == NULL)
        return;
    if (ini->is_open)
        sink_text(ini->out, "\r\n");
    write_missing(ini);
}

void ini_sentence(const struct ini_finding *finding, char *buffer, size_t size)
{
    static const char texts[] PACKED_PLACE = "must be \0" /* INI_WRONG_VALUE */
                                             "is no setting: ignored\0"
                                             "is neither 'key = value' nor a remark with # before it\0"
                                             "and so on is too long";
    format_text(buffer, size, "line %u: %.*s %s%s", finding->line, (int)finding->about.size,
                finding->about.text, packed_nth(texts, finding->problem),
                finding->problem == INI_WRONG_VALUE ? settings_range(finding->which) : "");
    for (; *buffer != '\0'; buffer++)
        if ((uint8_t)*buffer < ' ')
            *buffer = '?'; /* what stands in a file must not steer the terminal */
}
