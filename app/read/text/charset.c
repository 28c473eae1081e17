#include "read/text/charset.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"

enum { REPLACEMENT = 0xfffd, LABEL_BYTES = 24 };

const char *text_charset_name(enum text_charset charset)
{
    switch (charset) {
    case TEXT_UTF_8: return "utf-8";
    case TEXT_UTF_16LE: return "utf-16le";
    case TEXT_UTF_16BE: return "utf-16be";
    case TEXT_WINDOWS_874: return "windows-874";
    case TEXT_WINDOWS_1252: return "windows-1252";
    case TEXT_WINDOWS_1256: return "windows-1256";
    case TEXT_UNSUPPORTED: return "unsupported";
    default: return "unknown";
    }
}

/*
 * Labels that mean a charset, in lower case and parted by blanks; a '*' at the end of one stands for any
 * ending. The first label that fits counts. Of the charsets that are not decoded, beginnings are enough.
 */
static const struct {
    const char *labels;
    enum text_charset charset;
} charsets[] = {
    {"utf-8 utf8 unicode-1-1-utf-8 unicode11utf8 unicode20utf8 x-unicode20utf8", TEXT_UTF_8},
    {"utf-16be unicodefffe", TEXT_UTF_16BE},
    {"utf-16 utf-16le unicode unicodefeff ucs-2 csunicode iso-10646-ucs-2", TEXT_UTF_16LE},
    {"tis-620 tis620 tis-620-2533 tis620-2533 windows-874 cp874 dos-874 x-windows-874 iso-8859-11 "
     "iso8859-11 iso885911 iso_8859-11",
     TEXT_WINDOWS_874},
    {"windows-1256 cp1256 x-cp1256", TEXT_WINDOWS_1256},
    {"windows-1252 cp1252 x-cp1252 iso-8859-1 iso8859-1 iso88591 iso_8859-1 iso_8859-1:1987 "
     "iso-ir-100 latin1 l1 ascii us-ascii ansi_x3.4-1968 ibm819 cp819 csisolatin1 x-user-defined",
     TEXT_WINDOWS_1252},
    {"big5* cn-big5 x-x-big5 gb* x-gbk chinese csgb* csbig5 hz-gb* euc-* x-euc* cseuc* shift* sjis "
     "x-sjis ms932 ms_kanji csshiftjis windows-31j ks_c_* ksc* csksc* korean windows-9* "
     "windows-125* cp125* x-cp125* iso-8859-* iso_8859-* iso8859* iso8859-* iso-ir-* iso-2022-* "
     "csiso* latin* l2 l3 l4 l5 l6 l9 koi* cskoi8r cp866 866 ibm866 csibm866 ecma-* elot_928 "
     "sun_eu_greek greek* hebrew visual logical arabic asmo-708 cyrillic dos-8* mac macintosh "
     "csmacintosh x-mac-* tcvn* viscii",
     TEXT_UNSUPPORTED},
};

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

static bool is_listed(const char *labels, const char *label, size_t size)
{
    while (*labels != '\0') {
        size_t i = 0;
        while (i < size && labels[i] > ' ' && labels[i] == label[i])
            i++;
        if (labels[i] == '*' || (i == size && (labels[i] == ' ' || labels[i] == '\0')))
            return true;
        labels += strcspn(labels, " ");
        labels += *labels == ' ';
    }
    return false;
}

enum text_charset text_charset_of_label(const char *label, size_t size)
{
    char name[LABEL_BYTES];

    while (size > 0 && is_blank(label[0]))
        label++, size--;
    while (size > 0 && is_blank(label[size - 1]))
        size--;
    if (size == 0 || size > sizeof name)
        return TEXT_CHARSET_UNKNOWN;
    for (size_t i = 0; i < size; i++)
        name[i] = ascii_lower(label[i]);
    for (size_t i = 0; i < sizeof charsets / sizeof charsets[0]; i++)
        if (is_listed(charsets[i].labels, name, size))
            return charsets[i].charset;
    return TEXT_CHARSET_UNKNOWN;
}

/* Returns the position after the next "charset", or `size`. */
static size_t find_after_charset_word(const char *value, size_t from, size_t size)
{
    const size_t length = strlen("charset");

    for (; from + length <= size; from++)
        if (ascii_equals(value + from, length, "charset"))
            return from + length;
    return size;
}

