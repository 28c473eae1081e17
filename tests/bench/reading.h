/*
 * What the programs that bench_reading.py counts instructions of have in common: each reads pages in one way,
 * as often as it is told, so that the difference between two runs is the cost of reading alone.
 *
 *     PROGRAM MODE REPEAT FILE...
 */
#ifndef CRAWLBOX_BENCH_READING_H
#define CRAWLBOX_BENCH_READING_H

#include <stdbool.h>
#include <stddef.h>

/* What a page comes in: the payload of a full Ethernet frame. */
enum { READING_PIECE_BYTES = 1460 };

/* Called once; returns whether the program knows `mode`. */
bool reading_begin(const char *mode);

/* Reads one page; returns something that depends on all of it, so that no work can be left out. */
unsigned long reading_page(const char *page, size_t size);

#endif
