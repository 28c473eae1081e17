#include "internet/description.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "internet/places.h"
#include "internet/web.h"

enum { TTL_S = 300 };

static const char *const fault_words[] = {
#define FAULT(id, word, what) word,
#include "source/faults.def"
#undef FAULT
    NULL};
static const char *const certificate_words[] = {
#define CERTIFICATE(id, word, what) word,
#include "source/certificates.def"
#undef CERTIFICATE
    NULL};
/* In the order of source.h. */
static const char *const dns_words[] = {"ok", "nxdomain", "servfail", "silent", "empty", NULL};
static const char *const dead_words[] = {"no", "yes", NULL};
static const char *const tls_words[] = {"both", "1.2", "1.3", "closed", "stall", NULL};
static const char *const resume_words[] = {"both", "id", "never", NULL};
static const char *const record_words[] = {"4k", "16k", NULL};
static const char *const transfer_words[] = {"length", "chunked", "close", NULL};

static const struct keyed_key place_keys[] = {
    {"address", KEYED_ADDRESS, offsetof(struct place, site.address), NULL},
    {"rebind", KEYED_ADDRESS, offsetof(struct place, rebind), NULL},
    {"ttl", KEYED_NUMBER, offsetof(struct place, site.ttl_s), NULL},
    {"dns", KEYED_CHOICE, offsetof(struct place, site.dns), dns_words},
    {"dead", KEYED_CHOICE, offsetof(struct place, dead), dead_words},
    {"certificate", KEYED_CHOICE, offsetof(struct place, site.certificate), certificate_words},
    {"tls", KEYED_CHOICE, offsetof(struct place, site.tls), tls_words},
    {"resume", KEYED_CHOICE, offsetof(struct place, site.resumption), resume_words},
    {"records", KEYED_CHOICE, offsetof(struct place, site.records), record_words},
    {"delay", KEYED_NUMBER, offsetof(struct place, site.delay_ms), NULL},
    {"rate", KEYED_NUMBER, offsetof(struct place, site.bytes_per_s), NULL},
    {"loss", KEYED_PERMILLE, offsetof(struct place, site.loss_permille), NULL},
    {"files", KEYED_TEXT, offsetof(struct place, files), NULL},
    {0},
};

static const struct keyed_key page_keys[] = {
    {"status", KEYED_NUMBER, offsetof(struct page, status), NULL},
    {"times", KEYED_NUMBER, offsetof(struct page, times), NULL},
    {"type", KEYED_TEXT, offsetof(struct page, type), NULL},
    {"charset", KEYED_TEXT, offsetof(struct page, charset), NULL},
    {"location", KEYED_TEXT, offsetof(struct page, location), NULL},
    {"retry-after", KEYED_NUMBER, offsetof(struct page, retry_after_s), NULL},
    {"header", KEYED_LINES, offsetof(struct page, headers), NULL},
    {"file", KEYED_TEXT, offsetof(struct page, file), NULL},
    {"text", KEYED_TEXT, offsetof(struct page, text), NULL},
    {"fill", KEYED_NUMBER, offsetof(struct page, fill), NULL},
    {"transfer", KEYED_CHOICE, offsetof(struct page, transfer), transfer_words},
    {"delay", KEYED_NUMBER, offsetof(struct page, delay_ms), NULL},
    {"rate", KEYED_NUMBER, offsetof(struct page, bytes_per_s), NULL},
    {"fault", KEYED_CHOICE, offsetof(struct page, fault), fault_words},
    {0},
};

/* Where the reader is. */
struct reading {
    struct description *description;
    struct lab_settings *settings;
    char problem[KEYED_PROBLEM_SIZE];
};

static bool no_memory(struct reading *reading)
{
    snprintf(reading->problem, sizeof reading->problem, "no memory left");
    return false;
}

/* Makes room for one more; NULL: no memory. The new one is zeroed. */
static void *grow(void *array, size_t count, size_t size)
{
    char *longer = realloc(array, (count + 1) * size);
    if (longer)
        memset(longer + count * size, 0, size);
    return longer;
}

static bool set_all(struct reading *reading, void *object, const struct keyed_key *keys, char **words,
                    int count)
{
    for (int i = 0; i < count; i++)
        if (!keyed_set(object, keys, words[i], reading->problem))
            return false;
    return true;
}

