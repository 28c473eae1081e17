/* What was harvested: figures, and by site, domain and country. */
#include <stdlib.h>
#include <string.h>

#include "read/url/domain.h"
#include "report/html.h"
#include "report/sections.h"

enum { SITES_SHOWN = 25, DOMAINS_SHOWN = 20, COUNTRIES = 6 };

struct sum {
    const char *name;
    size_t length;
    uint64_t sites, pages, wanted, bytes;
};

static void add_host(struct sum *sum, const struct facts_host *host)
{
    sum->sites += host->pages > 0;
    sum->pages += host->pages;
    sum->wanted += host->wanted;
    sum->bytes += host->bytes;
}

static void begin_figure(FILE *out, enum word word)
{
    fputs("<div><dt>", out);
    word_put(out, word);
    fputs("</dt><dd>", out);
}

static void put_figure(FILE *out, enum word word, uint64_t number)
{
    begin_figure(out, word);
    html_number(out, number);
    fputs("</dd></div>\n", out);
}

static void put_bytes(FILE *out, enum word word, uint64_t bytes)
{
    begin_figure(out, word);
    html_bytes(out, bytes);
    fputs("</dd></div>\n", out);
}

/* What became of what pages need, if anything of it was asked for. */
static void put_embeds(FILE *out, const struct facts *facts)
{
    static const enum word head[] = {WORD_EMBEDS, WORD_NUMBER, WORD_SHARE};
    static const enum word words[] = {WORD_EMBEDS_HAD,       WORD_EMBEDS_NOT_THERE, WORD_EMBEDS_UNREACHABLE,
                                      WORD_EMBEDS_FORBIDDEN, WORD_EMBEDS_UNFIT,     WORD_EMBEDS_LEFT_OUT};
    uint64_t all = 0;
    for (unsigned i = 0; i < EMBED_FATES; i++)
        all += facts->embeds[i];
    if (all == 0)
        return;
    html_table(out, WORD_EMBEDS, head, sizeof head / sizeof head[0]);
    for (unsigned i = 0; i < EMBED_FATES; i++) {
        fputs("<tr><th scope=row>", out);
        word_put(out, words[i]);
        fputs("<td>", out);
        html_number(out, facts->embeds[i]);
        fputs("<td>", out);
        html_share(out, facts->embeds[i], all);
        fputc('\n', out);
    }
    html_table_end(out);
}

void section_harvest(FILE *out, const struct facts *facts)
{
    uint64_t wanted_sites = 0;
    struct sum all = {0};
    for (size_t i = 0; i < facts->hosts; i++) {
        add_host(&all, &facts->host[i]);
        wanted_sites += facts->host[i].wanted > 0;
    }
    html_section(out, "harvest", WORD_HARVESTED);
    fputs("<dl class=figures>\n", out);
    uint64_t others = facts->embeds[EMBED_HAD];
    put_figure(out, WORD_STORED_PAGES, facts->stored_pages > others ? facts->stored_pages - others : 0);
    put_bytes(out, WORD_STORED_DATA, facts->stored_bytes);
    put_figure(out, WORD_PAGES, facts->pages);
    put_figure(out, WORD_WANTED, facts->wanted);
    begin_figure(out, WORD_RATE);
    html_share(out, facts->wanted, facts->pages);
    fputs("</dd></div>\n", out);
    put_figure(out, WORD_SITES, all.sites);
    put_figure(out, WORD_WANTED_SITES, wanted_sites);
    put_bytes(out, WORD_DATA, facts->bytes);
    fputs("</dl>\n<p>", out);
    word_put(out, WORD_EXPLAIN_WANTED);
    fputs("</p>\n", out);
    put_embeds(out, facts);
    html_section_end(out);
}

/* ---- Tables of sums ---- */

static int most_wanted_first(const void *a, const void *b)
{
    const struct sum *left = a, *right = b;
    if (left->wanted != right->wanted)
        return left->wanted < right->wanted ? 1 : -1;
    if (left->pages != right->pages)
        return left->pages < right->pages ? 1 : -1;
    size_t shorter = left->length < right->length ? left->length : right->length;
    int order = memcmp(left->name, right->name, shorter);
    return order != 0 ? order : (left->length > right->length) - (left->length < right->length);
}

static void put_row(FILE *out, const struct sum *sum, uint64_t most)
{
    html_bar(out, sum->wanted, most);
    fputs("<td>", out);
    html_number(out, sum->wanted);
    fputs("<td>", out);
    html_number(out, sum->pages);
    fputs("<td>", out);
    html_share(out, sum->wanted, sum->pages);
    fputs("<td>", out);
    html_bytes(out, sum->bytes);
    fputc('\n', out);
}

static void put_sums(FILE *out, enum word about, enum word first, const struct sum *sums, size_t count)
{
    const enum word head[] = {first, (enum word)HTML_BAR, WORD_WANTED, WORD_PAGES, WORD_RATE, WORD_DATA};
    html_table(out, about, head, sizeof head / sizeof head[0]);
    for (size_t i = 0; i < count; i++) {
        fputs("<tr><th scope=row>", out);
        html_host(out, sums[i].name, sums[i].length);
        put_row(out, &sums[i], sums[0].wanted);
    }
    html_table_end(out);
}

