/* robots.txt is fetched like a page, but redirects are followed, and a store of rules is what remains
 * of it. */
#include "base/status.h"
#include "box/harvest/work.h"
#include "fetch/robots_policy.h"

static bool on_message(void *context, const char *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return true;
}

static void take_sitemap(void *context, const char *url, size_t length)
{
    harvest_tell_listed(context, url, length, true);
}

static bool on_header(void *context, const struct http_response *response)
{
    struct harvest *harvest = context;
    struct harvest_rules *rules = &harvest->work->rules;
    harvest->answer->is_encoded = response->encoded;
    harvest->reading = robots_policy(response->status, 0, false) == ROBOTS_PARSE && !response->encoded;
    if (harvest->reading)
        robots_begin(&rules->parser, rules->store, sizeof rules->store, harvest->options->agent, URL_LIMIT);
    rules->parser.sitemap = take_sitemap;
    rules->parser.sitemap_context = harvest;
    return harvest->reading;
}

static bool on_body(void *context, const char *bytes, size_t count)
{
    struct robots_parser *parser = &((struct harvest *)context)->work->rules.parser;
    bool goes_on =
        parser->body_bytes < ROBOTS_BODY_MAX; /* a piece behind the limit shows whether it cut a line */
    robots_push(parser, bytes, count);
    return goes_on;
}

/* Half a robots.txt may lack the rule that forbids, and the box cannot read a compressed one: both count as
 * failures. */
static int status_of_rules(const struct harvest *harvest)
{
    int status = harvest->answer->status;
    uint8_t truncated = harvest->fetch.truncated;
    bool is_broken = truncated == FETCH_CUT_DISCONNECT || truncated == FETCH_CUT_TIME;
    bool is_found = robots_policy(status, 0, false) == ROBOTS_PARSE;
    return is_found && (is_broken || !harvest->reading) ? FETCH_BROKEN : status;
}

static void tell_rules(struct harvest *harvest, const void *store, size_t bytes)
{
    const struct visit_request *request = harvest->request;
    harvest->answer->has_rules = true;
    request->observer->rules(request->context, store, bytes);
}

/* Seals the rules that follow from the answer, and hands them to the observer. */
static void hand_over_rules(struct harvest *harvest, enum robots_action action)
{
    uint32_t now_s = (uint32_t)(harvest->started_ms / 1000);
    uint8_t empty[ROBOTS_STORE_MIN];
    if (action == ROBOTS_PARSE) {
        struct harvest_rules *rules = &harvest->work->rules;
        int bytes = robots_finish(&rules->parser, now_s);
        tell_rules(harvest, rules->store, bytes < 0 ? ROBOTS_STORE_MIN : (size_t)bytes);
    } else if (action == ROBOTS_ALLOW || action == ROBOTS_DENY) {
        robots_set(empty, sizeof empty, action == ROBOTS_ALLOW ? ROBOTS_UNAVAILABLE : ROBOTS_UNREACHABLE,
                   now_s);
        tell_rules(harvest, empty, sizeof empty);
    }
}

/* Decides what to do about an answer, and logs it. The URL becomes the target of a redirect that is to be
 * followed. */
static enum robots_action judge_answer(struct harvest *harvest, struct url *url, int redirects, int *card)
{
    static const char *const notes[] = {
        [ROBOTS_PARSE] = "robots:rules", [ROBOTS_FOLLOW] = "robots:elsewhere",
        [ROBOTS_ALLOW] = "robots:none",  [ROBOTS_DENY] = "robots:unreachable",
        [ROBOTS_DEFER] = "robots:later",
    };
    struct url target;
    int status = status_of_rules(harvest);
    bool has_target = http_status_is_redirect(status) && harvest_target(harvest, url, &target);
    enum robots_action action = robots_policy(status, redirects, has_target);
    harvest->answer->status = status;
    bool is_too_long = action == ROBOTS_PARSE && harvest->work->rules.parser.overflow;
    if (harvest->store != NULL) {
        struct crawl_log_line line = harvest_line(harvest, is_too_long ? "robots:tooLong" : notes[action]);
        *card = store_log_crawl(harvest->store, &line);
    }
    if (action == ROBOTS_FOLLOW && has_target)
        url_parse(url, url->text, URL_BUFFER_SIZE, target.text, target.length, NULL);
    return action;
}

int harvest_robots(struct harvest *harvest, const struct visit_request *request, struct visit_answer *answer)
{
    static const char path[] = "/robots.txt";
    struct url *url = request->url;
    const struct fetch_sink sink = {harvest, on_header, on_message, on_body};
    enum robots_action action = ROBOTS_FOLLOW;
    struct fetch *fetch = &harvest->fetch;
    int card = 0;
    fetch->most_ms = request->most_ms;
    uint32_t most_ms = fetch_most_ms(fetch), spent_ms = 0; /* by all redirects together */
    url_parse(url, url->text, URL_BUFFER_SIZE, path, sizeof path - 1, url);
    for (int redirects = 0; action == ROBOTS_FOLLOW && card == 0; redirects++) {
        harvest_begin(harvest, request, answer);
        fetch->unlimited = true;
        fetch->most_ms = spent_ms < most_ms ? most_ms - spent_ms : 1;
        bool is_over = harvest_fetch(harvest, url, &sink);
        fetch->unlimited = false;
        if (!is_over)
            return STATUS_BUSY;
        action = judge_answer(harvest, url, redirects, &card);
        spent_ms += fetch->duration_ms;
        if (action != ROBOTS_FOLLOW)
            hand_over_rules(harvest, action);
        harvest_give_back(harvest);
    }
    answer->duration_ms = spent_ms;
    return card < 0 ? card : 0;
}
