#include "topics/vocabulary.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "cli.h"
#include "random.h"
#include "share.h"
#include "topic/sound.h"

/* ---- Sets ---- */

static size_t place_of(const struct number_set *set, uint64_t number)
{
    size_t place = (size_t)random_mix(number) & set->mask;
    while (set->slot[place] != 0 && set->slot[place] != number)
        place = (place + 1) & set->mask;
    return place;
}

static void make_room(struct number_set *set)
{
    struct number_set larger = {.mask = set->slot ? 2 * set->mask + 1 : 1023, .count = set->count};
    larger.slot = must_allocate((larger.mask + 1) * sizeof *larger.slot);
    memset(larger.slot, 0, (larger.mask + 1) * sizeof *larger.slot);
    for (size_t i = 0; set->slot && i <= set->mask; i++)
        if (set->slot[i] != 0)
            larger.slot[place_of(&larger, set->slot[i])] = set->slot[i];
    free(set->slot);
    *set = larger;
}

void number_set_add(struct number_set *set, uint64_t number)
{
    if (number == 0)
        return;
    if (!set->slot || 2 * set->count > set->mask)
        make_room(set);
    size_t place = place_of(set, number);
    set->count += set->slot[place] == 0;
    set->slot[place] = number;
}

bool number_set_has(const struct number_set *set, uint64_t number)
{
    return set->slot && set->slot[place_of(set, number)] == number;
}

void number_set_free(struct number_set *set)
{
    free(set->slot);
    *set = (struct number_set){0};
}

/* ---- English ---- */

static uint64_t number_of(const char *text, size_t size)
{
    uint64_t number = 0xcbf29ce484222325u;
    for (size_t i = 0; i < size; i++)
        number = (number ^ (uint8_t)text[i]) * 0x100000001b3u;
    return number | 1;
}

static uint64_t sound_number(const char *word, size_t size)
{
    char code[SOUND_BYTES];
    size_t length = sound_of(word, size, code);
    return length > 0 ? number_of(code, length) : 0;
}

static bool is_lower_case(const char *word, size_t size)
{
    for (size_t i = 0; i < size; i++)
        if (word[i] < 'a' || word[i] > 'z')
            return false;
    return size > 0;
}

int english_load(struct english_words *english)
{
    *english = (struct english_words){0};
    size_t size;
    char *text = share_read(ENGLISH_WORDS, "wamerican", &size);
    if (!text)
        return CLI_CANNOT;
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        if (is_lower_case(line, length)) {
            number_set_add(&english->texts, number_of(line, length));
            number_set_add(&english->sounds, sound_number(line, length));
        }
        line += length + (line[length] == '\n');
    }
    free(text);
    return CLI_YES;
}

bool english_has(const struct english_words *english, const char *word, size_t size)
{
    return number_set_has(&english->texts, number_of(word, size));
}

bool english_sounds(const struct english_words *english, const char *word, size_t size)
{
    uint64_t number = sound_number(word, size);
    return number != 0 && number_set_has(&english->sounds, number);
}

void english_free(struct english_words *english)
{
    number_set_free(&english->texts);
    number_set_free(&english->sounds);
}
