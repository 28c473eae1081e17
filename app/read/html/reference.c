#include "read/html/reference.h"

#include <string.h>

struct reference {
    char name[HTML_REFERENCE_LONGEST]; /* padded with zero bytes, none at the end of the longest */
    uint16_t character;
};

/*
 * The names of HTML 4, the upper-case forms that the standard kept for old pages, and the names of
 * punctuation and signs that newer pages use, sorted by their bytes. The other 1,900 names of today's
 * standard are mathematics.
 */
static const struct reference references[] = {
    {"AElig", 0x00C6},   {"AMP", 0x0026},    {"Aacute", 0x00C1},   {"Acirc", 0x00C2},   {"Agrave", 0x00C0},
    {"Alpha", 0x0391},   {"Aring", 0x00C5},  {"Atilde", 0x00C3},   {"Auml", 0x00C4},    {"Beta", 0x0392},
    {"COPY", 0x00A9},    {"Ccedil", 0x00C7}, {"Chi", 0x03A7},      {"Dagger", 0x2021},  {"Delta", 0x0394},
    {"ETH", 0x00D0},     {"Eacute", 0x00C9}, {"Ecirc", 0x00CA},    {"Egrave", 0x00C8},  {"Epsilon", 0x0395},
    {"Eta", 0x0397},     {"Euml", 0x00CB},   {"GT", 0x003E},       {"Gamma", 0x0393},   {"Hat", 0x005E},
    {"Iacute", 0x00CD},  {"Icirc", 0x00CE},  {"Igrave", 0x00CC},   {"Iota", 0x0399},    {"Iuml", 0x00CF},
    {"Kappa", 0x039A},   {"LT", 0x003C},     {"Lambda", 0x039B},   {"Mu", 0x039C},      {"NewLine", 0x000A},
    {"Ntilde", 0x00D1},  {"Nu", 0x039D},     {"OElig", 0x0152},    {"Oacute", 0x00D3},  {"Ocirc", 0x00D4},
    {"Ograve", 0x00D2},  {"Omega", 0x03A9},  {"Omicron", 0x039F},  {"Oslash", 0x00D8},  {"Otilde", 0x00D5},
    {"Ouml", 0x00D6},    {"Phi", 0x03A6},    {"Pi", 0x03A0},       {"Prime", 0x2033},   {"Psi", 0x03A8},
    {"QUOT", 0x0022},    {"REG", 0x00AE},    {"Rho", 0x03A1},      {"Scaron", 0x0160},  {"Sigma", 0x03A3},
    {"THORN", 0x00DE},   {"Tab", 0x0009},    {"Tau", 0x03A4},      {"Theta", 0x0398},   {"Uacute", 0x00DA},
    {"Ucirc", 0x00DB},   {"Ugrave", 0x00D9}, {"Upsilon", 0x03A5},  {"Uuml", 0x00DC},    {"Xi", 0x039E},
    {"Yacute", 0x00DD},  {"Yuml", 0x0178},   {"Zeta", 0x0396},     {"aacute", 0x00E1},  {"acirc", 0x00E2},
    {"acute", 0x00B4},   {"aelig", 0x00E6},  {"agrave", 0x00E0},   {"alefsym", 0x2135}, {"alpha", 0x03B1},
    {"amp", 0x0026},     {"and", 0x2227},    {"ang", 0x2220},      {"apos", 0x0027},    {"aring", 0x00E5},
    {"ast", 0x002A},     {"asymp", 0x2248},  {"atilde", 0x00E3},   {"auml", 0x00E4},    {"bdquo", 0x201E},
    {"beta", 0x03B2},    {"blank", 0x2423},  {"block", 0x2588},    {"brvbar", 0x00A6},  {"bsol", 0x005C},
    {"bull", 0x2022},    {"cap", 0x2229},    {"ccedil", 0x00E7},   {"cedil", 0x00B8},   {"cent", 0x00A2},
    {"check", 0x2713},   {"chi", 0x03C7},    {"cir", 0x25CB},      {"circ", 0x02C6},    {"clubs", 0x2663},
    {"colon", 0x003A},   {"comma", 0x002C},  {"commat", 0x0040},   {"cong", 0x2245},    {"copy", 0x00A9},
    {"copysr", 0x2117},  {"crarr", 0x21B5},  {"cross", 0x2717},    {"cup", 0x222A},     {"curren", 0x00A4},
    {"dArr", 0x21D3},    {"dagger", 0x2020}, {"darr", 0x2193},     {"dash", 0x2010},    {"deg", 0x00B0},
    {"delta", 0x03B4},   {"diams", 0x2666},  {"divide", 0x00F7},   {"dollar", 0x0024},  {"dtri", 0x25BF},
    {"dtrif", 0x25BE},   {"eacute", 0x00E9}, {"ecirc", 0x00EA},    {"egrave", 0x00E8},  {"empty", 0x2205},
    {"emsp", 0x2003},    {"ensp", 0x2002},   {"epsilon", 0x03B5},  {"equals", 0x003D},  {"equiv", 0x2261},
    {"eta", 0x03B7},     {"eth", 0x00F0},    {"euml", 0x00EB},     {"euro", 0x20AC},    {"excl", 0x0021},
    {"exist", 0x2203},   {"female", 0x2640}, {"flat", 0x266D},     {"fnof", 0x0192},    {"forall", 0x2200},
    {"frac12", 0x00BD},  {"frac14", 0x00BC}, {"frac34", 0x00BE},   {"frasl", 0x2044},   {"gamma", 0x03B3},
    {"ge", 0x2265},      {"grave", 0x0060},  {"gt", 0x003E},       {"hArr", 0x21D4},    {"hairsp", 0x200A},
    {"harr", 0x2194},    {"hearts", 0x2665}, {"hellip", 0x2026},   {"horbar", 0x2015},  {"hyphen", 0x2010},
    {"iacute", 0x00ED},  {"icirc", 0x00EE},  {"iexcl", 0x00A1},    {"igrave", 0x00EC},  {"image", 0x2111},
    {"infin", 0x221E},   {"int", 0x222B},    {"iota", 0x03B9},     {"iquest", 0x00BF},  {"isin", 0x2208},
    {"iuml", 0x00EF},    {"kappa", 0x03BA},  {"lArr", 0x21D0},     {"lambda", 0x03BB},  {"lang", 0x27E8},
    {"laquo", 0x00AB},   {"larr", 0x2190},   {"lbrace", 0x007B},   {"lbrack", 0x005B},  {"lceil", 0x2308},
    {"lcub", 0x007B},    {"ldquo", 0x201C},  {"le", 0x2264},       {"lfloor", 0x230A},  {"lowast", 0x2217},
    {"lowbar", 0x005F},  {"loz", 0x25CA},    {"lpar", 0x0028},     {"lrm", 0x200E},     {"lsaquo", 0x2039},
    {"lsqb", 0x005B},    {"lsquo", 0x2018},  {"lt", 0x003C},       {"ltri", 0x25C3},    {"ltrif", 0x25C2},
    {"macr", 0x00AF},    {"male", 0x2642},   {"mdash", 0x2014},    {"micro", 0x00B5},   {"middot", 0x00B7},
    {"minus", 0x2212},   {"mldr", 0x2026},   {"mu", 0x03BC},       {"nabla", 0x2207},   {"natural", 0x266E},
    {"nbsp", 0x00A0},    {"ndash", 0x2013},  {"ne", 0x2260},       {"ni", 0x220B},      {"nldr", 0x2025},
    {"not", 0x00AC},     {"notin", 0x2209},  {"nsub", 0x2284},     {"ntilde", 0x00F1},  {"nu", 0x03BD},
    {"num", 0x0023},     {"numero", 0x2116}, {"numsp", 0x2007},    {"oacute", 0x00F3},  {"ocirc", 0x00F4},
    {"oelig", 0x0153},   {"ograve", 0x00F2}, {"oline", 0x203E},    {"omega", 0x03C9},   {"omicron", 0x03BF},
    {"oplus", 0x2295},   {"or", 0x2228},     {"ordf", 0x00AA},     {"ordm", 0x00BA},    {"oslash", 0x00F8},
    {"otilde", 0x00F5},  {"otimes", 0x2297}, {"ouml", 0x00F6},     {"para", 0x00B6},    {"part", 0x2202},
    {"percnt", 0x0025},  {"period", 0x002E}, {"permil", 0x2030},   {"perp", 0x22A5},    {"phi", 0x03C6},
    {"phone", 0x260E},   {"pi", 0x03C0},     {"piv", 0x03D6},      {"plus", 0x002B},    {"plusmn", 0x00B1},
    {"pound", 0x00A3},   {"prime", 0x2032},  {"prod", 0x220F},     {"prop", 0x221D},    {"psi", 0x03C8},
    {"puncsp", 0x2008},  {"quest", 0x003F},  {"quot", 0x0022},     {"rArr", 0x21D2},    {"radic", 0x221A},
    {"rang", 0x27E9},    {"raquo", 0x00BB},  {"rarr", 0x2192},     {"rarrw", 0x219D},   {"rbrace", 0x007D},
    {"rbrack", 0x005D},  {"rceil", 0x2309},  {"rcub", 0x007D},     {"rdquo", 0x201D},   {"real", 0x211C},
    {"reg", 0x00AE},     {"rfloor", 0x230B}, {"rho", 0x03C1},      {"rlm", 0x200F},     {"rpar", 0x0029},
    {"rsaquo", 0x203A},  {"rsqb", 0x005D},   {"rsquo", 0x2019},    {"rtri", 0x25B9},    {"rtrif", 0x25B8},
    {"sbquo", 0x201A},   {"scaron", 0x0161}, {"sdot", 0x22C5},     {"sect", 0x00A7},    {"semi", 0x003B},
    {"sharp", 0x266F},   {"shy", 0x00AD},    {"sigma", 0x03C3},    {"sigmaf", 0x03C2},  {"sim", 0x223C},
    {"sol", 0x002F},     {"spades", 0x2660}, {"squ", 0x25A1},      {"star", 0x2606},    {"starf", 0x2605},
    {"sub", 0x2282},     {"sube", 0x2286},   {"sum", 0x2211},      {"sup", 0x2283},     {"sup1", 0x00B9},
    {"sup2", 0x00B2},    {"sup3", 0x00B3},   {"supe", 0x2287},     {"szlig", 0x00DF},   {"tau", 0x03C4},
    {"there4", 0x2234},  {"theta", 0x03B8},  {"thetasym", 0x03D1}, {"thinsp", 0x2009},  {"thorn", 0x00FE},
    {"tilde", 0x02DC},   {"times", 0x00D7},  {"trade", 0x2122},    {"uArr", 0x21D1},    {"uacute", 0x00FA},
    {"uarr", 0x2191},    {"ucirc", 0x00FB},  {"ugrave", 0x00F9},   {"uml", 0x00A8},     {"upsih", 0x03D2},
    {"upsilon", 0x03C5}, {"utri", 0x25B5},   {"utrif", 0x25B4},    {"uuml", 0x00FC},    {"verbar", 0x007C},
    {"vert", 0x007C},    {"weierp", 0x2118}, {"xi", 0x03BE},       {"yacute", 0x00FD},  {"yen", 0x00A5},
    {"yuml", 0x00FF},    {"zeta", 0x03B6},   {"zwj", 0x200D},      {"zwnj", 0x200C},
};

