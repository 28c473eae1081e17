/* robots.txt: fetched like a page, but redirects are followed, and what is kept is a store of rules. */
#include "base/status.h"
#include "harvest/work.h"

static bool on_message(void *context, const char *bytes, size_t count)
{
    (void)context, (void)bytes, (void)count;
    return true;
}

static bool on_header(void *context, const struct http_response *response)
{
    struct harvest *harvest = context;
    struct harvest_rules *rules = &harvest->work->rules;
    harvest->reading = robots_policy(response->status, 0, false).action == ROBOTS_PARSE && !response->encoded;
    if (harvest->reading)
        robots_begin(&rules->parser, rules->store, sizeof rules->store, harvest->options->agent, URL_LIMIT);
    return harvest->reading;
}

static bool on_body(void *context, const char *bytes, size_t count)
{
    struct robots_parser *parser = &((struct harvest *)context)->work->rules.parser;
    bool goes_on =
        parser->body_bytes < ROBOTS_BODY_MAX; /* one piece behind the limit tells that it cut a line */
    robots_push(parser, bytes, count);
    return goes_on;
}

/* Half a robots.txt may lack the rule that forbids, and a compressed one cannot be read: both are failures. */
static int status_of_rules(const struct harvest *harvest)
{
    int status = harvest->answer->status;
    uint8_t truncated = harvest->fetch.truncated;
    bool is_broken = truncated == FETCH_CUT_DISCONNECT || truncated == FETCH_CUT_TIME;
    bool is_found = robots_policy(status, 0, false).action == ROBOTS_PARSE;
    return is_found && (is_broken || !harvest->reading) ? FETCH_BROKEN : status;
}

/* Seals what the answer means and hands it over. */
static void hand_over(struct harvest *harvest, enum robots_action action, harvest_robots_fn *take,
                      void *context)
{
    uint32_t now_s = (uint32_t)(harvest->started_ms / 1000);
    uint8_t empty[ROBOTS_STORE_MIN];
    if (action == ROBOTS_PARSE) {
        struct harvest_rules *rules = &harvest->work->rules;
        int bytes = robots_finish(&rules->parser, now_s);
        take(context, rules->store, bytes < 0 ? ROBOTS_STORE_MIN : (size_t)bytes);
    } else if (action == ROBOTS_ALLOW || action == ROBOTS_DENY) {
        robots_set(empty, sizeof empty, action == ROBOTS_ALLOW ? ROBOTS_UNAVAILABLE : ROBOTS_UNREACHABLE,
                   now_s);
        take(context, empty, sizeof empty);
    }
}

/* What to do about an answer. The URL becomes the target of a redirect that is to be followed. */
static enum robots_action judge(struct harvest *harvest, struct url *url, int redirects, int *card)
{
    static const char *const notes[] = {
        [ROBOTS_PARSE] = "robots:rules", [ROBOTS_FOLLOW] = "robots:elsewhere", [ROBOTS_ALLOW] = "robots:none",
        [ROBOTS_DENY] = "robots:denied", [ROBOTS_DEFER] = "robots:later",
    };
    struct url target;
    int status = status_of_rules(harvest);
    bool has_target = http_status_is_redirect(status) && harvest_target(harvest, url, &target);
    enum robots_action action = robots_policy(status, redirects, has_target).action;
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

int harvest_robots(struct harvest *harvest, struct url *url, uint8_t worker, harvest_robots_fn *take,
                   void *context, struct harvest_answer *answer)
{
    static const char path[] = "/robots.txt";
    const struct harvest_request request = {.url = url, .path = "P", .worker = worker};
    const struct fetch_sink sink = {harvest, on_header, on_message, on_body};
    enum robots_action action = ROBOTS_FOLLOW;
    int card = 0;
    url_parse(url, url->text, URL_BUFFER_SIZE, path, sizeof path - 1, url);
    for (int redirects = 0; action == ROBOTS_FOLLOW && card == 0; redirects++) {
        harvest_begin(harvest, &request, answer);
        harvest->fetch.unlimited = true;
        bool is_over = harvest_fetch(harvest, url, &sink);
        harvest->fetch.unlimited = false;
        if (!is_over)
            return STATUS_BUSY;
        action = judge(harvest, url, redirects, &card);
        if (action != ROBOTS_FOLLOW)
            hand_over(harvest, action, take, context);
        harvest_give_back(harvest);
    }
    return card < 0 ? card : 0;
}
