/*
 * Somebody swaps what has a name in a folder, after a program has looked at it and before the program uses
 * it: a link, a FIFO or another file's hard link is in its place then. Nothing outside of the folder changes,
 * nothing of it is read through a symbolic link, and nobody waits.
 *
 *     folder_swap FOLDER
 *
 * The folder is made anew. The look is caught by the linker (--wrap=fstatat).
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "folder_card.h"
#include "plain.h"
#include "port/card_file.h"

enum swap { SWAP_LINK, SWAP_HARD_LINK, SWAP_FIFO, SWAP_FOLDER, SWAPS };

enum { PATH_SIZE = 600 };

static const char *const swap_names[] = {"a symbolic link", "a hard link", "a FIFO", "a folder"};
static const char own[] = "the card's own bytes", precious[] = "outside, and precious";

static struct {
    const char *folder;
    char card[PATH_SIZE], outside[PATH_SIZE];
    const char *victim; /* what is swapped as soon as somebody has looked; NULL: it was */
    enum swap swap;
    unsigned cases;
} attack;

int __real_fstatat(int folder, const char *name, struct stat *about, int flags);
int __wrap_fstatat(int folder, const char *name, struct stat *about, int flags);

static void fail(const char *what)
{
    fprintf(stderr, "folder_swap: %s in the place of the file: %s\n", swap_names[attack.swap], what);
    exit(1);
}

static void check(bool is_right, const char *what)
{
    if (!is_right)
        fail(what);
}

int __wrap_fstatat(int folder, const char *name, struct stat *about, int flags)
{
    int result = __real_fstatat(folder, name, about, flags);
    if (result != 0 || attack.victim == NULL || strcmp(name, attack.victim) != 0)
        return result;
    attack.victim = NULL;
    bool is_swapped = unlinkat(folder, name, 0) == 0;
    switch (attack.swap) {
    case SWAP_LINK: is_swapped &= symlinkat(attack.outside, folder, name) == 0; break;
    case SWAP_HARD_LINK: is_swapped &= linkat(AT_FDCWD, attack.outside, folder, name, 0) == 0; break;
    case SWAP_FIFO: is_swapped &= mkfifoat(folder, name, 0666) == 0; break;
    default: is_swapped &= mkdirat(folder, name, 0777) == 0; break;
    }
    check(is_swapped, "the test could not swap it");
    return result;
}

/* ---- The folder ---- */

static void put(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    check(file != NULL && fputs(text, file) >= 0 && fclose(file) == 0,
          "the test could not lay out its files");
}

static void begin(const char *victim)
{
    char path[PATH_SIZE + 40], command[2 * PATH_SIZE];
    snprintf(attack.card, sizeof attack.card, "%s/card", attack.folder);
    snprintf(attack.outside, sizeof attack.outside, "%s/outside", attack.folder);
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir -p '%s/STATE'", attack.folder, attack.card);
    check(system(command) == 0, "the test could not make its folder");
    put(attack.outside, precious);
    snprintf(path, sizeof path, "%s/CRAWLBOX.INI", attack.card);
    put(path, own);
    snprintf(path, sizeof path, "%s/STATE/ONE.BIN", attack.card);
    put(path, own);
    attack.victim = victim;
    attack.cases++;
}

static void end(void)
{
    char bytes[sizeof precious + 1] = "";
    FILE *file = fopen(attack.outside, "rb");
    check(attack.victim == NULL, "nobody has looked at it");
    check(file != NULL && fread(bytes, 1, sizeof bytes, file) == sizeof precious - 1,
          "what lies outside is gone");
    fclose(file);
    check(strcmp(bytes, precious) == 0, "what lies outside has changed");
}

/* ---- Programs that use cards and collections (plain.h) ---- */

static void reads_plainly(void)
{
    char bytes[64] = "";
    begin("ONE.BIN");
    FILE *file = plain_stream(attack.card, "STATE/ONE.BIN", "rb");
    check((file != NULL) == (attack.swap == SWAP_HARD_LINK), "plain_stream() opens what it should not");
    check(file != NULL || strncmp(plain_problem(), "STATE/ONE.BIN is ", 17) == 0, plain_problem());
    if (file != NULL && fread(bytes, 1, sizeof bytes - 1, file) > 0)
        fclose(file);
    end();
}

static void writes_plainly(const char *mode)
{
    begin("ONE.BIN");
    check(plain_stream(attack.card, "STATE/ONE.BIN", mode) == NULL, "plain_stream() opens it for writing");
    end();
}

/* ---- The box (folder_card.h) ---- */

static uint32_t now(void)
{
    return 0;
}

static void make_random(uint8_t *bytes, size_t size)
{
    memset(bytes, 1, size);
}

static struct folder_card folder;

/* Its name is looked up in vain by the mount, so that the victim's turn comes later. */
static void mount(const char *victim)
{
    begin(victim);
    attack.victim = NULL;
    folder_card_init(&folder, attack.card, now, make_random);
    check(folder.port.mount(&folder) == 0, "the folder is not mounted");
    attack.victim = victim;
}

static void box_reads(void)
{
    struct card_file file;
    char bytes[64];
    mount("CRAWLBOX.INI");
    int status = card_file_open(&file, "CRAWLBOX.INI");
    check((status == 0) == (attack.swap == SWAP_HARD_LINK), "the box opens what it should not");
    if (status == 0)
        check(card_file_read(&file, bytes, sizeof bytes) > 0, "the box cannot read a plain file");
    folder.port.unmount(&folder);
    end();
}

static void box_overwrites(void)
{
    mount("CRAWLBOX.INI");
    check(card_file_overwrite("CRAWLBOX.INI", "new", 3) < 0, "the box writes over it");
    folder.port.unmount(&folder);
    end();
}

static void box_writes_sectors(void)
{
    struct store_extent extent;
    uint8_t sector[STORE_SECTOR_BYTES] = {0};
    mount("ONE.BIN");
    attack.victim = NULL;
    check(folder.port.find(&folder, "STATE/ONE.BIN", &extent) == 0, "the box does not find a plain file");
    attack.victim = "ONE.BIN";
    check(folder.port.write(&folder, extent.sector, sector, 1) < 0, "the box writes to its sectors");
    check(folder.problem != NULL || attack.swap != SWAP_HARD_LINK, "the box does not say why");
    folder.port.unmount(&folder);
    end();
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        fputs("usage: folder_swap FOLDER\n", stderr);
        return 2;
    }
    attack.folder = argv[1];
    for (attack.swap = 0; attack.swap < SWAPS; attack.swap++) {
        reads_plainly();
        writes_plainly("wb");
        writes_plainly("r+b");
        writes_plainly("ab");
        box_reads();
        box_overwrites();
        box_writes_sectors();
    }
    printf("%u swaps between look and use: nothing outside was touched.\n", attack.cases);
    return 0;
}
