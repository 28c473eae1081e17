#include "warc/record.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"

static const char *const type_names[WARC_TYPES] = {
    [WARC_INFO] = "warcinfo",         [WARC_RESPONSE] = "response",         [WARC_RESOURCE] = "resource",
    [WARC_REQUEST] = "request",       [WARC_METADATA] = "metadata",         [WARC_REVISIT] = "revisit",
    [WARC_CONVERSION] = "conversion", [WARC_CONTINUATION] = "continuation", [WARC_OTHER] = "other",
};

const char *warc_type_name(enum warc_type type)
{
    return type_names[type];
}

static int invalid(char *problem, size_t size, const char *format, ...) __attribute__((format(printf, 3, 4)));

static int invalid(char *problem, size_t size, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(problem, size, format, arguments);
    va_end(arguments);
    return STATUS_INVALID;
}

const char *warc_record_next_field(const struct warc_record *record, const char *name, size_t *at)
{
    while (*at < record->fields) {
        const struct warc_field *field = &record->field[(*at)++];
        if (strcasecmp(field->name, name) == 0)
            return field->value;
    }
    return NULL;
}

const char *warc_record_field(const struct warc_record *record, const char *name)
{
    size_t at = 0;
    return warc_record_next_field(record, name, &at);
}

bool warc_record_is_http(const struct warc_record *record)
{
    static const char http[] = "application/http";
    const char *type = warc_record_field(record, "Content-Type");
    size_t length = sizeof http - 1;
    return type && strncasecmp(type, http, length) == 0 && strchr("; \t", type[length]);
}

/* Ends a line in place and returns the start of the next one; lines may end in LF alone. */
static char *cut_line(char *line)
{
    char *end = line + strcspn(line, "\n");
    char *next = *end ? end + 1 : end;
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return next;
}

/* A line that begins with white space goes on with the value before it: its line end becomes spaces. */
static void unfold(char *text)
{
    for (char *end = text; (end = strchr(end, '\n')); end++)
        if (end[1] == ' ' || end[1] == '\t') {
            *end = ' ';
            if (end > text && end[-1] == '\r')
                end[-1] = ' ';
        }
}

static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t length = strlen(text);
    while (length > 0 && strchr(" \t", text[length - 1]))
        text[--length] = '\0';
    return text;
}

static const char *without_brackets(char *uri)
{
    size_t length = strlen(uri);
    if (length < 2 || uri[0] != '<' || uri[length - 1] != '>')
        return uri;
    uri[length - 1] = '\0';
    return uri + 1;
}

static int parse_field(struct warc_record *record, char *line, char *problem, size_t size)
{
    char *colon = strchr(line, ':');
    if (!colon || colon == line || strcspn(line, " \t") < (size_t)(colon - line))
        return invalid(problem, size, "a line of its head is not a field ('%.40s')", line);
    if (record->fields == WARC_FIELDS_MAX)
        return invalid(problem, size, "its head has more than %d fields", WARC_FIELDS_MAX);
    *colon = '\0';
    char *value = trim(colon + 1);
    struct warc_field *field = &record->field[record->fields++];
    field->name = line;
    field->value = strcasecmp(line, "WARC-Target-URI") == 0 ? without_brackets(value) : value;
    return 0;
}

static int parse_version(struct warc_record *record, const char *line, char *problem, size_t size)
{
    if (strcmp(line, "WARC/1.0") == 0)
        record->minor = 0;
    else if (strcmp(line, "WARC/1.1") == 0)
        record->minor = 1;
    else
        return invalid(problem, size, "it does not begin with WARC/1.0 or WARC/1.1 (but with '%.20s')", line);
    return 0;
}

static int parse_length(struct warc_record *record, char *problem, size_t size)
{
    enum { DIGITS_MAX = 18 };
    const char *text = warc_record_field(record, "Content-Length");
    if (!text)
        return invalid(problem, size, "it has no Content-Length, so its end is unknown");
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits])
        return invalid(problem, size, "its Content-Length is not a number ('%.30s')", text);
    if (digits > DIGITS_MAX && strspn(text, "0") + DIGITS_MAX < digits)
        return invalid(problem, size, "its Content-Length is absurd (%.30s)", text);
    record->length = strtoull(text, NULL, 10);
    return 0;
}

static enum warc_type find_type(const char *name)
{
    for (int type = 0; name && type < WARC_OTHER; type++)
        if (strcasecmp(name, type_names[type]) == 0)
            return (enum warc_type)type;
    return WARC_OTHER;
}

int warc_record_parse(struct warc_record *record, size_t size, char *problem, size_t problem_size)
{
    record->fields = 0;
    record->head[size] = '\0';
    if (memchr(record->head, '\0', size))
        return invalid(problem, problem_size, "its head has zero bytes in it");
    unfold(record->head);
    char *line = record->head;
    char *next = cut_line(line);
    int status = parse_version(record, line, problem, problem_size);
    for (line = next; status == 0 && *line; line = next) {
        next = cut_line(line);
        if (*line)
            status = parse_field(record, line, problem, problem_size);
    }
    if (status < 0)
        return status;
    record->type = find_type(warc_record_field(record, "WARC-Type"));
    return parse_length(record, problem, problem_size);
}

static bool matches_digits(const char *text, const char *pattern)
{
    for (; *pattern; pattern++, text++)
        if (*pattern == '#' ? !isdigit((unsigned char)*text) : *text != *pattern)
            return false;
    return true;
}

static int two_digits(const char *text)
{
    return (text[0] - '0') * 10 + text[1] - '0';
}

bool warc_date_is_valid(const char *text, int minor)
{
    static const char pattern[] = "####-##-##T##:##:##";
    enum { MONTH = 5, DAY = 8, HOUR = 11, MINUTE = 14, SECOND = 17, FRACTION_MAX = 9 };
    if (!matches_digits(text, pattern))
        return false;
    int month = two_digits(text + MONTH), day = two_digits(text + DAY);
    const char *rest = text + sizeof pattern - 1;
    if (minor > 0 && *rest == '.') {
        size_t digits = strspn(rest + 1, "0123456789");
        if (digits == 0 || digits > FRACTION_MAX)
            return false;
        rest += 1 + digits;
    }
    return strcmp(rest, "Z") == 0 && month >= 1 && month <= 12 && day >= 1 && day <= 31 &&
           two_digits(text + HOUR) <= 23 && two_digits(text + MINUTE) <= 59 &&
           two_digits(text + SECOND) <= 60;
}
