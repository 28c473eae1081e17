#include "topic/keywords.h"

#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "topic/sound.h"

enum {
    FOUND = 1, /* the lowest bit of a number that is remembered */
    /* Texts and sounds, beginnings and wholes must not be taken for each other. */
    SALT_SOUND = 0x5bd1e995,
    SALT_WHOLE = 0x27d4eb2f,
};

/* ---- Numbers ---- */

struct keyword_token keyword_token(const struct word *word)
{
    char code[SOUND_BYTES];
    size_t length = sound_of(word->text, word->size, code);
    return (struct keyword_token){
        .text = word_hash(WORD_HASH_START, word->text, word->size),
        .sound = length > 0 ? word_hash(SALT_SOUND, code, length) | 1 : 0,
        .is_stop = word->is_stop,
    };
}

uint32_t keyword_run(uint32_t run, const struct keyword_token *token, enum keyword_kind kind)
{
    return word_mix(run * 31 + (kind == KEYWORD_TEXT ? token->text : token->sound));
}

uint32_t keyword_whole(uint32_t run)
{
    return word_mix(run + SALT_WHOLE);
}

/* ---- Looking up ---- */

static bool bit_is_set(const uint8_t *filter, unsigned bit)
{
    return filter[bit / 8] >> bit % 8 & 1;
}

static bool may_be_in_filter(const struct keywords *keywords, uint32_t number)
{
    return bit_is_set(keywords->filter, keyword_first_bit(number)) &&
           bit_is_set(keywords->filter, keyword_second_bit(number));
}

static bool hold_sector(struct keywords *keywords, uint16_t wanted)
{
    if (keywords->held == wanted)
        return true;
    keywords->held = KEYWORDS_NO_SECTOR;
    keywords->status =
        keywords->read(keywords->context, keywords->offset + (uint32_t)wanted * KEYWORDS_SECTOR_BYTES,
                       keywords->sector, KEYWORDS_SECTOR_BYTES);
    if (keywords->status != STATUS_OK)
        return false;
    keywords->held = wanted;
    return true;
}

static bool sector_has(const uint8_t *sector, uint32_t number)
{
    unsigned count = bytes_get16(sector);
    if (count > KEYWORDS_IN_SECTOR)
        count = KEYWORDS_IN_SECTOR;
    for (unsigned i = 1; i <= count; i++)
        if (bytes_get32(sector + (size_t)4 * i) == number)
            return true;
    return false;
}

static bool is_name(struct keywords *keywords, uint32_t run)
{
    uint32_t number = keyword_whole(run);
    if (!may_be_in_filter(keywords, number) || keywords->status != STATUS_OK)
        return false;
    uint32_t *recent = &keywords->recent[(number >> 1) % KEYWORDS_RECENT];
    if (*recent >> 1 == number >> 1)
        return *recent & FOUND;
    if (!hold_sector(keywords, (uint16_t)(number % keywords->sectors)))
        return false;
    bool found = sector_has(keywords->sector, number);
    *recent = (number & ~(uint32_t)FOUND) | found;
    return found;
}

/* ---- Runs ---- */

/* Returns how many words the longest name has with which the window begins and that is found this way, or
 * 0 if there is none. */
static unsigned longest_name(struct keyword_finder *finder, enum keyword_kind kind)
{
    unsigned length = 0;
    uint32_t run = 0;
    for (unsigned i = 0; i < finder->waiting; i++) {
        const struct keyword_token *token = &finder->window[i];
        if (kind == KEYWORD_SOUND && token->sound == 0)
            break;
        run = keyword_run(run, token, kind);
        if (is_name(finder->keywords, run))
            length = i + 1;
        if (!may_be_in_filter(finder->keywords, run))
            break;
    }
    return length;
}

static void count_up(uint16_t *count)
{
    if (*count < UINT16_MAX)
        (*count)++;
}

void keyword_decide(struct keyword_finder *finder)
{
    unsigned length = 0;
    if (!finder->window[0].is_stop) {
        length = longest_name(finder, KEYWORD_TEXT);
        unsigned by_sound = longest_name(finder, KEYWORD_SOUND);
        length = by_sound > length ? by_sound : length;
        count_up(&finder->words);
        if (length > 0)
            count_up(&finder->names);
    }
    length += length == 0;
    finder->waiting = (uint8_t)(finder->waiting - length);
    memmove(finder->window, finder->window + length, finder->waiting * sizeof finder->window[0]);
}

void keyword_put(struct keyword_finder *finder, const struct word *word)
{
    finder->window[finder->waiting++] = keyword_token(word);
    if (finder->waiting == KEYWORDS_RUN)
        keyword_decide(finder);
}

void keyword_flush(struct keyword_finder *finder)
{
    while (finder->waiting > 0)
        keyword_decide(finder);
}
