/*
 * Power fails after every single sector write while CRAWLBOX.INI is replaced: the old settings or the new
 * ones must be there, whole, and after the next mount under their name.
 *
 *     replace_cut IMAGE
 *
 * Also with writes that were dropped, torn or reordered since the last sync, with a second cut while the
 * first one is being repaired, and with a card that fails at each of its calls.
 */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "base/status.h"
#include "port/card_file.h"
#include "session.h"
#include "store/replace.h"

enum { CARD_SECTORS = 36 * 2048, TEXT_MAX = 5000, LENGTHS = 5 };

static const char name[] = "CRAWLBOX.INI";
static const char *image;
static struct block_fake *fake;
static struct session session;
static unsigned points;

static char old_text[TEXT_MAX], new_text[TEXT_MAX];

static void fail(const char *what, size_t write, int cut)
{
    fprintf(stderr, "replace_cut: %zu of %zu bytes, write %zu, cut %d: %s\n", strlen(old_text),
            strlen(new_text), write, cut, what);
    exit(1);
}

static void make_text(char *text, char letter, size_t size)
{
    memset(text, letter, size);
    text[size] = '\0';
}

static int replace_with(const char *text)
{
    static uint8_t sector[STORE_SECTOR_BYTES];
    struct replace replace;
    int status = replace_begin(&replace, &session.fatfs.port, name, (uint32_t)strlen(text), sector);
    for (const char *at = text; status == 0 && *at; at++)
        status = replace_put(&replace, at, 1);
    return status < 0 ? status : replace_end(&replace);
}

static void mount(size_t write, int cut)
{
    session_init(&session, fake, 1);
    if (session.fatfs.port.mount(&session.fatfs) < 0)
        fail("does not mount", write, cut);
}

/* 'o' or 'n': which text is in the file; 0: there is none. */
static char found(size_t write, int cut, const char *path)
{
    static char text[TEXT_MAX + 1];
    struct card_file file;
    int status = card_file_open(&file, path);
    if (status == STATUS_NOT_FOUND)
        return 0;
    int count = status < 0 ? status : card_file_read(&file, text, TEXT_MAX);
    if (count < 0)
        fail("cannot be read", write, cut);
    text[count] = '\0';
    if (strcmp(text, old_text) == 0)
        return 'o';
    if (strcmp(text, new_text) != 0)
        fail("is neither the old text nor the new one", write, cut);
    return 'n';
}

static void run_fsck(size_t write, int cut)
{
    char command[300], line[300];
    snprintf(command, sizeof command, "fsck.fat -n '%s' 2>&1", image);
    FILE *pipe = popen(command, "r");
    if (!pipe)
        fail("fsck.fat cannot be run", write, cut);
    while (fgets(line, sizeof line, pipe))
        if (strstr(line, "share clusters") || strstr(line, "chain length is <") || strstr(line, "Bad") ||
            strstr(line, "Contains a free cluster"))
            fail(line, write, cut);
    int status = pclose(pipe);
    if (WEXITSTATUS(status) > 1)
        fail("fsck.fat gives up", write, cut);
}

static char check_repaired(size_t write, int cut)
{
    mount(write, cut);
    if (replace_recover(&session.fatfs.port, name) < 0)
        fail("recovery fails", write, cut);
    char which = found(write, cut, name);
    if (which == 0)
        fail("no settings are left", write, cut);
    if (found(write, cut, "CRAWLBOX.OK") != 0)
        fail("the complete file is still there", write, cut);
    struct store_extent extent;
    if (session.fatfs.port.find(&session.fatfs, "CRAWLBOX.NEW", &extent) != STATUS_NOT_FOUND)
        fail("the unfinished file is still there", write, cut);
    return which;
}

/* Cuts the repair of a cut, too: the image after `write` becomes the start of a recording of its own. */
static void cut_again(size_t write, int cut)
{
    static uint8_t *saved;
    size_t bytes = (size_t)CARD_SECTORS * STORE_SECTOR_BYTES;
    saved = realloc(saved, bytes);
    memcpy(saved, block_fake_image(fake), bytes);
    struct block_fake *first = fake;
    char path[200];
    snprintf(path, sizeof path, "%s.again", image);
    fake = block_fake_create(path, CARD_SECTORS);
    memcpy(block_fake_image(fake), saved, bytes);
    block_fake_record(fake);
    check_repaired(write, cut);
    size_t writes = block_fake_writes(fake);
    for (size_t second = 0; second <= writes; second++) {
        block_fake_cut(fake, second, BLOCK_CUT_CLEAN, 0);
        check_repaired(write, cut);
    }
    block_fake_destroy(fake);
    remove(path);
    fake = first;
}

static void begin_card(void)
{
    char command[300];
    fake = block_fake_create(image, CARD_SECTORS);
    snprintf(command, sizeof command, "mkfs.fat -F 32 -s 1 '%.200s' >/dev/null", image);
    if (system(command) != 0)
        fail("mkfs.fat cannot be run", 0, 0);
}

static void end_card(void)
{
    block_fake_destroy(fake);
    remove(image);
}

static void cut_everywhere(void)
{
    begin_card();
    mount(0, 0);
    if (replace_with(old_text) < 0)
        fail("the old text cannot be stored", 0, 0);
    block_fake_record(fake);
    mount(0, 0);
    if (replace_with(new_text) < 0)
        fail("the new text cannot be stored", 0, 0);
    size_t writes = block_fake_writes(fake);
    char last = 'o';
    for (size_t write = 0; write <= writes; write++) {
        for (int cut = 0; cut < BLOCK_CUTS; cut++) {
            block_fake_cut(fake, write, (enum block_cut)cut, (uint32_t)(write * 4 + (unsigned)cut));
            run_fsck(write, cut);
            char which = check_repaired(write, cut);
            run_fsck(write, cut);
            if (cut == BLOCK_CUT_CLEAN && last == 'n' && which == 'o')
                fail("the old text came back", write, cut);
            last = cut == BLOCK_CUT_CLEAN ? which : last;
            points++;
        }
        block_fake_cut(fake, write, BLOCK_CUT_CLEAN, 0);
        cut_again(write, 0);
    }
    if (last != 'n')
        fail("the new text is not there in the end", writes, 0);
    end_card();
}

/* Every call of the card fails in its turn: what is left must be one of the two texts. */
static void fail_everywhere(bool once)
{
    bool has_failed = true;
    begin_card();
    for (uint32_t after = 0; has_failed; after++) {
        mount(0, 0);
        if (replace_with(old_text) < 0)
            fail("the old text cannot be stored", after, 0);
        block_fake_fail(fake, BLOCK_ALL, after, STATUS_IO, once);
        int status = replace_with(new_text);
        has_failed = block_fake_has_failed(fake);
        block_fake_fail(fake, 0, 0, 0, false);
        char which = check_repaired(after, 0);
        if (status == 0 && which != 'n')
            fail("was told to be stored and is not", after, 0);
        points++;
        if (status == 0 && has_failed && !once)
            fail("a failure was not told", after, 0);
    }
    end_card();
}

int main(int argc, char **argv)
{
    static const size_t lengths[LENGTHS][2] = {{1, 512}, {700, 300}, {300, 2600}, {512, 1024}, {1500, 1}};
    if (argc != 2)
        return 2;
    image = argv[1];
    for (int i = 0; i < LENGTHS; i++) {
        make_text(old_text, 'o', lengths[i][0]);
        make_text(new_text, 'n', lengths[i][1]);
        cut_everywhere();
    }
    fail_everywhere(true);
    fail_everywhere(false);
    printf("replace_cut: %u points, all well\n", points);
    return 0;
}
