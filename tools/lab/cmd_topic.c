/* crawlbox-lab topic: what a crawl by segments knows about its topic. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "allocate.h"
#include "base/status.h"
#include "cli.h"
#include "commands.h"
#include "output.h"
#include "topic/layout.h"
#include "topics/example.h"
#include "topics/judge.h"
#include "topics/misfire.h"
#include "topics/train.h"

enum { EXAMPLES = 20, EXAMPLE_PAGES = 600, SECONDS_A_DAY = 86400, SUB_LEAST = 2 };

static const struct cli_option options[] = {
    {"output", 'o', "FILE", "write the pack (train, example) or the list of names (keywords) there"},
    {"positive", 'p', "PATH", "pages about the topic: a folder or a WARC file; may be repeated"},
    {"negative", 'n', "PATH", "pages about other things, likewise"},
    {"name", 'N', "NAME", "train: what the topic is called"},
    {"sub", 'w', "WORDS", "train: words of which a page must have two, for a sub-topic such as diving"},
    {"keywords", 'k', "FILE",
     "names to find instead of the built-in ones; 'topic keywords' writes such a list"},
    {"seed", 's', "N", "what is random is drawn from this number (default: 1)"},
    {"test", 't', NULL,
     "keywords: say how often names are found in the pages FILE..., and how often by sound alone"},
    {"tsv", 'T', NULL, "eval: a row for each page, with tabs"},
    {0},
};

static const struct cli_help help = {
    "topic",
    "keywords [-o FILE] [--test FILE...]\n"
    "train --positive PATH --negative PATH [--name NAME] [--sub WORDS] -o TOPIC.PAK\n"
    "example tourism|estate|diving -o TOPIC.PAK\n"
    "info TOPIC.PAK\n"
    "eval TOPIC.PAK --positive PATH --negative PATH",
    "Topic packs: what a box looks for that crawls by segments for pages in English.\n\n"
    "  keywords  lists the names by which Thailand is recognised\n"
    "  train     learns from pages, HTML files in folders or WARC files, to tell pages about a topic from "
    "others\n"
    "  example   makes a pack from made-up pages, to try things out\n"
    "  info      checks a pack completely and says what is in it\n"
    "  eval      says how well a pack judges pages that it was not made from",
    options};

struct wishes {
    const char *output, *name, *sub_words, *keywords;
    const char *positive[64], *negative[64];
    size_t positives, negatives;
    uint32_t seed;
    bool test, for_scripts;
};

static void add_path(const struct cli *cli, const char **paths, size_t *count)
{
    if (*count == sizeof((struct wishes *)0)->positive / sizeof(char *))
        exit(cli_usage_error(cli, "too many paths: put the pages into one folder"));
    paths[(*count)++] = cli->value;
}

static struct wishes read_options(struct cli *cli)
{
    struct wishes wishes = {.seed = 1};
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        switch (option) {
        case 'o': wishes.output = cli->value; break;
        case 'p': add_path(cli, wishes.positive, &wishes.positives); break;
        case 'n': add_path(cli, wishes.negative, &wishes.negatives); break;
        case 'N': wishes.name = cli->value; break;
        case 'w': wishes.sub_words = cli->value; break;
        case 'k': wishes.keywords = cli->value; break;
        case 's': wishes.seed = (uint32_t)cli_number(cli, "--seed", 0, 1000000000); break;
        case 't': wishes.test = true; break;
        default: wishes.for_scripts = true; break;
        }
    }
    return wishes;
}

static int get_names(struct names *names, const struct wishes *wishes)
{
    *names = (struct names){0};
    int result = wishes->keywords ? names_read(names, wishes->keywords) : names_collect(names);
    if (result == CLI_YES && names->count == 0)
        result = cli_error("%s has no names", wishes->keywords);
    if (result != CLI_YES)
        names_free(names);
    return result;
}

/* ---- keywords ---- */

static int test_names(const struct names *names, char **paths, int count)
{
    struct english_words english;
    if (english_load(&english) != CLI_YES)
        return CLI_CANNOT;
    struct misfire *misfire = misfire_new(names, &english);
    int result = CLI_YES;
    for (int i = 0; i < count; i++) {
        size_t size;
        char *page = cli_read_file(paths[i], &size);
        if (page)
            misfire_page(misfire, page, size);
        else
            result = CLI_CANNOT;
        free(page);
    }
    misfire_report(misfire, stdout, EXAMPLES);
    misfire_free(misfire);
    english_free(&english);
    return result;
}

static int write_names(const struct names *names, const char *path)
{
    struct output out;
    if (!output_begin(&out, path ? path : "-"))
        return CLI_CANNOT;
    names_write(names, out.file);
    int result = output_end(&out, CLI_YES);
    if (result == CLI_YES && path)
        printf("%s: %zu names\n", path, names->count);
    return result;
}

static int keywords(const struct cli *cli, const struct wishes *wishes)
{
    struct names names;
    if (wishes->test && cli->argc < 2)
        return cli_usage_error(cli, "keywords --test needs a FILE");
    if (get_names(&names, wishes) != CLI_YES)
        return CLI_CANNOT;
    int result =
        wishes->test ? test_names(&names, cli->argv + 1, cli->argc - 1) : write_names(&names, wishes->output);
    names_free(&names);
    return result;
}

/* ---- train, example ---- */

static void print_score(const char *what, const struct g_mean *score)
{
    printf("%s\tG-mean %.2f %%\tabout the topic %zu of %zu right\tothers %zu of %zu\n", what,
           g_mean_percent(score), score->right[1], score->all[1], score->right[0], score->all[0]);
}

