/*
 * Whatever a box, or what is there in its place, says over the serial line: every order of `crawlbox console`
 * and its screen come to an end, and no line of it could drive a terminal. In the input a prompt and the echo
 * of each command are one byte each.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <unistd.h>

#include "console/files.h"
#include "console/screen.h"
#include "graph/predict/model.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

enum { SAID_MAX = 65536 }; /* what the line takes without anybody reading */

static char model_path[32], settings_path[32], seeds_path[32];

static void check(int ok)
{
    if (!ok)
        abort();
}

/* A file that has only a number for a name. */
static void put_file(char path[32], const void *bytes, size_t size)
{
    int file = memfd_create("file", 0);
    check(file >= 0 && write(file, bytes, size) == (ssize_t)size);
    snprintf(path, 32, "/proc/self/fd/%d", file);
}

/* The screen wants a terminal to read keys from. Nobody types. */
static void put_terminal(void)
{
    int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    check(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    int keys = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    check(keys >= 0 && dup2(keys, STDIN_FILENO) == STDIN_FILENO);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    static const char settings[] = "operator = a library\n", seeds[] = "http://a.th/\nhttp://b.th/\n";
    (void)argc, (void)argv;
    put_file(model_path, model_builtin, model_builtin_size);
    put_file(settings_path, settings, sizeof settings - 1);
    put_file(seeds_path, seeds, sizeof seeds - 1);
    put_terminal();
    stdout = stderr = fopen("/dev/null", "w"); /* the fuzzer has its own way to the real one */
    check(stdout != NULL);
    return 0;
}

/* The other end of a line on which the box has said all of this and is gone. */
static int line_to(const uint8_t *data, size_t size, int *box)
{
    static const char *const phrases[] = {"crawlbox> ",
                                          "crawlbox> status -k\r\n",
                                          "crawlbox> pin 1234\r\n",
                                          "crawlbox> model receive\r\nSend the model\r\n",
                                          "C\x06\x06\x06\x06\x06\x06\x06\x06",
                                          "crawlbox> show -k\r\n",
                                          "crawlbox> set operator \"a library\" -k\r\noperator=",
                                          "crawlbox> seed add http://a.th/\r\nAdded",
                                          "crawlbox> seed list\r\n",
                                          "crawlbox> status\r\n"};
    static char said[SAID_MAX + 64];
    size_t length = 0;
    int ends[2];
    for (; size > 0 && length < SAID_MAX; data++, size--) {
        unsigned which = *data - 0xf0u;
        if (which < sizeof phrases / sizeof phrases[0])
            length += (size_t)sprintf(said + length, "%s", phrases[which]);
        else
            said[length++] = (char)*data;
    }
    check(socketpair(AF_UNIX, SOCK_STREAM, 0, ends) == 0);
    check(write(ends[1], said, length) == (ssize_t)length && shutdown(ends[1], SHUT_WR) == 0);
    *box = ends[1];
    return ends[0];
}

static void take_line(void *context, enum talk_kind kind, const char *text)
{
    for (const unsigned char *at = (const unsigned char *)text; *at; at++)
        check(*at >= ' ' && *at != 0x7f && !(*at == 0xc2 && at[1] >= 0x80 && at[1] < 0xa0));
    files_line(context, kind, text);
}

static void carry_out(struct files *files, unsigned order)
{
    switch (order) {
    case 0: files_ask(files, "status -k"); break;
    case 1: files_unlock(files, "1234"); break;
    case 2: files_send_model(files, model_path); break;
    case 3: files_send_settings(files, settings_path); break;
    case 4: files_send_seeds(files, seeds_path); break;
    case 5: files_get_settings(files, "/dev/null"); break;
    default: files_get_seeds(files, "/dev/null"); break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct talk talk;
    struct files files = {.talk = &talk};
    int box;
    if (size == 0)
        return 0;
    int line = line_to(data + 1, size - 1, &box);
    if (data[0] % 8 == 7) {
        screen_run(line, "the box");
    } else {
        talk_begin(&talk, line, take_line, &files);
        carry_out(&files, data[0] % 8);
        files_free(&files);
    }
    close(line);
    close(box);
    return 0;
}
