#include "cardfs/journal.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"

static const char path[] = "STATE/JOURNAL.BIN";

/* Offsets in the sector. */
enum {
    SEQUENCE = 4,
    WARC_SERIAL = 8,
    WARC_BYTES = 12,
    CARD_PAGES = 36,
    REPAIRS = 40,
    LOGS = 44,
    LOG_STRIDE = 8,
    FLAGS = 76,
    PENDING_USED = 78,
    PENDING = 80,
    CARD_ID = 504,
    CHECKSUM = 508,
    PENDING_MAX = 412,
    LINE_HEAD = 3,
    VERSION = '3',
    FLAG_EJECTED = 1,
    FLAG_LOG_OPEN = 2, /* shifted by the log's number */
};

/* Which version of the format a whole copy has, as a character; 0: it is none. */
static uint8_t version_of(const uint8_t *sector)
{
    bool is_whole = memcmp(sector, "CBJ", 3) == 0 &&
                    crc32_update(CRC32_INIT, sector, CHECKSUM) == bytes_get32(sector + CHECKSUM);
    return is_whole ? sector[3] : 0;
}

static int read_copy(struct card_fs *fs, void *file, uint64_t offset, uint8_t *sector)
{
    size_t used = 0;
    int status = fs->ops->seek(fs, file, offset);
    while (status == 0 && used < CARD_JOURNAL_SECTOR) {
        long got = fs->ops->read(fs, file, sector + used, CARD_JOURNAL_SECTOR - used);
        if (got <= 0)
            return (int)got; /* a journal that is too short has copies that are not valid */
        used += (size_t)got;
    }
    return status;
}

static void decode(struct card_journal *journal)
{
    const uint8_t *sector = journal->sector;
    journal->warc_serial = bytes_get32(sector + WARC_SERIAL);
    journal->warc_bytes = bytes_get32(sector + WARC_BYTES);
    journal->card_pages = bytes_get32(sector + CARD_PAGES);
    journal->repairs = bytes_get32(sector + REPAIRS);
    journal->card_id = bytes_get32(sector + CARD_ID);
    journal->ejected = sector[FLAGS] & FLAG_EJECTED;
    for (int log = 0; log < CARD_LOGS; log++) {
        journal->log_bytes[log] = bytes_get32(sector + LOGS + LOG_STRIDE * log + 4);
        journal->log_open[log] = sector[FLAGS] & FLAG_LOG_OPEN << log;
    }
}

int card_journal_read(struct card_journal *journal, struct card_fs *fs)
{
    uint8_t a[CARD_JOURNAL_SECTOR] = {0}, b[CARD_JOURNAL_SECTOR] = {0};
    *journal = (struct card_journal){0};
    void *file = fs->ops->open(fs, path, CARD_READ, NULL);
    if (!file)
        return fs->status;
    /* One copy that cannot be read is what the other one is for. */
    int a_status = read_copy(fs, file, 0, a);
    int b_status = read_copy(fs, file, CARD_JOURNAL_COPY_B, b);
    fs->ops->close(fs, file);
    if (a_status < 0 && b_status < 0)
        return a_status;
    uint8_t a_version = version_of(a), b_version = version_of(b);
    uint8_t latest = a_version > b_version ? a_version : b_version;
    if (latest != 0 && latest != VERSION)
        return card_fs_failed(
            fs, STATUS_VERSION,
            "%s is of version %c, and this program knows version %c: use the program of the version "
            "that the card was written with",
            path, latest < ' ' || latest > '~' ? '?' : latest, VERSION);
    bool a_valid = a_version == VERSION, b_valid = b_version == VERSION;
    if (!a_valid && !b_valid)
        return card_fs_failed(fs, STATUS_DAMAGED, "%s has no valid copy", path);
    int32_t b_ahead = (int32_t)(bytes_get32(b + SEQUENCE) - bytes_get32(a + SEQUENCE));
    journal->newest_is_b = b_valid && (!a_valid || b_ahead > 0);
    memcpy(journal->sector, journal->newest_is_b ? b : a, CARD_JOURNAL_SECTOR);
    journal->valid = true;
    decode(journal);
    return 0;
}

bool card_journal_next_line(const struct card_journal *journal, size_t *at, unsigned *log,
                            const uint8_t **line, size_t *size)
{
    size_t used = bytes_get16(journal->sector + PENDING_USED);
    if (!journal->valid || used > PENDING_MAX || *at + LINE_HEAD > used)
        return false;
    const uint8_t *entry = journal->sector + PENDING + *at;
    *log = entry[0];
    *size = bytes_get16(entry + 1);
    *line = entry + LINE_HEAD;
    if (*log >= CARD_LOGS || *size > used - *at - LINE_HEAD)
        return false;
    *at += LINE_HEAD + *size;
    return true;
}

int card_journal_forget_open_file(struct card_journal *journal, struct card_fs *fs)
{
    if (!journal->valid || journal->warc_bytes == 0)
        return 0;
    uint8_t *sector = journal->sector;
    bytes_put32(sector + SEQUENCE, bytes_get32(sector + SEQUENCE) + 1);
    bytes_put32(sector + WARC_BYTES, 0);
    bytes_put32(sector + CHECKSUM, crc32_update(CRC32_INIT, sector, CHECKSUM));
    void *file = fs->ops->open(fs, path, CARD_UPDATE, NULL);
    if (!file)
        return fs->status;
    int status = fs->ops->seek(fs, file, journal->newest_is_b ? 0 : CARD_JOURNAL_COPY_B);
    if (status == 0)
        status = fs->ops->write(fs, file, sector, CARD_JOURNAL_SECTOR);
    int closed = fs->ops->close(fs, file);
    journal->newest_is_b = !journal->newest_is_b;
    journal->warc_bytes = 0;
    return status < 0 ? status : closed;
}
