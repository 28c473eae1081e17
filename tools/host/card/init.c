#include "card/init.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "base/status.h"
#include "card/harvest.h"
#include "cli.h"

enum { ENTROPY_BYTES = 512 };

const char *const card_table_names[CARD_TABLES] = {"MODEL.BIN", "DICT.BIN", "GEO.BIN", "CA.BIN"};

static const char default_settings[] =
    "# Settings of the crawl box. A line is 'key = value'; what follows # is a remark.\r\n"
    "# A setting that is missing or behind # has the value shown here.\r\n"
    "\r\n"
    "# Who is crawling. The box does not start without these two: they stand in every request, so that "
    "the\r\n"
    "# owner of a site can ask you about it.\r\n"
    "operator_url =\r\n"
    "operator_email =\r\n"
    "\r\n"
    "# organisation =            # stands in the head of each WARC file\r\n"
    "# box_id = box1             # letters and digits; ends the name of each WARC file\r\n"
    "# warc_prefix = CRAWLBOX    # begins it\r\n"
    "# warc_size_mb = 512        # a new file is begun at this size\r\n"
    "# keep = thai               # thai: only Thai pages are stored; all: every page\r\n"
    "# reserve_mb = 4            # the crawl pauses when less than this is free\r\n"
    "# shard = 1/1               # which part of the web is this box's in a fleet, for example 2/3\r\n";

static const char default_seeds[] = "# One site or URL a line, for example:\r\n"
                                    "# www.example.ac.th\r\n";

static bool exists(struct card_fs *fs, const char *name)
{
    void *file = fs->ops->open(fs, name, CARD_READ, NULL);
    if (file)
        fs->ops->close(fs, file);
    return file != NULL;
}

static int put(struct card_init *init, struct card_fs *fs, const char *name, const void *bytes, size_t size)
{
    if (!init->force && exists(fs, name)) {
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

static int put_entropy(struct card_init *init, struct card_fs *fs)
{
    uint8_t seed[ENTROPY_BYTES];
    for (size_t used = 0; used < sizeof seed;) {
        ssize_t got = getrandom(seed + used, sizeof seed - used, 0);
        if (got < 0)
            return card_fs_failed(fs, STATUS_IO, "the system gives no random numbers: %s", strerror(errno));
        used += (size_t)got;
    }
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
        status = init->settings
                     ? put_file(init, fs, "CRAWLBOX.INI", init->settings)
                     : put(init, fs, "CRAWLBOX.INI", default_settings, sizeof default_settings - 1);
    if (status == 0)
        status = init->seeds ? put_file(init, fs, "SEEDS.TXT", init->seeds)
                             : put(init, fs, "SEEDS.TXT", default_seeds, sizeof default_seeds - 1);
    for (int i = 0; i < CARD_TABLES && status == 0; i++)
        if (init->tables[i])
            status = put_file(init, fs, card_table_names[i], init->tables[i]);
    return status < 0 ? status : put_entropy(init, fs);
}
