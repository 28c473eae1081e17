#include "read/url/unicode.h"

#include <string.h>

#include "base/utf8.h"

enum { PLANE = 0x10000 };

/* Values of map_range.change that stand for themselves; no mapping adds one of these. */
enum { PAIRED = 0x8001, DROPPED, REFUSED, SEVERAL, MATH_LETTER, MATH_DIGIT };

struct map_range {
    uint16_t first, last;
    uint16_t change;
};

static const struct map_range basic_plane[] = {
#define MAP(first, last, change) {first, last, change},
#include "read/url/map.def"
#undef MAP
};

static const struct map_range second_plane[] = {
    {0x0400, 0x0427, REFUSED}, /* capitals of Deseret, Osage, Vithkuqi */
    {0x04B0, 0x04D3, REFUSED},     {0x0570, 0x0595, REFUSED},
    {0x0781, 0x07BA, REFUSED}, /* raised Latin letters */
    {0x0C80, 0x0CB2, REFUSED}, /* capitals of Old Hungarian, Warang Citi, Medefaidrin, Beria Erfe */
    {0x18A0, 0x18BF, REFUSED},     {0x6E40, 0x6E5F, REFUSED},
    {0x6EA0, 0x6EB8, REFUSED},     {0xBCA0, 0xBCA3, DROPPED}, /* controls of shorthand */
    {0xCCD6, 0xCCF9, REFUSED},                                /* letters and digits in outline */
    {0xD100, 0xD1FF, REFUSED},                                /* musical symbols */
    {0xD400, 0xD6A3, MATH_LETTER}, /* the alphabet, in thirteen styles of upper and lower case */
    {0xD6A4, 0xD7CB, REFUSED},     /* the same of Greek */
    {0xD7CE, 0xD7FF, MATH_DIGIT},  /* digits in five styles */
    {0xE030, 0xE06D, REFUSED},     /* raised Cyrillic letters */
    {0xE900, 0xE921, REFUSED},     /* capitals of Adlam */
    {0xEE00, 0xEEFF, REFUSED},     /* Arabic in mathematics */
    {0xF100, 0xF1AD, REFUSED},     /* letters with stops, brackets, frames */
    {0xF200, 0xF251, REFUSED},     /* ideographs in frames */
    {0xFBF0, 0xFBF9, REFUSED},     /* digits of seven segments */
    {0xFFFE, 0xFFFF, REFUSED},     /* no characters */
};

static const struct {
    uint16_t character;
    uint16_t parts[UNICODE_MAPPED_MAX];
} splits[] = {
    {0x0132, {'i', 'j'}},       {0x0133, {'i', 'j'}},
    {0x0E33, {0x0E4D, 0x0E32}},                             /* Thai sara am is nikhahit and sara aa */
    {0x0EB3, {0x0ECD, 0x0EB2}},                             /* the same in Lao */
    {0x0EDC, {0x0EAB, 0x0E99}}, {0x0EDD, {0x0EAB, 0x0EA1}}, /* Lao ho no, ho mo */
    {0xFB00, {'f', 'f'}},       {0xFB01, {'f', 'i'}},
    {0xFB02, {'f', 'l'}},       {0xFB03, {'f', 'f', 'i'}},
    {0xFB04, {'f', 'f', 'l'}},
};

#define COUNT(table) (sizeof(table) / sizeof(table)[0])

static unsigned find_change(const struct map_range *range, size_t count, unsigned offset)
{
    for (; count > 0 && range->first <= offset; range++, count--)
        if (offset <= range->last)
            return range->change == PAIRED ? (offset - range->first + 1) & 1 : range->change;
    return 0;
}

static int split_character(uint32_t character, uint32_t mapped[UNICODE_MAPPED_MAX])
{
    size_t i = 0;
    int count = 0;
    while (splits[i].character != character)
        i++;
    for (; count < UNICODE_MAPPED_MAX && splits[i].parts[count]; count++)
        mapped[count] = splits[i].parts[count];
    return count;
}

/* Planes two and three hold ideographs, the fifteenth the variation selectors; the others are empty or
 * private. */
