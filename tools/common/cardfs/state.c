#include "cardfs/state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"

/* A copy of the state block, and where the journal names it (app/store/FORMAT.md). */
enum {
    JOURNAL_STATE_NUMBER = 492,
    COPY_NUMBER = 4,
    COPY_SIZE = 8,
    COPY_CRC = 12,
    COPY_HEADER = 16,
    COPY_BYTES = 1024,
    COPY_MAGIC = 0x31534243, /* "CBS1" */
    PATH_SIZE = 32,
};

struct card_state_sector {
    struct card_state_sector *next;
    unsigned file;
    uint32_t sector;
    uint8_t bytes[STATE_SECTOR_BYTES];
};

static void file_path(unsigned file, char path[PATH_SIZE])
{
    static const char *const names[] = {"CRAWL", "HOSTS", "INDEX", "EDGES", "QUEUE"};
    if (file < STATE_SITE0)
        snprintf(path, PATH_SIZE, "STATE/%s.BIN", names[file]);
    else if (file == STATE_VALID)
        snprintf(path, PATH_SIZE, "STATE/VALID.BIN");
    else
        snprintf(path, PATH_SIZE, "STATE/SITE%u.BIN", file - STATE_SITE0);
}

static struct card_state_sector *find_mended(struct card_state *state, unsigned file, uint32_t sector)
{
    struct card_state_sector *at = state->mended;
    while (at && (at->file != file || at->sector != sector))
        at = at->next;
    return at;
}

static int read_bytes(struct card_state *state, unsigned file, uint64_t offset, void *bytes, size_t size)
{
    struct card_fs *fs = state->fs;
    int status = fs->ops->seek(fs, state->file[file], offset);
    for (size_t got = 0; status == 0 && got < size;) {
        long part = fs->ops->read(fs, state->file[file], (uint8_t *)bytes + got, size - got);
        if (part <= 0)
            return part < 0 ? (int)part : STATUS_DAMAGED;
        got += (size_t)part;
    }
    return status;
}

static int read_sector(void *context, unsigned file, uint32_t sector, void *bytes)
{
    struct card_state *state = context;
    const struct card_state_sector *mended = find_mended(state, file, sector);
    if (mended) {
        memcpy(bytes, mended->bytes, STATE_SECTOR_BYTES);
        return 0;
    }
    return read_bytes(state, file, (uint64_t)sector * STATE_SECTOR_BYTES, bytes, STATE_SECTOR_BYTES);
}

static int keep_sector(void *context, unsigned file, uint32_t sector, const void *bytes)
{
    struct card_state *state = context;
    struct card_state_sector *mended = find_mended(state, file, sector);
    if (!mended) {
        mended = malloc(sizeof *mended);
        if (!mended)
            return STATUS_FULL;
        *mended = (struct card_state_sector){.next = state->mended, .file = file, .sector = sector};
        state->mended = mended;
    }
    memcpy(mended->bytes, bytes, STATE_SECTOR_BYTES);
    return 0;
}

static int sync_nothing(void *context)
{
    (void)context;
    return 0;
}

static int open_files(struct card_state *state)
{
    struct card_fs *fs = state->fs;
    for (unsigned file = 0; file <= STATE_VALID; file++) {
        char path[PATH_SIZE];
        uint64_t size = 0;
        file_path(file, path);
        state->file[file] = fs->ops->open(fs, path, CARD_READ, &size);
        if (!state->file[file])
            return fs->status;
        state->files.sectors[file] = (uint32_t)(size / STATE_SECTOR_BYTES);
    }
    return 0;
}

static int other_version(struct card_state *state, const uint8_t *mark)
{
    return card_fs_failed(
        state->fs, STATUS_VERSION,
        "STATE/CRAWL.BIN is of another version (%.3s%c): use the program of the version that the card "
        "was written with",
        (const char *)mark, mark[3] < ' ' || mark[3] > '~' ? '?' : mark[3]);
}

