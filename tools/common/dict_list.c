/* Walks a dictionary's automaton from beginning to end. */
#include <stdbool.h>

#include "dict_list.h"
#include "read/dict/automaton.h"

/* Letters by their symbols, to write words out. */
struct speller {
    const struct dict *dict;
    uint8_t plain[DICT_PLAIN_SYMBOLS];
    uint8_t rare[DICT_PLAIN_SYMBOLS];
    uint8_t letters[DICT_LONGEST];
    dict_word_sink *sink;
    void *context;
};

static void spell(struct speller *speller, uint32_t state, size_t length, bool after_rare)
{
    struct dict_cursor cursor;
    struct dict_edge edge;

    if (length == DICT_LONGEST || dict_cursor_enter(&cursor, speller->dict, state) != 0)
        return;
    while (dict_cursor_next(&cursor, &edge) == 1) {
        if (edge.symbol == DICT_RARE) {
            if (edge.target && !after_rare)
                spell(speller, edge.target, length, true);
            continue;
        }
        speller->letters[length] = (after_rare ? speller->rare : speller->plain)[edge.symbol];
        if (edge.word)
            speller->sink(speller->context, speller->letters, length + 1);
        if (edge.target)
            spell(speller, edge.target, length + 1, false);
    }
}

void dict_list_words(const struct dict *dict, dict_word_sink *sink, void *context)
{
    struct speller speller = {.dict = dict, .sink = sink, .context = context};
    for (int letter = 0; letter < DICT_LETTERS; letter++) {
        uint8_t code = dict->alphabet[letter];
        if (code != DICT_NO_SYMBOL)
            (code & DICT_RARE_FLAG ? speller.rare : speller.plain)[code & (DICT_RARE_FLAG - 1)] =
                (uint8_t)letter;
    }
    spell(&speller, 0, 0, false);
}