static int map_higher_plane(uint32_t character)
{
    if (character >= 0xE0100 && character <= 0xE01EF)
        return 0;
    bool compatibility = character >= 0x2F800 && character <= 0x2FA1F;
    return character < 0x323B0 && !compatibility && (character & 0xFFFE) != 0xFFFE ? 1 : -1;
}

int unicode_map(uint32_t character, uint32_t mapped[UNICODE_MAPPED_MAX])
{
    unsigned offset = character & (PLANE - 1);

    mapped[0] = character;
    if (character < 128) {
        mapped[0] = (uint32_t)ascii_lower((char)character);
        return 1;
    }
    if (character >= 2 * PLANE)
        return map_higher_plane(character);
    unsigned change = character < PLANE ? find_change(basic_plane, COUNT(basic_plane), offset)
                                        : find_change(second_plane, COUNT(second_plane), offset);
    switch (change) {
    case DROPPED: return 0;
    case REFUSED: return -1;
    case SEVERAL: return split_character(character, mapped);
    case MATH_LETTER: mapped[0] = 'a' + (offset - 0xD400) % 26; return 1;
    case MATH_DIGIT: mapped[0] = '0' + (offset - 0xD7CE) % 10; return 1;
    default: break;
    }
    if (change > 0)
        mapped[0] = (uint16_t)(offset + change);
    return 1;
}

bool unicode_is_valid(uint32_t character)
{
    uint32_t mapped[UNICODE_MAPPED_MAX];
    return unicode_map(character, mapped) == 1 && mapped[0] == character;
}

static bool in_ranges(const uint16_t (*range)[2], size_t count, uint32_t character)
{
    for (; count > 0 && (*range)[0] <= character; range++, count--)
        if (character <= (*range)[1])
            return true;
    return false;
}

/* The nine scripts of India have the same layout, 128 places for each. */
static bool is_indic_mark(uint32_t character)
{
    unsigned place = character & 0x7F;
    return place <= 0x03 || place == 0x3C || (place >= 0x3E && place <= 0x4D) ||
           (place >= 0x55 && place <= 0x57) || place == 0x62 || place == 0x63;
}

bool unicode_is_mark(uint32_t character)
{
    static const uint16_t marks[][2] = {
        {0x0300, 0x036F}, {0x0483, 0x0489}, {0x0591, 0x05BD}, {0x05BF, 0x05BF}, {0x05C1, 0x05C2},
        {0x05C4, 0x05C5}, {0x05C7, 0x05C7}, {0x0610, 0x061A}, {0x064B, 0x065F}, {0x0670, 0x0670},
        {0x06D6, 0x06DC}, {0x06DF, 0x06E4}, {0x06E7, 0x06E8}, {0x06EA, 0x06ED}, {0x0711, 0x0711},
        {0x0730, 0x074A}, {0x07A6, 0x07B0}, {0x07EB, 0x07F3}, {0x0816, 0x082D}, {0x0859, 0x085B},
        {0x08CA, 0x08FF}, {0x0D81, 0x0D83}, {0x0DCA, 0x0DDF}, {0x0DF2, 0x0DF3}, {0x0E31, 0x0E31},
        {0x0E34, 0x0E3A}, {0x0E47, 0x0E4E}, {0x0EB1, 0x0EB1}, {0x0EB4, 0x0EBC}, {0x0EC8, 0x0ECE},
        {0x0F18, 0x0F19}, {0x0F35, 0x0F3F}, {0x0F71, 0x0F87}, {0x0F8D, 0x0FBC}, {0x102B, 0x103E},
        {0x1056, 0x1059}, {0x135D, 0x135F}, {0x17B6, 0x17D3}, {0x1920, 0x193B}, {0x1A17, 0x1A1B},
        {0x1A55, 0x1A7F}, {0x1AB0, 0x1B04}, {0x1B34, 0x1B44}, {0x1DC0, 0x1DFF}, {0x20D0, 0x20F0},
        {0x302A, 0x302F}, {0x3099, 0x309A}, {0xFB1E, 0xFB1E}, {0xFE20, 0xFE2F},
    };
    if (character >= 0x0900 && character < 0x0D80)
        return is_indic_mark(character);
    return in_ranges(marks, COUNT(marks), character);
}

