#include "card/init.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "box/seeds.h"
#include "card/harvest.h"
#include "cli.h"
#include "settings/ini.h"
#include "sheet.h"

enum { ENTROPY_BYTES = 512, ENTROPY_STEP = 256 }; /* getentropy() gives no more at a time */

const char *const card_table_names[CARD_TABLES] = {[CARD_MODEL] = "MODEL.BIN",
                                                   [CARD_GEO] = "GEO.BIN",
                                                   [CARD_CA] = "CA.BIN",
                                                   [CARD_TOPIC] = "TOPIC.PAK",
                                                   [CARD_DESK] = "DESK.HTM"};

static const char settings_name[] = "CRAWLBOX.INI", seeds_name[] = "SEEDS.TXT",
                  entropy_name[] = "ENTROPY.BIN";

static const char default_seeds[] = "# One site or URL a line, for example:\r\n"
                                    "# www.example.ac.th\r\n";

/* What will be written. Everything is read and checked before the first byte goes to the card, so that a
 * wrong value, a wrong line or a file that cannot be read leaves the card as it was. */
struct plan {
    struct planned {
        const char *name;
        char *bytes; /* memory of the plan */
        size_t size;
    } file[CARD_TABLES + 3]; /* and settings, seeds, entropy */
    size_t count;
};

static void plan_file(struct plan *plan, const char *name, char *bytes, size_t size)
{
    plan->file[plan->count++] = (struct planned){name, bytes, size};
}

static void plan_free(struct plan *plan)
{
    for (size_t i = 0; i < plan->count; i++)
        free(plan->file[i].bytes);
}

/* Takes over the bytes; a file that is there is kept, unless the user wants it to be replaced. */
static int plan_unless_there(struct card_init *init, struct card_fs *fs, struct plan *plan, const char *name,
                             char *bytes, size_t size)
{
    if (!bytes)
        return card_fs_failed(fs, STATUS_FULL, "no memory left for %s", name);
    if (init->force || !card_fs_exists(fs, name)) {
        plan_file(plan, name, bytes, size);
        return 0;
    }
    init->kept++;
    free(bytes);
    return 0;
}

static char *copy_of(const void *bytes, size_t size)
{
    char *copy = malloc(size > 0 ? size : 1);
    return copy ? memcpy(copy, bytes, size) : NULL;
}

static int plan_table(struct card_init *init, struct card_fs *fs, struct plan *plan, int which)
{
    const char *name = card_table_names[which];
    const struct card_table *made = &init->made[which];
    size_t size;
    if (!init->tables[which])
        return made->data
                   ? plan_unless_there(init, fs, plan, name, copy_of(made->data, made->bytes), made->bytes)
                   : 0;
    char *bytes = cli_read_file(init->tables[which], &size);
    if (!bytes)
        return card_fs_failed(fs, STATUS_NOT_FOUND, "%s was not put on the card", name);
    return plan_unless_there(init, fs, plan, name, bytes, size);
}

/* Settings */

static int put_into_file(void *file, const void *bytes, size_t size)
{
    return fwrite(bytes, 1, size, file) == size ? 0 : STATUS_IO;
}

/* The text of a CRAWLBOX.INI that says init->values; memory that the caller frees. */
static char *text_of_settings(const struct card_init *init, const char *old, size_t *size)
{
    char *result = NULL;
    size_t old_size = *size; /* which opening may set to 0 already */
    FILE *memory = open_memstream(&result, size);
    if (!memory)
        return NULL;
    if (old) {
        struct sink out = {.put = put_into_file, .context = memory};
        struct ini ini;
        ini_write_begin(&ini, &init->values, &out);
        ini_feed(&ini, old, old_size);
        ini_end(&ini);
    } else {
        sheet_write(memory, SHEET_INI, &init->values);
    }
    fclose(memory);
    return result;
}

static char *card_text(struct card_fs *fs, const char *name, size_t *size)
{
    enum { TEXT_MAX = 1 << 20 };
    char *text = malloc(TEXT_MAX);
    long count = text ? card_fs_read_file(fs, name, text, TEXT_MAX) : -1;
    if (count >= 0) {
        *size = (size_t)count;
        return text;
    }
    free(text);
    return NULL;
}

/* The file that is there, or the user's, or ours, with the changes that the user wants; one that is kept may
 * be wrong. */
