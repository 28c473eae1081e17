#include "card/tables.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cardfs/hosts.h"
#include "cardfs/state.h"
#include "plain.h"
#include "settings/ini.h"

enum { SETTINGS_FILE_MAX = 1 << 20, PATH_SIZE = 400 };

static void put_number(FILE *out, const char *key, uint64_t value)
{
    fprintf(out, "%s\t%llu\n", key, (unsigned long long)value);
}

static void ignore_finding(void *context, const struct ini_finding *finding)
{
    (void)context, (void)finding; /* the box and `card init` tell about wrong settings */
}

static void put_settings(FILE *out, struct card_fs *fs)
{
    static const int told[] = {SETTING_operator, SETTING_organisation, SETTING_box_id, SETTING_language,
                               SETTING_strategy};
    struct settings settings;
    struct ini ini;
    char *text = malloc(SETTINGS_FILE_MAX), buffer[SETTINGS_VALUE_SIZE];
    long size = text ? card_fs_read_file(fs, "CRAWLBOX.INI", text, SETTINGS_FILE_MAX) : -1;
    settings_reset(&settings);
    ini_read_begin(&ini, &settings, ignore_finding, NULL);
    if (size > 0)
        ini_feed(&ini, text, (size_t)size);
    ini_end(&ini);
    free(text);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
        fprintf(out, "%s\t", settings_key(told[i]));
        for (const char *at = settings_text(&settings, told[i], buffer); *at; at++)
            fputc(iscntrl((unsigned char)*at) ? '?' : *at, out);
        fputc('\n', out);
    }
}

static void put_journal(FILE *out, const struct card_journal *journal)
{
    if (!journal->valid)
        return;
    put_number(out, "card_pages", journal->card_pages);
    put_number(out, "repairs", journal->repairs);
    put_number(out, "ejected", journal->ejected);
}

static void put_explored(FILE *out, const struct crawl_explored *explored)
{
    put_number(out, "probes", explored->probes);
    put_number(out, "probes_found", explored->found);
    put_number(out, "gone_back_to", explored->seconds);
    put_number(out, "explored_pages", explored->pages);
    put_number(out, "explored_target_pages", explored->target_pages);
}

/* What the box has learned: from how many sites, and how many of them it and the model had predicted
 * rightly. */
static void put_learned(FILE *out, const struct learned *learned)
{
    put_number(out, "learned_sites", learned->sites);
    put_number(out, "learned_right", learned->right);
    put_number(out, "model_right", learned->model_right);
    put_number(out, "learned_counts", learned->counts);
}

static int put_crawl(void *user, struct card_state *state)
{
    FILE *out = user;
    const struct crawl_totals *totals = &state->crawl.totals;
    put_number(out, "round", state->crawl.round);
    put_number(out, "hosts", state->hosts.mark.hosts);
    put_number(out, "links", state->hosts.mark.edges);
    put_number(out, "fetches", totals->fetches);
    put_number(out, "pages", totals->pages);
    put_number(out, "target_pages", totals->target_pages);
    put_number(out, "bytes_kb", totals->bytes_kb);
    put_number(out, "failures", totals->failures);
    put_number(out, "sites", totals->sites);
    put_number(out, "target_sites", totals->target_sites);
    put_explored(out, &state->crawl.explored);
    put_learned(out, &state->crawl.learned);
    for (unsigned i = 0; i < REJECTS; i++)
        fprintf(out, "rejected:%s\t%lu\n", crawl_reject_name(i), (unsigned long)totals->rejected[i]);
    return 0;
}

/* Where a table goes: a file of a folder in the collection. */
struct table_place {
    const char *out;
    char path[PATH_SIZE];
};

static FILE *create(struct card_fs *fs, struct table_place *place, const char *out, const char *folder,
                    const char *name)
{
    place->out = out;
    snprintf(place->path, sizeof place->path, "%s/%s", folder, name);
    FILE *file = plain_stream(out, place->path, "wb");
    if (!file)
        card_fs_failed(fs, STATUS_REFUSED, "cannot write %s/%s: %s", out, place->path, plain_problem());
    return file;
}

static int finish(struct card_fs *fs, FILE *file, const struct table_place *place)
{
    bool wrong = ferror(file);
    if (fclose(file) == 0 && !wrong)
        return 0;
    return card_fs_failed(fs, STATUS_REFUSED, "cannot write %s/%s: %s", place->out, place->path,
                          strerror(errno));
}

static int write_hosts(struct card_fs *fs, const char *out, const char *folder, uint32_t *lost)
{
    struct table_place place;
    FILE *file = create(fs, &place, out, folder, "hosts.tsv");
    if (!file)
        return STATUS_REFUSED;
    struct card_hosts hosts = {.out = file};
    int status = card_hosts_write(&hosts, fs);
    *lost = hosts.lost;
    int finished = finish(fs, file, &place);
    if (status < 0 && finished == 0)
        plain_remove(out, place.path);
    return finished;
}

int card_tables_copy(struct card_fs *fs, const struct card_journal *journal, const char *out,
                     const char *folder)
{
    uint32_t lost = 0;
    struct table_place place;
    if (plain_make_folder(out, folder) != 0)
        return card_fs_failed(fs, STATUS_REFUSED, "cannot make the folder %s/%s: %s", out, folder,
                              plain_problem());
    int status = write_hosts(fs, out, folder, &lost);
    FILE *file = status == 0 ? create(fs, &place, out, folder, "crawl.tsv") : NULL;
    if (!file)
        return STATUS_REFUSED;
    put_settings(file, fs);
    put_journal(file, journal);
    card_state_use(fs, put_crawl, file);
    put_number(file, "lost_hosts", lost);
    return finish(fs, file, &place);
}
