/*
 * The program is killed, or the machine loses its power, after every single change of a folder that stands
 * for a card (boards/native/folder_card.h); what was reported as stored must be there, and the crawl goes on.
 *
 *     folder_cut [--every N] FOLDER
 *
 * Stores pages with roll-backs, repetitions, file and log roll-over and an eject. At each Nth change, a copy
 * of the folder is looked at as it would be then, in two ways: with all that was done so far, as after a
 * kill; and without what was not synced, of which every other write is lost, as after a power cut on a file
 * system with a journal. The calls of the kernel that change something are caught by the linker (--wrap).
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <unistd.h>

#include "folder_card.h"
#include "session.h"

enum {
    PAGES = 40,
    PAGES_AFTER = 3,
    SEED = 5,
    UNSYNCED_MAX = 4096,
    DISK_KB = 40 * 1024, /* what the disk claims to have: state files are as long as that allows */
    PATH_SIZE = 600,
};

enum cut { CUT_KILL, CUT_POWER, CUTS };

/* A write that was not synced: what was there before. */
struct unsynced {
    char path[PATH_SIZE];
    off_t offset;
    size_t size;
    uint8_t *before;
};

static struct {
    const char *folder, *copy;
    bool is_watched; /* changes are counted */
    unsigned every, changes, points;
    unsigned reported; /* pages that the store has said to be stored */
    struct unsynced unsynced[UNSYNCED_MAX];
    unsigned unsynced_count;
} campaign;

static void fail(const char *what)
{
    fprintf(stderr, "folder_cut: after change %u, %u pages reported: %s\n", campaign.changes,
            campaign.reported, what);
    exit(1);
}

static uint32_t now(void)
{
    return 1794792736;
}

static void random_bytes(uint8_t *bytes, size_t size)
{
    static uint32_t state = 1;
    while (size-- > 0)
        *bytes++ = (uint8_t)((state = state * 1664525u + 1013904223u) >> 24);
}

/* ---- What must hold ---- */

static unsigned count_pages_of(const char *path)
{
    static char text[1 << 20];
    static const char type[] = "\r\nWARC-Type: re";
    unsigned pages = 0;
    FILE *file = fopen(path, "rb");
    size_t size = file != NULL ? fread(text, 1, sizeof text - 1, file) : 0;
    if (file != NULL)
        fclose(file);
    text[size] = '\0';
    for (const char *at = text, *end = text + size;
         (at = memmem(at, (size_t)(end - at), type, sizeof type - 1)) != NULL;) {
        at += sizeof type - 1;
        pages += strncmp(at, "sponse", 6) == 0 || strncmp(at, "visit", 5) == 0;
    }
    return pages;
}

/* Counts the records of pages in closed archives, with no code of the box. */
static unsigned count_pages(const char *folder)
{
    char pattern[PATH_SIZE + 20];
    unsigned pages = 0;
    glob_t found;
    snprintf(pattern, sizeof pattern, "%s/WARC/*.open", folder);
    if (glob(pattern, 0, NULL, &found) != GLOB_NOMATCH)
        fail("a file is open after eject");
    snprintf(pattern, sizeof pattern, "%s/WARC/*.warc", folder);
    if (glob(pattern, 0, NULL, &found) != 0)
        return 0;
    for (size_t i = 0; i < found.gl_pathc; i++)
        pages += count_pages_of(found.gl_pathv[i]);
    globfree(&found);
    return pages;
}

static void begin_session(struct session *session, struct folder_card *folder, const char *path)
{
    session_init(session, NULL, SEED);
    folder_card_init(folder, path, now, random_bytes);
    store_init(&session->store, &folder->port, &session->settings);
}

/* In a process of its own: mounts what is left, and goes on. */
static void check_what_is_left(void)
{
    static struct session after;
    static struct folder_card folder;
    begin_session(&after, &folder, campaign.copy);
    if (session_mount(&after) != STORE_READY)
        fail(store_sentence(after.store.state));
    const char *problem = session_check_hosts(&after);
    if (problem[0] != '\0')
        fail(problem);
    uint32_t kept = after.progress.kept;
    if (kept < campaign.reported || kept > campaign.reported + 1)
        fail("the crawl's state does not know of all pages");
    for (uint32_t i = 0, number = after.progress.next; i < PAGES_AFTER; i++, number++) {
        int status = session_page(&after, number);
        if (status < 0)
            fail("a page is refused");
        kept += status < 2;
    }
    if (store_eject(&after.store) < 0)
        fail("it cannot be ejected");
    if (count_pages(campaign.copy) != kept)
        fail("the archives and the crawl's state differ");
}

/* ---- The cut ---- */

static void lose_unsynced(void)
{
    for (unsigned i = campaign.unsynced_count; i-- > 0;) {
        const struct unsynced *write = &campaign.unsynced[i];
        char path[PATH_SIZE * 2];
        if ((campaign.changes + i) % 2 != 0)
            continue;
        snprintf(path, sizeof path, "%s%s", campaign.copy, write->path + strlen(campaign.folder));
        int file = open(path, O_RDWR);
        if (file < 0)
            continue; /* it has another name by now: renaming comes behind a sync */
        if (pwrite(file, write->before, write->size, write->offset) < 0)
            fail("what was there before cannot be put back");
        close(file);
    }
}

static void try_cut(enum cut cut)
{
    char command[2 * PATH_SIZE + 40];
    int status;
    pid_t child = fork();
    if (child == 0) {
        campaign.is_watched = false;
        snprintf(command, sizeof command, "rm -rf '%s' && cp -r '%s' '%s'", campaign.copy, campaign.folder,
                 campaign.copy);
        if (system(command) != 0)
            fail("the folder cannot be copied");
        if (cut == CUT_POWER)
            lose_unsynced();
        check_what_is_left();
        _exit(0);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || status != 0)
        exit(1);
    campaign.points++;
}

