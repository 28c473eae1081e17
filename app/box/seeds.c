#include "box/seeds.h"

#include <string.h>

#include "base/status.h"
#include "read/url/key.h"

static const char scheme[] = "http://";
enum { SCHEME_BYTES = sizeof scheme - 1 };

/* Does the text begin with a scheme, be it one that the box cannot fetch? "ftp:/host" has one, too: its
 * author meant no host of the name ftp. */
static bool has_scheme(const char *text, size_t size)
{
    const char *colon = memchr(text, ':', size);
    return colon != NULL && (colon + 1 == text + size || colon[1] == '/');
}

int seeds_parse(struct url *url, char *buffer, size_t buffer_size, const char *text, size_t size)
{
    if (!has_scheme(text, size)) {
        /* The line with its scheme stands at the buffer's end, the URL grows from its beginning. */
        size_t longer = SCHEME_BYTES + size;
        url->problem = URL_TOO_LONG;
        if (longer >= buffer_size)
            return STATUS_INVALID;
        buffer_size -= longer;
        memcpy(buffer + buffer_size, scheme, SCHEME_BYTES);
        memcpy(buffer + buffer_size + SCHEME_BYTES, text, size);
        text = buffer + buffer_size;
        size = longer;
    }
    return url_parse(url, buffer, buffer_size, text, size, NULL) < 0 ? STATUS_INVALID : STATUS_OK;
}

/* The line without its remark. */
static struct text_span line_without_remark(const struct text_lines *lines)
{
    struct text_span seed = text_lines_trimmed(lines);
    if (seed.size > 0 && *seed.text == '#')
        seed.size = 0;
    for (size_t i = 1; i < seed.size; i++)
        if (seed.text[i] == '#' && (seed.text[i - 1] == ' ' || seed.text[i - 1] == '\t'))
            return text_trim(seed.text, i);
    return seed;
}

static void read_seed_line(void *context, const struct text_lines *lines)
{
    struct seeds *seeds = context;
    struct text_span text = line_without_remark(lines);
    struct url url;
    const char *why = NULL;
    if (text.size == 0 || !lines->is_first)
        return;
    if (!lines->is_last)
        why = "too long";
    else if (seeds_parse(&url, seeds->buffer, seeds->buffer_size, text.text, text.size) < 0)
        why = url_reason(&url);
    if (why == NULL && seeds->seed != NULL)
        seeds->seed(seeds->context, &url, lines->number);
    if (why != NULL && seeds->wrong != NULL)
        seeds->wrong(seeds->context, why, text, lines->number);
}

/* Hashes of seeds need no secret: the operator has no reason to invent two seeds with the same hash. */
static const uint32_t no_secret[KEYED_HASH_WORDS];

static void copy_seed_line(void *context, const struct text_lines *lines)
{
    struct seeds *seeds = context;
    struct text_span text = line_without_remark(lines);
    struct url url;
    bool is_seed = text.size > 0 && lines->is_first && lines->is_last &&
                   seeds_parse(&url, seeds->buffer, seeds->buffer_size, text.text, text.size) == STATUS_OK;
    if (is_seed && url_key_hash(&url, no_secret) == seeds->without) {
        seeds->removed++;
        return;
    }
    sink_bytes(seeds->out, lines->text, lines->length);
    if (lines->is_last)
        sink_text(seeds->out, "\n");
}

void seeds_begin(struct seeds *seeds, char *buffer, size_t buffer_size, seeds_seed seed, seeds_wrong wrong,
                 void *context)
{
    seeds->buffer = buffer;
    seeds->buffer_size = buffer_size;
    seeds->seed = seed;
    seeds->wrong = wrong;
    seeds->context = context;
    text_lines_begin(&seeds->lines, read_seed_line, seeds);
}

void seeds_copy_begin(struct seeds *seeds, char *buffer, size_t buffer_size, const struct url *without,
                      struct sink *out)
{
    seeds_begin(seeds, buffer, buffer_size, NULL, NULL, NULL);
    seeds->out = out;
    seeds->without = url_key_hash(without, no_secret);
    seeds->removed = 0;
    text_lines_begin(&seeds->lines, copy_seed_line, seeds);
}
