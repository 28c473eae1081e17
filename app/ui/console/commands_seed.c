/* The command about seeds. It changes SEEDS.TXT on the card, and tells the crawl of a new seed. */
#include <string.h>

#include "base/status.h"
#include "port/crawler.h"
#include "ui/console/console.h"

static int job_read_part(void *part)
{
    return card_seeds_read_part(console_session()->parts->store, part);
}

static int job_change(void *change)
{
    return session_change_seeds(console_session(), change);
}

static int job_seed(void *text)
{
    return session_seed(console_session(), text);
}

static int list_seeds(void)
{
    struct seeds_part part = {0};
    int status;
    while ((status = crawler_do(job_read_part, &part)) == STATUS_OK && part.count > 0)
        for (unsigned i = 0; i < part.count; i++)
            if (part.text[i] == '\n' || part.text[i] >= ' ')
                console_print("%c", part.text[i]);
    return status;
}

static int change_seed(const char *text, bool remove)
{
    struct seeds_change change = {text, remove};
    union {
        const char *in;
        void *out;
    } seed = {.in = text};
    int status = crawler_do(job_change, &change);
    if (status == STATUS_INVALID)
        console_print("'%s' is no site or URL.\n", text);
    else if (status == STATUS_NOT_FOUND)
        console_print("SEEDS.TXT has no such seed.\n");
    else if (status < 0)
        return status;
    else if (remove)
        console_print("Removed. A crawl that knows the site goes on with it: 'skip' ends that.\n");
    else
        console_print("Added to SEEDS.TXT%s.\n",
                      crawler_do(job_seed, seed.out) == STATUS_OK ? PACKED(" and to the crawl") : "");
    return STATUS_OK;
}

int command_seed(int count, char **words)
{
    if (count == 2 && strcmp(words[1], "list") == 0)
        return list_seeds();
    if (count == 3 && strcmp(words[1], "add") == 0)
        return change_seed(words[2], false);
    if (count == 3 && strcmp(words[1], "remove") == 0)
        return change_seed(words[2], true);
    return STATUS_INVALID;
}