static void report(const struct topic_trained *trained, const struct corpus *corpus)
{
    if (corpus->not_english > 0)
        printf("not in English, left out\t%zu pages\n", corpus->not_english);
    printf("names\t%zu, of which %zu are found by their sound, too\n", trained->names, trained->by_sound);
    print_score("pages, held out", &trained->pages);
    printf("links between sites\t%zu to relevant segments, %zu to others\n", trained->links[1],
           trained->links[0]);
    if (trained->links_learned) {
        print_score("link classifier", &trained->by_links);
        print_score("word classifier", &trained->by_words);
        print_score("both", &trained->by_both);
    } else {
        puts("link classifier\tfrom published figures: there are too few links to learn from");
    }
}

static int train_and_write(struct corpus *corpus, const struct wishes *wishes,
                           const struct topic_wishes *learning)
{
    struct names names;
    struct topic_trained trained;
    if (get_names(&names, wishes) != CLI_YES)
        return CLI_CANNOT;
    int result = topic_train(&trained, corpus, &names, learning);
    if (result == CLI_YES) {
        report(&trained, corpus);
        result = output_bytes(wishes->output, trained.file.bytes, trained.file.size);
        topic_trained_free(&trained);
    }
    names_free(&names);
    return result;
}

static uint32_t today(void)
{
    return (uint32_t)(time(NULL) / SECONDS_A_DAY * SECONDS_A_DAY);
}

static int train(const struct cli *cli, const struct wishes *wishes)
{
    struct corpus corpus = {0};
    int result = CLI_YES;
    if (wishes->positives == 0 || wishes->negatives == 0 || !wishes->output || cli->argc != 1)
        return cli_usage_error(cli, "train needs --positive, --negative and --output");
    if (wishes->sub_words && pack_sub_words(wishes->sub_words) > PACK_SUB_WORDS_MAX)
        return cli_usage_error(cli, "--sub: at most %d words", PACK_SUB_WORDS_MAX);
    for (size_t i = 0; result == CLI_YES && i < wishes->positives; i++)
        result = corpus_read(&corpus, wishes->positive[i], true);
    for (size_t i = 0; result == CLI_YES && i < wishes->negatives; i++)
        result = corpus_read(&corpus, wishes->negative[i], false);
    const char *name = wishes->name ? wishes->name : "topic";
    const struct topic_wishes learning = {
        .name = name,
        .sub_words = wishes->sub_words,
        .sub_least = wishes->sub_words ? SUB_LEAST : 0,
        .date = today(),
        .seed = wishes->seed,
        .figures = published_figures(name),
    };
    if (result == CLI_YES)
        result = train_and_write(&corpus, wishes, &learning);
    corpus_free(&corpus);
    return result;
}

static int example(const struct cli *cli, const struct wishes *wishes)
{
    struct corpus corpus = {0};
    struct names names;
    if (cli->argc != 2 || !example_exists(cli->argv[1]) || !wishes->output)
        return cli_usage_error(cli, "example needs a topic (" EXAMPLE_TOPICS ") and --output");
    if (get_names(&names, wishes) != CLI_YES)
        return CLI_CANNOT;
    const char *topic = cli->argv[1];
    int result = example_fill(&corpus, topic, &names, EXAMPLE_PAGES, wishes->seed);
    names_free(&names);
    const struct topic_wishes learning = {
        .name = topic,
        .sub_words = example_sub_words(topic),
        .sub_least = example_sub_words(topic) ? SUB_LEAST : 0,
        .date = today(),
        .seed = wishes->seed,
        .flags = PACK_FLAG_EXAMPLE,
        .figures = published_figures(topic),
    };
    if (result == CLI_YES) {
        puts(
            "an example, learned from made-up pages: for real work, learn from real ones with 'topic train'");
        result = train_and_write(&corpus, wishes, &learning);
    }
    corpus_free(&corpus);
    return result;
}

/* ---- info, eval ---- */

static int info(const struct cli *cli)
{
    struct judge judge;
    if (cli->argc != 2)
        return cli_usage_error(cli, "info needs a TOPIC.PAK");
    int result = judge_open(&judge, cli->argv[1]);
    if (result == CLI_YES) {
        judge_info(&judge, stdout);
        judge_close(&judge);
    }
    return result;
}

static int evaluate(const struct cli *cli, const struct wishes *wishes)
{
    struct judge judge;
    if (cli->argc != 2 || wishes->positives + wishes->negatives == 0)
        return cli_usage_error(cli, "eval needs a TOPIC.PAK, and --positive or --negative");
    int result = judge_open(&judge, cli->argv[1]);
    if (result != CLI_YES)
        return result;
    judge.rows = wishes->for_scripts ? stdout : NULL;
    for (size_t i = 0; result == CLI_YES && i < wishes->positives; i++)
        result = judge_pages(&judge, wishes->positive[i], true);
    for (size_t i = 0; result == CLI_YES && i < wishes->negatives; i++)
        result = judge_pages(&judge, wishes->negative[i], false);
    if (result == CLI_YES && !wishes->for_scripts)
        print_score("pages", &judge.score);
    judge_close(&judge);
    return result;
}

int cmd_topic(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wishes wishes = read_options(&cli);
    const char *what = cli.argc > 0 ? cli.argv[0] : "";
    if (strcmp(what, "keywords") == 0)
        return keywords(&cli, &wishes);
    if (strcmp(what, "train") == 0)
        return train(&cli, &wishes);
    if (strcmp(what, "example") == 0)
        return example(&cli, &wishes);
    if (strcmp(what, "info") == 0)
        return info(&cli);
    if (strcmp(what, "eval") == 0)
        return evaluate(&cli, &wishes);
    return cli_action_error(&cli, what);
}
