#include "ui/panel/font.h"

/* The glyphs are drawn below as pictures: X is lit, o is dark. Each row of five pixels is one of these 32
 * names, whose values count up in binary. */
/* clang-format off */
enum {
    ooooo, ooooX, oooXo, oooXX, ooXoo, ooXoX, ooXXo, ooXXX,
    oXooo, oXooX, oXoXo, oXoXX, oXXoo, oXXoX, oXXXo, oXXXX,
    Xoooo, XoooX, XooXo, XooXX, XoXoo, XoXoX, XoXXo, XoXXX,
    XXooo, XXooX, XXoXo, XXoXX, XXXoo, XXXoX, XXXXo, XXXXX,
};
/* clang-format on */

#define BIT(row, bit, at) (((row) >> (bit)&1) << (at))
#define COLUMN(bit, r0, r1, r2, r3, r4, r5, r6, r7)                                                          \
    (BIT(r0, bit, 0) | BIT(r1, bit, 1) | BIT(r2, bit, 2) | BIT(r3, bit, 3) | BIT(r4, bit, 4) |               \
     BIT(r5, bit, 5) | BIT(r6, bit, 6) | BIT(r7, bit, 7))

/* Eight rows of five pixels become five bytes, one a column, the top pixel in bit 0. */
#define GLYPH(...)                                                                                           \
    {                                                                                                        \
        COLUMN(4, __VA_ARGS__), COLUMN(3, __VA_ARGS__), COLUMN(2, __VA_ARGS__), COLUMN(1, __VA_ARGS__),      \
            COLUMN(0, __VA_ARGS__)                                                                           \
    }

/* clang-format off */

/* Eight glyphs side by side, line by line. */
#define GLYPHS(a0, b0, c0, d0, e0, f0, g0, h0, a1, b1, c1, d1, e1, f1, g1, h1, \
               a2, b2, c2, d2, e2, f2, g2, h2, a3, b3, c3, d3, e3, f3, g3, h3, \
               a4, b4, c4, d4, e4, f4, g4, h4, a5, b5, c5, d5, e5, f5, g5, h5, \
               a6, b6, c6, d6, e6, f6, g6, h6, a7, b7, c7, d7, e7, f7, g7, h7) \
    GLYPH(a0, a1, a2, a3, a4, a5, a6, a7), GLYPH(b0, b1, b2, b3, b4, b5, b6, b7), \
    GLYPH(c0, c1, c2, c3, c4, c5, c6, c7), GLYPH(d0, d1, d2, d3, d4, d5, d6, d7), \
    GLYPH(e0, e1, e2, e3, e4, e5, e6, e7), GLYPH(f0, f1, f2, f3, f4, f5, f6, f7), \
    GLYPH(g0, g1, g2, g3, g4, g5, g6, g7), GLYPH(h0, h1, h2, h3, h4, h5, h6, h7)

