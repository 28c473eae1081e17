/* What a web of segments answers. */
#include "world/topicweb.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "graph/predict/features.h"
#include "graph/segment.h"
#include "world/figures.h"
#include "world/topic_internal.h"

enum { SITES_MAX = 200000, LINE_ROOM = 64, JUDGE_WRONG_PER_MILLE = 45 }; /* G-mean 95.78 and 94.81 % */

static const double near_fact = 1.5; /* points that a measured percentage may be off */

/* ---- Folders: since a preset, a seed and a size make the same web again, the recipe is all that is kept
 * ---- */

static int make(struct world *world, const struct world_recipe *recipe)
{
    if (recipe->hosting && (recipe->hosting->abroad != WORLD_ABROAD_OF_PRESET || recipe->hosting->cdn > 0))
        return STATUS_UNSUPPORTED;
    if (recipe->language != 0 || recipe->drift)
        return STATUS_UNSUPPORTED;
    return topicweb_make((struct topicweb *)world, recipe->preset, recipe->seed, recipe->sites);
}

static void clear(struct world *world)
{
    topicweb_clear((struct topicweb *)world);
}

static int save(const struct world *world, const char *folder)
{
    FILE *file = world_open_file(folder, topicweb_kind.file, "w");
    if (!file)
        return STATUS_IO;
    fprintf(file, "preset\t%s\nseed\t%llu\nsites\t%u\n", world->preset, (unsigned long long)world->seed,
            (unsigned)topicweb_of(world)->site_count);
    return fclose(file) == 0 ? STATUS_OK : STATUS_IO;
}

/* What follows the key in a line of the recipe; "" if it is another key. */
static const char *value_of(char line[LINE_ROOM], const char *key)
{
    size_t length = strlen(key);
    line[strcspn(line, "\n")] = '\0';
    return strncmp(line, key, length) == 0 && line[length] == '\t' ? line + length + 1 : "";
}

static int load(struct world *world, const char *folder)
{
    char preset[LINE_ROOM] = "", seed[LINE_ROOM] = "", sites[LINE_ROOM] = "";
    FILE *file = world_open_file(folder, topicweb_kind.file, "r");
    if (!file)
        return STATUS_NOT_FOUND;
    bool is_whole =
        fgets(preset, LINE_ROOM, file) && fgets(seed, LINE_ROOM, file) && fgets(sites, LINE_ROOM, file);
    fclose(file);
    unsigned long count = strtoul(value_of(sites, "sites"), NULL, 10);
    const char *name = value_of(preset, "preset");
    if (!is_whole || count == 0 || count > SITES_MAX || !topicweb_preset_find(name))
        return STATUS_DAMAGED;
    return topicweb_make((struct topicweb *)world, name, strtoull(value_of(seed, "seed"), NULL, 10),
                         (uint32_t)count);
}

/* ---- Sites ---- */

static void size(const struct world *world, struct world_size *size)
{
    const struct topicweb *web = topicweb_of(world);
    *size = (struct world_size){web->site_count, web->segment_count, web->link_count, 0};
    for (uint32_t i = 0; i < web->segment_count; i++)
        for (uint32_t j = 0; j < web->segments[i].pages; j++)
            size->targets += topicweb_page_is_relevant(web, (struct world_page){i, j});
}

static bool seed(const struct world *world, uint32_t n, struct world_page *page)
{
    const struct topicweb *web = topicweb_of(world);
    if (n >= web->seed_count)
        return false;
    *page = (struct world_page){web->seeds[n], 0};
    return true;
}

static int64_t find_site(const struct world *world, const char *name, size_t length)
{
    return topicweb_find_site(topicweb_of(world), name, length);
}

static struct world_site site(const struct world *world, uint32_t site)
{
    const struct topicweb *web = topicweb_of(world);
    return (struct world_site){web->sites[site].address,
                               topicweb_is_secure(web, site) ? WORLD_FLAG_HTTPS : 0};
}

static struct world_found find(const struct world *world, uint32_t site, const char *path, size_t length)
{
    return topicweb_find(topicweb_of(world), site, path, length);
}

/* ---- Pages ---- */

static uint32_t page_count(const struct world *world, uint32_t part)
{
    return topicweb_of(world)->segments[part].pages;
}

/* Every link leads to a page. */
static bool exists(const struct world *world, struct world_page page)
{
    (void)world;
    (void)page;
    return true;
}

static uint32_t site_of(const struct world *world, struct world_page page)
{
    return topicweb_of(world)->segments[page.part].site;
}

static bool is_target(const struct world *world, struct world_page page)
{
    return topicweb_page_is_relevant(topicweb_of(world), page);
}

/* It errs as often as the published classifier. */
static uint8_t judge(const struct world *world, struct world_page page)
{
    enum { SPREAD = 64 };
    uint64_t hash = random_hash(world->seed, TOPIC_ASK_JUDGE, page.part, page.page);
    bool is_wrong = hash % 1000 < JUDGE_WRONG_PER_MILLE;
    uint8_t doubt = (uint8_t)((hash >> 32) % SPREAD);
    return is_target(world, page) != is_wrong ? UINT8_MAX - doubt : doubt;
}

static uint32_t page_bytes(const struct world *world, struct world_page page)
{
    return topicweb_page_bytes(topicweb_of(world), page);
}

