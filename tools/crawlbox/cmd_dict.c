/* crawlbox dict: makes, checks and shows dictionaries. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "cli.h"
#include "commands.h"
#include "dict/build.h"
#include "dict_list.h"
#include "dict_load.h"
#include "read/lang/thai.h"
#include "sha256.h"

static const struct cli_help help = {
    "dict",
    "build [--must LIST]... [--also LIST]... [--limit BYTES] FILE\n"
    "info [FILE]\n"
    "list [FILE]\n"
    "lookup [--dict FILE] TEXT...",
    "Makes, checks and shows Thai dictionaries: files for `crawlbox lang --dict`, and the one built into the "
    "program and "
    "the\n"
    "image, which is meant if no FILE is named. The box reads none from its card.\n\n"
    "  build   makes one from word lists ('crawlbox dict build --help' says how)\n"
    "  info    checks it and tells what it was made from\n"
    "  list    prints its entries, one a line\n"
    "  lookup  shows how text is read: words are separated by '|', what is not a word is in [brackets]",
    NULL};

static void print_letters(const uint8_t *letters, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        char text[UTF8_MAX_BYTES];
        size_t size = utf8_encode((uint32_t)THAI_BLOCK + letters[i], text);
        fwrite(text, 1, size, stdout);
    }
}

/* Opens the dictionary named by the only argument, or the built-in one. */
static int open_argument(struct dict *dict, int argc, char **argv, char **memory)
{
    struct cli cli = cli_begin(&help, argc, argv);
    while (cli_next(&cli) != CLI_END)
        ;
    if (cli.argc > 1)
        return cli_usage_error(&cli, "takes one FILE");
    return dict_load(dict, cli.argc ? cli.argv[0] : NULL, memory);
}

/* What tells one dictionary from another, and what `sha256sum FILE` says. */
static void print_sha256(const void *bytes, size_t size)
{
    char text[SHA256_HEX_SIZE];
    struct sha256 sha256;
    sha256_begin(&sha256);
    sha256_add(&sha256, bytes, size);
    sha256_end_hex(&sha256, text);
    printf("sha256\t%s\n", text);
}

static int show_info(int argc, char **argv)
{
    struct dict dict = {0};
    char *memory = NULL;
    int result = open_argument(&dict, argc, argv, &memory);
    if (result != 0)
        return result;
    printf("version\t%d\nbytes\t%u\nentries\t%u\nlongest\t%u letters\nstates\t%u\nedges\t%u\n", DICT_VERSION,
           dict.file_bytes, dict.entries, dict.longest, dict.states, dict.edges);
    print_sha256(memory ? (const void *)memory : dict_builtin, dict.file_bytes);
    for (unsigned i = 0; i < dict.list_count; i++) {
        struct dict_list list = dict_list_at(&dict, i);
        printf("list\t%s\t%u words, %u read\n", list.name, list.words, list.read);
    }
    free(memory);
    return CLI_YES;
}

static void print_entry(void *context, const uint8_t *letters, size_t count)
{
    (void)context;
    print_letters(letters, count);
    putchar('\n');
}

static int show_list(int argc, char **argv)
{
    struct dict dict = {0};
    char *memory = NULL;
    int result = open_argument(&dict, argc, argv, &memory);
    if (result != 0)
        return result;
    dict_list_words(&dict, print_entry, NULL);
    free(memory);
    return CLI_YES;
}

/* Prints a run of letters, cut into words; returns whether all of it is words. */
static bool look_up_run(const struct dict *dict, const uint8_t *letters, unsigned count)
{
    bool all = true, bracket = false;
    for (unsigned at = 0; at < count;) {
        unsigned length = dict_longest_match(dict, letters + at, count - at);
        if (bracket && length) {
            putchar(']');
            bracket = false;
        }
        if (at > 0 && !bracket)
            putchar('|');
        if (!length && !bracket)
            putchar('[');
        bracket = !length;
        all &= !bracket;
        print_letters(letters + at, length ? length : 1);
        at += length ? length : 1;
    }
    if (bracket)
        putchar(']');
    return all;
}

static bool look_up(const struct dict *dict, const char *text)
{
    size_t size = strlen(text);
    uint8_t *letters = calloc(size + 1, 1);
    unsigned count = 0;
    bool all = letters != NULL;

    for (size_t at = 0; letters && at < size;) {
        int length = utf8_sequence(text + at, size - at);
        int bytes = length > 0 ? length : 1;
        uint32_t offset = utf8_decode(text + at, length) - THAI_BLOCK;
        if (length == 3 && thai_is_letter(offset)) {
            count = thai_append(letters, count, (uint8_t)offset);
        } else {
            all &= look_up_run(dict, letters, count);
            count = 0;
            fwrite(text + at, 1, (size_t)bytes, stdout);
        }
        at += (size_t)bytes;
    }
    if (letters)
        all &= look_up_run(dict, letters, count);
    putchar('\n');
    free(letters);
    return all;
}

static int show_lookup(int argc, char **argv)
{
    static const struct cli_option options[] = {{"dict", 'd', "FILE", "use this dictionary"}, {0}};
    static const struct cli_help lookup_help = {
        "dict lookup", "[--dict FILE] TEXT...",
        "Shows how text is read: words are separated by '|', what is not a word is in [brackets].\n"
        "Exit status 1: something is not a word.",
        options};
    struct cli cli = cli_begin(&lookup_help, argc, argv);
    const char *path = NULL;
    while (cli_next(&cli) != CLI_END)
        path = cli.value;
    if (cli.argc == 0)
        return cli_usage_error(&cli, "needs some TEXT");
    struct dict dict = {0};
    char *memory = NULL;
    int result = dict_load(&dict, path, &memory);
    if (result != 0)
        return result;
    bool all = true;
    for (int i = 0; i < cli.argc; i++)
        all &= look_up(&dict, cli.argv[i]);
    free(memory);
    return all ? CLI_YES : CLI_NO;
}

int cmd_dict(int argc, char **argv)
{
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } actions[] = {{"build", dict_build}, {"info", show_info}, {"list", show_list}, {"lookup", show_lookup}};

    for (size_t i = 0; argc > 1 && i < sizeof actions / sizeof actions[0]; i++)
        if (strcmp(argv[1], actions[i].name) == 0)
            return actions[i].run(argc - 1, argv + 1);
    struct cli cli = cli_begin(&help, argc, argv);
    while (cli_next(&cli) != CLI_END)
        ;
    return cli_action_error(&cli, cli_action(&cli));
}
