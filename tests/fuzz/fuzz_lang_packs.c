/* Any text, cut anywhere between characters: the packs with words of their own give the same result as for
 * the whole. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/utf8.h"
#include "read/lang/lang.h"

static void judge(const char *pack, const char *text, size_t size, size_t step, struct lang_result *result)
{
    static struct lang lang;
    lang_begin(&lang, lang_pack_find(pack), NULL);
    for (size_t at = 0; at < size;) {
        size_t count = utf8_valid_prefix(
            text + at, size - at < step + UTF8_MAX_BYTES ? size - at : step + UTF8_MAX_BYTES);
        lang_text(&lang, text + at, count);
        at += count;
    }
    lang_end(&lang, NULL, result);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char *const packs[] = {"fa", "ms", "en"};
    if (size == 0)
        return 0;
    size_t valid = utf8_valid_prefix(data + 1, size - 1);
    char *text = malloc(valid + 1);
    memcpy(text, data + 1, valid);
    for (size_t i = 0; i < sizeof packs / sizeof packs[0]; i++) {
        struct lang_result whole, pieces;
        judge(packs[i], text, valid, valid, &whole);
        judge(packs[i], text, valid, data[0] % 16, &pieces);
        if (whole.matches != pieces.matches || whole.words != pieces.words ||
            whole.dictionary_words != pieces.dictionary_words || whole.dictionary_words > whole.words)
            abort();
    }
    free(text);
    return 0;
}
