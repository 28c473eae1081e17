#include "internet/keyed.h"

#include <arpa/inet.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The end of a word that begins here, its quotes taken out; NULL if a quote is not closed. */
static char *end_word(char *word)
{
    char *to = word, *from = word;
    bool quoted = false;
    for (; *from && (quoted || (*from != ' ' && *from != '\t')); from++) {
        if (*from == '"')
            quoted = !quoted;
        else
            *to++ = *from;
    }
    bool more = *from != '\0';
    *to = '\0';
    if (quoted)
        return NULL;
    return more ? from + 1 : from;
}

int keyed_split(char *line, char *words[KEYED_WORDS_MAX], char problem[KEYED_PROBLEM_SIZE])
{
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    for (;;) {
        line += strspn(line, " \t");
        if (*line == '\0' || *line == '#')
            return count;
        if (count == KEYED_WORDS_MAX) {
            snprintf(problem, KEYED_PROBLEM_SIZE, "more than %d words", KEYED_WORDS_MAX);
            return -1;
        }
        words[count++] = line;
        line = end_word(line);
        if (!line) {
            snprintf(problem, KEYED_PROBLEM_SIZE, "a quote is not closed");
            return -1;
        }
    }
}

static bool set_number(void *place, const char *value)
{
    char *end;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    if (end == value || *end || errno || number > UINT32_MAX || *value == '-')
        return false;
    *(uint32_t *)place = (uint32_t)number;
    return true;
}

static bool set_offset(void *place, const char *value)
{
    char *end;
    errno = 0;
    long number = strtol(value, &end, 10);
    if (end == value || *end || errno || number > INT32_MAX || number < INT32_MIN)
        return false;
    *(int32_t *)place = (int32_t)number;
    return true;
}

static bool set_permille(void *place, const char *value)
{
    char *end;
    double percent = strtod(value, &end);
    if (end == value || strcmp(end, "%") != 0 || !(percent >= 0 && percent <= 100))
        return false;
    *(uint32_t *)place = (uint32_t)(percent * 10 + 0.5);
    return true;
}

static bool set_address(void *place, const char *value)
{
    struct in_addr address;
    if (inet_pton(AF_INET, value, &address) != 1)
        return false;
    *(uint32_t *)place = ntohl(address.s_addr);
    return true;
}

static bool set_text(void *place, const char *value)
{
    char **text = place;
    free(*text);
    *text = strdup(value);
    return *text != NULL;
}

static bool add_line(void *place, const char *value)
{
    char **lines = place, *longer;
    if (asprintf(&longer, "%s%s\r\n", *lines ? *lines : "", value) < 0)
        return false;
    free(*lines);
    *lines = longer;
    return true;
}

static bool set_choice(void *place, const char *value, const char *const *choices)
{
    for (unsigned i = 0; choices[i]; i++)
        if (strcmp(choices[i], value) == 0) {
            memcpy(place, &i, sizeof i);
            return true;
        }
    return false;
}

static bool set_value(void *place, const struct keyed_key *key, const char *value)
{
    switch (key->kind) {
    case KEYED_NUMBER: return set_number(place, value);
    case KEYED_OFFSET: return set_offset(place, value);
    case KEYED_PERMILLE: return set_permille(place, value);
    case KEYED_ADDRESS: return set_address(place, value);
    case KEYED_TEXT: return set_text(place, value);
    case KEYED_LINES: return add_line(place, value);
    case KEYED_CHOICE: return set_choice(place, value, key->choices);
    }
    return false;
}

/* What a value must look like. */
static void explain(const struct keyed_key *key, const char *value, char problem[KEYED_PROBLEM_SIZE])
{
    static const char *const forms[] = {
        [KEYED_NUMBER] = "a number",
        [KEYED_OFFSET] = "a number",
        [KEYED_PERMILLE] = "a percentage such as 5%",
        [KEYED_ADDRESS] = "an address such as 198.18.1.2",
        [KEYED_TEXT] = "a text",
        [KEYED_LINES] = "a text",
        [KEYED_CHOICE] = "one of:",
    };
    size_t length = (size_t)snprintf(problem, KEYED_PROBLEM_SIZE, "%s=%.40s: should be %s", key->name, value,
                                     forms[key->kind]);
    for (int i = 0; key->kind == KEYED_CHOICE && key->choices[i] && length < KEYED_PROBLEM_SIZE; i++)
        length += (size_t)snprintf(problem + length, KEYED_PROBLEM_SIZE - length, " %s", key->choices[i]);
}

bool keyed_set(void *object, const struct keyed_key *keys, const char *word, char problem[KEYED_PROBLEM_SIZE])
{
    const char *value = strchr(word, '=');
    if (!value) {
        snprintf(problem, KEYED_PROBLEM_SIZE, "'%.40s' is not of the form key=value", word);
        return false;
    }
    size_t length = (size_t)(value++ - word);
    for (const struct keyed_key *key = keys; key->name; key++)
        if (strlen(key->name) == length && memcmp(key->name, word, length) == 0) {
            bool set = set_value((char *)object + key->offset, key, value);
            if (!set)
                explain(key, value, problem);
            return set;
        }
    snprintf(problem, KEYED_PROBLEM_SIZE, "there is no key '%.*s' here", (int)(length < 40 ? length : 40),
             word);
    return false;
}
