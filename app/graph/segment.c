#include "graph/segment.h"

#include <string.h>

enum { WEIGHT_ONE = 255, SOURCES_MOST = 255 };

size_t segment_host_length(const char *name, size_t length)
{
    const char *slash = memchr(name, '/', length);
    return slash ? (size_t)(slash - name) : length;
}

size_t segment_length(const char *text, size_t length)
{
    size_t host = segment_host_length(text, length), end = length;
    const char *query = memchr(text, '?', length);
    if (query)
        end = (size_t)(query - text);
    while (end > host && text[end - 1] != '/')
        end--;
    return end > host + 1 ? end : host;
}

bool segment_has(const char *name, size_t name_length, const char *text, size_t length)
{
    size_t name_host = segment_host_length(name, name_length), host = segment_host_length(text, length);
    size_t folder = segment_length(text, length) - host;
    return folder == name_length - name_host && memcmp(name + name_host, text + host, folder) == 0;
}

bool segment_is_relevant(uint32_t pages, uint32_t relevant_pages)
{
    return (uint64_t)relevant_pages * 2 > pages;
}

void segment_offer(struct segment *segment, const char *text, size_t length, bool is_first)
{
    if (length > 0 && *text == '/') { /* the name is a host alone, which has no slash at its end */
        text++;
        length--;
    }
    if (length >= SEGMENT_PAGE_SIZE)
        length = 0;
    size_t known = 0;
    while (known < SEGMENT_PAGE_SIZE - 1 && segment->page[known])
        known++;
    bool is_better = length < known || (length == known && memcmp(text, segment->page, length) < 0);
    if (!is_first && !is_better)
        return;
    memset(segment->page, 0, SEGMENT_PAGE_SIZE);
    memcpy(segment->page, text, length);
}

uint8_t segment_weight(uint32_t relevance, uint32_t pages, uint8_t chance)
{
    uint32_t mean = pages > 0 ? relevance / pages : 0;
    if (mean > WEIGHT_ONE)
        mean = WEIGHT_ONE;
    return (uint8_t)((mean * chance + WEIGHT_ONE / 2) / WEIGHT_ONE);
}

void segment_count(struct segment *segment, uint8_t weight, int direction)
{
    if (direction > 0 && segment->sources < SOURCES_MOST) {
        segment->sources++;
        segment->sum = (uint16_t)(segment->sum + weight);
    } else if (direction < 0 && segment->sources > 0 && segment->sum >= weight) {
        segment->sources--;
        segment->sum = (uint16_t)(segment->sum - weight);
    }
}

uint8_t segment_score(const struct segment *segment)
{
    unsigned score = segment->sources > 0 ? segment->sum / segment->sources : 0;
    return score < WEIGHT_ONE ? (uint8_t)score : WEIGHT_ONE;
}
