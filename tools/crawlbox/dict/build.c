#include "dict/build.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "cli.h"
#include "dict/select.h"
#include "output.h"
#include "share.h"

#define LIBTHAI_LIST  "libthai/thbrk.tri"
#define HUNSPELL_LIST "hunspell/th_TH.dic"

static const struct cli_option options[] = {
    {"must", 'm', "LIST", "every word of LIST has to be read (default: libthai's list)"},
    {"also", 'a', "LIST", "as many words of LIST as fit (default: hunspell's list)"},
    {"limit", 'l', "BYTES", "largest size of the dictionary (default: 73728)"},
    {"dropped", 'd', NULL, "print the words that are not read, and why"},
    {"c-source", 'c', NULL, "write the dictionary as a C array"},
    {0},
};

static const struct cli_help help = {
    "dict build", "[--must LIST]... [--also LIST]... [--limit BYTES] FILE",
    "Makes a Thai dictionary for the box from word lists: libthai's .tri files, hunspell's .dic files, or "
    "plain\n"
    "text in UTF-8 with a word a line. Says what was kept and what was dropped.",
    options};

static int add_list(struct selection *selection, const char *path, bool must)
{
    if (selection->list_count == DICT_MAX_LISTS)
        return cli_error("a dictionary can be made from at most %d lists", DICT_MAX_LISTS);
    selection->must[selection->list_count] = must;
    return wordlist_read(&selection->lists[selection->list_count++], path);
}

static int add_shared_list(struct selection *selection, const char *list, bool must)
{
    char *path = share_path(list);
    int result = add_list(selection, path, must);
    free(path);
    return result;
}

static void write_c(FILE *out, const struct dict_file *file)
{
    fputs("/* Made by crawlbox dict build. */\n#include \"read/dict/dict.h\"\n\n", out);
    fprintf(out, "const uint32_t dict_builtin_size = %zu;\n\nconst uint8_t dict_builtin[] = {", file->size);
    for (size_t i = 0; i < file->size; i++)
        fprintf(out, "%s%u,", i % 24 ? "" : "\n", file->bytes[i]);
    fputs("\n};\n", out);
}

static int write_file(const char *path, const struct dict_file *file, bool as_c)
{
    struct output out;
    if (!as_c)
        return output_bytes(path, file->bytes, file->size);
    if (!output_begin(&out, path))
        return CLI_CANNOT;
    write_c(out.file, file);
    return output_end(&out, CLI_YES);
}

static void print_word(const struct word *word)
{
    for (int i = 0; i < word->length; i++) {
        char text[UTF8_MAX_BYTES];
        size_t size = utf8_encode((uint32_t)DICT_FIRST_LETTER + word->letters[i], text);
        fwrite(text, 1, size, stdout);
    }
}

static void print_dropped(const struct selection *selection, const struct wordlist *list)
{
    for (size_t i = 0; i < list->count; i++) {
        const struct entry *entry = &list->entries[i];
        if (wordset_reads_entry(&selection->set, list, entry))
            continue;
        if (entry->pieces == 0) {
            printf("%s\tline %zu\thas a single letter, or is too long\n", list->name, i + 1);
            continue;
        }
        printf("%s\t", list->name);
        for (uint32_t k = 0; k < entry->pieces; k++)
            print_word(&list->pieces.items[entry->first_piece + k]);
        puts("\tno room");
    }
}

static void report(const struct selection *selection, const struct dict *dict, const char *path)
{
    size_t pieces = 0;
    for (unsigned i = 0; i < selection->list_count; i++) {
        const struct wordlist *list = &selection->lists[i];
        pieces += list->count;
        printf("%s: %zu words, %zu read", list->name, list->count, selection->read[i]);
        if (list->unreadable)
            printf("; %zu dropped: single letters would make words of any text", list->unreadable);
        if (selection->read[i] + list->unreadable < list->count)
            printf("; %zu dropped: no room", list->count - list->unreadable - selection->read[i]);
        putchar('\n');
    }
    printf("%u entries; the other words of the %zu are repeated, or read as shorter words\n", dict->entries,
           pieces);
    printf("%s: %zu bytes (limit %zu), %u states, %u edges\n", path, selection->file.size, selection->limit,
           dict->states, dict->edges);
}

static int build(struct selection *selection, const char *path, bool as_c, bool dropped)
{
    struct dict dict;
    int result = selection_make(selection);
    if (result != 0)
        return result;
    for (unsigned i = 0; i < selection->list_count; i++)
        if (selection->must[i] &&
            selection->read[i] + selection->lists[i].unreadable < selection->lists[i].count)
            return cli_error("not every word of %s can be read", selection->lists[i].name);
    result = dict_open(&dict, selection->file.bytes, selection->file.size);
    if (result != STATUS_OK)
        return cli_error("the dictionary that was made is %s: please report this", status_text(result));
    result = write_file(path, &selection->file, as_c);
    if (result != 0)
        return result;
    for (unsigned i = 0; dropped && i < selection->list_count; i++)
        print_dropped(selection, &selection->lists[i]);
    if (!dropped)
        report(selection, &dict, path);
    return CLI_YES;
}

int dict_build(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct selection selection = {.limit = DICT_MAX_BYTES};
    bool as_c = false, dropped = false;
    int result = 0;

    for (int option; result == 0 && (option = cli_next(&cli)) != CLI_END;) {
        switch (option) {
        case 'm': result = add_list(&selection, cli.value, true); break;
        case 'a': result = add_list(&selection, cli.value, false); break;
        case 'l': selection.limit = (size_t)cli_number(&cli, "limit", 1, DICT_MAX_BYTES); break;
        case 'c': as_c = true; break;
        default: dropped = true; break;
        }
    }
    if (result == 0 && cli.argc != 1)
        result = cli_usage_error(&cli, "needs the name of the FILE to write");
    if (result == 0 && selection.list_count == 0) {
        result = add_shared_list(&selection, LIBTHAI_LIST, true);
        if (result == 0)
            result = add_shared_list(&selection, HUNSPELL_LIST, false);
    }
    if (result == 0)
        result = build(&selection, cli.argv[0], as_c, dropped);
    selection_free(&selection);
    return result;
}
