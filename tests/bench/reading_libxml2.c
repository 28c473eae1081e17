/* libxml2's HTML parser, pushed piece by piece with a sink that only counts. */
#include "reading.h"

#include <libxml/HTMLparser.h>

static unsigned long events;

static void on_start(void *context, const xmlChar *name, const xmlChar **attributes)
{
    (void)context, (void)name, (void)attributes;
    events++;
}

static void on_text(void *context, const xmlChar *text, int size)
{
    (void)context, (void)text;
    events += (unsigned long)size;
}

bool reading_begin(const char *mode)
{
    (void)mode;
    return true;
}

unsigned long reading_page(const char *page, size_t size)
{
    htmlSAXHandler sax = {.startElement = on_start, .characters = on_text};
    htmlParserCtxtPtr parser = htmlCreatePushParserCtxt(&sax, NULL, NULL, 0, NULL, XML_CHAR_ENCODING_UTF8);
    for (size_t at = 0; at < size; at += READING_PIECE_BYTES) {
        size_t piece = size - at < READING_PIECE_BYTES ? size - at : READING_PIECE_BYTES;
        htmlParseChunk(parser, page + at, (int)piece, 0);
    }
    htmlParseChunk(parser, NULL, 0, 1);
    htmlFreeParserCtxt(parser);
    return events;
}
