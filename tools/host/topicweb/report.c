/* Printing topic webs: a summary, the published link facts beside those that are measured, links to learn from. */
#include "topicweb/report.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/status.h"
#include "cli.h"
#include "segment/segment.h"
#include "topicweb/internal.h"

static const double near_fact = 1.5; /* points that a measured percentage may be off */

int topicweb_report_info(const struct topicweb *web)
{
    uint64_t pages = 0, relevant_pages = 0;
    uint32_t relevant = 0;
    for (uint32_t i = 0; i < web->segment_count; i++) {
        relevant += topicweb_segment_is_relevant(&web->segments[i]);
        pages += web->segments[i].pages;
        for (uint32_t j = 0; j < web->segments[i].pages; j++)
            relevant_pages += topicweb_page_is_relevant(web, (struct topicweb_page){i, j});
    }
    printf("preset\t%s\nseed\t%llu\n", web->preset->name, (unsigned long long)web->seed);
    printf("sites\t%u\nsegments\t%u\nrelevant segments\t%u\n", (unsigned)web->site_count,
           (unsigned)web->segment_count, (unsigned)relevant);
    printf("pages\t%llu\nrelevant pages\t%llu\nlinks between segments\t%u\n", (unsigned long long)pages,
           (unsigned long long)relevant_pages, (unsigned)web->link_count);
    return CLI_YES;
}

int topicweb_report_segments(const struct topicweb *web)
{
    char url[TOPICWEB_URL_BYTES];
    printf("name\trelevant\tdegree\tpages\tlinks\n");
    for (uint32_t i = 0; i < web->segment_count; i++) {
        const struct topicweb_segment *segment = &web->segments[i];
        topicweb_url(web, (struct topicweb_page){i, 0}, url);
        const char *name = strstr(url, "://") + 3;
        size_t length = segment_length(name, strlen(name));
        printf("%.*s\t%d\t%u\t%u\t%u\n", (int)length, name, topicweb_segment_is_relevant(segment),
               (unsigned)segment->degree, (unsigned)segment->pages, (unsigned)topicweb_link_count(segment));
    }
    return CLI_YES;
}

/* ---- Published and measured ---- */

/* Links, and those that lead to a relevant segment, by a property that they have or have not. */
struct split {
    uint64_t links[2], relevant[2];
};

static void count(struct split *split, bool has_it, bool relevant)
{
    split->links[has_it]++;
    split->relevant[has_it] += relevant;
}

static double percent(const struct split *split, bool has_it)
{
    return split->links[has_it] ? 100.0 * (double)split->relevant[has_it] / (double)split->links[has_it] : 0;
}

static unsigned check(const char *what, double published, double measured)
{
    bool good = fabs(published - measured) <= near_fact;
    printf("%-52s %10.2f %10.2f %10.2f  %s\n", what, published, measured, near_fact, good ? "ok" : "OUTSIDE");
    return !good;
}

static void measure(const struct topicweb *web, struct split *by_source, struct split *by_anchor,
                    struct split *by_url)
{
    for (uint32_t i = 0; i < web->segment_count; i++) {
        const struct topicweb_segment *source = &web->segments[i];
        for (uint32_t j = source->first_link; j < source[1].first_link; j++) {
            const struct topicweb_segment *target = &web->segments[web->links[j].target];
            bool relevant = topicweb_segment_is_relevant(target);
            count(by_source, topicweb_segment_is_relevant(source), relevant);
            count(by_anchor, web->links[j].has_name, relevant);
            count(by_url, target->has_name, relevant);
        }
    }
}

int topicweb_report_verify(const struct topicweb *web)
{
    const struct topicweb_facts *facts = &web->preset->facts;
    struct split by_source = {{0}, {0}}, by_anchor = {{0}, {0}}, by_url = {{0}, {0}};
    unsigned outside = 0;
    measure(web, &by_source, &by_anchor, &by_url);
    printf("%-52s %10s %10s %10s\n", "links between segments that lead to a relevant one", "published",
           "measured", "tolerance");
    outside += check("source relevant, %", facts->source_relevant, percent(&by_source, true));
    outside += check("source not relevant, %", facts->source_other, percent(&by_source, false));
    outside += check("Thai name in the link's words or around them, %", facts->anchor_name,
                     percent(&by_anchor, true));
    outside += check("no name there, %", facts->anchor_none, percent(&by_anchor, false));
    outside += check("Thai name in addresses of the target, %", facts->url_name, percent(&by_url, true));
    outside += check("no name there, %", facts->url_none, percent(&by_url, false));
    printf("%u figures, %u outside of their tolerance\n", 6u, outside);
    return outside ? CLI_NO : CLI_YES;
}