/* After a change. */
static void count_change(void)
{
    if (!campaign.is_watched || ++campaign.changes % campaign.every != 0)
        return;
    int reason = errno;
    for (int cut = CUT_KILL; cut < CUTS; cut++)
        try_cut((enum cut)cut);
    errno = reason;
}

/* ---- The kernel's calls ---- */

ssize_t __real_pwrite(int file, const void *bytes, size_t size, off_t offset);
int __real_ftruncate(int file, off_t size);
int __real_fallocate(int file, int mode, off_t offset, off_t size);
int __real_renameat(int from, const char *old, int to, const char *new);
int __real_unlinkat(int folder, const char *name, int flags);
int __real_fstatvfs(int file, struct statvfs *about);
ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset);
int __wrap_ftruncate(int file, off_t size);
int __wrap_fallocate(int file, int mode, off_t offset, off_t size);
int __wrap_renameat(int from, const char *old, int to, const char *new);
int __wrap_unlinkat(int folder, const char *name, int flags);
int __wrap_fsync(int file);
int __wrap_fdatasync(int file);
int __wrap_fstatvfs(int file, struct statvfs *about);

static void path_of(int file, char path[PATH_SIZE])
{
    char link[40];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t size = readlink(link, path, PATH_SIZE - 1);
    path[size > 0 ? size : 0] = '\0';
}

ssize_t __wrap_pwrite(int file, const void *bytes, size_t size, off_t offset)
{
    if (campaign.is_watched) {
        if (campaign.unsynced_count == UNSYNCED_MAX)
            fail("too much is not synced");
        struct unsynced *write = &campaign.unsynced[campaign.unsynced_count++];
        path_of(file, write->path);
        write->before = calloc(1, size); /* zeros where the file had no bytes */
        if (write->before == NULL || pread(file, write->before, size, offset) < 0)
            fail("what is there before a write cannot be read");
        write->offset = offset;
        write->size = size;
    }
    ssize_t result = __real_pwrite(file, bytes, size, offset);
    count_change();
    return result;
}

int __wrap_ftruncate(int file, off_t size)
{
    int result = __real_ftruncate(file, size);
    count_change();
    return result;
}

int __wrap_fallocate(int file, int mode, off_t offset, off_t size)
{
    int result = __real_fallocate(file, mode, offset, size);
    count_change();
    return result;
}

int __wrap_renameat(int from, const char *old, int to, const char *new)
{
    int result = __real_renameat(from, old, to, new);
    count_change();
    return result;
}

int __wrap_unlinkat(int folder, const char *name, int flags)
{
    int result = __real_unlinkat(folder, name, flags);
    if (result == 0)
        count_change();
    return result;
}

/* Nothing is really synced: what would be lost is known here. */
int __wrap_fsync(int file)
{
    char path[PATH_SIZE];
    unsigned kept = 0;
    path_of(file, path);
    for (unsigned i = 0; i < campaign.unsynced_count; i++) {
        if (strcmp(campaign.unsynced[i].path, path) == 0)
            free(campaign.unsynced[i].before);
        else
            campaign.unsynced[kept++] = campaign.unsynced[i];
    }
    campaign.unsynced_count = kept;
    return 0;
}

int __wrap_fdatasync(int file)
{
    return __wrap_fsync(file);
}

int __wrap_fstatvfs(int file, struct statvfs *about)
{
    int result = __real_fstatvfs(file, about);
    about->f_frsize = 1024;
    about->f_blocks = DISK_KB;
    about->f_bavail = DISK_KB / 2;
    return result;
}

/* ---- The campaign ---- */

static void make_folder(void)
{
    char command[2 * PATH_SIZE + 60];
    snprintf(command, sizeof command, "rm -rf '%s' && mkdir '%s' && touch '%s/CRAWLBOX.INI'", campaign.folder,
             campaign.folder, campaign.folder);
    if (system(command) != 0)
        fail("the folder cannot be made");
}

static void store_pages(void)
{
    static struct session session;
    static struct folder_card folder;
    begin_session(&session, &folder, campaign.folder);
    campaign.is_watched = true;
    if (session_mount(&session) != STORE_READY)
        fail(store_sentence(session.store.state));
    for (uint32_t i = 0; i < PAGES; i++) {
        int status = session_page(&session, i);
        if (status < 0)
            fail("a page is refused");
        campaign.reported += status < 2;
    }
    if (store_eject(&session.store) < 0)
        fail("it cannot be ejected");
    campaign.is_watched = false;
    if (count_pages(campaign.folder) != campaign.reported)
        fail("the archives do not have all pages");
}

int main(int argc, char **argv)
{
    static char folder[PATH_SIZE], copy[PATH_SIZE];
    bool has_every = argc == 4 && strcmp(argv[1], "--every") == 0;
    if (argc != 2 && !has_every) {
        fprintf(stderr, "Usage: folder_cut [--every N] FOLDER\n");
        return 2;
    }
    snprintf(folder, sizeof folder, "%s", argv[argc - 1]);
    snprintf(copy, sizeof copy, "%.500s.cut", argv[argc - 1]);
    campaign.folder = folder;
    campaign.copy = copy;
    campaign.every = has_every ? (unsigned)strtoul(argv[2], NULL, 10) : 1;
    if (campaign.every == 0)
        campaign.every = 1;
    make_folder();
    store_pages();
    printf("folder_cut: %u changes, %u cuts, %u pages\n", campaign.changes, campaign.points,
           campaign.reported);
    return 0;
}
