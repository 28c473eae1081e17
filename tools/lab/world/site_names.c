/*
 * Names of hosts and paths of pages. Both carry the number of what they name, so that no table is needed to
 * find it again: a name is right if it is the one that its number has. Only recorded worlds have names that
 * must be stored.
 */
#include <stdio.h>
#include <string.h>

#include "settings/settings.h"
#include "world/site_internal.h"
#include "world/register.h"

static const char *const words[] = {
    "baan",   "sabai", "siam",  "chiang", "lanna", "isan",   "talat",  "krung", "nakhon",
    "rak",    "dek",   "khao",  "wat",    "ruean", "fah",    "nam",    "dao",   "suan",
    "khon",   "pleng", "nang",  "kin",    "thai",  "mueang", "phuket", "samui", "pattaya",
    "orchid", "river", "green", "sunny",  "metro", "global", "asia",   "data",  "smart",
};
static const char *const sections[] = {
    "news",   "board", "article", "about", "product", "gallery",
    "travel", "music", "school",  "law",   "health",  "sport",
};
static const char *const suffixes[WORLD_TLDS][6] = {
    [URL_TLD_COM] = {"com", "com", "com", "com", "com", "com"},
    [URL_TLD_NET] = {"net", "net", "net", "net", "net", "net"},
    [URL_TLD_ORG] = {"org", "org", "org", "org", "org", "org"},
    [URL_TLD_INFO] = {"info", "info", "info", "info", "info", "info"},
    [URL_TLD_OTHER] = {"de", "fr", "tv", "eu", "biz", "us"},
};
/* By language: domains at home, and that of the neighbour. */
static const char *const home_suffixes[][6] = {
    [LANGUAGE_TH] = {"co.th", "ac.th", "in.th", "go.th", "or.th", "co.th"},
    [LANGUAGE_FA] = {"ir", "ac.ir", "ir", "gov.ir", "org.ir", "co.ir"},
    [LANGUAGE_MS] = {"com.my", "edu.my", "my", "gov.my", "org.my", "com.my"},
};
static const char *const neighbours[] = {[LANGUAGE_TH] = "la", [LANGUAGE_FA] = "sa", [LANGUAGE_MS] = "co.id"};
static const char *const at_home[WORLD_COUNTRIES] = {
    [COUNTRY_CN] = "cn", [COUNTRY_JP] = "co.jp", [COUNTRY_UK] = "co.uk"};

enum { WORDS = sizeof words / sizeof words[0], SECTIONS = sizeof sections / sizeof sections[0] };

/* Text that grows at its end. A crawl makes hundreds of millions of names and paths: snprintf() would take a
 * third of its time. */
static char *put(char *end, const char *text)
{
    size_t length = strlen(text);
    memcpy(end, text, length + 1);
    return end + length;
}

static char *put_number(char *end, uint32_t number)
{
    char digits[10];
    unsigned count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count > 0)
        *end++ = digits[--count];
    *end = 0;
    return end;
}

char *siteweb_name(const struct siteweb *web, uint32_t host, char name[WORLD_NAME_BYTES])
{
    const struct site_preset *preset = site_preset_find(web->base.preset);
    if (web->names) {
        snprintf(name, WORLD_NAME_BYTES, "%s", register_name(web->names, host));
        return name;
    }
    if (host < web->seed_hosts && preset) {
        const char *portal = preset->portals[host], *dot = strchr(portal, '.');
        if (web->hosts[host].tld == URL_TLD_HOME && web->base.language != LANGUAGE_TH)
            snprintf(name, WORLD_NAME_BYTES, "%.*s.%s", (int)(dot - portal), portal,
                     home_suffixes[web->base.language][0]);
        else
            snprintf(name, WORLD_NAME_BYTES, "%s", portal);
        return name;
    }
    const struct world_host *about = &web->hosts[host];
    uint64_t hash = random_hash(web->base.seed, ASK_NAME, host, 0);
    const char *suffix = about->tld == URL_TLD_HOME ? home_suffixes[web->base.language][hash % 6]
                                                    : suffixes[about->tld][hash % 6];
    if (about->tld == URL_TLD_OTHER && about->language == WORLD_NEIGHBOUR)
        suffix = neighbours[web->base.language];
    else if (about->tld == URL_TLD_OTHER && at_home[about->country])
        suffix = at_home[about->country];
    char *end = put(put(name, words[(hash >> 8) % WORDS]), words[(hash >> 20) % WORDS]);
    put(put(put_number(end, host), "."), suffix);
    return name;
}

