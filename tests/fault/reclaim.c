/*
 * After a power cut the mount frees clusters without an owner, and none that has one: the journal says that
 * the whole card was changing hands, while a computer's files lie on it, in pieces, in folders of folders.
 *
 *     reclaim IMAGE
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fat/fatfs_diskio.h"
#include "lost_clusters.h"
#include "session.h"

enum { CARD_SECTORS = 36 * 2048, PIECES = 40, PIECE = 700, DEEP = 4 };

static const char *image;
static struct block_fake *fake;
static struct session session;
static FATFS volume;

static void expect(bool holds, const char *what)
{
    if (holds)
        return;
    fprintf(stderr, "reclaim: %s\n", what);
    exit(1);
}

static void mount_as_computer(void)
{
    fatfs_diskio_use(block_fake_device(fake), session.fatfs.now);
    expect(f_mount(&volume, "", 1) == FR_OK, "the card does not mount");
}

/* Two files, written in turn so that both are in pieces. */
static void write_in_turn(const char *one, const char *other)
{
    static char text[PIECE];
    FIL file[2];
    UINT written;
    expect(f_open(&file[0], one, FA_CREATE_NEW | FA_WRITE) == FR_OK &&
               f_open(&file[1], other, FA_CREATE_NEW | FA_WRITE) == FR_OK,
           "files cannot be made");
    for (int i = 0; i < 2 * PIECES; i++) {
        memset(text, 'a' + i % 2, sizeof text);
        expect(f_write(&file[i % 2], text, sizeof text, &written) == FR_OK, "cannot be written");
    }
    expect(f_close(&file[0]) == FR_OK && f_close(&file[1]) == FR_OK, "cannot be closed");
}

static void expect_text(const char *path, char letter)
{
    static char text[PIECE * PIECES];
    FIL file;
    UINT size;
    expect(f_open(&file, path, FA_READ) == FR_OK && f_read(&file, text, sizeof text, &size) == FR_OK &&
               size == sizeof text,
           "a computer's file is gone");
    for (size_t i = 0; i < sizeof text; i++)
        expect(text[i] == letter, "a computer's file was changed");
}

/* Takes the entry of a file away and leaves its clusters. */
static void lose(const char *name)
{
    uint8_t *at = block_fake_image(fake) + (size_t)volume.database * 512;
    for (size_t i = 0; i < 100 * 512; i += 32) {
        if (memcmp(at + i, name, 11) == 0) {
            at[i] = 0xE5;
            return;
        }
    }
    expect(false, "the file to lose is not there");
}

static void intend_everything(void)
{
    struct journal *journal = &session.store.journal;
    journal_set(journal, JOURNAL_INTENT_SECTOR, (uint32_t)volume.database);
    journal_set(journal, JOURNAL_INTENT_SECTORS, (volume.n_fatent - 2) * volume.csize);
    expect(journal_store(journal, &session.fatfs.port) == 0, "the journal cannot be written");
}

static void run_fsck(void)
{
    char command[300];
    snprintf(command, sizeof command, "fsck.fat -n '%s' >/dev/null", image);
    expect(system(command) == 0, "fsck.fat finds something");
}

int main(int count, char **words)
{
    char command[300];
    if (count != 2) {
        fprintf(stderr, "usage: reclaim IMAGE\n");
        return 2;
    }
    image = words[1];
    fake = block_fake_create(image, CARD_SECTORS);
    snprintf(command, sizeof command, "mkfs.fat -F 32 -s 1 '%.200s' >/dev/null", image);
    expect(system(command) == 0, "mkfs.fat");
    session_init(&session, fake, 2);

    mount_as_computer();
    static const char *const folders[DEEP] = {"A", "A/B", "A/B/C", "A/B/C/D"};
    for (int i = 0; i < DEEP; i++)
        expect(f_mkdir(folders[i]) == FR_OK, "folders cannot be made");
    write_in_turn("A/B/C/D/KEPT.TXT", "ALSO.TXT");
    write_in_turn("LOST.TXT", "A/ALSO.TXT");
    f_mount(NULL, "", 0);
    expect(session_mount(&session) == STORE_READY && session_page(&session, 0) == 0, "the store");
    expect(store_eject(&session.store) == 0, "eject");

    mount_as_computer();
    lose("LOST    TXT");
    unsigned lost = lost_clusters(block_fake_image(fake));
    expect(lost >= PIECES * PIECE / 512, "nothing was lost: this proves nothing");
    intend_everything();
    f_mount(NULL, "", 0);
    expect(session_mount(&session) == STORE_READY, "the store does not mount");
    expect(lost_clusters(block_fake_image(fake)) == 0, "lost clusters were not freed");
    expect(journal_get(&session.store.journal, JOURNAL_INTENT_SECTORS) == 0, "the intent stays");
    expect(session.progress.next == 1 && session_page(&session, 1) == 0, "the crawl does not go on");
    expect(store_eject(&session.store) == 0, "eject");
    mount_as_computer();
    expect_text("A/B/C/D/KEPT.TXT", 'a');
    expect_text("ALSO.TXT", 'b');
    expect_text("A/ALSO.TXT", 'b');
    f_mount(NULL, "", 0);
    run_fsck();
    printf("reclaim: %u clusters without an owner freed, nothing else touched\n", lost);
    block_fake_destroy(fake);
    unlink(image);
    return 0;
}
