#include "sheet.h"

#include <string.h>

#include "cli.h"
#include "settings/ini.h"

struct row {
    const char *title; /* of a group; NULL: a setting */
    int which;
};

static const struct row rows[] = {
#define GROUP(title)                                      {title, -1},
#define TEXT(key, kind, room, standard, help)             {NULL, SETTING_##key},
#define NUMBER(key, type, min, max, standard, unit, help) {NULL, SETTING_##key},
#define CHOICE(key, standard, choices, help)              {NULL, SETTING_##key},
#define VALUE(key, kind, type, standard, help)            {NULL, SETTING_##key},
#include "settings/settings.def"
#undef GROUP
#undef TEXT
#undef NUMBER
#undef CHOICE
#undef VALUE
};

static const char *const thai_help[SETTINGS_COUNT] = {
#define THAI(key, help) [SETTING_##key] = (help),
#include "settings_th.def"
#undef THAI
};

/* In a cell of a Markdown table a bar would end it. */
static void print_cell(FILE *out, const char *text)
{
    for (; *text; text++) {
        if (*text == '|')
            fputc('\\', out);
        fputc(*text, out);
    }
}

/* docs/SETTINGS.md is this page as a whole. */
static const char markdown_head[] =
    "# Settings\n"
    "\n"
    "Every setting of the box. They are in `CRAWLBOX.INI` on the card, one line `key = value` for each;\n"
    "a line that begins with `#` is a remark. `crawlbox card init` writes the file; `set` and `save` on\n"
    "the console of the box change it while the box runs. A setting that is missing has its default. The\n"
    "box refuses a value that is out of range and names the range. It reports a key that it does not\n"
    "know, keeps that line and ignores it. [OPERATING.md](OPERATING.md) says which settings matter.\n"
    "\n"
    "This page is made from `app/settings/settings.def`. After a change there, make it again and commit\n"
    "both:\n"
    "\n"
    "    crawlbox settings --format markdown > docs/SETTINGS.md\n";

static void write_markdown(FILE *out, const struct row *row)
{
    if (row->title) {
        fprintf(out, "\n## %s\n\n| key | default | takes | what it is |\n|---|---|---|---|\n", row->title);
        return;
    }
    const char *standard = settings_default(row->which);
    fprintf(out, "| `%s` | %s%s%s | ", settings_key(row->which), *standard ? "`" : "", standard,
            *standard ? "`" : "");
    print_cell(out, settings_range(row->which));
    fprintf(out, " | %s |\n", settings_help(row->which));
}

static void write_ini(FILE *out, const struct row *row, const struct settings *settings)
{
    char buffer[SETTINGS_VALUE_SIZE];
    if (row->title) {
        fprintf(out, "\r\n# ---- %s ----\r\n", row->title);
        return;
    }
    fprintf(out, "\r\n# %s (%s)\r\n%s = %s\r\n", settings_help(row->which), settings_range(row->which),
            settings_key(row->which), settings_text(settings, row->which, buffer));
}

static void write_text(FILE *out, const struct row *row)
{
    if (row->title) {
        fprintf(out, "\n%s\n", row->title);
        return;
    }
    const char *standard = settings_default(row->which);
    fprintf(out, "  %-16s %s\n  %-16s %s", settings_key(row->which), settings_help(row->which), "",
            settings_range(row->which));
    fprintf(out, *standard ? "; unless set: %s\n" : "; not set at first\n", standard);
}

static void write_tsv(FILE *out, const struct row *row)
{
    if (!row->title)
        fprintf(out, "%s\t%s\t%s\t%s\n", settings_key(row->which), settings_default(row->which),
                settings_range(row->which), settings_help(row->which));
}

void sheet_write(FILE *out, enum sheet_form form, const struct settings *settings)
{
    if (form == SHEET_MARKDOWN)
        fputs(markdown_head, out);
    else if (form == SHEET_TSV)
        fputs("key\tdefault\trange\thelp\n", out);
    else if (form == SHEET_INI)
        fputs(
            "# Settings of the crawl box. A line is 'key = value'; a line that begins with # is a remark.\r\n"
            "# A setting that is missing has its default. The box keeps remarks when it saves.\r\n",
            out);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        switch (form) {
        case SHEET_MARKDOWN: write_markdown(out, &rows[i]); break;
        case SHEET_INI: write_ini(out, &rows[i], settings); break;
        case SHEET_TSV: write_tsv(out, &rows[i]); break;
        default: write_text(out, &rows[i]); break;
        }
    }
}

bool sheet_row(size_t number, const char **title, int *which)
{
    if (number >= sizeof rows / sizeof rows[0])
        return false;
    *title = rows[number].title;
    *which = rows[number].which;
    return true;
}

const char *sheet_help_thai(int which)
{
    return thai_help[which] ? thai_help[which] : settings_help(which);
}

enum { FINDINGS_TOLD = 20 };

struct reading {
    const char *name;
    unsigned wrong, findings;
};

static void tell(void *context, const struct ini_finding *finding)
{
    struct reading *reading = context;
    char text[300];
    ini_sentence(finding, text, sizeof text);
    if (reading->findings++ < FINDINGS_TOLD)
        cli_error("%s, %s", reading->name, text);
    reading->wrong += finding->problem != INI_UNKNOWN_KEY;
}

unsigned sheet_read(struct settings *settings, const char *name, const char *text, size_t size)
{
    struct reading reading = {.name = name};
    struct ini ini;
    ini_read_begin(&ini, settings, tell, &reading);
    ini_feed(&ini, text, size);
    ini_end(&ini);
    if (reading.findings > FINDINGS_TOLD)
        cli_error("%s: %u more lines like these", name, reading.findings - FINDINGS_TOLD);
    return reading.wrong;
}

bool sheet_set(struct settings *settings, const char *assignment)
{
    struct text_span key = text_trim(assignment, strcspn(assignment, "="));
    const char *equals = strchr(assignment, '=');
    int which = equals ? settings_find(key.text, key.size) : -1;
    if (which < 0) {
        cli_error("'%s' is not KEY=VALUE with one of the keys that 'crawlbox settings' lists", assignment);
        return false;
    }
    struct text_span value = text_trim(equals + 1, strlen(equals + 1));
    if (settings_set(settings, which, value.text, value.size) < 0) {
        cli_error("%s must be %s", settings_key(which), settings_range(which));
        return false;
    }
    return true;
}

unsigned sheet_missing(const struct settings *settings, const char *name)
{
    unsigned missing = 0;
    for (int which = -1; (which = settings_missing(settings, which + 1)) >= 0; missing++)
        cli_error("%s: the box will not start to crawl before '%s' is set (%s)", name, settings_key(which),
                  settings_help(which));
    return missing;
}
