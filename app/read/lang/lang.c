#include "read/lang/lang.h"

#include <string.h>

_Static_assert(sizeof(struct lang) <= 512, "a page's state is at most 512 bytes");

#define LANG_PACK(name) extern const struct lang_pack lang_pack_##name;
#include "read/lang/packs.def"
#undef LANG_PACK

static const struct lang_pack *const packs[] = {
#define LANG_PACK(name) &lang_pack_##name,
#include "read/lang/packs.def"
#undef LANG_PACK
    NULL,
};

const struct lang_pack *lang_pack_at(size_t index)
{
    return index < sizeof packs / sizeof packs[0] ? packs[index] : NULL;
}

const struct lang_pack *lang_pack_find(const char *name)
{
    for (const struct lang_pack *const *pack = packs; *pack; pack++)
        if (strcmp((*pack)->name, name) == 0)
            return *pack;
    return NULL;
}

void lang_begin(struct lang *lang, const struct lang_pack *pack, const struct dict *dict)
{
    *lang = (struct lang){.pack = pack, .dict = dict};
    if (pack->begin)
        pack->begin(lang);
}

void lang_text(struct lang *lang, const char *utf8, size_t size)
{
    if (size > 0)
        lang->pack->text(lang, utf8, size);
}

void lang_break(struct lang *lang)
{
    lang->pack->break_word(lang);
}

void lang_end(struct lang *lang, const struct lang_hints *hints, struct lang_result *result)
{
    static const struct lang_hints nothing_said = {0};
    *result = (struct lang_result){0};
    lang->pack->end(lang, hints ? hints : &nothing_said, result);
}

uint16_t lang_ratio(uint32_t part, uint32_t whole)
{
    if (whole == 0)
        return 0;
    return (uint16_t)((uint64_t)part * LANG_RATIO_ALL / whole);
}
