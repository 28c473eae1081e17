/*
 * Malay: the share of words whose root is in a word index, and, since Indonesian shares most of them, words
 * that only one of the two has. A page is Malay when at least 7 % of its words are known and words that only
 * Malay has outnumber those that only Indonesian has; lang="ms" and a Malaysian address weigh in. PACKS.md
 * has the data.
 */
#include "read/lang/lang.h"

#include <string.h>

#include "base/ascii.h"
#include "base/utf8.h"
#include "read/lang/counter.h"
#include "read/lang/hints.h"
#include "read/lang/kinds.h"

enum {
    KNOWN_SHARE = 7 * 100,          /* known words among all words, in hundredths of a percent */
    KNOWN_SHARE_DECLARED = 4 * 100, /* ... if the page says that it is Malay */
    KNOWN_LEAST = 2,                /* one may be there by chance */
    WORD_BYTES = 24,                /* longer ones are not Malay */
    ROOT_BYTES_MIN = 3,             /* what must remain of a word without its affixes */

    /* What a word that only Malay has weighs against one that only Indonesian has. */
    WEIGHT_EVEN = 2,
    WEIGHT_DECLARED = 2, /* more if the page says that it is Malay, less if it says that it is Indonesian */
    WEIGHT_ADDRESS = 1,  /* more if its address says so */
};

struct malay {
    struct word_counter all;
    uint32_t known, malay_only, indonesian_only;
    uint8_t
        size; /* of the present word; more than WORD_BYTES: too long, or with letters that Malay has not */
    char word[WORD_BYTES];
};

_Static_assert(sizeof(struct malay) <= LANG_STATE_BYTES, "page state has a fixed size");

static enum word_kind look_up_word(const char *word, size_t size)
{
    return word_kind_of(WORD_LANGUAGE_ms, word, size);
}

/* ---- Affixes ---- */

/* A prefix, and the letter that a root may have lost to it: me + tulis is menulis. */
static const struct prefix {
    char text[7];
    char lost;
} prefixes[] = {
    {"di", 0},    {"ke", 0},    {"se", 0},     {"ber", 0},    {"be", 0},     {"ter", 0},    {"memper", 0},
    {"diper", 0}, {"per", 0},   {"meny", 's'}, {"peny", 's'}, {"meng", 'k'}, {"peng", 'k'}, {"meng", 0},
    {"peng", 0},  {"mem", 'p'}, {"pem", 'p'},  {"mem", 0},    {"pem", 0},    {"men", 't'},  {"pen", 't'},
    {"men", 0},   {"pen", 0},   {"me", 0},     {"pe", 0},
};

static const char particles[][4] = {"nya", "lah", "kah", "pun"};
static const char suffixes[][4] = {"kan", "an", "i"};

static bool ends_with(const char *word, size_t size, const char *ending)
{
    size_t length = strlen(ending);
    return size >= length + ROOT_BYTES_MIN && memcmp(word + size - length, ending, length) == 0;
}

static enum word_kind without_prefix(const char *word, size_t size)
{
    for (size_t i = 0; i < sizeof prefixes / sizeof prefixes[0]; i++) {
        size_t length = strlen(prefixes[i].text);
        if (size < length + ROOT_BYTES_MIN - (prefixes[i].lost != 0) ||
            memcmp(word, prefixes[i].text, length) != 0)
            continue;
        char root[WORD_BYTES];
        size_t lost = prefixes[i].lost != 0;
        root[0] = prefixes[i].lost;
        memcpy(root + lost, word + length, size - length);
        enum word_kind kind = look_up_word(root, size - length + lost);
        if (kind != WORD_UNKNOWN)
            return kind;
    }
    return WORD_UNKNOWN;
}

static enum word_kind without_affixes(const char *word, size_t size)
{
    enum word_kind kind = look_up_word(word, size);
    if (kind == WORD_UNKNOWN)
        kind = without_prefix(word, size);
    for (size_t i = 0; kind == WORD_UNKNOWN && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        if (!ends_with(word, size, suffixes[i]))
            continue;
        size_t stem = size - strlen(suffixes[i]);
        kind = look_up_word(word, stem);
        if (kind == WORD_UNKNOWN)
            kind = without_prefix(word, stem);
    }
    return kind;
}

