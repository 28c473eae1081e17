#include "topics/dictionary.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "base/bytes.h"
#include "base/status.h"
#include "topic/sound.h"

/* When a name may be found by its sound. */
enum {
    SOUND_LETTERS = 6,    /* it has at least this many letters ... */
    SOUND_CODES = 4,      /* ... and sounds */
    SOUND_CODES_SAFE = 5, /* so many make it safe even if each of its words sounds like an English one */
    ENGLISH_LETTERS = 5,  /* an English word this long in it: nobody spells that in another way */
    SECTOR_FILL = 96,     /* numbers in a sector on average, so that none overflows */
};

struct parts {
    unsigned count;
    bool too_long;
    struct part {
        char text[WORD_BYTES];
        uint8_t size;
        bool is_stop;
    } part[KEYWORDS_RUN];
};

struct numbers {
    uint32_t *item;
    size_t count, room;
};

struct making {
    struct dictionary *dictionary;
    const struct english_words *english;
    enum dictionary_sounds sounds;
    struct numbers wholes;
};

/* ---- Words of a name ---- */

static void take_part(void *context, const struct word *word)
{
    struct parts *parts = context;
    if (parts->count == KEYWORDS_RUN) {
        parts->too_long = true;
        return;
    }
    struct part *part = &parts->part[parts->count++];
    memcpy(part->text, word->text, word->size);
    part->size = word->size;
    part->is_stop = word->is_stop;
}

static struct parts parts_of(const char *name)
{
    struct parts parts = {0};
    struct words words = {0};
    words_text(&words, name, strlen(name), take_part, &parts);
    words_end(&words, take_part, &parts);
    return parts;
}

/* All words written as one; none if that is too long for a word. */
static struct parts joined(const struct parts *parts)
{
    struct parts result = {.count = 1};
    for (unsigned i = 0; i < parts->count; i++) {
        const struct part *part = &parts->part[i];
        if (result.part[0].size + part->size > WORD_BYTES)
            return (struct parts){0};
        memcpy(result.part[0].text + result.part[0].size, part->text, part->size);
        result.part[0].size = (uint8_t)(result.part[0].size + part->size);
    }
    return result;
}

/* ---- What is safe ---- */

static bool is_safe_by_sound(const struct parts *parts, const struct english_words *english)
{
    unsigned letters = 0, codes = 0, english_sounding = 0;
    for (unsigned i = 0; i < parts->count; i++) {
        const struct part *part = &parts->part[i];
        char code[SOUND_BYTES];
        size_t length = sound_of(part->text, part->size, code);
        if (length == 0 || (part->size >= ENGLISH_LETTERS && english_has(english, part->text, part->size)))
            return false;
        letters += part->size;
        codes += (unsigned)length;
        english_sounding += english_sounds(english, part->text, part->size);
    }
    if (letters < SOUND_LETTERS || codes < SOUND_CODES)
        return false;
    return english_sounding < parts->count || (parts->count > 1 && codes >= SOUND_CODES_SAFE);
}

static bool has_sound(const struct parts *parts)
{
    char code[SOUND_BYTES];
    for (unsigned i = 0; i < parts->count; i++)
        if (sound_of(parts->part[i].text, parts->part[i].size, code) == 0)
            return false;
    return true;
}

/* ---- Numbers ---- */

static void add_whole(struct numbers *numbers, uint32_t number)
{
    for (size_t i = 0; i < numbers->count; i++)
        if (numbers->item[i] == number)
            return;
    if (numbers->count == numbers->room) {
        numbers->room = numbers->room ? 2 * numbers->room : 4096;
        uint32_t *more = must_allocate(numbers->room * sizeof *more);
        if (numbers->count > 0)
            memcpy(more, numbers->item, numbers->count * sizeof *more);
        free(numbers->item);
        numbers->item = more;
    }
    numbers->item[numbers->count++] = number;
}

static void set_bits(uint8_t *filter, uint32_t number)
{
    unsigned first = keyword_first_bit(number), second = keyword_second_bit(number);
    filter[first / 8] |= (uint8_t)(1 << first % 8);
    filter[second / 8] |= (uint8_t)(1 << second % 8);
}

