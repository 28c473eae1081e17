/* Whatever a list of names, iso-codes' file or GeoNames' file holds: names are taken from it or not, and a
 * dictionary is made. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "topic/layout.h"
#include "topics/dictionary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const struct english_words no_words;
    struct names names = {0};
    struct dictionary dictionary;
    if (size < 1)
        return 0;
    char *text = malloc(size);
    if (!text)
        abort();
    memcpy(text, data + 1, size - 1);
    text[size - 1] = '\0';
    if (data[0] % 3 == 0)
        names_take_list(&names, text, "list");
    else if (data[0] % 3 == 1)
        names_take_provinces(&names, text);
    else
        names_take_cities(&names, text);
    dictionary_make(&dictionary, &names, &no_words, DICTIONARY_TAMED);
    if (dictionary.names > names.count || dictionary.sector_count == 0)
        abort();
    dictionary_free(&dictionary);
    names_free(&names);
    free(text);
    return 0;
}
