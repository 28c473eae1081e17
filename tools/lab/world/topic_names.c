/* Names of sites, addresses of pages: each carries the number of what it names, so that it is found again
 * without a table. */
#include <string.h>

#include "graph/predict/features.h"
#include "world/topic_internal.h"

static const char *const site_words[] = {"planet",  "world",  "globe",  "trail",  "harbour", "lantern",
                                         "compass", "maple",  "union",  "silver", "north",   "bridge",
                                         "orbit",   "meadow", "signal", "cedar"};
static const char *const folders[] = {"guide",    "articles", "news",   "forum",   "stories", "reviews",
                                      "section",  "pages",    "topics", "archive", "world",   "regions",
                                      "features", "notes",    "info",   "blog"};
static const char *const suffixes[URL_TLDS] = {
    [URL_TLD_COM] = "com",    [URL_TLD_NET] = "net",   [URL_TLD_ORG] = "org",
    [URL_TLD_HOME] = "co.th", [URL_TLD_INFO] = "info", [URL_TLD_OTHER] = "co.uk"};

enum { SITE_WORDS = sizeof site_words / sizeof *site_words, FOLDERS = sizeof folders / sizeof *folders };

char *topicweb_name(const struct topicweb *web, uint32_t site, char name[WORLD_NAME_BYTES])
{
    uint64_t hash = random_hash(web->base.seed, TOPIC_ASK_NAME, site, 1);
    snprintf(name, WORLD_NAME_BYTES, "%s%s%u.%s", site_words[hash % SITE_WORDS],
             site_words[(hash >> 16) % SITE_WORDS], (unsigned)site, suffixes[web->sites[site].tld]);
    return name;
}

int64_t topicweb_find_site(const struct topicweb *web, const char *name, size_t length)
{
    char right[WORLD_NAME_BYTES];
    const char *dot = memchr(name, '.', length);
    int64_t site = dot ? world_number_before(name, dot) : -1;
    if (site < 0 || site >= web->site_count)
        return -1;
    topicweb_name(web, (uint32_t)site, right);
    return strlen(right) == length && memcmp(right, name, length) == 0 ? site : -1;
}

/* Blanks of a name become hyphens, as in addresses. */
static void hyphenate(char *text)
{
    for (; *text; text++)
        if (*text == ' ')
            *text = '-';
}

/* "/phuket-guide12/": a name where the segment has one, words of the kind of its pages. */
static int put_folder(const struct topicweb *web, uint32_t segment, char *to, size_t size)
{
    const struct topicweb_segment *about = &web->segments[segment];
    if (segment == web->sites[about->site].first_segment)
        return snprintf(to, size, "/");
    uint64_t hash = random_hash(web->base.seed, TOPIC_ASK_NAME, segment, 2);
    const char *name = about->has_name ? topicweb_thai_name(hash >> 8) : "";
    int length = snprintf(to, size, "/%s%s%s%u/", name, about->has_name ? "-" : "", folders[hash % FOLDERS],
                          (unsigned)(segment - web->sites[about->site].first_segment));
    hyphenate(to);
    return length;
}

static int put_path(const struct topicweb *web, struct world_page page, char *to, size_t size)
{
    const struct topicweb_segment *about = &web->segments[page.part];
    int length = put_folder(web, page.part, to, size);
    if (page.page == 0 && about->has_index)
        return length;
    uint64_t hash = random_hash(web->base.seed, TOPIC_ASK_NAME, page.part, 3 + page.page);
    bool is_topic = topicweb_page_is_relevant(web, page) && hash % 2;
    const char *word = is_topic ? topicweb_topic_word(web, hash >> 8) : topicweb_other_word(hash >> 8);
    return length + snprintf(to + length, size - (size_t)length, "%s-%u.html", word, (unsigned)page.page);
}

bool topicweb_is_secure(const struct topicweb *web, uint32_t site)
{
    return random_hash(web->base.seed, TOPIC_ASK_SECURE, site, 0) % 4 == 0;
}

int topicweb_url(const struct topicweb *web, struct world_page page, char url[WORLD_URL_BYTES])
{
    char name[WORLD_NAME_BYTES];
    uint32_t site = web->segments[page.part].site;
    int length = snprintf(url, WORLD_URL_BYTES, "http%s://%s", topicweb_is_secure(web, site) ? "s" : "",
                          topicweb_name(web, site, name));
    return length + put_path(web, page, url + length, WORLD_URL_BYTES - (size_t)length);
}

/* Whether this is the path of that page. */
static bool is_path_of(const struct topicweb *web, struct world_page page, const char *path, size_t length)
{
    char right[WORLD_URL_BYTES];
    return (size_t)put_path(web, page, right, sizeof right) == length && memcmp(right, path, length) == 0;
}

struct world_found topicweb_find(const struct topicweb *web, uint32_t site, const char *path, size_t length)
{
    static const char ending[] = ".html";
    const struct world_found nothing = {.status = 404};
    const char *end = path + length, *slash = end;
    while (slash > path && slash[-1] != '/')
        slash--;
    if (slash == path)
        return nothing;
    int64_t folder = slash - path > 1 ? world_number_before(path, slash - 1) : 0;
    int64_t number = 0;
    if (slash < end)
        number = end - slash > (ptrdiff_t)sizeof ending
                     ? world_number_before(slash, end - (sizeof ending - 1))
                     : -1;
    if (folder < 0 || folder >= topicweb_segment_count(&web->sites[site]))
        return nothing;
    struct world_page page = {web->sites[site].first_segment + (uint32_t)folder, (uint32_t)number};
    bool is_there =
        number >= 0 && number < web->segments[page.part].pages && is_path_of(web, page, path, length);
    return is_there ? (struct world_found){200, page} : nothing;
}
