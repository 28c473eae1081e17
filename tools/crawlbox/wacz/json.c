#include "wacz/json.h"

#include <string.h>

/* The length of the UTF-8 character at `text`, 0 if there is none. */
static int utf8_length(const unsigned char *text)
{
    int length = text[0] < 0x80                      ? 1
                 : text[0] >= 0xc2 && text[0] < 0xe0 ? 2
                 : text[0] >= 0xe0 && text[0] < 0xf0 ? 3
                                                     : 4;
    if (text[0] >= 0x80 && (text[0] < 0xc2 || text[0] > 0xf4))
        return 0;
    for (int i = 1; i < length; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
        (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
        return 0; /* too long a form, a surrogate, or beyond Unicode */
    return length;
}

void json_write_string(FILE *out, const char *text)
{
    const unsigned char *at = (const unsigned char *)text;
    fputc('"', out);
    while (*at) {
        int length = utf8_length(at);
        if (length == 0) {
            fputs("\xef\xbf\xbd", out);
            at++;
        } else if (length == 1 && (*at == '"' || *at == '\\')) {
            fprintf(out, "\\%c", *at++);
        } else if (*at < 0x20 || *at == 0x7f) {
            fprintf(out, "\\u%04x", *at++);
        } else {
            fwrite(at, 1, (size_t)length, out);
            at += length;
        }
    }
    fputc('"', out);
}
