#include "settings/ini.h"

#include <string.h>

#include "base/status.h"

/* The parts of a line, without the blanks around them. */
struct span {
    const char *text;
    size_t size;
};

enum line_kind { LINE_REMARK, LINE_SETTING, LINE_NONSENSE };

static const char byte_order_mark[] = "\xef\xbb\xbf";
enum { BYTE_ORDER_MARK_BYTES = sizeof byte_order_mark - 1 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static struct span trim(const char *text, size_t size)
{
    while (size > 0 && is_blank(*text))
        text++, size--;
    while (size > 0 && is_blank(text[size - 1]))
        size--;
    return (struct span){text, size};
}

static enum line_kind split(const struct ini *ini, struct span *key, struct span *value)
{
    bool has_mark = ini->number == 1 && ini->length >= BYTE_ORDER_MARK_BYTES &&
                    memcmp(ini->line, byte_order_mark, BYTE_ORDER_MARK_BYTES) == 0;
    size_t from = has_mark ? BYTE_ORDER_MARK_BYTES : 0;
    *key = trim(ini->line + from, ini->length - from);
    if (key->size == 0 || *key->text == '#' || *key->text == ';' || *key->text == '[')
        return LINE_REMARK;
    const char *equals = memchr(key->text, '=', key->size);
    if (equals == NULL)
        return LINE_NONSENSE;
    *value = trim(equals + 1, (size_t)(key->text + key->size - equals - 1));
    *key = trim(key->text, (size_t)(equals - key->text));
    return LINE_SETTING;
}

/* Reading */

static void tell(const struct ini *ini, enum ini_problem problem, int which, struct span about)
{
    struct ini_finding finding = {problem, ini->number, which, about.text, about.size};
    if (ini->report != NULL)
        ini->report(ini->context, &finding);
}

static void read_line(const struct ini *ini, bool is_long)
{
    struct span key, value;
    enum line_kind kind = split(ini, &key, &value);
    if (kind == LINE_REMARK)
        return;
    if (is_long) {
        tell(ini, INI_TOO_LONG, STATUS_TOO_LONG, key);
        return;
    }
    if (kind == LINE_NONSENSE) {
        tell(ini, INI_NO_SETTING, STATUS_INVALID, key);
        return;
    }
    int which = settings_find(key.text, key.size);
    if (which < 0)
        tell(ini, INI_UNKNOWN_KEY, which, key);
    else if (settings_set(ini->settings, which, value.text, value.size) < 0)
        tell(ini, INI_WRONG_VALUE, which, key);
}

/* Writing */

static void write_setting(const struct ini *ini, int which)
{
    sink_text(ini->out, settings_key(which));
    sink_text(ini->out, " = ");
    settings_print(ini->wanted, which, ini->out);
    sink_text(ini->out, "\r\n");
}

/* Compares what a setting prints with a text, piece by piece. */
static int compare(void *context, const void *bytes, size_t size)
{
    struct span *left = context;
    if (size > left->size || memcmp(left->text, bytes, size) != 0)
        return STATUS_INVALID;
    left->text += size;
    left->size -= size;
    return 0;
}

static bool says(const struct settings *settings, int which, struct span text)
{
    struct sink out = {.put = compare, .context = &text};
    settings_print(settings, which, &out);
    return out.status == 0 && text.size == 0;
}

static void copy_line(struct ini *ini, bool ends_here)
{
    sink_bytes(ini->out, ini->line, ini->length);
    if (ends_here)
        sink_text(ini->out, "\n");
    ini->is_open = !ends_here;
}

static void write_line(struct ini *ini, bool ends_here)
{
    struct span key, value;
    bool is_setting = !ini->is_long && split(ini, &key, &value) == LINE_SETTING;
    int which = is_setting ? settings_find(key.text, key.size) : STATUS_NOT_FOUND;
    if (which >= 0)
        ini->seen[which / 32] |= 1u << which % 32;
    if (which < 0 || says(ini->wanted, which, value)) {
        copy_line(ini, ends_here);
        return;
    }
    if (settings_check(which, value.text, value.size) < 0) { /* the operator may want to find it again */
        sink_text(ini->out, "# ");
        copy_line(ini, true);
    }
    write_setting(ini, which);
}

static void write_missing(const struct ini *ini)
{
    for (int which = 0; which < SETTINGS_COUNT; which++) {
        const char *standard = settings_default(which);
        bool has_default = says(ini->wanted, which, (struct span){standard, strlen(standard)});
        if (!has_default && (ini->seen[which / 32] & 1u << which % 32) == 0)
            write_setting(ini, which);
    }
}

/* Both */

void ini_read_begin(struct ini *ini, struct settings *settings, ini_report report, void *context)
{
    memset(ini, 0, sizeof *ini);
    ini->number = 1;
    ini->settings = settings;
    ini->report = report;
    ini->context = context;
}

void ini_write_begin(struct ini *ini, const struct settings *settings, struct sink *out)
{
    memset(ini, 0, sizeof *ini);
    ini->number = 1;
    ini->wanted = settings;
    ini->out = out;
}

static void take_line(struct ini *ini, bool ends_here)
{
    if (ini->out != NULL)
        write_line(ini, ends_here);
    else if (!ini->is_long)
        read_line(ini, false);
    ini->length = 0;
}

/* A long line is passed on in pieces; it is told of at its beginning. */
static void pass_piece(struct ini *ini)
{
    if (ini->out != NULL)
        copy_line(ini, false);
    else if (!ini->is_long)
        read_line(ini, true);
    ini->is_long = true;
    ini->length = 0;
}

void ini_feed(struct ini *ini, const char *bytes, size_t count)
{
    for (; count > 0; bytes++, count--) {
        if (*bytes == '\n') {
            take_line(ini, true);
            ini->is_long = false;
            ini->number += ini->number < UINT16_MAX;
            continue;
        }
        if (ini->length == INI_LINE_MAX)
            pass_piece(ini);
        ini->line[ini->length++] = *bytes;
    }
}

void ini_end(struct ini *ini)
{
    if (ini->length > 0)
        take_line(ini, false);
    if (ini->out == NULL)
        return;
    if (ini->is_open)
        sink_text(ini->out, "\r\n");
    write_missing(ini);
}

void ini_sentence(const struct ini_finding *finding, struct sink *out)
{
    static const char *const texts[] = {
        [INI_WRONG_VALUE] = " must be ",
        [INI_UNKNOWN_KEY] = " is no setting: ignored",
        [INI_NO_SETTING] = " is neither 'key = value' nor a remark with # before it",
        [INI_TOO_LONG] = " and so on is too long",
    };
    sink_text(out, "line ");
    sink_number(out, finding->line);
    sink_text(out, ": ");
    for (size_t i = 0; i < finding->size; i++)
        sink_bytes(out, (uint8_t)finding->text[i] >= ' ' ? &finding->text[i] : "?", 1);
    sink_text(out, texts[finding->problem]);
    if (finding->problem == INI_WRONG_VALUE)
        sink_text(out, settings_range(finding->which));
}
