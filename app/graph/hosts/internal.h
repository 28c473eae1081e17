/* What the files of app/graph/hosts share among themselves. */
#ifndef CRAWLBOX_GRAPH_HOSTS_INTERNAL_H
#define CRAWLBOX_GRAPH_HOSTS_INTERNAL_H

#include "graph/hosts/hosts.h"

enum {
    HOSTS_A_SECTOR = STATE_PAYLOAD_BYTES / HOST_RECORD_BYTES,
    HOSTS_MAX = (1 << 24) - 2,                      /* an index slot has 24 bits for id + 1 */
    HOSTS_SLOTS_A_SECTOR = STATE_PAYLOAD_BYTES / 4, /* of the index */
    HOSTS_INDEX_PARTS = 16, /* 1/16 of the index counts the hosts of each domain (domains.c) */
    EDGE_BYTES = 4,
    EDGE_ID_BITS = 24, /* bits of an edge that name the target; the rest is what the source says about it */
};

/* The name under which a host is known: without www, without a dot behind it. */
struct host_key {
    const char *text;
    size_t length;
    uint32_t hash;
};

struct host_key host_key_of(const char *name, size_t length);

/* Looks the key up in the index. Returns its id, or STATUS_NOT_FOUND and the free slot where it belongs. */
int32_t hosts_index_find(struct hosts *hosts, const struct host_key *key, uint32_t *slot);
int hosts_index_put(struct hosts *hosts, uint32_t slot, uint32_t id, const struct host_key *key);

bool host_has_key(const struct host *host, const struct host_key *key);

/* Fills the record of a host of which nothing is known but its name. */
void host_begin(const struct hosts *hosts, struct host *host, const char *name, size_t length, uint32_t hash);

/* Count one more host of the domain of `name`, one less, and return how many it has as far as is known. */
int hosts_domain_add(struct hosts *hosts, const char *name, size_t length);
int hosts_domain_remove(struct hosts *hosts, const char *name, size_t length);
int hosts_domain_count(struct hosts *hosts, const char *name, size_t length);

/* Who asks for a place. */
enum hosts_newcomer {
    HOSTS_NEW_LINKED,    /* a host that some site links to */
    HOSTS_NEW_BY_TARGET, /* a host that a site links to of those that the crawl looks for */
    HOSTS_NEW_SEED,      /* a host that the operator wants */
};

/* Gives a newcomer the record of another host, since the table is full. Returns the id of that record,
 * which the caller puts into the index, or STATUS_FULL if none of the hosts that were looked at is worth
 * as little. */
int32_t hosts_replace(struct hosts *hosts, const char *name, size_t length, const struct host_key *key,
                      enum hosts_newcomer newcomer);

/* Does what hosts_add() does, for any newcomer: it gets a place of its own while the table has less than
 * `room` hosts, and else that of another host. */
int32_t hosts_place(struct hosts *hosts, const char *name, size_t length, uint32_t room,
                    enum hosts_newcomer newcomer, bool *is_new);

#endif