static enum word_kind kind_of_word(const char *word, size_t size)
{
    enum word_kind kind = without_affixes(word, size);
    for (size_t i = 0; kind == WORD_UNKNOWN && i < sizeof particles / sizeof particles[0]; i++)
        if (ends_with(word, size, particles[i]))
            kind = without_affixes(word, size - strlen(particles[i]));
    return kind;
}

/* ---- The page ---- */

static void malay_end_word(struct malay *malay)
{
    if (malay->size > 0 && malay->size <= WORD_BYTES) {
        enum word_kind kind = kind_of_word(malay->word, malay->size);
        malay->known += kind == WORD_MALAY_ROOT || kind == WORD_MALAY;
        malay->malay_only += kind == WORD_MALAY || kind == WORD_MALAYSIA;
        malay->indonesian_only += kind == WORD_INDONESIAN;
    }
    malay->size = 0;
}

static void malay_character(struct malay *malay, uint32_t c)
{
    enum letter_class letter_class = word_class_of(c);
    if (letter_class == LETTER_INVISIBLE)
        return;
    if (letter_class != LETTER_WORD)
        malay_end_word(malay);
    else if (c < 0x80 && ascii_is_letter((char)c) && malay->size < WORD_BYTES)
        malay->word[malay->size++] = ascii_lower((char)c);
    else
        malay->size = WORD_BYTES + 1;
    word_counter_put(&malay->all, letter_class);
}

static void malay_text(struct lang *lang, const char *utf8, size_t size)
{
    struct malay *malay = lang_state(lang);
    for (size_t at = 0; at < size;) {
        int length = utf8_sequence(utf8 + at, size - at);
        if (length <= 0)
            return;
        malay_character(malay, utf8_decode(utf8 + at, length));
        at += (size_t)length;
    }
}

static void malay_break_word(struct lang *lang)
{
    malay_character(lang_state(lang), ' ');
}

static bool page_declares(const struct lang_hints *hints, const char *names)
{
    return lang_tag_is(hints->html_lang, names) || lang_tag_is(hints->meta_language, names);
}

static bool has_folder(const char *path, const char *name_and_slash)
{
    for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/'))
        if (strncmp(slash + 1, name_and_slash, strlen(name_and_slash)) == 0)
            return true;
    return false;
}

/* Says whether the host ends in .my, or a folder is called my or ms. */
static bool address_is_malaysian(const char *url)
{
    const char *host = url ? strchr(url, ':') : NULL;
    if (!host || strncmp(host, "://", 3) != 0)
        return false;
    host += 3;
    const char *path = host + strcspn(host, "/");
    const char *host_end = host + strcspn(host, ":/");
    bool domain = host_end - host > 3 && memcmp(host_end - 3, ".my", 3) == 0;
    return domain || has_folder(path, "my/") || has_folder(path, "ms/");
}

static bool is_malay(const struct malay *malay, const struct lang_result *result,
                     const struct lang_hints *hints)
{
    bool declared = page_declares(hints, "ms msa may zsm melayu malay");
    unsigned weight = WEIGHT_EVEN;
    if (declared)
        weight += WEIGHT_DECLARED;
    else if (page_declares(hints, "id ind in indonesia indonesian"))
        weight = 1;
    if (address_is_malaysian(hints->url))
        weight += WEIGHT_ADDRESS;
    if (malay->known < KNOWN_LEAST || result->ratio < (declared ? KNOWN_SHARE_DECLARED : KNOWN_SHARE))
        return false;
    uint32_t in_favour = malay->malay_only * weight, against = malay->indonesian_only * WEIGHT_EVEN;
    return in_favour > against || (in_favour == against && weight > WEIGHT_EVEN);
}

static void malay_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    struct malay *malay = lang_state(lang);
    malay_end_word(malay);
    result->words = result->script_words = malay->all.words;
    result->dictionary_words = malay->known;
    result->ratio = lang_ratio(result->dictionary_words, result->words);
    result->matches = is_malay(malay, result, hints);
}

const struct lang_pack lang_pack_ms = {
    .name = "ms",
    .verdict = "malay",
    .text = malay_text,
    .break_word = malay_break_word,
    .end = malay_end,
};
