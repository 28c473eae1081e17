/* CLD2: the language of a page, HTML included. */
extern "C" {
#include "reading.h"
}

#include <cstdio>

#include <cld2/public/compact_lang_det.h>

extern "C" bool reading_begin(const char *mode)
{
    (void)mode;
    return true;
}

extern "C" unsigned long reading_page(const char *page, size_t size)
{
    bool is_plain_text = false, is_reliable = false;
    return static_cast<unsigned long>(CLD2::DetectLanguage(page, static_cast<int>(size), is_plain_text, &is_reliable));
}
