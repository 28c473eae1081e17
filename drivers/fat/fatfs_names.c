/*
 * Tells FatFs about the letters in names of files. It knows those of ASCII, and our names have no others. A
 * file that somebody else put on the card keeps its long name; if that has other letters, the box shows the
 * short one.
 *
 * This file takes the place of FatFs' ffunicode.c, whose tables and searches take 1.4 KB of flash.
 */
#include "ff.h"

WCHAR ff_oem2uni(WCHAR letter, WORD code_page)
{
    (void)code_page;
    return letter < 0x80 ? letter : 0;
}

WCHAR ff_uni2oem(DWORD letter, WORD code_page)
{
    (void)code_page;
    return letter < 0x80 ? (WCHAR)letter : 0;
}

DWORD ff_wtoupper(DWORD letter)
{
    return letter >= 'a' && letter <= 'z' ? letter - ('a' - 'A') : letter;
}
