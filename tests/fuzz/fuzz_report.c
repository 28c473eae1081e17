/*
 * The logs and tables of a harvest that a stranger wrote, cut out of the input at lines of a single dot: they
 * are read and become a page, in which nothing of theirs is markup. A line that begins with + stands for one
 * that makes sense, with the rest of it where strangers have most to say.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report/page.h"
#include "report/read.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerInitialize(int *argc, char ***argv);

static const char *const names[] = {"crawl.log", "hosts.tsv", "crawl.tsv"};
enum { FILES = sizeof names / sizeof names[0] };

static char folder[] = "/dev/shm/crawlbox-fuzz-XXXXXX";
static char paths[FILES][sizeof folder + 16];

static void check(int ok)
{
    if (!ok)
        abort();
}

static void leave(void)
{
    for (int i = 0; i < FILES; i++)
        unlink(paths[i]);
    rmdir(folder);
}

int LLVMFuzzerInitialize(int *argc, char ***argv)
{
    (void)argc, (void)argv;
    check(mkdtemp(folder) != NULL);
    for (int i = 0; i < FILES; i++)
        snprintf(paths[i], sizeof paths[i], "%s/%s", folder, names[i]);
    atexit(leave);
    return 0;
}

static void put_line(FILE *file, int which, const char *text, int length)
{
    bool is_sensible = length > 0 && text[0] == '+';
    if (!is_sensible)
        fprintf(file, "%.*s\n", length, text);
    else if (which == 0)
        fprintf(file,
                "2026-11-16T01:32:16.123Z 200 9 http://%.*s/ L - text/html #001 2026+1 sha1:X - target\n",
                length - 1, text + 1);
    else if (which == 1)
        fprintf(file,
                "%.*s\tdone\tthai\t9\t8\t7\t6\t5\t4\t200\tTH\t1.1.1.1\tchosen\t3\t2026-11-16T01:32:16Z\n",
                length - 1, text + 1);
    else
        fprintf(file, "operator\t%.*s\n", length - 1, text + 1);
}

static void put_files(const char *text)
{
    for (int i = 0; i < FILES; i++) {
        FILE *file = fopen(paths[i], "wb");
        check(file != NULL);
        while (*text) {
            size_t length = strcspn(text, "\n");
            bool is_end = length == 1 && *text == '.' && i + 1 < FILES;
            if (!is_end)
                put_line(file, i, text, (int)length);
            text += length + (text[length] == '\n');
            if (is_end)
                break;
        }
        fclose(file);
    }
}

static void check_page(const char *page, size_t size)
{
    static const char *const never[] = {"<script", "<img", "<iframe", "<!--", "<x"};
    check(strlen(page) == size);
    for (size_t i = 0; i < sizeof never / sizeof never[0]; i++)
        check(strstr(page, never[i]) == NULL);
    for (; *page; page++)
        check((unsigned char)*page >= ' ' || *page == '\n');
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct facts facts;
    char *page = NULL, *text = strndup((const char *)data, size);
    size_t length = 0;
    check(text != NULL);
    put_files(text);
    free(text);
    facts_begin(&facts);
    check(read_folder(&facts, folder, "."));
    facts_end(&facts);
    check(facts.unreadable <= facts.lines && facts.wanted <= facts.pages && facts.pages <= facts.lines);
    FILE *out = open_memstream(&page, &length);
    check(out != NULL);
    page_write(out, &facts);
    check(fclose(out) == 0);
    check_page(page, length);
    free(page);
    facts_free(&facts);
    return 0;
}
