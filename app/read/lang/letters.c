#include "read/lang/letters.h"

#include <stddef.h>

struct range {
    uint32_t first, last;
    enum letter_class class;
};

/* Sorted; what lies between two ranges is LETTER_WORD. U+FFFD stands for bytes that were not decoded. */
static const struct range ranges[] = {
    {0x0080, 0x00a9, LETTER_NONE},        {0x00ab, 0x00ac, LETTER_NONE},
    {0x00ad, 0x00ad, LETTER_INVISIBLE},   {0x00ae, 0x00b4, LETTER_NONE},
    {0x00b6, 0x00b9, LETTER_NONE},        {0x00bb, 0x00bf, LETTER_NONE},
    {0x00d7, 0x00d7, LETTER_NONE},        {0x00f7, 0x00f7, LETTER_NONE},
    {0x02c2, 0x02df, LETTER_NONE},        {0x037e, 0x037e, LETTER_NONE},
    {0x0387, 0x0387, LETTER_NONE},        {0x055a, 0x055f, LETTER_NONE},
    {0x0589, 0x058f, LETTER_NONE},        {0x05be, 0x05be, LETTER_NONE},
    {0x05f3, 0x05f4, LETTER_NONE},        {0x0600, 0x060f, LETTER_NONE},
    {0x061b, 0x061b, LETTER_NONE},        {0x061c, 0x061c, LETTER_INVISIBLE},
    {0x061d, 0x061f, LETTER_NONE},        {0x0640, 0x0640, LETTER_INVISIBLE},
    {0x066a, 0x066d, LETTER_NONE},        {0x06d4, 0x06d4, LETTER_NONE},
    {0x0964, 0x0965, LETTER_NONE},        {0x0e80, 0x0fff, LETTER_LONG},
    {0x1000, 0x1049, LETTER_LONG},        {0x104a, 0x104f, LETTER_NONE},
    {0x1050, 0x109f, LETTER_LONG},        {0x1361, 0x1368, LETTER_NONE},
    {0x1680, 0x1680, LETTER_NONE},        {0x1780, 0x17d3, LETTER_LONG},
    {0x17d4, 0x17db, LETTER_NONE},        {0x17dc, 0x17ff, LETTER_LONG},
    {0x1800, 0x180e, LETTER_NONE},        {0x1950, 0x1aaf, LETTER_LONG},
    {0x2000, 0x200b, LETTER_NONE},        {0x200c, 0x200f, LETTER_INVISIBLE},
    {0x2010, 0x2029, LETTER_NONE},        {0x202a, 0x202e, LETTER_INVISIBLE},
    {0x202f, 0x205f, LETTER_NONE},        {0x2060, 0x206f, LETTER_INVISIBLE},
    {0x2070, 0x2bff, LETTER_NONE},        {0x2e00, 0x2e7f, LETTER_NONE},
    {0x2e80, 0x2fdf, LETTER_SHORT},       {0x2ff0, 0x3004, LETTER_NONE},
    {0x3005, 0x3007, LETTER_SHORT},       {0x3008, 0x3020, LETTER_NONE},
    {0x3021, 0x302f, LETTER_SHORT},       {0x3030, 0x3030, LETTER_NONE},
    {0x3031, 0x312f, LETTER_SHORT},       {0x3190, 0x31ff, LETTER_SHORT},
    {0x3200, 0x33ff, LETTER_NONE},        {0x3400, 0x4dbf, LETTER_SHORT},
    {0x4dc0, 0x4dff, LETTER_NONE},        {0x4e00, 0xa4cf, LETTER_SHORT},
    {0xa9e0, 0xa9ff, LETTER_LONG},        {0xaa60, 0xaadf, LETTER_LONG},
    {0xd800, 0xf8ff, LETTER_NONE},        {0xf900, 0xfaff, LETTER_SHORT},
    {0xfe00, 0xfe0f, LETTER_INVISIBLE},   {0xfe10, 0xfe6f, LETTER_NONE},
    {0xfeff, 0xfeff, LETTER_INVISIBLE},   {0xff00, 0xff0f, LETTER_NONE},
    {0xff1a, 0xff20, LETTER_NONE},        {0xff3b, 0xff40, LETTER_NONE},
    {0xff5b, 0xff65, LETTER_NONE},        {0xff66, 0xff9f, LETTER_SHORT},
    {0xffe0, 0xfffc, LETTER_NONE},        {0xfffd, 0xfffd, LETTER_LONG},
    {0xfffe, 0xffff, LETTER_NONE},        {0x1d100, 0x1d3ff, LETTER_NONE},
    {0x1f000, 0x1ffff, LETTER_NONE},      {0x20000, 0x3ffff, LETTER_SHORT},
    {0xe0000, 0xe0fff, LETTER_INVISIBLE}, {0xf0000, 0x10ffff, LETTER_NONE},
};

enum letter_class letter_class_of(uint32_t character)
{
    size_t low = 0, high = sizeof ranges / sizeof ranges[0];
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (character > ranges[middle].last)
            low = middle + 1;
        else if (character < ranges[middle].first)
            high = middle;
        else
            return ranges[middle].class;
    }
    return LETTER_WORD;
}