/* A relative path is meant from where the description lies. */
static char *from_folder(const struct description *description, const char *path)
{
    char *full;
    if (path[0] == '/')
        return strdup(path);
    return asprintf(&full, "%s/%s", description->folder, path) < 0 ? NULL : full;
}

static bool read_host(struct reading *reading, char **words, int count)
{
    struct description *description = reading->description;
    if (count < 2) {
        snprintf(reading->problem, sizeof reading->problem, "a host needs a name");
        return false;
    }
    struct place *places = grow(description->places, description->place_count, sizeof *places);
    if (!places)
        return no_memory(reading);
    description->places = places;
    struct place *place = &places[description->place_count++];
    place->name = strdup(words[1]);
    if (!place->name)
        return no_memory(reading);
    for (char *at = place->name; *at; at++)
        *at = (char)tolower((unsigned char)*at);
    place->site.ttl_s = TTL_S;
    place->site.address = site_address_of(place->name);
    if (!set_all(reading, place, place_keys, words + 2, count - 2))
        return false;
    place->site.dead = place->dead != 0;
    reading->settings->hosts_lose |= place->site.loss_permille > 0;
    if (place->files) {
        char *full = from_folder(description, place->files);
        free(place->files);
        place->files = full;
    }
    return true;
}

static bool read_page(struct reading *reading, char **words, int count)
{
    struct description *description = reading->description;
    if (description->place_count == 0) {
        snprintf(reading->problem, sizeof reading->problem, "a page needs a host line above it");
        return false;
    }
    struct place *place = &description->places[description->place_count - 1];
    struct page *pages = grow(place->pages, place->page_count, sizeof *pages);
    if (!pages)
        return no_memory(reading);
    place->pages = pages;
    struct page *page = &pages[place->page_count++];
    page->path = strdup(words[0]);
    if (!page->path)
        return no_memory(reading);
    size_t length = strlen(page->path);
    if (page->path[length - 1] == '*') {
        page->prefix = true;
        page->path[length - 1] = '\0';
    }
    return set_all(reading, page, page_keys, words + 1, count - 1);
}

static bool read_rest(struct reading *reading, char **words, int count)
{
    if (count != 2 || reading->description->rest.find) {
        snprintf(reading->problem, sizeof reading->problem, "needs one path, once");
        return false;
    }
    char *path = from_folder(reading->description, words[1]);
    bool open = path && web_open(path, reading->settings, &reading->description->rest);
    free(path);
    if (!open)
        snprintf(reading->problem, sizeof reading->problem, "cannot serve %.100s", words[1]);
    return open;
}

static bool read_line(struct reading *reading, char *line)
{
    char *words[KEYED_WORDS_MAX];
    int count = keyed_split(line, words, reading->problem);
    if (count <= 0)
        return count == 0;
    if (words[0][0] == '/')
        return read_page(reading, words, count);
    if (strcmp(words[0], "host") == 0)
        return read_host(reading, words, count);
    if (strcmp(words[0], "lab") == 0)
        return set_all(reading, reading->settings, lab_settings_keys, words + 1, count - 1);
    if (strcmp(words[0], "pages") == 0)
        return read_rest(reading, words, count);
    snprintf(reading->problem, sizeof reading->problem,
             "a line begins with host, lab, pages or a path, not '%.40s'", words[0]);
    return false;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? strndup(path, (size_t)(slash - path)) : strdup(".");
}

bool description_source(const char *path, struct lab_settings *settings, struct site_source *source)
{
    size_t size;
    char *text = cli_read_file(path, &size);
    struct description *description = text ? calloc(1, sizeof *description) : NULL;
    if (!description)
        return free(text), false;
    *source = places_source(description);
    struct reading reading = {.description = description, .settings = settings};
    description->folder = folder_of(path);
    bool good = description->folder != NULL;
    int number = 1;
    for (char *line = text; good && *line; number++) {
        char *next = line + strcspn(line, "\n");
        next += *next == '\n';
        char ending = *next;
        *next = '\0';
        good = read_line(&reading, line);
        *next = ending;
        line = next;
        if (!good)
            cli_error("%s:%d: %s", path, number, reading.problem);
    }
    free(text);
    if (!good) {
        source->close(source->context);
        *source = (struct site_source){0};
    }
    return good;
}
