/*
 * collect.tsv: what a collection holds and that it was verified. One line a file: name, bytes on the card,
 * bytes of the .gz, records, SHA-256 of the records. A later line for the same name counts more. The first
 * line says the version of the format.
 */
#ifndef CRAWLBOX_CARD_LEDGER_H
#define CRAWLBOX_CARD_LEDGER_H

#include <stdbool.h>
#include <stdint.h>

#include "sha256.h"
#include "wacz/lines.h"

enum { LEDGER_NAME_SIZE = 300 };

struct ledger_entry {
    char name[LEDGER_NAME_SIZE]; /* in archive/ */
    uint64_t source_bytes, gzip_bytes, records;
    char sha256[SHA256_HEX_SIZE];
};

/* Reads the ledger of a collection; none yet is an empty one: 0, or what ledger_problem() explains. */
int ledger_read(struct lines *ledger, const char *folder);

/* Why it could not be read or added to. */
const char *ledger_problem(int status);

/* Finds the entry of a name whose file is there with the right size. */
bool ledger_find(const struct lines *ledger, const char *folder, const char *name,
                 struct ledger_entry *entry);

/* Adds an entry, on disk and in memory: 0, or what ledger_problem() explains. */
int ledger_add(struct lines *ledger, const char *folder, const struct ledger_entry *entry);

/* The names of all files that are there, sorted: 0, or STATUS_FULL. */
int ledger_names(const struct lines *ledger, const char *folder, struct lines *names);

#endif
