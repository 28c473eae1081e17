#include "card/setup.h"

#include <stdlib.h>

#include "box/seeds.h"
#include "settings/ini.h"

enum { TEXT_MAX = 1 << 20 };

static void ignore_finding(void *context, const struct ini_finding *finding)
{
    (void)context;
    (void)finding;
}

static void count_seed(void *context, const struct url *url, unsigned line)
{
    unsigned *seeds = context;
    (void)url;
    (void)line;
    ++*seeds;
}

static void ignore_seed(void *context, const char *why, struct text_span text, unsigned line)
{
    (void)context;
    (void)why;
    (void)text;
    (void)line;
}

void card_setup_read(struct card_setup *setup, struct card_fs *fs)
{
    char url[SEEDS_URL_BYTES];
    struct ini ini;
    struct seeds seeds;
    char *text = malloc(TEXT_MAX);
    *setup = (struct card_setup){0};
    settings_reset(&setup->values);
    long size = text ? card_fs_read_file(fs, "CRAWLBOX.INI", text, TEXT_MAX) : -1;
    ini_read_begin(&ini, &setup->values, ignore_finding, NULL);
    if (size > 0)
        ini_feed(&ini, text, (size_t)size);
    ini_end(&ini);
    size = text ? card_fs_read_file(fs, "SEEDS.TXT", text, TEXT_MAX) : -1;
    seeds_begin(&seeds, url, sizeof url, count_seed, ignore_seed, &setup->seeds);
    if (size > 0)
        text_lines_feed(&seeds.lines, text, (size_t)size);
    text_lines_end(&seeds.lines);
    free(text);
    setup->has_authorities = card_fs_exists(fs, "CA.BIN");
    setup->has_countries = card_fs_exists(fs, "GEO.BIN");
}