static void add_run(struct making *making, const struct parts *parts, enum keyword_kind kind)
{
    uint32_t run = 0;
    for (unsigned i = 0; i < parts->count; i++) {
        const struct word word = {.text = parts->part[i].text, .size = parts->part[i].size};
        const struct keyword_token token = keyword_token(&word);
        run = keyword_run(run, &token, kind);
        if (i + 1 < parts->count)
            set_bits(making->dictionary->filter, run);
    }
    set_bits(making->dictionary->filter, keyword_whole(run));
    add_whole(&making->wholes, keyword_whole(run));
}

/* A name that is found by its sound needs no number for its text: that sounds the same. */
static bool add_form(struct making *making, const struct parts *parts)
{
    bool by_sound = making->sounds == DICTIONARY_ALL_SOUNDS
                        ? has_sound(parts)
                        : making->sounds == DICTIONARY_TAMED && is_safe_by_sound(parts, making->english);
    add_run(making, parts, by_sound ? KEYWORD_SOUND : KEYWORD_TEXT);
    return by_sound;
}

static void add_name(struct making *making, const char *name)
{
    struct dictionary *dictionary = making->dictionary;
    struct parts parts = parts_of(name);
    if (parts.too_long || parts.count == 0 || (parts.count == 1 && parts.part[0].is_stop)) {
        dictionary->too_long++;
        return;
    }
    dictionary->names++;
    dictionary->by_sound += add_form(making, &parts);
    struct parts one_word = joined(&parts);
    if (parts.count > 1 && one_word.part[0].size >= SOUND_LETTERS &&
        !english_has(making->english, one_word.part[0].text, one_word.part[0].size))
        add_form(making, &one_word);
}

/* ---- Sectors ---- */

/* false: a sector overflows, more of them are needed. */
static bool fill_sectors(struct dictionary *dictionary, const struct numbers *numbers)
{
    memset(dictionary->sectors, 0, (size_t)dictionary->sector_count * KEYWORDS_SECTOR_BYTES);
    for (size_t i = 0; i < numbers->count; i++) {
        uint8_t *sector = dictionary->sectors +
                          (size_t)(numbers->item[i] % dictionary->sector_count) * KEYWORDS_SECTOR_BYTES;
        unsigned count = bytes_get16(sector) + 1u;
        if (count > KEYWORDS_IN_SECTOR)
            return false;
        bytes_put16(sector, (uint16_t)count);
        bytes_put32(sector + (size_t)4 * count, numbers->item[i]);
    }
    return true;
}

static void make_sectors(struct dictionary *dictionary, const struct numbers *numbers)
{
    dictionary->sector_count = (uint16_t)(numbers->count / SECTOR_FILL);
    do {
        free(dictionary->sectors);
        dictionary->sector_count++;
        dictionary->sectors = must_allocate((size_t)dictionary->sector_count * KEYWORDS_SECTOR_BYTES);
    } while (!fill_sectors(dictionary, numbers));
    dictionary->numbers = numbers->count;
}

void dictionary_make(struct dictionary *dictionary, const struct names *names,
                     const struct english_words *english, enum dictionary_sounds sounds)
{
    *dictionary = (struct dictionary){0};
    struct making making = {.dictionary = dictionary, .english = english, .sounds = sounds};
    for (size_t i = 0; i < names->count; i++)
        add_name(&making, names->item[i].text);
    make_sectors(dictionary, &making.wholes);
    free(making.wholes.item);
}

void dictionary_free(struct dictionary *dictionary)
{
    free(dictionary->sectors);
    *dictionary = (struct dictionary){0};
}

static int read_sectors(void *context, uint32_t offset, void *to, size_t count)
{
    const struct dictionary *dictionary = context;
    memcpy(to, dictionary->sectors + offset, count);
    return STATUS_OK;
}

struct keywords dictionary_keywords(const struct dictionary *dictionary, uint8_t *sector)
{
    return (struct keywords){
        .read = read_sectors,
        .context = (void *)(uintptr_t)dictionary,
        .sectors = dictionary->sector_count,
        .held = KEYWORDS_NO_SECTOR,
        .filter = dictionary->filter,
        .sector = sector,
    };
}