unsigned unicode_combining_class(uint32_t character)
{
    static const struct {
        uint16_t first;
        uint8_t count;
        uint8_t class;
    } classes[] = {
        {0x0DCA, 1, 9}, {0x0E38, 2, 103}, {0x0E3A, 1, 9}, {0x0E48, 4, 107}, {0x0EB8, 2, 118},
        {0x0EBA, 1, 9}, {0x0EC8, 4, 122}, {0x0F84, 1, 9}, {0x1037, 1, 7},   {0x1039, 2, 9},
        {0x17D2, 1, 9}, {0x1A60, 1, 9},   {0x1B44, 1, 9}, {0xA9C0, 1, 9},
    };
    if (character >= 0x0900 && character < 0x0D80 && (character & 0x7F) == 0x4D)
        return UNICODE_VIRAMA_CLASS;
    for (size_t i = 0; i < COUNT(classes); i++)
        if (character - classes[i].first < classes[i].count)
            return classes[i].class;
    return 0;
}

enum unicode_direction unicode_direction(uint32_t character)
{
    if ((character >= '0' && character <= '9') || (character >= 0x06F0 && character <= 0x06F9))
        return UNICODE_DIGIT;
    if ((character >= 0x0660 && character <= 0x0669) || character == 0x066B || character == 0x066C)
        return UNICODE_ARABIC_DIGIT;
    if (unicode_is_mark(character) || character == UNICODE_NON_JOINER || character == UNICODE_JOINER)
        return UNICODE_MARK;
    if (character < 128 && !ascii_is_letter((char)character))
        return UNICODE_NEUTRAL;
    bool right =
        (character >= 0x0590 && character <= 0x08FF) || (character >= 0xFB1D && character <= 0xFEFF) ||
        (character >= 0x10800 && character <= 0x10FFF) || (character >= 0x1E800 && character <= 0x1EFFF);
    return right ? UNICODE_RIGHT : UNICODE_LEFT;
}

bool unicode_joins(uint32_t before, uint32_t after)
{
    static const uint16_t letters[][2] = {{0x0620, 0x0620}, {0x0622, 0x064A}, {0x066E, 0x066F},
                                          {0x0671, 0x0673}, {0x0679, 0x06D3}, {0x06D5, 0x06D5},
                                          {0x06FA, 0x06FC}, {0x0750, 0x077F}};
    /* These join the letter before them, but not the one after. */
    static const uint16_t final_letters[][2] = {
        {0x0622, 0x0625}, {0x0627, 0x0627}, {0x0629, 0x0629}, {0x062F, 0x0632}, {0x0648, 0x0648},
        {0x0671, 0x0673}, {0x0688, 0x0699}, {0x06C0, 0x06C0}, {0x06C3, 0x06CB}, {0x06D2, 0x06D5}};
    return in_ranges(letters, COUNT(letters), before) &&
           !in_ranges(final_letters, COUNT(final_letters), before) &&
           in_ranges(letters, COUNT(letters), after);
}

uint32_t unicode_next(const char **at)
{
    unsigned char lead = (unsigned char)**at;
    int length = lead < 0x80 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    uint32_t character = utf8_decode(*at, length);
    *at += length;
    return character;
}

void unicode_put(struct url_writer *out, uint32_t character)
{
    char bytes[UTF8_MAX_BYTES];
    size_t size = utf8_encode(character, bytes);
    if (out->limit - out->length < size) {
        out->overflow = true;
        return;
    }
    memcpy(out->text + out->length, bytes, size);
    out->length += size;
}

void unicode_move_back(char *first, const char *character, const char *last)
{
    char copy[UTF8_MAX_BYTES];
    size_t size = (size_t)(last - character);
    memcpy(copy, character, size);
    memmove(first + size, first, (size_t)(character - first));
    memcpy(first, copy, size);
}
