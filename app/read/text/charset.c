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

struct label {
    const char *name; /* lower case; a final '*' stands for any ending */
    enum text_charset charset;
};

/* The first line that fits counts. Of the charsets that are not decoded, beginnings are enough. */
static const struct label labels[] = {
    {"utf-8", TEXT_UTF_8},
    {"utf8", TEXT_UTF_8},
    {"unicode-1-1-utf-8", TEXT_UTF_8},
    {"unicode11utf8", TEXT_UTF_8},
    {"unicode20utf8", TEXT_UTF_8},
    {"x-unicode20utf8", TEXT_UTF_8},
    {"utf-16be", TEXT_UTF_16BE},
    {"unicodefffe", TEXT_UTF_16BE},
    {"utf-16", TEXT_UTF_16LE},
    {"utf-16le", TEXT_UTF_16LE},
    {"unicode", TEXT_UTF_16LE},
    {"unicodefeff", TEXT_UTF_16LE},
    {"ucs-2", TEXT_UTF_16LE},
    {"csunicode", TEXT_UTF_16LE},
    {"iso-10646-ucs-2", TEXT_UTF_16LE},
    {"tis-620", TEXT_WINDOWS_874},
    {"tis620", TEXT_WINDOWS_874},
    {"tis-620-2533", TEXT_WINDOWS_874},
    {"tis620-2533", TEXT_WINDOWS_874},
    {"windows-874", TEXT_WINDOWS_874},
    {"cp874", TEXT_WINDOWS_874},
    {"dos-874", TEXT_WINDOWS_874},
    {"x-windows-874", TEXT_WINDOWS_874},
    {"iso-8859-11", TEXT_WINDOWS_874},
    {"iso8859-11", TEXT_WINDOWS_874},
    {"iso885911", TEXT_WINDOWS_874},
    {"iso_8859-11", TEXT_WINDOWS_874},
    {"windows-1256", TEXT_WINDOWS_1256},
    {"cp1256", TEXT_WINDOWS_1256},
    {"x-cp1256", TEXT_WINDOWS_1256},
    {"windows-1252", TEXT_WINDOWS_1252},
    {"cp1252", TEXT_WINDOWS_1252},
    {"x-cp1252", TEXT_WINDOWS_1252},
    {"iso-8859-1", TEXT_WINDOWS_1252},
    {"iso8859-1", TEXT_WINDOWS_1252},
    {"iso88591", TEXT_WINDOWS_1252},
    {"iso_8859-1", TEXT_WINDOWS_1252},
    {"iso_8859-1:1987", TEXT_WINDOWS_1252},
    {"iso-ir-100", TEXT_WINDOWS_1252},
    {"latin1", TEXT_WINDOWS_1252},
    {"l1", TEXT_WINDOWS_1252},
    {"ascii", TEXT_WINDOWS_1252},
    {"us-ascii", TEXT_WINDOWS_1252},
    {"ansi_x3.4-1968", TEXT_WINDOWS_1252},
    {"ibm819", TEXT_WINDOWS_1252},
    {"cp819", TEXT_WINDOWS_1252},
    {"csisolatin1", TEXT_WINDOWS_1252},
    {"x-user-defined", TEXT_WINDOWS_1252},
    {"big5*", TEXT_UNSUPPORTED},
    {"cn-big5", TEXT_UNSUPPORTED},
    {"x-x-big5", TEXT_UNSUPPORTED},
    {"gb*", TEXT_UNSUPPORTED},
    {"x-gbk", TEXT_UNSUPPORTED},
    {"chinese", TEXT_UNSUPPORTED},
    {"csgb*", TEXT_UNSUPPORTED},
    {"csbig5", TEXT_UNSUPPORTED},
    {"hz-gb*", TEXT_UNSUPPORTED},
    {"euc-*", TEXT_UNSUPPORTED},
    {"x-euc*", TEXT_UNSUPPORTED},
    {"cseuc*", TEXT_UNSUPPORTED},
    {"shift*", TEXT_UNSUPPORTED},
    {"sjis", TEXT_UNSUPPORTED},
    {"x-sjis", TEXT_UNSUPPORTED},
    {"ms932", TEXT_UNSUPPORTED},
    {"ms_kanji", TEXT_UNSUPPORTED},
    {"csshiftjis", TEXT_UNSUPPORTED},
    {"windows-31j", TEXT_UNSUPPORTED},
    {"ks_c_*", TEXT_UNSUPPORTED},
    {"ksc*", TEXT_UNSUPPORTED},
    {"csksc*", TEXT_UNSUPPORTED},
    {"korean", TEXT_UNSUPPORTED},
    {"windows-9*", TEXT_UNSUPPORTED},
    {"windows-125*", TEXT_UNSUPPORTED},
    {"cp125*", TEXT_UNSUPPORTED},
    {"x-cp125*", TEXT_UNSUPPORTED},
    {"iso-8859-*", TEXT_UNSUPPORTED},
    {"iso_8859-*", TEXT_UNSUPPORTED},
    {"iso8859*", TEXT_UNSUPPORTED},
    {"iso8859-*", TEXT_UNSUPPORTED},
    {"iso-ir-*", TEXT_UNSUPPORTED},
    {"iso-2022-*", TEXT_UNSUPPORTED},
    {"csiso*", TEXT_UNSUPPORTED},
    {"latin*", TEXT_UNSUPPORTED},
    {"l2", TEXT_UNSUPPORTED},
    {"l3", TEXT_UNSUPPORTED},
    {"l4", TEXT_UNSUPPORTED},
    {"l5", TEXT_UNSUPPORTED},
    {"l6", TEXT_UNSUPPORTED},
    {"l9", TEXT_UNSUPPORTED},
    {"koi*", TEXT_UNSUPPORTED},
    {"cskoi8r", TEXT_UNSUPPORTED},
    {"cp866", TEXT_UNSUPPORTED},
    {"866", TEXT_UNSUPPORTED},
    {"ibm866", TEXT_UNSUPPORTED},
    {"csibm866", TEXT_UNSUPPORTED},
    {"ecma-*", TEXT_UNSUPPORTED},
    {"elot_928", TEXT_UNSUPPORTED},
    {"sun_eu_greek", TEXT_UNSUPPORTED},
    {"greek*", TEXT_UNSUPPORTED},
    {"hebrew", TEXT_UNSUPPORTED},
    {"visual", TEXT_UNSUPPORTED},
    {"logical", TEXT_UNSUPPORTED},
    {"arabic", TEXT_UNSUPPORTED},
    {"asmo-708", TEXT_UNSUPPORTED},
    {"cyrillic", TEXT_UNSUPPORTED},
    {"dos-8*", TEXT_UNSUPPORTED},
    {"mac", TEXT_UNSUPPORTED},
    {"macintosh", TEXT_UNSUPPORTED},
    {"csmacintosh", TEXT_UNSUPPORTED},
    {"x-mac-*", TEXT_UNSUPPORTED},
    {"tcvn*", TEXT_UNSUPPORTED},
    {"viscii", TEXT_UNSUPPORTED},
};

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

static bool label_fits(const char *pattern, const char *label, size_t size)
{
    size_t i = 0;
    while (i < size && pattern[i] && pattern[i] == label[i])
        i++;
    return pattern[i] == '*' || (pattern[i] == '\0' && i == size);
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
    for (size_t i = 0; i < sizeof labels / sizeof labels[0]; i++)
        if (label_fits(labels[i].name, name, size))
            return labels[i].charset;
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