static int read_block(struct card_state *state, uint32_t number)
{
    uint8_t copy[COPY_BYTES] = {0};
    uint64_t sector = number % 2 ? STATE_BLOCK_B : STATE_BLOCK_A;
    int status = read_bytes(state, STATE_CRAWL, sector * STATE_SECTOR_BYTES, copy, sizeof copy);
    if (status < 0)
        return status;
    uint32_t size = bytes_get32(copy + COPY_SIZE);
    if (state_is_other_version(bytes_get32(copy), COPY_MAGIC))
        return other_version(state, copy);
    if (bytes_get32(copy) != COPY_MAGIC || bytes_get32(copy + COPY_NUMBER) != number ||
        size > COPY_BYTES - COPY_HEADER)
        return card_fs_failed(state->fs, STATUS_DAMAGED,
                              "STATE/CRAWL.BIN does not hold what the journal names");
    uint32_t crc = crc32_update(CRC32_INIT, copy + COPY_NUMBER, COPY_CRC - COPY_NUMBER);
    if (crc32_update(crc, copy + COPY_HEADER, size) != bytes_get32(copy + COPY_CRC))
        return card_fs_failed(state->fs, STATUS_DAMAGED, "STATE/CRAWL.BIN has a wrong checksum");
    uint32_t magic = crawl_magic_now(bytes_get32(copy + COPY_HEADER));
    if (state_is_other_version(magic, CRAWL_MAGIC) || state_is_other_version(magic, CRAWL_MAGIC_SEGMENTS))
        return other_version(state, copy + COPY_HEADER);
    if (size < offsetof(struct crawl_state, explored) ||
        (magic != CRAWL_MAGIC && magic != CRAWL_MAGIC_SEGMENTS))
        return card_fs_failed(state->fs, STATUS_DAMAGED, "STATE/CRAWL.BIN holds no crawl");
    /* A box with an older version of crawlbox has written less, and the rest is zeros. */
    memcpy(&state->crawl, copy + COPY_HEADER, size < sizeof state->crawl ? size : sizeof state->crawl);
    state->crawl.magic = magic;
    return 0;
}

int card_state_open(struct card_state *state, struct card_fs *fs, const struct card_journal *journal)
{
    memset(state, 0, sizeof *state);
    state->fs = fs;
    fs->problem[0] = '\0';
    state->files = (struct state_files){
        .context = state, .read = read_sector, .write = keep_sector, .sync = sync_nothing};
    uint32_t number = journal->valid ? bytes_get32(journal->sector + JOURNAL_STATE_NUMBER) : 0;
    if (number == 0)
        return STATUS_NOT_FOUND;
    int status = open_files(state);
    if (status == STATUS_NOT_FOUND)
        return card_fs_failed(fs, STATUS_DAMAGED, "a file of STATE is missing");
    if (status == 0)
        status = read_block(state, number);
    if (status == 0)
        status = state_open(&state->state, &state->files, state->lines, CARD_STATE_LINES);
    if (status == 0)
        status = hosts_open(&state->hosts, &state->state, &state->crawl.hosts);
    if ((status == STATUS_DAMAGED || status == STATUS_FULL) && !*fs->problem)
        return card_fs_failed(fs, STATUS_DAMAGED, "the files of STATE contradict each other");
    return status;
}

void card_state_close(struct card_state *state)
{
    for (unsigned file = 0; file < STATE_FILES; file++)
        if (state->file[file])
            state->fs->ops->close(state->fs, state->file[file]);
    while (state->mended) {
        struct card_state_sector *next = state->mended->next;
        free(state->mended);
        state->mended = next;
    }
}

int card_state_use(struct card_fs *fs, int (*use)(void *user, struct card_state *state), void *user)
{
    struct card_journal journal;
    int status = card_journal_read(&journal, fs);
    if (status < 0)
        return status;
    struct card_state *state = malloc(sizeof *state);
    if (!state)
        return STATUS_FULL;
    status = card_state_open(state, fs, &journal);
    if (status == 0)
        status = use(user, state);
    card_state_close(state);
    free(state);
    return status;
}