/* ---- Links to learn from ---- */

struct export_link {
    const struct topicweb *web;
    struct topicweb_page page;
    bool *done; /* links that were printed: each once, where it is met first */
};

static void print_link(void *context, struct topicweb_page target, const struct topicweb_link *between)
{
    const struct export_link *export = context;
    const struct topicweb *web = export->web;
    const struct topicweb_segment *from = &web->segments[export->page.segment],
                                  *to = &web->segments[target.segment];
    struct topicweb_words words;
    char url[TOPICWEB_URL_BYTES];
    if (!between || from->site == to->site || export->done[between - web->links])
        return;
    export->done[between - web->links] = true;
    topicweb_url(web, target, url);
    topicweb_link_words(web, export->page, target, between, &words);
    const struct topicweb_site *source = &web->sites[from->site], *destination = &web->sites[to->site];
    printf("%d\t%.2f\t%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s\n", topicweb_segment_is_relevant(to),
           (double)from->degree / TOPICWEB_DEGREE_ONE, feature_country_name(source->country),
           feature_country_name(destination->country), url_tld_name(source->tld),
           url_tld_name(destination->tld), url, words.before, words.anchor, words.after);
}

int topicweb_report_links(const struct topicweb *web)
{
    struct export_link export = {.web = web, .done = calloc(web->link_count + 1, sizeof *export.done)};
    if (!export.done)
        return cli_no_memory();
    printf("relevant\tdegree\tsource_country\ttarget_country\tsource_tld\ttarget_"
           "tld\turl\tbefore\tanchor\tafter\n");
    for (uint32_t i = 0; i < web->segment_count; i++)
        for (uint32_t j = 0; j < web->segments[i].pages; j++) {
            export.page = (struct topicweb_page){i, j};
            topicweb_links(web, export.page, print_link, &export);
        }
    free(export.done);
    return CLI_YES;
}

static int print_page(const struct topicweb *web, const char *text)
{
    char buffer[URL_BUFFER_SIZE];
    struct url url;
    struct topicweb_page page;
    struct page_text html = {0};
    if (url_parse(&url, buffer, sizeof buffer, text, strlen(text), NULL) < 0)
        return cli_error("%s: %s", text, url_reason(&url));
    if (!topicweb_find(web, url.text + url.host, url_host_length(&url), url.text + url.path,
                       (size_t)(url.fragment - url.path), &page)) {
        cli_error("%s: no such page in this web", text);
        return CLI_NO;
    }
    int status = topicweb_write(&html, web, page);
    if (status == STATUS_OK)
        fwrite(html.bytes, 1, html.size, stdout);
    free(html.bytes);
    return status == STATUS_OK ? CLI_YES : cli_no_memory();
}

/* ---- Commands ---- */

int topicweb_command_make(const char *preset, uint64_t seed, uint32_t sites, const char *folder)
{
    struct topicweb web;
    int status = topicweb_make(&web, preset, seed, sites);
    if (status != STATUS_OK)
        return cli_error("%s: %s", preset, status_text(status));
    status = topicweb_save(&web, folder);
    if (status == STATUS_OK)
        topicweb_report_info(&web);
    topicweb_free(&web);
    return status == STATUS_OK ? CLI_YES : cli_cannot_write(folder);
}

bool topicweb_is_in(const char *folder)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", folder, TOPICWEB_FILE);
    return access(path, R_OK) == 0;
}

int topicweb_command(const char *action, const char *folder, const char *url, const char *output)
{
    struct topicweb web;
    int status = topicweb_load(&web, folder);
    if (status != STATUS_OK)
        return cli_error("%s: %s", folder, status_text(status));
    if (strcmp(action, "verify") == 0)
        status = topicweb_report_verify(&web);
    else if (strcmp(action, "hosts") == 0)
        status = topicweb_report_segments(&web);
    else if (strcmp(action, "links") == 0)
        status = topicweb_report_links(&web);
    else if (strcmp(action, "pages") == 0)
        status =
            output ? topicweb_report_pages(&web, output) : cli_error("pages needs -o DIR: where to put them");
    else if (strcmp(action, "page") == 0 && url)
        status = print_page(&web, url);
    else if (strcmp(action, "info") == 0)
        status = topicweb_report_info(&web);
    else
        status =
            cli_error("a web of segments has no '%s': info, verify, hosts, links, pages or page", action);
    topicweb_free(&web);
    return status;
}