static int plan_settings(struct card_init *init, struct card_fs *fs, struct plan *plan)
{
    size_t size = 0;
    bool is_there = !init->force && card_fs_exists(fs, settings_name);
    bool keep = is_there && init->assignment_count == 0;
    const char *name = init->settings && !is_there ? init->settings : settings_name;
    char *old = NULL;
    if (is_there)
        old = card_text(fs, settings_name, &size);
    else if (init->settings)
        old = cli_read_file(init->settings, &size);
    if (!old && (is_there || init->settings))
        return card_fs_failed(fs, STATUS_NOT_FOUND, "%s was not put on the card", settings_name);
    settings_reset(&init->values);
    unsigned wrong = old ? sheet_read(&init->values, name, old, size) : 0;
    for (size_t i = 0; i < init->assignment_count; i++)
        wrong += !sheet_set(&init->values, init->assignments[i]);
    int status = wrong == 0 || keep ? 0
                                    : card_fs_failed(fs, STATUS_INVALID,
                                                     "%s was not put on the card: wrong values in it: %u",
                                                     settings_name, wrong);
    init->kept += keep;
    if (status == 0 && !keep) {
        char *text = text_of_settings(init, old, &size);
        if (text)
            plan_file(plan, settings_name, text, size);
        else
            status = card_fs_failed(fs, STATUS_FULL, "no memory left for %s", settings_name);
    }
    free(old);
    return status;
}

/* Seeds */

enum { WRONG_TOLD = 20 /* lines; the rest is counted */ };

struct seeds_check {
    const char *name;
    unsigned seeds, wrong;
};

static void count_seed(void *context, const struct url *url, unsigned line)
{
    struct seeds_check *check = context;
    (void)url;
    (void)line;
    check->seeds++;
}

static void tell_wrong(void *context, const char *why, struct text_span text, unsigned line)
{
    struct seeds_check *check = context;
    if (check->wrong++ < WRONG_TOLD)
        cli_error("%s, line %u: %.*s: %s", check->name, line, (int)text.size, text.text, why);
}

static int plan_seeds(struct card_init *init, struct card_fs *fs, struct plan *plan)
{
    char url[SEEDS_URL_BYTES];
    struct seeds_check check = {.name = init->seeds};
    struct seeds seeds;
    size_t size = sizeof default_seeds - 1;
    if (!init->seeds)
        return plan_unless_there(init, fs, plan, seeds_name, copy_of(default_seeds, size), size);
    char *text = cli_read_file(init->seeds, &size);
    if (!text)
        return card_fs_failed(fs, STATUS_NOT_FOUND, "%s was not put on the card", seeds_name);
    seeds_begin(&seeds, url, sizeof url, count_seed, tell_wrong, &check);
    text_lines_feed(&seeds.lines, text, size);
    text_lines_end(&seeds.lines);
    if (check.wrong == 0 && init->replace_seeds) {
        plan_file(plan, seeds_name, text, size);
        return 0;
    }
    if (check.wrong == 0)
        return plan_unless_there(init, fs, plan, seeds_name, text, size);
    free(text);
    return card_fs_failed(fs, STATUS_INVALID, "%s was not put on the card: wrong lines in it: %u", seeds_name,
                          check.wrong);
}

static int plan_entropy(struct card_fs *fs, struct plan *plan)
{
    uint8_t seed[ENTROPY_BYTES];
    for (size_t used = 0; used < sizeof seed; used += ENTROPY_STEP)
        if (getentropy(seed + used, ENTROPY_STEP) != 0)
            return card_fs_failed(fs, STATUS_IO, "the system gives no random numbers: %s", strerror(errno));
    char *bytes = copy_of(seed, sizeof seed);
    if (!bytes)
        return card_fs_failed(fs, STATUS_FULL, "no memory left for %s", entropy_name);
    plan_file(plan, entropy_name, bytes, sizeof seed);
    return 0;
}

static int refuse_harvest(struct card_fs *fs)
{
    struct harvest harvest;
    int status = harvest_read(&harvest, fs);
    if (status == 0 && harvest.count > 0)
        status = card_fs_failed(
            fs, STATUS_REFUSED,
            "%s holds a harvest (%zu WARC files). Empty it first: 'crawlbox card collect --erase "
            "%s OUT'; or say --force to replace its settings and keep the harvest",
            fs->name, harvest.count, fs->name);
    harvest_free(&harvest);
    return status;
}

static int make_plan(struct card_init *init, struct card_fs *fs, struct plan *plan)
{
    int status = init->force ? 0 : refuse_harvest(fs);
    if (status == 0)
        status = plan_settings(init, fs, plan);
    if (status == 0)
        status = plan_seeds(init, fs, plan);
    for (int i = 0; i < CARD_TABLES && status == 0; i++)
        status = plan_table(init, fs, plan, i);
    return status < 0 ? status : plan_entropy(fs, plan);
}

static int write_plan(struct card_init *init, struct card_fs *fs, const struct plan *plan)
{
    static const char *const folders[] = {"WARC", "LOG", "STATE", "EXCHANGE"};
    int status = 0;
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && status == 0; i++)
        status = fs->ops->make_folder(fs, folders[i]);
    for (size_t i = 0; i < plan->count && status == 0; i++) {
        status = card_fs_write_file(fs, plan->file[i].name, plan->file[i].bytes, plan->file[i].size);
        init->written += status == 0;
    }
    return status;
}

int card_init_run(struct card_init *init, struct card_fs *fs)
{
    struct plan plan = {.count = 0};
    int status = make_plan(init, fs, &plan);
    if (status == 0)
        status = write_plan(init, fs, &plan);
    plan_free(&plan);
    return status;
}
