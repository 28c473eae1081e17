#include "settings/settings.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/format.h"
#include "base/packed.h"
#include "base/status.h"

enum kind {
    KIND_ANY,   /* printable, with blanks inside; UTF-8 is not checked */
    KIND_URL,   /* http:// or https://, no blanks */
    KIND_MAIL,  /* someone@somewhere, no blanks */
    KIND_AGENT, /* printable ASCII that names {contact} */
    KIND_NAME,
    KIND_WORD,
    KIND_HOST,
    KIND_PIN,
    KIND_LAST_TEXT = KIND_PIN,
    KIND_uint8_t, /* from here to KIND_CHOICE the range is read when a value is set */
    KIND_uint16_t,
    KIND_uint32_t,
    KIND_CHOICE,
    KIND_ADDRESS,
    KIND_RANGES,
    KIND_SHARD,
};

/* What each kind accepts, as people read it. */
#define RANGE_ANY     "text"
#define RANGE_URL     "an http:// or https:// address"
#define RANGE_MAIL    "a mail address"
#define RANGE_AGENT   "text with {contact} in it"
#define RANGE_NAME    "letters, digits, _ and -"
#define RANGE_WORD    "letters, digits and _"
#define RANGE_HOST    "a host name"
#define RANGE_PIN     "4 digits or more"
#define RANGE_ADDRESS "such as 192.0.2.7, or empty"
#define RANGE_RANGES  "up to 3 ranges such as 10.1.0.0/16, with commas"
#define RANGE_SHARD   "such as 2/3: the second of up to 255"

_Static_assert(sizeof "{contact}" == sizeof "{version}", "settings_user_agent() skips either");

enum { PIN_DIGITS_MIN = 4, SHARDS_MAX = 255, RANGE_TEXT_SIZE = sizeof "255.255.255.255/32" };

struct entry {
    const char *texts; /* key, default and the range of a number or a choice, each with its zero byte */
    uint16_t offset;   /* in struct settings */
    uint8_t kind;
    uint8_t room; /* of a text, without its zero byte */
};

