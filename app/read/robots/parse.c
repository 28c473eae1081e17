/* Reads a robots.txt, one byte at a time: a line is a name, a colon and a value, and none is ever held as
 * a whole. */
#include "read/robots/robots.h"

#include <string.h>

#include "base/ascii.h"
#include "base/bytes.h"
#include "base/status.h"
#include "read/robots/store.h"

enum phase { PHASE_NAME, PHASE_GAP, PHASE_VALUE };

/* How far a User-agent value agrees with what it is compared with. */
enum agent { AGENT_START, AGENT_AGREES, AGENT_IS_STAR, AGENT_IS_OURS, AGENT_IS_ANY, AGENT_IS_OTHER };

enum name { NAME_UNKNOWN, NAME_AGENT, NAME_USER, NAME_ALLOW, NAME_DISALLOW, NAME_DELAY, NAME_SITEMAP };

/* The RFC's names, those of widespread extensions, and the slips of the pen that search engines forgive. */
static const struct {
    char text[12]; /* the zero included */
    uint8_t name;
} names[] = {
    {"user-agent", NAME_AGENT},  {"useragent", NAME_AGENT},   {"user", NAME_USER},
    {"allow", NAME_ALLOW},       {"disallow", NAME_DISALLOW}, {"dissallow", NAME_DISALLOW},
    {"dissalow", NAME_DISALLOW}, {"disalow", NAME_DISALLOW},  {"diasllow", NAME_DISALLOW},
    {"disallaw", NAME_DISALLOW}, {"crawl-delay", NAME_DELAY}, {"crawldelay", NAME_DELAY},
    {"sitemap", NAME_SITEMAP},   {"site-map", NAME_SITEMAP},
};

static const char byte_order_mark[3] = "\xef\xbb\xbf";

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\v' || c == '\f';
}

/* ---- User-agent values ---- */

static bool is_token(char c)
{
    return ascii_is_letter(c) || c == '-' || c == '_';
}

/* Compares with `word` up to the first byte that is not of a product token, such as the / of "Foo/1.2". */
static void agent_byte(struct robots_line *line, char c, const char *word)
{
    if (line->agent == AGENT_IS_STAR)
        line->agent = is_blank(c) ? AGENT_IS_ANY : AGENT_IS_OTHER;
    if (line->agent != AGENT_START && line->agent != AGENT_AGREES)
        return;
    if (c == '*' && line->agent == AGENT_START)
        line->agent = AGENT_IS_STAR;
    else if (!is_token(c))
        line->agent = line->length > 0 && word[line->length] == '\0' ? AGENT_IS_OURS : AGENT_IS_OTHER;
    else if (ascii_lower(c) != ascii_lower(word[line->length]))
        line->agent = AGENT_IS_OTHER;
    else {
        line->agent = AGENT_AGREES;
        line->length++;
    }
}

/* Returns what the User-agent value is, given that nothing more of it comes. */
static enum agent agent_value(const struct robots_line *line, const char *word)
{
    struct robots_line ended = *line;
    agent_byte(&ended, ' ', word);
    return (enum agent)ended.agent;
}

/* ---- Groups ---- */

static bool group_counts(const struct robots_parser *parser)
{
    return parser->group_is_ours || (parser->group_is_any && !parser->found_ours);
}

static void adopt_group_delay(struct robots_parser *parser)
{
    if (group_counts(parser) && parser->delay_ms < parser->group_delay_ms)
        parser->delay_ms = parser->group_delay_ms;
}

/* Drops the rules that were kept so far, which are those for everybody: from now on only groups that name
 * us count. */
static void prefer_our_groups(struct robots_parser *parser)
{
    if (parser->found_ours)
        return;
    parser->found_ours = true;
    parser->used = STORE_HEADER;
    parser->delay_ms = 0;
    parser->overflow = false;
}

static void finish_agent(struct robots_parser *parser)
{
    const struct robots_line *line = &parser->line;
    if (parser->group_has_rules) {
        parser->group_is_ours = parser->group_is_any = parser->group_has_rules = false;
        parser->group_delay_ms = 0;
    }
    if (agent_value(line, parser->agent) == AGENT_IS_ANY) {
        parser->group_is_any = true;
    } else if (agent_value(line, parser->agent) == AGENT_IS_OURS) {
        prefer_our_groups(parser);
        parser->group_is_ours = true;
    }
    adopt_group_delay(parser);
}

/* ---- Values ---- */

/* Counts octets of a pattern, and writes those that fit behind the header of the rule to come. */
static void keep_octets(struct robots_parser *parser, const char *octets, size_t count)
{
    size_t at = parser->used + STORE_RULE_HEADER + parser->line.length;
    if (at <= parser->size && count <= parser->size - at)
        memcpy(parser->store + at, octets, count);
    parser->line.length += (uint32_t)count;
}