/* One sum a host that has pages; the caller frees them. */
static struct sum *sums_of_hosts(const struct facts *facts, size_t *count)
{
    struct sum *sums = calloc(facts->hosts + 1, sizeof *sums);
    *count = 0;
    for (size_t i = 0; sums && i < facts->hosts; i++) {
        const struct facts_host *host = &facts->host[i];
        if (host->pages == 0)
            continue;
        sums[*count] = (struct sum){.name = host->name, .length = strlen(host->name)};
        add_host(&sums[(*count)++], host);
    }
    return sums;
}

void section_sites(FILE *out, const struct facts *facts)
{
    size_t count;
    struct sum *sums = sums_of_hosts(facts, &count);
    html_section(out, "sites", WORD_TOP_SITES);
    if (count > 0) {
        qsort(sums, count, sizeof *sums, most_wanted_first);
        put_sums(out, WORD_TOP_SITES, WORD_SITE, sums, count < SITES_SHOWN ? count : SITES_SHOWN);
    } else {
        html_nothing(out);
    }
    html_section_end(out);
    free(sums);
}

/* What lies behind the site's own name: ac.th of www.chula.ac.th, com of example.com. */
static void cut_to_domain(struct sum *sum)
{
    size_t start = domain_start(sum->name, sum->length);
    const char *dot = memchr(sum->name + start, '.', sum->length - start);
    if (!dot)
        return;
    sum->length -= (size_t)(dot + 1 - sum->name);
    sum->name = dot + 1;
}

static int by_name(const void *a, const void *b)
{
    const struct sum *left = a, *right = b;
    if (left->length != right->length)
        return left->length < right->length ? -1 : 1;
    return memcmp(left->name, right->name, left->length);
}

/* Adds up what has the same name; how many are left. */
static size_t merge(struct sum *sums, size_t count)
{
    size_t kept = 0;
    qsort(sums, count, sizeof *sums, by_name);
    for (size_t i = 0; i < count; i++) {
        if (kept > 0 && by_name(&sums[kept - 1], &sums[i]) == 0) {
            sums[kept - 1].sites += sums[i].sites;
            sums[kept - 1].pages += sums[i].pages;
            sums[kept - 1].wanted += sums[i].wanted;
            sums[kept - 1].bytes += sums[i].bytes;
        } else {
            sums[kept++] = sums[i];
        }
    }
    return kept;
}

void section_domains(FILE *out, const struct facts *facts)
{
    size_t count;
    struct sum *sums = sums_of_hosts(facts, &count);
    html_section(out, "domains", WORD_BY_TLD);
    for (size_t i = 0; i < count; i++)
        cut_to_domain(&sums[i]);
    if (count > 0) {
        count = merge(sums, count);
        qsort(sums, count, sizeof *sums, most_wanted_first);
        put_sums(out, WORD_BY_TLD, WORD_DOMAIN, sums, count < DOMAINS_SHOWN ? count : DOMAINS_SHOWN);
    } else {
        html_nothing(out);
    }
    html_section_end(out);
    free(sums);
}

/* Boxes of one report look for one language, or else the first box's home stands for all. */
static enum word name_home(const struct facts *facts)
{
    const char *language = facts->crawls > 0 ? facts->crawl[0].language : "th";
    if (strcmp(language, "fa") == 0)
        return WORD_COUNTRY_IR;
    return strcmp(language, "ms") == 0 ? WORD_COUNTRY_MY : WORD_COUNTRY_TH;
}

void section_countries(FILE *out, const struct facts *facts)
{
    const enum word names[COUNTRIES] = {name_home(facts), WORD_COUNTRY_CN, WORD_COUNTRY_JP,
                                        WORD_COUNTRY_UK,  WORD_COUNTRY_US, WORD_COUNTRY_OTHER};
    static const enum word head[] = {WORD_COUNTRY, (enum word)HTML_BAR, WORD_WANTED,
                                     WORD_PAGES,   WORD_RATE,           WORD_DATA};
    struct sum sums[COUNTRIES] = {0};
    uint64_t most = 0;
    for (size_t i = 0; i < facts->hosts; i++) {
        const struct facts_host *host = &facts->host[i];
        add_host(&sums[host->in_table ? host->country : COUNTRY_OTHER], host);
    }
    for (unsigned i = 0; i < COUNTRIES; i++)
        most = sums[i].wanted > most ? sums[i].wanted : most;
    html_section(out, "countries", WORD_BY_COUNTRY);
    html_table(out, WORD_BY_COUNTRY, head, sizeof head / sizeof head[0]);
    for (unsigned i = 0; i < COUNTRIES; i++) {
        fputs("<tr><th scope=row>", out);
        word_put(out, names[i]);
        put_row(out, &sums[i], most);
    }
    html_table_end(out);
    html_section_end(out);
}
