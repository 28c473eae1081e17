/*
 * The bytes of a dictionary's automaton, for the code in this folder and for the tool that writes them.
 * FORMAT.md explains them.
 */
#ifndef CRAWLBOX_READ_DICT_AUTOMATON_H
#define CRAWLBOX_READ_DICT_AUTOMATON_H

#include "read/dict/dict.h"

/* File header: little-endian, offsets in bytes. */
enum {
    DICT_AT_MAGIC = 0, /* "CBXD" */
    DICT_AT_VERSION = 4,
    DICT_AT_FILE_BYTES = 8,
    DICT_AT_CRC = 12, /* the CRC-32 of everything behind this field */
    DICT_AT_AUTOMATON_BYTES = 16,
    DICT_AT_ENTRIES = 20,
    DICT_AT_STATES = 24,
    DICT_AT_EDGES = 28,
    DICT_AT_LONGEST = 32,    /* one byte */
    DICT_AT_LIST_COUNT = 33, /* one byte; two bytes of zero follow */
    DICT_AT_ALPHABET = 36,
    DICT_AT_HOT = DICT_AT_ALPHABET + DICT_LETTERS,
    DICT_HOT_TARGETS = 30,
    DICT_AT_LISTS = DICT_AT_HOT + 2 * DICT_HOT_TARGETS,
    DICT_LIST_BYTES = DICT_NAME_BYTES + 8,
    DICT_HEADER_BYTES = DICT_AT_LISTS + DICT_MAX_LISTS * DICT_LIST_BYTES,
};

enum { DICT_MAGIC = 0x44584243 }; /* "CBXD" */

/* The alphabet: what each letter is in the automaton, whose symbols have six bits. */
enum {
    DICT_PLAIN_SYMBOLS = 62, /* the symbols 0 to 61 stand for one letter each */
    DICT_RARE = 62,          /* stands for a rare letter; the symbol after this one says which */
    DICT_RARE_FLAG = 0x80,   /* in the alphabet: the letter is rare, and this is its second symbol */
    DICT_NO_SYMBOL = 0xff,   /* no word has this letter */
};

/* A narrow state: edges one after the other. */
enum {
    DICT_EDGE_SYMBOL = 0x3f,
    DICT_EDGE_MORE = 0x40, /* a byte follows that says what the edge leads to */
    DICT_EDGE_LAST = 0x80, /* this is the last edge of its state */

    DICT_TO_NOTHING = 0,  /* a word ends here, and no longer word begins like it */
    DICT_TO_NEXT = 1,     /* a word ends here; the target is the state that follows these bytes */
    DICT_TO_FAR_WORD = 2, /* a word ends here; two bytes of target follow */
    DICT_TO_HOT = 4,      /* + 2 * index into the hot targets, + 1 if a word ends here */
    DICT_TO_NEAR = 0x40,  /* + 2 * how many pairs of bytes ahead the target is, + 1 if a word ends here */
    DICT_TO_FAR = 0x80,   /* + the high bits of a target, whose low byte follows */
};

/* A wide state: a bit for each symbol, then two bytes for each edge. */
enum {
    DICT_WIDE = 0x3f,        /* its first byte; no edge of a narrow state has this value */
    DICT_WIDE_LOW_EDGES = 1, /* where it says how many edges have symbols below 32 */
    DICT_WIDE_BITS = 2,      /* where its two words of 32 bits begin */
    DICT_WIDE_EDGES = 10,    /* where its edges begin: high byte first; bit 15 says that a word ends here */
    DICT_WIDE_WORD = 0x8000,
};

enum {
    DICT_TARGET_UNIT =
        2, /* targets count pairs of bytes; no edge leads to the root, so target 0 means none */
    DICT_MAX_AUTOMATON = 0x8000 * DICT_TARGET_UNIT,
};

/* Returns the state that a near edge leads to. `end` is the offset behind the edge's bytes. */
static inline uint32_t dict_near_target(uint32_t end, unsigned to)
{
    return ((end + 1) / DICT_TARGET_UNIT + ((to - DICT_TO_NEAR) >> 1)) * DICT_TARGET_UNIT;
}

struct dict_edge {
    uint32_t target; /* offset of the state that it leads to, or 0 if it leads to none */
    uint8_t symbol;
    bool word; /* a word ends with this edge */
};

/* Reads the edges of a state one after the other, and checks all that it reads. */
struct dict_cursor {
    const struct dict *dict;
    uint32_t at;           /* offset of the next byte */
    uint32_t wide_bits[2]; /* wide state: symbols still to come, below 32 and from 32 on */
    bool wide;
    bool over;          /* narrow state: the last edge was read */
    bool falls_through; /* the last edge leads to the state right behind this one */
};

/* Goes to the state at that offset. Returns STATUS_INVALID if no state can be there. */
int dict_cursor_enter(struct dict_cursor *cursor, const struct dict *dict, uint32_t state);

/* Reads the next edge. Returns 1, or 0 behind the last edge, where cursor->at is the end of the state, or
 * STATUS_INVALID if the bytes make no sense. */
int dict_cursor_next(struct dict_cursor *cursor, struct dict_edge *edge);

#endif
