/*
 * The host table of a card as text, a line a host.
 *
 *     struct card_hosts hosts = {.out = stdout};
 *     int status = card_hosts_write(&hosts, &fs);
 */
#ifndef CRAWLBOX_CARDFS_HOSTS_H
#define CRAWLBOX_CARDFS_HOSTS_H

#include <stdio.h>

#include "cardfs/fs.h"
#include "graph/hosts/hosts.h"
#include "model/table.h"

struct card_hosts {
    FILE *out;
    bool features; /* the predictor's columns, for training, instead of what a person wants to know */
    enum table_format format; /* of these */
    const char *name;         /* of the data */
    /* The result. */
    uint32_t written, lost;
};

/* STATUS_NOT_FOUND: no crawl was begun on this card. */
int card_hosts_write(struct card_hosts *hosts, struct card_fs *fs);

/* What card_hosts_write() writes without features: the line above the table, and the one of a host. */
void card_hosts_head(FILE *out);
void card_hosts_line(FILE *out, const struct host *host,
                     bool is_segment, /* a segment's sources all count as Thai */
                     const struct home *home);

/* A few words for a card's crawl, for `card check`. */
struct card_hosts_sum {
    uint32_t hosts, crawled, thai, links, lost;
    uint32_t rounds;
};
int card_hosts_count(struct card_hosts_sum *sum, struct card_fs *fs);

#endif
