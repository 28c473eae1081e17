/* The end of a page: the verdict, the observer's last word, the card. This is not part of harvest.c, so that
 * its variables are not on the stack during a handshake. */
#include <string.h>

#include "base/format.h"
#include "box/harvest/work.h"

enum { NOTES_BYTES = 64 };

static enum warc_truncation warc_truncation_of(enum fetch_truncated truncated)
{
    switch (truncated) {
    case FETCH_CUT_LENGTH: return WARC_TRUNCATED_LENGTH;
    case FETCH_CUT_TIME: return WARC_TRUNCATED_TIME;
    case FETCH_CUT_DISCONNECT: return WARC_TRUNCATED_DISCONNECT;
    default: return WARC_WHOLE;
    }
}

/* Does the server say that a page which the card has is as it was? */
static bool is_unchanged(const struct harvest *harvest)
{
    return harvest->answer->is_page && harvest->answer->status == 304;
}

static void judge_page(struct harvest *harvest)
{
    const struct harvest_port *port = harvest->port;
    struct visit_answer *answer = harvest->answer;
    bool matches = answer->page.language.matches;
    if (port->reader == NULL)
        answer->relevance = matches ? UINT8_MAX : 0;
    else if (harvest->read_along)
        answer->relevance = port->reader->end(port->context, matches);
    answer->is_target = answer->is_page && answer->relevance >= VISIT_RELEVANT;
}

static void end_answer(struct harvest *harvest)
{
    struct visit_answer *answer = harvest->answer;
    struct url target;
    answer->is_page = answer->is_page && answer->status > 0;
    if (answer->truncated == WARC_WHOLE)
        answer->truncated = (uint8_t)warc_truncation_of(harvest->fetch.truncated);
    if (harvest->request->embed != EMBED_NONE)
        harvest_embed_end(harvest);
    if (harvest->reading) {
        page_end(&harvest->work->page, &answer->page);
        judge_page(harvest);
    } else if (is_unchanged(harvest)) {
        answer->is_target = harvest->work->valid.flags & VALID_TARGET;
        answer->relevance = answer->is_target ? UINT8_MAX : 0;
    } else if (http_status_is_redirect(answer->status) &&
               harvest_target(harvest, harvest->request->url, &target)) {
        struct visit_link link = {.url = &target, .how = 'R'};
        harvest_tell_link(harvest, &link);
    }
}

static bool is_kept(const struct harvest *harvest)
{
    const struct visit_answer *answer = harvest->answer;
    if (!harvest->storing || answer->status <= 0)
        return false;
    if (harvest->request->embed != EMBED_NONE)
        return answer->is_embed;
    switch (harvest->options->keep) {
    case HARVEST_KEEP_TARGET: return answer->is_target;
    case HARVEST_KEEP_PAGES: return answer->is_page;
    default: return true;
    }
}

/* What crawl.log says beside the facts, separated by commas as Heritrix does. */
static const char *write_annotations(const struct harvest *harvest, bool kept, bool again,
                                     char notes[NOTES_BYTES])
{
    const struct visit_answer *answer = harvest->answer;
    const char *language = again                    ? ",again"
                           : answer->is_unjudged    ? ",unjudged"
                           : !harvest->reading      ? ""
                           : visit_is_empty(answer) ? ",scripts"
                           : answer->is_target      ? ",target"
                                                    : ",other";
    format_text(notes, NOTES_BYTES, "%s%s%s%s%s%s", harvest->request->embed != EMBED_NONE ? EMBED_NOTE : "",
                language, harvest->storing && !kept ? ",notKept" : "",
                harvest->work->exchange.response.encoded ? ",encoded" : "",
                answer->truncated != WARC_WHOLE ? ",truncated" : "",
                answer->tls_flaw != NULL ? ",badCertificate" : "");
    return notes[0] == ',' ? notes + 1 : notes;
}

static struct warc_metadata metadata_of_page(const struct harvest *harvest)
{
    const struct visit_answer *answer = harvest->answer;
    const struct lang_pack *pack = harvest->reading ? harvest->options->pack : NULL;
    return (struct warc_metadata){
        .hops_from_seed = harvest->request->hops,
        .fetch_ms = answer->duration_ms,
        .charset = harvest->reading ? text_charset_name(answer->page.charset) : NULL,
        .language = pack != NULL ? pack->name : NULL,
        .language_permille = answer->page.language.ratio / (LANG_RATIO_ALL / 1000),
        .verdict = pack == NULL || answer->is_unjudged || visit_is_empty(answer) ? NULL
                   : answer->is_target                                           ? pack->verdict
                                                                                 : LANG_VERDICT_OTHER,
        .model = harvest->options->model,
        .tls_flaw = answer->tls_flaw,
    };
}