static int url(const struct world *world, struct world_page page, char text[WORLD_URL_BYTES])
{
    return topicweb_url(topicweb_of(world), page, text);
}

static void links(const struct world *world, struct world_page page, world_link_sink *sink, void *context)
{
    topicweb_links(topicweb_of(world), page, sink, context);
}

static int write(struct world *world, struct world_page page, struct page_text *text)
{
    return topicweb_write(topicweb_of(world), page, text);
}

static const char *charset(const struct world *world, struct world_page page)
{
    (void)world;
    (void)page;
    return NULL;
}

/* ---- Lists ---- */

static int print_info(const struct world *world)
{
    const struct topicweb *web = topicweb_of(world);
    struct world_size counted;
    uint64_t pages = 0;
    uint32_t relevant = 0;
    size(world, &counted);
    for (uint32_t i = 0; i < web->segment_count; i++) {
        relevant += topicweb_segment_is_relevant(&web->segments[i]);
        pages += web->segments[i].pages;
    }
    printf("sites\t%u\nsegments\t%u\nrelevant segments\t%u\n", (unsigned)web->site_count,
           (unsigned)web->segment_count, (unsigned)relevant);
    printf("pages\t%llu\nrelevant pages\t%llu\nlinks between segments\t%u\n", (unsigned long long)pages,
           (unsigned long long)counted.targets, (unsigned)web->link_count);
    return CLI_YES;
}

static int print_segments(const struct world *world)
{
    const struct topicweb *web = topicweb_of(world);
    char text[WORLD_URL_BYTES];
    printf("name\trelevant\tdegree\tpages\tlinks\n");
    for (uint32_t i = 0; i < web->segment_count; i++) {
        const struct topicweb_segment *segment = &web->segments[i];
        topicweb_url(web, (struct world_page){i, 0}, text);
        const char *name = strstr(text, "://") + 3;
        size_t length = segment_length(name, strlen(name));
        printf("%.*s\t%d\t%u\t%u\t%u\n", (int)length, name, topicweb_segment_is_relevant(segment),
               (unsigned)segment->degree, (unsigned)segment->pages, (unsigned)topicweb_link_count(segment));
    }
    return CLI_YES;
}

/* ---- Links to learn from ---- */

struct export_link {
    const struct topicweb *web;
    struct world_page page;
    bool *done; /* links that were printed: each once, where it is met first */
};

static void print_link(void *context, struct world_page target, const struct topicweb_link *between)
{
    const struct export_link *export = context;
    const struct topicweb *web = export->web;
    const struct topicweb_segment *from = &web->segments[export->page.part],
                                  *to = &web->segments[target.part];
    struct topicweb_words words;
    char url[WORLD_URL_BYTES];
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

static int print_links(const struct world *world)
{
    const struct topicweb *web = topicweb_of(world);
    struct export_link export = {.web = web, .done = calloc(web->link_count + 1, sizeof *export.done)};
    if (!export.done)
        return cli_no_memory();
    printf("relevant\tdegree\tsource_country\ttarget_country\tsource_tld\ttarget_"
           "tld\turl\tbefore\tanchor\tafter\n");
    for (uint32_t i = 0; i < web->segment_count; i++)
        for (uint32_t j = 0; j < web->segments[i].pages; j++) {
            export.page = (struct world_page){i, j};
            topicweb_links(web, export.page, print_link, &export);
        }
    free(export.done);
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

static void check(struct figures *figures, const char *what, double published, double measured)
{
    figures_check(figures, what, FIGURE_PUBLISHED, published, measured, near_fact);
}

static int verify(struct world *world)
{
    const struct topicweb *web = topicweb_of(world);
    const struct topicweb_facts *facts = &web->preset->facts;
    struct split by_source = {{0}, {0}}, by_anchor = {{0}, {0}}, by_url = {{0}, {0}};
    struct figures figures = {0};
    measure(web, &by_source, &by_anchor, &by_url);
    puts("Links between segments that lead to a relevant one, in percent:");
    figures_begin();
    check(&figures, "source relevant", facts->source_relevant, percent(&by_source, true));
    check(&figures, "source not relevant", facts->source_other, percent(&by_source, false));
    check(&figures, "Thai name in the link's words or around them", facts->anchor_name,
          percent(&by_anchor, true));
    check(&figures, "no name there", facts->anchor_none, percent(&by_anchor, false));
    check(&figures, "Thai name in addresses of the target", facts->url_name, percent(&by_url, true));
    check(&figures, "no name there", facts->url_none, percent(&by_url, false));
    return figures_end(&figures);
}

const struct world_kind topicweb_kind = {
    .file = "topicweb.txt",
    .target = "relevant",
    .wanted = "relevant",
    .has_segments = true,
    .parts = "segments",
    .bytes = sizeof(struct topicweb),
    .sites_least = 10,
    .preset_name = topicweb_preset_name,
    .make = make,
    .load = load,
    .save = save,
    .clear = clear,
    .size = size,
    .seed = seed,
    .find_site = find_site,
    .site = site,
    .find = find,
    .page_count = page_count,
    .exists = exists,
    .site_of = site_of,
    .is_target = is_target,
    .judge = judge,
    .page_bytes = page_bytes,
    .url = url,
    .links = links,
    .write = write,
    .charset = charset,
    .print_info = print_info,
    .print_hosts = print_segments,
    .print_links = print_links,
    .verify = verify,
};
