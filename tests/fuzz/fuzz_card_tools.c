/*
 * A card on which somebody changed any bytes, in the hands of the host program: it is checked, its hosts are
 * listed, and it is collected, sometimes twice or with --erase. Whatever is on it, that comes to an end, and
 * no file is written beside the collection.
 */
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "card/check.h"
#include "card/collect.h"
#include "card/setup.h"
#include "cardfs/hosts.h"
#include "hostile_card.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static char folder[] = "/dev/shm/crawlbox-fuzz-XXXXXX";
static char out[sizeof folder + 4];
static FILE *nowhere;

static void check(int ok)
{
    if (!ok)
        abort();
}

static int remove_entry(const char *path, const struct stat *about, int type, struct FTW *where)
{
    (void)about, (void)type;
    return where->level > 0 ? remove(path) : 0;
}

static void empty_folder(void)
{
    nftw(folder, remove_entry, 8, FTW_DEPTH | FTW_PHYS);
}

static void leave(void)
{
    empty_folder();
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    hostile_card_make();
    nowhere = fopen("/dev/null", "w");
    check(nowhere && mkdtemp(folder));
    snprintf(out, sizeof out, "%s/out", folder);
    atexit(leave);
    return 0;
}

static void ignore_finding(void *context, const char *file, const struct warc_finding *finding)
{
    (void)context, (void)file, (void)finding;
}

static void ignore_text(void *context, const char *text)
{
    (void)context, (void)text;
}

static void look_at(struct card_fs *fs)
{
    struct card_check found = {.report = ignore_finding};
    struct card_hosts hosts = {.out = nowhere}, features = {.out = nowhere, .features = true, .name = "x"};
    struct card_setup setup;
    int status = card_check_run(&found, fs);
    check(status != 0 || found.damage == 0);
    card_check_free(&found);
    card_hosts_write(&hosts, fs);
    card_hosts_write(&features, fs);
    card_setup_read(&setup, fs);
}

static void collect_from(struct card_fs *fs, bool erase)
{
    struct collect collect = {
        .out = out, .title = "x", .software = "x", .erase = erase, .report = ignore_text};
    int status = collect_run(&collect, fs);
    check(status == 0 || status == STATUS_DAMAGED || collect.problem[0] != '\0');
    check(erase ? collect.erased <= collect.files + collect.skipped : collect.erased == 0);
    collect_free(&collect);
}

static void check_folder(void)
{
    DIR *directory = opendir(folder);
    check(directory != NULL);
    for (struct dirent *entry; (entry = readdir(directory));)
        check(entry->d_name[0] == '.' || strcmp(entry->d_name, "out") == 0);
    closedir(directory);
    empty_folder();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct card_fs fs;
    uint8_t how = size > 0 ? data[size - 1] : 0;
    bool erase = how % 16 == 1, again = how % 8 == 1;
    hostile_card_change(data, size);
    if (card_fs_open(&fs, hostile_card_path(), erase ? CARD_UPDATE : CARD_READ) == 0) {
        look_at(&fs);
        collect_from(&fs, erase);
        if (again)
            collect_from(&fs, false);
        card_fs_close(&fs);
    }
    check_folder();
    if (erase)
        hostile_card_restore();
    return 0;
}
