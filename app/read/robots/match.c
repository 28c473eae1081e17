/* Compares a path with the rules of a store: the longest rule that matches decides, and a tie is allowed. */
#include "read/robots/robots.h"

#include <string.h>

#include "base/bytes.h"
#include "read/robots/store.h"

/* A path, read octet by octet in the form in which rules are kept. Small, so that a place in it can be
 * remembered. */
struct reader {
    const char *at, *end;
    struct octets octets;
    uint8_t next, count;
    char out[OCTETS_MAX];
};

static bool path_has_octet(struct reader *reader)
{
    while (reader->next == reader->count) {
        reader->next = 0;
        if (reader->at < reader->end) {
            reader->count = (uint8_t)octets_put(&reader->octets, *reader->at++, reader->out);
        } else {
            reader->count = (uint8_t)octets_end(&reader->octets, reader->out);
            if (reader->count == 0)
                return false;
        }
    }
    return true;
}

/*
 * Says whether a pattern matches the beginning of a path, or all of it if the pattern ends in $. After a
 * mismatch the last wildcard takes one octet more; an earlier one never needs to, so the cost is at most
 * pattern times path. Since somebody who means harm could still make that long, each look at an octet takes
 * one of `steps`; when none is left, the answer means nothing.
 */
static bool pattern_matches(const char *pattern, size_t length, struct reader path, uint32_t *steps)
{
    const char *end = pattern + length;
    const char *wildcard = NULL;
    struct reader taken = path;
    for (; *steps > 0; --*steps) {
        if (pattern == end)
            return true;
        if (*pattern == '*') {
            wildcard = ++pattern;
            taken = path;
            continue;
        }
        bool more = path_has_octet(&path);
        if (*pattern == '$' && !more)
            return true;
        if (more && path.out[path.next] == *pattern) {
            path.next++;
            pattern++;
            continue;
        }
        if (!wildcard || !path_has_octet(&taken))
            return false;
        taken.next++;
        path = taken;
        pattern = wildcard;
    }
    return false;
}

/* Returns the length of a rule as the RFC counts it: a byte above 127 counts as three, since it is
 * percent-encoded. */
static size_t rule_length_in_rfc(const char *pattern, size_t length)
{
    size_t octets = length;
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)pattern[i] >= 0x80)
            octets += 2;
    return octets;
}

static struct robots_verdict decide_by_rules(const uint8_t *store, struct reader path)
{
    struct robots_verdict verdict = {.allowed = true, .reason = ROBOTS_BY_NO_RULE};
    size_t best = 0;
    uint32_t steps = ROBOTS_STEPS_MAX;
    for (size_t at = STORE_HEADER, used = store_used(store); at < used;) {
        uint16_t header = bytes_get16(store + at);
        const char *pattern = (const char *)store + at + STORE_RULE_HEADER;
        size_t length = header & STORE_RULE_MAX;
        bool allows = header & STORE_RULE_ALLOW;
        size_t octets = rule_length_in_rfc(pattern, length);
        at += STORE_RULE_HEADER + length;
        if (octets < best || (octets == best && !allows) || !pattern_matches(pattern, length, path, &steps))
            continue;
        best = octets;
        verdict = (struct robots_verdict){allows, ROBOTS_BY_RULE, pattern, length};
    }
    return steps > 0 ? verdict : (struct robots_verdict){.reason = ROBOTS_BY_EFFORT};
}

struct robots_verdict robots_allows(const void *store, const char *path, size_t length)
{
    static const char root[] = "/";
    static const char itself[] = "/robots.txt$";
    if (length == 0) {
        path = root;
        length = 1;
    }
    struct reader reader = {.at = path, .end = path + length};
    uint32_t steps = ROBOTS_STEPS_MAX;
    if (pattern_matches(itself, sizeof itself - 1, reader, &steps))
        return (struct robots_verdict){.allowed = true, .reason = ROBOTS_BY_RFC};
    switch (robots_answer(store)) {
    case ROBOTS_RULES: return decide_by_rules(store, reader);
    case ROBOTS_UNAVAILABLE: return (struct robots_verdict){.allowed = true, .reason = ROBOTS_BY_ABSENCE};
    case ROBOTS_OVERFLOW: return (struct robots_verdict){.reason = ROBOTS_BY_OVERFLOW};
    default: return (struct robots_verdict){.reason = ROBOTS_BY_FAILURE};
    }
}