#define GROUP(title)
#define TEXT(key, kind, room, standard, help)                                                                \
    ENTRY(key, standard, "", RANGE_##kind ", up to " #room " characters", help, kind, room)
#define NUMBER(key, type, min, max, standard, unit, help)                                                    \
    ENTRY(key, #standard, "\0" #min " to " #max " " unit, "", help, type, 0)
#define CHOICE(key, standard, choices, help)   ENTRY(key, standard, "\0" choices, "", help, CHOICE, 0)
#define VALUE(key, kind, type, standard, help) ENTRY(key, standard, "", RANGE_##kind, help, kind, 0)

static const struct entry table[SETTINGS_COUNT] = {
#define ENTRY(key, standard, range_read, range_told, help, kind, room)                                       \
    {#key "\0" standard range_read, offsetof(struct settings, key), KIND_##kind, room},
#include "settings/settings.def"
#undef ENTRY
};

/* Texts that are only shown to people: the ranges of what is neither number nor choice, and what each
 * setting is for. */
static const char explanations[] PACKED_PLACE =
#define ENTRY(key, standard, range_read, range_told, help, kind, room) range_told "\0" help "\0"
#include "settings/settings.def"
#undef ENTRY
    ;

#undef TEXT
#undef NUMBER
#undef CHOICE
#undef VALUE
#undef GROUP

static const char *next_text(const char *text)
{
    return text + strlen(text) + 1;
}

const char *settings_key(int which)
{
    return table[which].texts;
}

const char *settings_default(int which)
{
    return next_text(settings_key(which));
}

const char *settings_range(int which)
{
    uint8_t kind = table[which].kind;
    return kind >= KIND_uint8_t && kind <= KIND_CHOICE ? next_text(settings_default(which))
                                                       : packed_nth(explanations, 2u * (unsigned)which);
}

const char *settings_help(int which)
{
    return packed_nth(explanations, 2u * (unsigned)which + 1);
}

int settings_find(const char *key, size_t size)
{
    for (int which = 0; which < SETTINGS_COUNT; which++)
        if (ascii_equals(key, size, settings_key(which)))
            return which;
    return STATUS_NOT_FOUND;
}

/* Texts */

static bool is_name(const char *text, size_t size, const char *more)
{
    for (size_t i = 0; i < size; i++)
        if (!ascii_is_letter(text[i]) && !ascii_is_digit(text[i]) && strchr(more, text[i]) == NULL)
            return false;
    return true;
}

static bool is_printable(const char *text, size_t size, unsigned from, unsigned to)
{
    for (size_t i = 0; i < size; i++)
        if ((uint8_t)text[i] < from || (uint8_t)text[i] > to || text[i] == 0x7f)
            return false;
    return true;
}

static const char *find_word(const char *text, size_t size, const char *word)
{
    size_t length = strlen(word);
    for (; size >= length; text++, size--)
        if (memcmp(text, word, length) == 0)
            return text;
    return NULL;
}

static bool is_url(const char *text, size_t size)
{
    const char *separator = find_word(text, size, "://");
    size_t scheme = separator != NULL ? (size_t)(separator - text) : 0;
    return is_printable(text, size, '!', '~') && size > scheme + 3 &&
           (ascii_equals(text, scheme, "http") || ascii_equals(text, scheme, "https"));
}

static bool is_mail(const char *text, size_t size)
{
    const char *at = memchr(text, '@', size);
    return at != NULL && at > text && at < text + size - 1 && is_printable(text, size, '!', '~') &&
           memchr(at + 1, '@', (size_t)(text + size - at - 1)) == NULL;
}

static bool is_pin(const char *text, size_t size)
{
    bool digits = size >= PIN_DIGITS_MIN;
    for (size_t i = 0; i < size; i++)
        digits = digits && ascii_is_digit(text[i]);
    return digits;
}

static bool is_text_of_kind(int kind, const char *text, size_t size)
{
    switch (kind) {
    case KIND_URL: return is_url(text, size);
    case KIND_MAIL: return is_mail(text, size);
    case KIND_AGENT: return is_printable(text, size, ' ', '~') && find_word(text, size, "{contact}") != NULL;
    case KIND_NAME: return is_name(text, size, "_-");
    case KIND_WORD: return is_name(text, size, "_");
    case KIND_HOST: return is_name(text, size, ".-");
    case KIND_PIN: return is_pin(text, size);
    default: return is_printable(text, size, ' ', UINT8_MAX);
    }
}

static int set_text(char *field, int which, const char *value, size_t size)
{
    bool may_be_empty = *settings_default(which) == '\0';
    if (size > table[which].room ||
        (size == 0 ? !may_be_empty : !is_text_of_kind(table[which].kind, value, size)))
        return STATUS_INVALID;
    if (field != NULL) {
        memcpy(field, value, size);
        field[size] = '\0';
    }
    return STATUS_OK;
}

/* Numbers */

/* Reads decimal digits up to `end`, and says where they stop; more than 32 bits stop at once. */
static const char *read_number(const char *text, const char *end, uint32_t *number)
{
    *number = 0;
    for (; text < end && ascii_is_digit(*text); text++) {
        uint32_t digit = (uint32_t)(*text - '0');
        if (*number > (UINT32_MAX - digit) / 10)
            break;
        *number = *number * 10 + digit;
    }
    return text;
}

static bool is_number(const char *text, size_t size, uint32_t *number)
{
    return size > 0 && read_number(text, text + size, number) == text + size;
}

static int set_number(void *field, int which, const char *value, size_t size)
{
    const char *range = settings_range(which), *end = range + strlen(range);
    uint32_t number, min, max;
    range = read_number(range, end, &min);
    read_number(range + strlen(" to "), end, &max);
    if (!is_number(value, size, &number) || number < min || number > max)
        return STATUS_INVALID;
    if (field == NULL)
        return STATUS_OK;
    switch (table[which].kind) {
    case KIND_uint8_t: *(uint8_t *)field = (uint8_t)number; break;
    case KIND_uint16_t: *(uint16_t *)field = (uint16_t)number; break;
    default: *(uint32_t *)field = number; break;
    }
    return STATUS_OK;
}

static uint32_t get_number(const void *field, int kind)
{
    switch (kind) {
    case KIND_uint8_t: return *(const uint8_t *)field;
    case KIND_uint16_t: return *(const uint16_t *)field;
    default: return *(const uint32_t *)field;
    }
}

/* Choices: "ls1|ls2|..." */

static const char *nth_choice(const char *choices, unsigned nth, size_t *size)
{
    while (nth-- > 0)
        choices = strchr(choices, '|') + 1;
    const char *end = strchr(choices, '|');
    *size = end != NULL ? (size_t)(end - choices) : strlen(choices);
    return choices;
}

static int set_choice(uint8_t *field, const char *choices, const char *value, size_t size)
{
    for (unsigned nth = 0;; nth++) {
        size_t length;
        const char *at = nth_choice(choices, nth, &length);
        if (length == size && memcmp(at, value, size) == 0) {
            if (field != NULL)
                *field = (uint8_t)nth;
            return STATUS_OK;
        }
        if (at[length] == '\0')
            return STATUS_INVALID;
    }
}

/* Addresses */

static int parse_range(struct guard_range *range, const char *text, size_t size)
{
    char copy[RANGE_TEXT_SIZE];
    if (size >= sizeof copy)
        return STATUS_INVALID;
    memcpy(copy, text, size);
    copy[size] = '\0';
    return guard_parse_range(range, copy);
}

static int set_address(uint32_t *field, const char *value, size_t size)
{
    struct guard_range range = {0};
    if (size > 0 && (parse_range(&range, value, size) < 0 || memchr(value, '/', size) != NULL))
        return STATUS_INVALID;
    if (field != NULL)
        *field = range.address;
    return STATUS_OK;
}

static int set_ranges(struct settings_ranges *field, const char *value, size_t size)
{
    struct settings_ranges ranges = {.count = 0};
    for (const char *end = value + size; value < end;) {
        while (value < end && (*value == ' ' || *value == ','))
            value++;
        const char *start = value;
        while (value < end && *value != ' ' && *value != ',')
            value++;
        if (value == start)
            break;
        if (ranges.count == SETTINGS_RANGES ||
            parse_range(&ranges.range[ranges.count++], start, (size_t)(value - start)) < 0)
            return STATUS_INVALID;
    }
    if (field != NULL)
        *field = ranges;
    return STATUS_OK;
}

static size_t print_address(char *text, uint32_t address, const char *before)
{
    return (size_t)format_text(text, SETTINGS_VALUE_SIZE, "%s%u.%u.%u.%u", before, (unsigned)(address >> 24),
                               (unsigned)(address >> 16 & 255), (unsigned)(address >> 8 & 255),
                               (unsigned)(address & 255));
}

static void print_ranges(char *text, const struct settings_ranges *ranges)
{
    for (unsigned i = 0; i < ranges->count; i++) {
        text += print_address(text, ranges->range[i].address, i > 0 ? "," : "");
        text += format_text(text, sizeof "/32", "/%u", ranges->range[i].prefix);
    }
}

static int set_shard(struct settings_shard *field, const char *value, size_t size)
{
    const char *slash = memchr(value, '/', size);
    uint32_t mine, of;
    if (slash == NULL || !is_number(value, (size_t)(slash - value), &mine) ||
        !is_number(slash + 1, (size_t)(value + size - slash - 1), &of) || mine == 0 || mine > of ||
        of > SHARDS_MAX)
        return STATUS_INVALID;
    if (field != NULL)
        *field = (struct settings_shard){(uint8_t)mine, (uint8_t)of};
    return STATUS_OK;
}

/* All of them */

/* Sets a field from text. If `field` is NULL, the value is only checked. */
static int set_field(void *field, int which, const char *value, size_t size)
{
    const struct entry *entry = &table[which];
    if (entry->kind <= KIND_LAST_TEXT)
        return set_text(field, which, value, size);
    switch (entry->kind) {
    case KIND_CHOICE: return set_choice(field, settings_range(which), value, size);
    case KIND_ADDRESS: return set_address(field, value, size);
    case KIND_RANGES: return set_ranges(field, value, size);
    case KIND_SHARD: return set_shard(field, value, size);
    default: return set_number(field, which, value, size);
    }
}

int settings_set(struct settings *settings, int which, const char *value, size_t size)
{
    return set_field((char *)settings + table[which].offset, which, value, size);
}

int settings_check(int which, const char *value, size_t size)
{
    return set_field(NULL, which, value, size);
}

const char *settings_text(const struct settings *settings, int which, char buffer[SETTINGS_VALUE_SIZE])
{
    const struct entry *entry = &table[which];
    const void *field = (const char *)settings + entry->offset;
    buffer[0] = '\0';
    if (entry->kind <= KIND_LAST_TEXT)
        return field;
    if (entry->kind == KIND_CHOICE) {
        size_t size;
        const char *word = nth_choice(settings_range(which), *(const uint8_t *)field, &size);
        memcpy(buffer, word, size);
        buffer[size] = '\0';
    } else if (entry->kind == KIND_RANGES) {
        print_ranges(buffer, field);
    } else if (entry->kind == KIND_SHARD) {
        const struct settings_shard *shard = field;
        format_text(buffer, SETTINGS_VALUE_SIZE, "%u/%u", shard->mine, shard->of);
    } else if (entry->kind != KIND_ADDRESS) {
        format_text(buffer, SETTINGS_VALUE_SIZE, "%lu", (unsigned long)get_number(field, entry->kind));
    } else if (*(const uint32_t *)field != 0) {
        print_address(buffer, *(const uint32_t *)field, "");
    }
    return buffer;
}

void settings_reset(struct settings *settings)
{
    memset(settings, 0, sizeof *settings);
    for (int which = 0; which < SETTINGS_COUNT; which++) {
        const char *standard = settings_default(which);
        (void)settings_set(settings, which, standard, strlen(standard)); /* a test sets them all */
    }
}

static bool is_needed(const struct settings *settings, int which)
{
    switch (which) {
    case SETTING_operator:
    case SETTING_contact:
    case SETTING_email: return true;
    case SETTING_netmask:
    case SETTING_gateway:
    case SETTING_dns: return settings->address != 0;
    default: return false;
    }
}

int settings_missing(const struct settings *settings, int from)
{
    for (int which = from; which < SETTINGS_COUNT; which++) {
        char buffer[SETTINGS_VALUE_SIZE];
        if (is_needed(settings, which) && *settings_text(settings, which, buffer) == '\0')
            return which;
    }
    return STATUS_NOT_FOUND;
}

void settings_user_agent(const struct settings *settings, const char *version,
                         char agent[SETTINGS_AGENT_SIZE])
{
    static const char contact[] = "{contact}", version_word[] = "{version}";
    const char *text = settings->user_agent;
    size_t used = 0;
    while (*text != '\0' && used < SETTINGS_AGENT_SIZE - 1) {
        const char *part = NULL;
        if (strncmp(text, contact, sizeof contact - 1) == 0)
            part = settings->contact;
        else if (strncmp(text, version_word, sizeof version_word - 1) == 0)
            part = version;
        if (part == NULL) {
            agent[used++] = *text++;
            continue;
        }
        int length = format_text(agent + used, SETTINGS_AGENT_SIZE - used, "%s", part);
        used = length < 0 ? SETTINGS_AGENT_SIZE - 1 : used + (size_t)length;
        text += sizeof contact - 1;
    }
    agent[used] = '\0';
}
