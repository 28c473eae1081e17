/* Every pack gives the same result however a text is cut into pieces of whole characters. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "read/dict/dict.h"
#include "read/lang/lang.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct dict dict;

static struct lang_result judge(const struct lang_pack *pack, const char *text, size_t size, size_t piece)
{
    struct lang lang;
    struct lang_result result;

    lang_begin(&lang, pack, &dict);
    for (size_t at = 0; at < size;) {
        size_t end = at + piece < size ? at + piece : size;
        while (end < size && ((uint8_t)text[end] & 0xc0) == 0x80)
            end++;
        char *copy = malloc(end - at);
        memcpy(copy, text + at, end - at);
        lang_text(&lang, copy, end - at);
        free(copy);
        at = end;
    }
    lang_end(&lang, NULL, &result);
    return result;
}

/* Bytes above 0x9F stand for Thai letters, so that the fuzzer finds words soon; the rest is taken as it is if
 * valid. */
static size_t make_text(const uint8_t *data, size_t size, char *text)
{
    size_t used = 0;
    for (size_t at = 0; at < size;) {
        int length = utf8_sequence(data + at, size - at);
        if (length > 0) {
            memcpy(text + used, data + at, (size_t)length);
            used += (size_t)length;
            at += (size_t)length;
        } else {
            used +=
                utf8_encode(data[at] >= 0xa0 ? 0x0e00u + data[at] - 0xa0u : UTF8_REPLACEMENT, text + used);
            at++;
        }
    }
    return used;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    if (!dict.automaton && dict_open(&dict, dict_builtin, dict_builtin_size) != STATUS_OK)
        abort();
    char *text = malloc(3 * size);
    size_t used = make_text(data + 1, size - 1, text);
    for (size_t i = 0; lang_pack_at(i); i++) {
        struct lang_result whole = judge(lang_pack_at(i), text, used, used ? used : 1);
        struct lang_result pieces = judge(lang_pack_at(i), text, used, 1u + data[0] % 64);
        if (whole.matches != pieces.matches || whole.ratio != pieces.ratio || whole.words != pieces.words ||
            whole.dictionary_words != pieces.dictionary_words || whole.script_words != pieces.script_words ||
            whole.dictionary_words > whole.words || whole.ratio > LANG_RATIO_ALL)
            abort();
    }
    free(text);
    return 0;
}
