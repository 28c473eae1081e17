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

static const char settings_name[] = "CRAWLBOX.INI", seeds_name[] = "SEEDS.TXT";

static const char default_seeds[] = "# One site or URL a line, for example:\r\n"
                                    "# www.example.ac.th\r\n";

static int put(struct card_init *init, struct card_fs *fs, const char *name, const void *bytes, size_t size)
{
    if (!init->force && card_fs_exists(fs, name)) {
        init->kept++;
        return 0;
    }
    init->written++;
    return card_fs_write_file(fs, name, bytes, size);
}

static int put_file(struct card_init *init, struct card_fs *fs, const char *name, const char *from)
{
    size_t size;
    char *bytes = cli_read_file(from, &size);
    if (!bytes)
        return card_fs_failed(fs, STATUS_NOT_FOUND, "%s was not put on the card", name);
    int status = put(init, fs, name, bytes, size);
    free(bytes);
    return status;
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
static int put_settings(struct card_init *init, struct card_fs *fs)
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
        init->written++;
        status = text ? card_fs_write_file(fs, settings_name, text, size) : STATUS_FULL;
        free(text);
    }
    free(old);
    return status;
}

/* Seeds */

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
    cli_error("%s, line %u: %.*s: %s", check->name, line, (int)text.size, text.text, why);
    check->wrong++;
}

static int put_seeds(struct card_init *init, struct card_fs *fs)
{
    char url[SEEDS_URL_BYTES];
    struct seeds_check check = {.name = init->seeds};
    struct seeds seeds;
    size_t size;
    if (!init->seeds)
        return put(init, fs, seeds_name, default_seeds, sizeof default_seeds - 1);
    char *text = cli_read_file(init->seeds, &size);
    if (!text)
        return card_fs_failed(fs, STATUS_NOT_FOUND, "%s was not put on the card", seeds_name);
    seeds_begin(&seeds, url, sizeof url, count_seed, tell_wrong, &check);
    text_lines_feed(&seeds.lines, text, size);
    text_lines_end(&seeds.lines);
    int status = check.wrong == 0
                     ? put(init, fs, seeds_name, text, size)
                     : card_fs_failed(fs, STATUS_INVALID, "%s was not put on the card: wrong lines in it: %u",
                                      seeds_name, check.wrong);
    free(text);
    return status;
}

static int put_entropy(struct card_init *init, struct card_fs *fs)
{
    uint8_t seed[ENTROPY_BYTES];
    for (size_t used = 0; used < sizeof seed; used += ENTROPY_STEP)
        if (getentropy(seed + used, ENTROPY_STEP) != 0)
            return card_fs_failed(fs, STATUS_IO, "the system gives no random numbers: %s", strerror(errno));
    init->written++;
    return card_fs_write_file(fs, "ENTROPY.BIN", seed, sizeof seed);
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

int card_init_run(struct card_init *init, struct card_fs *fs)
{
    static const char *const folders[] = {"WARC", "LOG", "STATE", "EXCHANGE"};
    int status = init->force ? 0 : refuse_harvest(fs);
    for (size_t i = 0; i < sizeof folders / sizeof folders[0] && status == 0; i++)
        status = fs->ops->make_folder(fs, folders[i]);
    if (status == 0)
        status = put_settings(init, fs);
    if (status == 0)
        status = put_seeds(init, fs);
    for (int i = 0; i < CARD_TABLES && status == 0; i++) {
        if (init->tables[i])
            status = put_file(init, fs, card_table_names[i], init->tables[i]);
        else if (init->made[i].data)
            status = put(init, fs, card_table_names[i], init->made[i].data, init->made[i].bytes);
    }
    return status < 0 ? status : put_entropy(init, fs);
}