static bool kept_all_octets(const struct robots_parser *parser)
{
    return parser->used + STORE_RULE_HEADER + parser->line.length <= parser->size;
}

static void pattern_byte(struct robots_parser *parser, char c)
{
    char out[OCTETS_MAX];
    size_t count;
    if (c == '*') {
        count = octets_end(&parser->line.octets, out);
        keep_octets(parser, out, count);
        keep_octets(parser, "*", 1);
        return;
    }
    count = octets_put(&parser->line.octets, c, out);
    keep_octets(parser, out, count);
    parser->line.units += count > 0;
}

/* Reads a byte of a number of seconds with decimals, which ends at the first byte that cannot belong to
 * it. */
static void number_byte(struct robots_line *line, char c)
{
    if (c == '.' && line->decimal_ms == 0 && line->length > 0) {
        line->decimal_ms = 100;
        return;
    }
    if (!ascii_is_digit(c))
        line->number_has_ended = true;
    if (line->number_has_ended)
        return;
    uint32_t digit = (uint32_t)(c - '0');
    line->length++;
    if (line->decimal_ms == 0) {
        line->number_ms = line->number_ms * 10 + digit * 1000;
    } else if (line->decimal_ms >= 10) {
        line->number_ms += digit * line->decimal_ms;
        line->decimal_ms /= 10;
    } else {
        line->number_ms += digit * line->decimal_ms;
        line->number_has_ended = true;
    }
    if (line->number_ms > ROBOTS_DELAY_MAX_MS)
        line->number_ms = ROBOTS_DELAY_MAX_MS;
}

static void value_put(struct robots_parser *parser, char c)
{
    struct robots_line *line = &parser->line;
    switch (line->name) {
    case NAME_USER: agent_byte(line, c, "agent"); break;
    case NAME_AGENT: agent_byte(line, c, parser->agent); break;
    case NAME_ALLOW:
    case NAME_DISALLOW: pattern_byte(parser, c); break;
    case NAME_DELAY: number_byte(line, c); break;
    case NAME_SITEMAP: keep_octets(parser, &c, 1); break;
    default: break;
    }
}

/* ---- Ends of lines ---- */

/* A dollar sign at the end of a rule stands for the end of the path; elsewhere it is a character like
 * others. */
static void finish_pattern(struct robots_parser *parser)
{
    struct robots_line *line = &parser->line;
    char out[OCTETS_MAX];
    size_t count = octets_end(&line->octets, out);
    keep_octets(parser, out, count);
    if (line->last == '$') {
        line->length -= 3;
        line->units--;
        keep_octets(parser, "$", 1);
    }
}

/* Returns the header of a rule with the same pattern, or NULL. */
static uint8_t *find_rule(const struct robots_parser *parser, const uint8_t *pattern, size_t length)
{
    uint8_t *at = parser->store + STORE_HEADER;
    while (at < parser->store + parser->used) {
        size_t other = bytes_get16(at) & STORE_RULE_MAX;
        if (other == length && memcmp(at + STORE_RULE_HEADER, pattern, length) == 0)
            return at;
        at += STORE_RULE_HEADER + other;
    }
    return NULL;
}

static void add_rule(struct robots_parser *parser, uint16_t kind)
{
    size_t length = parser->line.length;
    uint8_t *rule = parser->store + parser->used;
    uint8_t *same = find_rule(parser, rule + STORE_RULE_HEADER, length);
    if (same) {
        bytes_put16(same, bytes_get16(same) | kind); /* of two equal rules the one that allows wins */
        return;
    }
    bytes_put16(rule, (uint16_t)(length | kind));
    parser->used += STORE_RULE_HEADER + length;
}

static void finish_rule(struct robots_parser *parser, uint16_t kind)
{
    struct robots_line *line = &parser->line;
    parser->group_has_rules = true;
    if (!group_counts(parser) || line->last == '\0')
        return;
    finish_pattern(parser);
    if (line->units > parser->path_max)
        return;
    if (!kept_all_octets(parser) || line->length > STORE_RULE_MAX || parser->overflow) {
        parser->overflow = true;
        return;
    }
    char first = (char)parser->store[parser->used + STORE_RULE_HEADER];
    if (first == '/' || first == '*')
        add_rule(parser, kind);
}

static void finish_delay(struct robots_parser *parser)
{
    if (parser->line.length == 0)
        return;
    if (parser->group_delay_ms < parser->line.number_ms)
        parser->group_delay_ms = parser->line.number_ms;
    adopt_group_delay(parser);
}