/* Tells the observer how to ask for the page the next time: by its ETag, or by its date. */
static void tell_validators(const struct harvest *harvest)
{
    const struct visit_request *request = harvest->request;
    const struct http_response *response = &harvest->work->exchange.response;
    struct valid *valid = &harvest->work->valid;
    bool by_tag = response->etag[0] != '\0' && strlen(response->etag) < sizeof valid->text;
    const char *text = by_tag ? response->etag : response->last_modified;
    if (request->observer->stored == NULL || !harvest->answer->is_page || harvest->answer->is_unjudged ||
        text[0] == '\0')
        return;
    valid->seconds = harvest->record.seconds;
    valid->flags = (uint8_t)((by_tag ? VALID_ETAG : 0) | (harvest->answer->is_target ? VALID_TARGET : 0));
    memset(valid->text, 0, sizeof valid->text);
    memcpy(valid->text, text, strlen(text));
    request->observer->stored(request->context, request->url, valid);
}

static int store_page(struct harvest *harvest, const struct crawl_log_line *line)
{
    const struct visit_request *request = harvest->request;
    uint32_t file, offset;
    char *buffer = harvest->work->exchange.buffer;
    struct valid *valid = &harvest->work->valid;
    bool unchanged = is_unchanged(harvest);
    struct fetch_validators validators = harvest_validators(harvest);
    int length = fetch_write_sent(&harvest->fetch, harvest->request->url, &validators, buffer);
    struct store_page_end end = {
        .request = buffer,
        .request_size = length < 0 ? 0 : (size_t)length,
        .truncated = harvest->answer->truncated,
        .metadata = metadata_of_page(harvest),
        .line = *line,
        .unchanged_payload = unchanged ? valid->payload : NULL,
        .unchanged_seconds = valid->seconds,
    };
    end.metadata.via = line->via;
    store_page_place(harvest->store, &file, &offset);
    if (request->observer->same != NULL && !unchanged)
        end.original = request->observer->same(request->context, valid->payload, file);
    int status = store_commit(harvest->store, &end);
    if (status < 0)
        return status;
    harvest->answer->fate = status == 0 ? VISIT_STORED : VISIT_REVISIT;
    if (status != 0 || unchanged || end.truncated != WARC_WHOLE)
        return 0;
    if (request->observer->kept != NULL)
        request->observer->kept(request->context, valid->payload, file, offset);
    tell_validators(harvest);
    return 0;
}

/* Stores the page if it is to be kept, and logs it in any case. `settled` is what the observer said. */
static int store_or_log(struct harvest *harvest, int settled)
{
    const struct visit_request *request = harvest->request;
    struct harvest_work *work = harvest->work;
    char notes[NOTES_BYTES];
    bool again = settled == VISIT_AGAIN || settled == VISIT_AGAIN_KEPT;
    bool kept = settled != VISIT_AGAIN && is_kept(harvest);
    struct crawl_log_line line = harvest_line(harvest, write_annotations(harvest, kept, again, notes));
    if (request->observer->via != NULL &&
        request->observer->via(request->context, work->via, sizeof work->via) > 0)
        line.via = work->via;
    if (kept)
        return store_page(harvest, &line);
    if (harvest->storing)
        store_rollback(harvest->store);
    return store_log_crawl(harvest->store, &line);
}

/* The digest is made before the observer's last word, which depends on it. What a 304 refers to has one. */
static void make_digest(struct harvest *harvest)
{
    if (!harvest->storing || is_unchanged(harvest))
        return;
    store_payload_digest(harvest->store, harvest->work->valid.payload);
    harvest->answer->payload = harvest->work->valid.payload;
}

int harvest_finish(struct harvest *harvest)
{
    const struct visit_request *request = harvest->request;
    end_answer(harvest);
    make_digest(harvest);
    int status = harvest->store_status;
    if (status == 0 && request->observer->settle != NULL)
        status = request->observer->settle(request->context, harvest->answer);
    if (status >= 0 && harvest->store != NULL)
        return store_or_log(harvest, status);
    if (harvest->storing)
        store_rollback(harvest->store);
    return status < 0 ? status : 0;
}

int harvest_skip(struct harvest *harvest, const struct visit_request *request, int fetch_status)
{
    const struct machine *machine = harvest->port->machine;
    const struct crawl_log_line line = {
        .start_seconds = (uint32_t)(machine->utc_ms(machine->context) / 1000),
        .status = fetch_status,
        .uri = request->url->text,
        .path = request->path,
        .worker = request->worker,
        .annotations = request->note,
    };
    return store_log_crawl(harvest->store, &line);
}
