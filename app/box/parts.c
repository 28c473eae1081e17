#include "box/parts.h"

#include <stddef.h>

#include "base/numbers.h"
#include "read/url/scope.h"

enum { KB = 1024, MB = 1024 * 1024, MS_PER_S = 1000 };

/* The longest page that is stored: it must fit into a WARC file, with all that stands around it. */
static uint32_t longest_page_bytes(const struct settings *settings)
{
    uint32_t wanted = settings->page_kb * (uint32_t)KB, half_a_file = settings->file_mb * (uint32_t)MB / 2;
    return smaller_of(wanted, half_a_file);
}

void settings_for_fetch(const struct settings *settings, const char *user_agent,
                        struct fetch_options *options)
{
    options->user_agent = user_agent;
    options->from = settings->email;
    options->limits = (struct http_limits){
        .connect_ms = settings->timeout_connect * (uint32_t)MS_PER_S,
        .first_byte_ms = settings->timeout_answer * (uint32_t)MS_PER_S,
        .idle_ms = settings->timeout_idle * (uint32_t)MS_PER_S,
        .total_ms = settings->timeout_total * (uint32_t)MS_PER_S,
    };
    options->body_max = longest_page_bytes(settings);
    options->allowed = settings->allow.range;
    options->allowed_count = settings->allow.count;
}

void settings_for_embeds(const struct settings *settings, struct harvest_options *options)
{
    static const uint8_t kinds[] = {
        [EMBEDS_STYLES] = EMBED_BIT(EMBED_STYLE) | EMBED_BIT(EMBED_FONT),
        [EMBEDS_ALL] = EMBED_BIT(EMBED_STYLE) | EMBED_BIT(EMBED_FONT) | EMBED_BIT(EMBED_PICTURE) |
                       EMBED_BIT(EMBED_SCRIPT),
    };
    static const uint8_t documents[] = {
        [DOCUMENTS_PDF] = URL_ENDING_PDF + 1,
        [DOCUMENTS_ALL] = URL_ENDING_OFFICE + 1,
    };
    options->embeds = kinds[settings->embeds];
    options->documents = documents[settings->documents];
}

void settings_for_store(const struct settings *settings, const char *user_agent, struct store_settings *store)
{
    store->file_bytes = settings->file_mb * (uint32_t)MB;
    store->reserve_bytes = settings->reserve_mb * (uint32_t)MB;
    store->page_bytes = longest_page_bytes(settings);
    store->prefix = settings->prefix;
    store->box_id = settings->box_id;
    store->about.operator_name = settings->operator;
    store->about.contact = settings->contact;
    store->about.user_agent = user_agent;
    store->about.description = settings->organisation[0] != '\0' ? settings->organisation : NULL;
}