static const uint8_t glyphs[][FONT_WIDTH] = {
    /* space  !      "      #      $      %      &      ' */
    GLYPHS(ooooo, ooXoo, oXoXo, ooooo, ooXoo, XXooX, oXXoo, ooXoo,
           ooooo, ooXoo, oXoXo, oXoXo, oXXXX, XXooX, XooXo, ooXoo,
           ooooo, ooXoo, oXoXo, XXXXX, XoXoo, oooXo, XoXoo, oXooo,
           ooooo, ooXoo, ooooo, oXoXo, oXXXo, ooXoo, oXooo, ooooo,
           ooooo, ooXoo, ooooo, oXoXo, ooXoX, oXooo, XoXoX, ooooo,
           ooooo, ooooo, ooooo, XXXXX, XXXXo, XooXX, XooXo, ooooo,
           ooooo, ooXoo, ooooo, oXoXo, ooXoo, XooXX, oXXoX, ooooo,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* (      )      *      +      ,      -      .      / */
    GLYPHS(oooXo, oXooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooX,
           ooXoo, ooXoo, ooXoo, ooXoo, ooooo, ooooo, ooooo, oooXo,
           oXooo, oooXo, XoXoX, ooXoo, ooooo, ooooo, ooooo, oooXo,
           oXooo, oooXo, oXXXo, XXXXX, ooooo, XXXXo, ooooo, ooXoo,
           oXooo, oooXo, XoXoX, ooXoo, ooooo, ooooo, ooooo, oXooo,
           ooXoo, ooXoo, ooXoo, ooXoo, oXXoo, ooooo, oXXoo, oXooo,
           oooXo, oXooo, ooooo, ooooo, oXXoo, ooooo, oXXoo, Xoooo,
           ooooo, ooooo, ooooo, ooooo, oXooo, ooooo, ooooo, ooooo),
    /* 0      1      2      3      4      5      6      7 */
    GLYPHS(oXXXo, ooXoo, oXXXo, XXXXX, oooXo, XXXXX, ooXXo, XXXXX,
           XoooX, oXXoo, XoooX, oooXo, ooXXo, Xoooo, oXooo, ooooX,
           XoooX, XoXoo, ooooX, ooXoo, oXoXo, XXXXo, Xoooo, oooXo,
           XoXoX, ooXoo, ooXXo, oXXXo, XooXo, ooooX, XXXXo, ooXoo,
           XoooX, ooXoo, oXooo, ooooX, XXXXX, ooooX, XoooX, ooXoo,
           XoooX, ooXoo, Xoooo, XoooX, oooXo, XoooX, XoooX, oXooo,
           oXXXo, XXXXX, XXXXX, oXXXo, oooXo, oXXXo, oXXXo, oXooo,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* 8      9      :      ;      <      =      >      ? */
    GLYPHS(oXXXo, oXXXo, ooooo, ooooo, ooooo, ooooo, ooooo, oXXXo,
           XoooX, XoooX, oXXoo, oXXoo, oooXo, ooooo, oXooo, XoooX,
           XoooX, XoooX, oXXoo, oXXoo, ooXoo, XXXXo, ooXoo, ooooX,
           oXXXo, oXXXX, ooooo, ooooo, oXooo, ooooo, oooXo, ooXXo,
           XoooX, ooooX, oXXoo, oXXoo, ooXoo, XXXXo, ooXoo, ooXoo,
           XoooX, oooXo, oXXoo, oXXoo, oooXo, ooooo, oXooo, ooooo,
           oXXXo, oXXoo, ooooo, oXooo, ooooo, ooooo, ooooo, ooXoo,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* @      A      B      C      D      E      F      G */
    GLYPHS(oXXXo, ooXoo, XXXXo, oXXXo, XXXoo, XXXXX, XXXXX, oXXXo,
           XoooX, oXoXo, XoooX, XoooX, XooXo, Xoooo, Xoooo, XoooX,
           XoXXX, XoooX, XoooX, Xoooo, XoooX, Xoooo, Xoooo, Xoooo,
           XoXoX, XoooX, XXXXo, Xoooo, XoooX, XXXXo, XXXXo, XooXX,
           XoXXX, XXXXX, XoooX, Xoooo, XoooX, Xoooo, Xoooo, XoooX,
           Xoooo, XoooX, XoooX, XoooX, XooXo, Xoooo, Xoooo, XoooX,
           oXXXo, XoooX, XXXXo, oXXXo, XXXoo, XXXXX, Xoooo, oXXXo,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* H      I      J      K      L      M      N      O */
    GLYPHS(XoooX, oXXXo, ooXXX, XoooX, Xoooo, XoooX, XoooX, oXXXo,
           XoooX, ooXoo, oooXo, XooXo, Xoooo, XXoXX, XXooX, XoooX,
           XoooX, ooXoo, oooXo, XoXoo, Xoooo, XoXoX, XXooX, XoooX,
           XXXXX, ooXoo, oooXo, XXooo, Xoooo, XoXoX, XoXoX, XoooX,
           XoooX, ooXoo, oooXo, XoXoo, Xoooo, XoooX, XooXX, XoooX,
           XoooX, ooXoo, XooXo, XooXo, Xoooo, XoooX, XooXX, XoooX,
           XoooX, oXXXo, oXXoo, XoooX, XXXXX, XoooX, XoooX, oXXXo,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* P      Q      R      S      T      U      V      W */
    GLYPHS(XXXXo, oXXXo, XXXXo, oXXXo, XXXXX, XoooX, XoooX, XoooX,
           XoooX, XoooX, XoooX, XoooX, ooXoo, XoooX, XoooX, XoooX,
           XoooX, XoooX, XoooX, Xoooo, ooXoo, XoooX, XoooX, XoooX,
           XXXXo, XoooX, XXXXo, oXXXo, ooXoo, XoooX, XoooX, XoXoX,
           Xoooo, XoXoX, XoXoo, ooooX, ooXoo, XoooX, oXoXo, XoXoX,
           Xoooo, XooXo, XooXo, XoooX, ooXoo, XoooX, oXoXo, XXoXX,
           Xoooo, oXXoX, XoooX, oXXXo, ooXoo, oXXXo, ooXoo, XoooX,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* X      Y      Z      [      \      ]      ^      _ */
    GLYPHS(XoooX, XoooX, XXXXX, oXXXo, Xoooo, oXXXo, ooXoo, ooooo,
           XoooX, XoooX, ooooX, oXooo, oXooo, oooXo, oXoXo, ooooo,
           oXoXo, oXoXo, oooXo, oXooo, oXooo, oooXo, XoooX, ooooo,
           ooXoo, ooXoo, ooXoo, oXooo, ooXoo, oooXo, ooooo, ooooo,
           oXoXo, ooXoo, oXooo, oXooo, oooXo, oooXo, ooooo, ooooo,
           XoooX, ooXoo, Xoooo, oXooo, oooXo, oooXo, ooooo, ooooo,
           XoooX, ooXoo, XXXXX, oXXXo, ooooX, oXXXo, ooooo, ooooo,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, XXXXX),
    /* `      a      b      c      d      e      f      g */
    GLYPHS(oXooo, ooooo, Xoooo, ooooo, ooooX, ooooo, ooXXo, ooooo,
           ooXoo, ooooo, Xoooo, ooooo, ooooX, ooooo, oXooo, ooooo,
           ooooo, oXXXo, XXXXo, oXXXo, oXXXX, oXXXo, XXXXo, oXXXX,
           ooooo, ooooX, XoooX, Xoooo, XoooX, XoooX, oXooo, XoooX,
           ooooo, oXXXX, XoooX, Xoooo, XoooX, XXXXX, oXooo, XoooX,
           ooooo, XoooX, XoooX, Xoooo, XoooX, Xoooo, oXooo, oXXXX,
           ooooo, oXXXX, XXXXo, oXXXo, oXXXX, oXXXo, oXooo, ooooX,
           ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo, oXXXo),
    /* h      i      j      k      l      m      n      o */
    GLYPHS(Xoooo, ooXoo, oooXo, Xoooo, oXXoo, ooooo, ooooo, ooooo,
           Xoooo, ooooo, ooooo, Xoooo, ooXoo, ooooo, ooooo, ooooo,
           XXXXo, oXXoo, ooXXo, XooXo, ooXoo, XXoXo, XXXXo, oXXXo,
           XoooX, ooXoo, oooXo, XoXoo, ooXoo, XoXoX, XoooX, XoooX,
           XoooX, ooXoo, oooXo, XXooo, ooXoo, XoXoX, XoooX, XoooX,
           XoooX, ooXoo, oooXo, XoXoo, ooXoo, XoXoX, XoooX, XoooX,
           XoooX, oXXXo, XooXo, XooXo, oXXXo, XoXoX, XoooX, oXXXo,
           ooooo, ooooo, oXXoo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* p      q      r      s      t      u      v      w */
    GLYPHS(ooooo, ooooo, ooooo, ooooo, oXooo, ooooo, ooooo, ooooo,
           ooooo, ooooo, ooooo, ooooo, oXooo, ooooo, ooooo, ooooo,
           XXXXo, oXXXX, XoXXo, oXXXX, XXXXo, XoooX, XoooX, XoooX,
           XoooX, XoooX, XXooo, Xoooo, oXooo, XoooX, XoooX, XoXoX,
           XoooX, XoooX, Xoooo, oXXXo, oXooo, XoooX, XoooX, XoXoX,
           XXXXo, oXXXX, Xoooo, ooooX, oXooo, XoooX, oXoXo, XoXoX,
           Xoooo, ooooX, Xoooo, XXXXo, ooXXo, oXXXX, ooXoo, oXoXo,
           Xoooo, ooooX, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
    /* x      y      z      {      |      }      ~      ... */
    GLYPHS(ooooo, ooooo, ooooo, oooXo, ooXoo, oXooo, ooooo, ooooo,
           ooooo, ooooo, ooooo, ooXoo, ooXoo, ooXoo, ooooo, ooooo,
           XoooX, XoooX, XXXXX, ooXoo, ooXoo, ooXoo, oXooX, ooooo,
           oXoXo, XoooX, oooXo, oXooo, ooXoo, oooXo, XoXoX, ooooo,
           ooXoo, XoooX, ooXoo, ooXoo, ooXoo, ooXoo, XooXo, ooooo,
           oXoXo, oXXXX, oXooo, ooXoo, ooXoo, ooXoo, ooooo, XoXoX,
           XoooX, ooooX, XXXXX, oooXo, ooXoo, oXooo, ooooo, XoXoX,
           ooooo, oXXXo, ooooo, ooooo, ooooo, ooooo, ooooo, ooooo),
};
/* clang-format on */

enum { FIRST = ' ', GLYPH_COUNT = sizeof glyphs / sizeof glyphs[0] };
_Static_assert(FIRST + GLYPH_COUNT - 1 == FONT_ELLIPSIS, "the pictures run from space to the ellipsis");

unsigned font_row(char character, unsigned row)
{
    unsigned index = (unsigned char)character - FIRST;
    if (index >= GLYPH_COUNT)
        index = '?' - FIRST;
    unsigned bits = 0;
    for (unsigned column = 0; column < FONT_WIDTH; column++)
        bits = bits << 1 | (glyphs[index][column] >> row & 1U);
    return bits;
}