int64_t siteweb_find_host(const struct siteweb *web, const char *name, size_t length)
{
    char right[WORLD_NAME_BYTES];
    if (web->names)
        return register_find(web->names, name, length);
    if (length > 4 && memcmp(name, "www.", 4) == 0) {
        name += 4;
        length -= 4;
    }
    const char *dot = memchr(name, '.', length);
    int64_t host = dot ? world_number_before(name, dot) : -1;
    if (host >= web->seed_hosts && host < web->host_count) {
        siteweb_name(web, (uint32_t)host, right);
        return strlen(right) == length && memcmp(right, name, length) == 0 ? host : -1;
    }
    for (host = 0; host < web->seed_hosts; host++) {
        siteweb_name(web, (uint32_t)host, right);
        if (strlen(right) == length && memcmp(right, name, length) == 0)
            return host;
    }
    return -1;
}

char *siteweb_path(const struct siteweb *web, uint32_t host, uint32_t page, char path[WORLD_PATH_BYTES])
{
    if (page == 0) {
        memcpy(path, "/", 2);
        return path;
    }
    if (page >= WORLD_CALENDAR) {
        bool redirect = page & WORLD_REDIRECT;
        snprintf(path, WORLD_PATH_BYTES, "/%s/%u.html", redirect ? "go" : "calendar",
                 (unsigned)(redirect ? page - WORLD_REDIRECT : page - WORLD_CALENDAR));
        return path;
    }
    uint32_t section = siteweb_page_section(web, host, page);
    uint64_t hash = random_hash(web->base.seed, ASK_NAME, host, section);
    char *end = put_number(put(put(path, "/"), sections[hash % SECTIONS]), section);
    put(put_number(put(end, "/"), page), ".html");
    return path;
}

int siteweb_url(const struct siteweb *web, uint32_t host, uint32_t page, char url[WORLD_URL_BYTES])
{
    char name[WORLD_NAME_BYTES], path[WORLD_PATH_BYTES];
    const char *secure = web->hosts[host].flags & WORLD_FLAG_HTTPS ? "s" : "";
    char *end = put(put(put(url, "http"), secure), "://");
    end = put(put(end, siteweb_name(web, host, name)), siteweb_path(web, host, page, path));
    return (int)(end - url);
}

/* Whether this is the path of that number. */
static bool is_path_of(const struct siteweb *web, uint32_t host, uint32_t page, const char *path,
                       size_t length)
{
    char right[WORLD_PATH_BYTES];
    siteweb_path(web, host, page, right);
    return strlen(right) == length && memcmp(right, path, length) == 0;
}

struct world_found siteweb_find(const struct siteweb *web, uint32_t host, const char *path, size_t length)
{
    enum { ENDING = 5 }; /* ".html" */
    const struct world_host *about = &web->hosts[host];
    if (length == 1 && path[0] == '/')
        return (struct world_found){200, {host, 0}};
    int64_t number = length > ENDING ? world_number_before(path, path + length - ENDING) : -1;
    if (number < 0 || number >= WORLD_CALENDAR)
        return (struct world_found){.status = 404};
    uint32_t page = (uint32_t)number;
    if (page > 0 && page < about->pages && is_path_of(web, host, page, path, length))
        return (struct world_found){200, {host, page}};
    if (about->flags & WORLD_FLAG_TRAP && is_path_of(web, host, page + WORLD_CALENDAR, path, length))
        return (struct world_found){200, {host, page + WORLD_CALENDAR}};
    if (about->flags & WORLD_FLAG_REDIRECTS && page < about->pages &&
        is_path_of(web, host, page + WORLD_REDIRECT, path, length))
        return (struct world_found){302, {host, page}};
    return (struct world_found){.status = 404};
}