static size_t skip_blanks(const char *value, size_t from, size_t size)
{
    while (from < size && is_blank(value[from]))
        from++;
    return from;
}

enum text_charset text_charset_of_content_type(const char *value, size_t size)
{
    size_t at = 0;
    do {
        at = skip_blanks(value, find_after_charset_word(value, at, size), size);
        if (at == size)
            return TEXT_CHARSET_UNKNOWN;
    } while (value[at] != '=');
    at = skip_blanks(value, at + 1, size);
    if (at == size)
        return TEXT_CHARSET_UNKNOWN;

    size_t end;
    if (value[at] == '"' || value[at] == '\'') {
        const char *quote = memchr(value + at + 1, value[at], size - at - 1);
        if (!quote)
            return TEXT_CHARSET_UNKNOWN;
        at++;
        end = (size_t)(quote - value);
    } else {
        for (end = at; end < size && !is_blank(value[end]) && value[end] != ';'; end++)
            ;
    }
    return text_charset_of_label(value + at, end - at);
}

static const uint16_t windows_1252_low[32] = {
    0x20ac, 0x0081, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008d, 0x017d, 0x008f, 0x0090, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022,
    0x2013, 0x2014, 0x02dc, 0x2122, 0x0161, 0x203a, 0x0153, 0x009d, 0x017e, 0x0178,
};

static const uint16_t windows_1256[128] = {
    0x20ac, 0x067e, 0x201a, 0x0192, 0x201e, 0x2026, 0x2020, 0x2021, 0x02c6, 0x2030, 0x0679, 0x2039, 0x0152,
    0x0686, 0x0698, 0x0688, 0x06af, 0x2018, 0x2019, 0x201c, 0x201d, 0x2022, 0x2013, 0x2014, 0x06a9, 0x2122,
    0x0691, 0x203a, 0x0153, 0x200c, 0x200d, 0x06ba, 0x00a0, 0x060c, 0x00a2, 0x00a3, 0x00a4, 0x00a5, 0x00a6,
    0x00a7, 0x00a8, 0x00a9, 0x06be, 0x00ab, 0x00ac, 0x00ad, 0x00ae, 0x00af, 0x00b0, 0x00b1, 0x00b2, 0x00b3,
    0x00b4, 0x00b5, 0x00b6, 0x00b7, 0x00b8, 0x00b9, 0x061b, 0x00bb, 0x00bc, 0x00bd, 0x00be, 0x061f, 0x06c1,
    0x0621, 0x0622, 0x0623, 0x0624, 0x0625, 0x0626, 0x0627, 0x0628, 0x0629, 0x062a, 0x062b, 0x062c, 0x062d,
    0x062e, 0x062f, 0x0630, 0x0631, 0x0632, 0x0633, 0x0634, 0x0635, 0x0636, 0x00d7, 0x0637, 0x0638, 0x0639,
    0x063a, 0x0640, 0x0641, 0x0642, 0x0643, 0x00e0, 0x0644, 0x00e2, 0x0645, 0x0646, 0x0647, 0x0648, 0x00e7,
    0x00e8, 0x00e9, 0x00ea, 0x00eb, 0x0649, 0x064a, 0x00ee, 0x00ef, 0x064b, 0x064c, 0x064d, 0x064e, 0x00f4,
    0x064f, 0x0650, 0x00f7, 0x0651, 0x00f9, 0x0652, 0x00fb, 0x00fc, 0x200e, 0x200f, 0x06d2,
};

static uint16_t windows_874_character(uint8_t byte)
{
    if ((byte >= 0xa1 && byte <= 0xda) || (byte >= 0xdf && byte <= 0xfb))
        return (uint16_t)(0x0e00 + byte - 0xa0);
    if (byte > 0xa0)
        return REPLACEMENT;
    if (byte == 0x80 || byte == 0x85 || (byte >= 0x91 && byte <= 0x97))
        return windows_1252_low[byte - 0x80];
    return byte; /* 0xA0, a blank that does not break, and control characters */
}

uint16_t text_charset_character(enum text_charset charset, uint8_t byte)
{
    switch (charset) {
    case TEXT_WINDOWS_874: return windows_874_character(byte);
    case TEXT_WINDOWS_1252: return byte < 0xa0 ? windows_1252_low[byte & 31] : byte;
    case TEXT_WINDOWS_1256: return windows_1256[byte & 127];
    default: return REPLACEMENT;
    }
}
