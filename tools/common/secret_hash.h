/*
 * A hash for tables of what others have written (addresses, lines of logs, ids of records): its key is made
 * anew in each run of the program, so nobody can invent texts that are taken for one, or that make looking
 * them up slow. Never written to a file.
 */
#ifndef CRAWLBOX_TOOLS_SECRET_HASH_H
#define CRAWLBOX_TOOLS_SECRET_HASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t secret_hash(const char *text, size_t length);

#endif