enum { REFERENCES = sizeof references / sizeof references[0] };

uint32_t html_reference_named(const char *name, size_t size)
{
    char wanted[HTML_REFERENCE_LONGEST] = {0};
    if (size == 0 || size > sizeof wanted)
        return 0;
    memcpy(wanted, name, size);
    size_t low = 0;
    for (size_t high = REFERENCES; low < high;) {
        size_t middle = (low + high) / 2;
        int order = memcmp(wanted, references[middle].name, sizeof wanted);
        if (order == 0)
            return references[middle].character;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return 0;
}

bool html_reference_is_legacy(uint32_t character)
{
    return (character >= 0xA0 && character <= 0xFF) || character == '&' || character == '<' ||
           character == '>' || character == '"';
}

/* What the numbers 0x80 to 0x9F mean: nothing in Unicode, so browsers take them for windows-1252. */
static const uint16_t windows_1252[32] = {
    0x20AC, 0x0081, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
    0x2039, 0x0152, 0x008D, 0x017D, 0x008F, 0x0090, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
    0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x009D, 0x017E, 0x0178,
};

uint32_t html_reference_numeric(uint32_t code)
{
    enum { REPLACEMENT = 0xFFFD, LAST = 0x10FFFF, SURROGATE_FIRST = 0xD800, SURROGATE_LAST = 0xDFFF };
    if (code >= 0x80 && code <= 0x9F)
        return windows_1252[code - 0x80];
    if (code == 0 || code > LAST || (code >= SURROGATE_FIRST && code <= SURROGATE_LAST))
        return REPLACEMENT;
    return code;
}