static void finish_sitemap(const struct robots_parser *parser)
{
    if (parser->sitemap && parser->line.length > 0 && kept_all_octets(parser))
        parser->sitemap(parser->sitemap_context,
                        (const char *)parser->store + parser->used + STORE_RULE_HEADER, parser->line.length);
}

static void finish_line(struct robots_parser *parser)
{
    struct robots_line *line = &parser->line;
    if (line->phase == PHASE_VALUE && !line->malformed) {
        switch (line->name) {
        case NAME_AGENT: finish_agent(parser); break;
        case NAME_ALLOW: finish_rule(parser, STORE_RULE_ALLOW); break;
        case NAME_DISALLOW: finish_rule(parser, 0); break;
        case NAME_DELAY: finish_delay(parser); break;
        case NAME_SITEMAP: finish_sitemap(parser); break;
        default: break;
        }
    }
    *line = (struct robots_line){0};
}

/* ---- Bytes ---- */

static void begin_value(struct robots_line *line, bool colon)
{
    line->phase = PHASE_VALUE;
    line->colon = colon;
    line->name = NAME_UNKNOWN;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++)
        if (line->key_length <= sizeof line->key && ascii_equals(line->key, line->key_length, names[i].text))
            line->name = names[i].name;
}

static void value_byte(struct robots_parser *parser, char c)
{
    struct robots_line *line = &parser->line;
    if (is_blank(c)) {
        line->blanks += line->last != '\0';
        return;
    }
    if (c == ':' && line->name == NAME_USER && !line->colon && agent_value(line, "agent") == AGENT_IS_OURS) {
        *line = (struct robots_line){
            .bytes = line->bytes, .phase = PHASE_VALUE, .name = NAME_AGENT, .colon = true};
        return;
    }
    if (line->blanks > 0 && !line->colon)
        line->malformed = true;
    for (; line->blanks > 0; line->blanks--)
        value_put(parser, ' ');
    value_put(parser, c);
    line->last = c;
}

static void line_byte(struct robots_parser *parser, char c)
{
    struct robots_line *line = &parser->line;
    if (line->phase == PHASE_VALUE) {
        value_byte(parser, c);
    } else if (c == ':') {
        begin_value(line, true);
    } else if (is_blank(c)) {
        line->phase = line->key_length > 0 ? PHASE_GAP : PHASE_NAME;
    } else if (line->phase == PHASE_GAP) {
        begin_value(line, false);
        value_byte(parser, c);
    } else if (line->key_length < sizeof line->key) {
        line->key[line->key_length++] = c;
    } else {
        line->key_length = sizeof line->key + 1;
    }
}

static bool belongs_to_byte_order_mark(struct robots_parser *parser, char c)
{
    if (parser->bom_bytes < sizeof byte_order_mark && c == byte_order_mark[parser->bom_bytes]) {
        parser->bom_bytes++;
        return true;
    }
    parser->bom_bytes = sizeof byte_order_mark;
    return false;
}

static void file_byte(struct robots_parser *parser, char c)
{
    struct robots_line *line = &parser->line;
    if (belongs_to_byte_order_mark(parser, c))
        return;
    if (c == '\r' || c == '\n') {
        finish_line(parser);
        return;
    }
    if (c == '#' || line->bytes == ROBOTS_LINE_MAX)
        line->ignored = true;
    if (line->ignored)
        return;
    line->bytes++;
    line_byte(parser, c);
}

int robots_begin(struct robots_parser *parser, void *store, size_t size, const char *agent, size_t path_max)
{
    if (size < STORE_HEADER)
        return STATUS_FULL;
    *parser = (struct robots_parser){
        .store = store,
        .size = size < STORE_USED_MAX ? size : STORE_USED_MAX,
        .used = STORE_HEADER,
        .agent = agent,
        .path_max = path_max,
    };
    return STATUS_OK;
}

void robots_push(struct robots_parser *parser, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (parser->body_bytes == ROBOTS_BODY_MAX) {
            parser->line = (struct robots_line){0}; /* a rule that is cut off might say the contrary */
            return;
        }
        parser->body_bytes++;
        file_byte(parser, bytes[i]);
    }
}

int robots_finish(struct robots_parser *parser, uint32_t fetched_s)
{
    finish_line(parser);
    if (parser->overflow) {
        store_seal(parser->store, STORE_HEADER, ROBOTS_OVERFLOW, parser->delay_ms, fetched_s);
        return STATUS_FULL;
    }
    return store_seal(parser->store, parser->used, ROBOTS_RULES, parser->delay_ms, fetched_s);
}
