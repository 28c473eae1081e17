/* `crawlbox card init` for the page: what can be set, seeds as the box reads them, all files of a card. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "box/seeds.h"
#include "card/init.h"
#include "card/setup.h"
#include "desk.h"
#include "problem.h"
#include "sheet.h"

enum { ASSIGNMENTS_MAX = SETTINGS_COUNT, SEEDS_MAX = 1 << 20 };

static void tell_setting(int which, const struct settings *values)
{
    char buffer[SETTINGS_VALUE_SIZE];
    struct settings standard;
    settings_reset(&standard);
    struct message message = message_begin("setting");
    message_text(&message, "key", settings_key(which));
    message_text(&message, "value", settings_text(values, which, buffer));
    message_text(&message, "standard", settings_default(which));
    message_text(&message, "range", settings_range(which));
    message_text(&message, "help", settings_help(which));
    message_text(&message, "help_thai", sheet_help_thai(which));
    message_number(&message, "needed", settings_missing(&standard, which) == which);
    message_end(&message);
}

static void tell_group(const char *title)
{
    struct message message = message_begin("group");
    message_text(&message, "title", title);
    message_end(&message);
}

/* The card's SEEDS.TXT as it stands there; without one, nothing. */
static void tell_seeds_of_card(struct card_fs *fs)
{
    char *text = malloc(SEEDS_MAX + 1);
    long size = text ? card_fs_read_file(fs, "SEEDS.TXT", text, SEEDS_MAX) : -1;
    if (size >= 0) {
        text[size] = '\0';
        struct message message = message_begin("seeds");
        message_text(&message, "text", text);
        message_end(&message);
    }
    free(text);
}

DESK_EXPORT("desk_settings") int desk_settings(void)
{
    struct card_fs fs;
    struct card_setup setup;
    const char *title;
    int which;
    int status = card_fs_open(&fs, "/card", CARD_READ);
    if (status < 0)
        return problem_tell(status, fs.problem);
    card_setup_read(&setup, &fs);
    for (size_t row = 0; sheet_row(row, &title, &which); row++) {
        if (title)
            tell_group(title);
        else
            tell_setting(which, &setup.values);
    }
    tell_seeds_of_card(&fs);
    struct message message = message_begin("there");
    message_number(&message, "settings", card_fs_exists(&fs, "CRAWLBOX.INI"));
    message_number(&message, "seeds", setup.seeds);
    message_end(&message);
    card_fs_close(&fs);
    return 0;
}

DESK_EXPORT("desk_check") int desk_check(const char *key, const char *value)
{
    int which = settings_find(key, strlen(key));
    return which < 0 ? which : settings_check(which, value, strlen(value));
}

/* The lines of a text, in place. */
static size_t cut_lines(char *text, const char **line, size_t most)
{
    size_t count = 0;
    char *rest = NULL;
    for (char *at = strtok_r(text, "\n", &rest); at && count < most; at = strtok_r(NULL, "\n", &rest))
        line[count++] = at;
    return count;
}

DESK_EXPORT("desk_missing") int desk_missing(char *assignments)
{
    const char *line[ASSIGNMENTS_MAX];
    struct settings values;
    size_t count = cut_lines(assignments, line, ASSIGNMENTS_MAX);
    settings_reset(&values);
    for (size_t i = 0; i < count; i++)
        (void)sheet_set(&values, line[i]); /* what is wrong was told by desk_check() */
    for (int which = 0; (which = settings_missing(&values, which)) >= 0; which++) {
        struct message message = message_begin("missing");
        message_text(&message, "key", settings_key(which));
        message_end(&message);
    }
    return 0;
}

static void tell_seed(void *context, const struct url *url, unsigned line)
{
    (void)context;
    struct message message = message_begin("seed");
    message_number(&message, "line", line);
    message_text(&message, "url", url->text);
    message_end(&message);
}

static void tell_wrong(void *context, const char *why, struct text_span text, unsigned line)
{
    char beginning[TEXT_LINE_MAX + 1];
    (void)context;
    snprintf(beginning, sizeof beginning, "%.*s", (int)text.size, text.text);
    struct message message = message_begin("wrong");
    message_number(&message, "line", line);
    message_text(&message, "why", why);
    message_text(&message, "text", beginning);
    message_end(&message);
}

DESK_EXPORT("desk_seeds") int desk_seeds(const char *text)
{
    char url[SEEDS_URL_BYTES];
    struct seeds seeds;
    seeds_begin(&seeds, url, sizeof url, tell_seed, tell_wrong, NULL);
    text_lines_feed(&seeds.lines, text, strlen(text));
    text_lines_end(&seeds.lines);
    return 0;
}

static void tell_ready(const struct card_init *init, struct card_fs *fs)
{
    struct card_setup setup;
    card_setup_read(&setup, fs);
    struct message message = message_begin("ready");
    message_number(&message, "written", init->written);
    message_number(&message, "kept", init->kept);
    message_number(&message, "seeds", setup.seeds);
    message_number(&message, "has_authorities", setup.has_authorities);
    message_number(&message, "has_countries", setup.has_countries);
    message_number(&message, "missing", settings_missing(&setup.values, 0) >= 0);
    message_end(&message);
}

DESK_EXPORT("desk_prepare") int desk_prepare(char *assignments, int force)
{
    static const char *const paths[CARD_TABLES] = {
        [CARD_GEO] = "/tmp/GEO.BIN", [CARD_CA] = "/tmp/CA.BIN", [CARD_DESK] = "/tmp/DESK.HTM"};
    const char *line[ASSIGNMENTS_MAX];
    struct card_fs fs;
    struct card_init init = {.assignments = line, .force = force != 0};
    init.assignment_count = cut_lines(assignments, line, ASSIGNMENTS_MAX);
    init.replace_seeds = access("/tmp/SEEDS.TXT", F_OK) == 0; /* the user has changed what was there */
    if (init.replace_seeds)
        init.seeds = "/tmp/SEEDS.TXT";
    for (int i = 0; i < CARD_TABLES; i++)
        if (paths[i] && access(paths[i], F_OK) == 0)
            init.tables[i] = paths[i];
    int status = card_fs_open(&fs, "/card", CARD_UPDATE);
    if (status == 0)
        status = card_init_run(&init, &fs);
    if (status == 0)
        tell_ready(&init, &fs);
    else
        problem_tell(status, fs.problem);
    card_fs_close(&fs);
    return status;
}
