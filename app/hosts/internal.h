/* What the files of app/hosts share among themselves. */
#ifndef CRAWLBOX_HOSTS_INTERNAL_H
#define CRAWLBOX_HOSTS_INTERNAL_H

#include "hosts/hosts.h"

enum {
    HOSTS_A_SECTOR = STATE_PAYLOAD_BYTES / HOST_RECORD_BYTES,
    HOSTS_MAX = (1 << 24) - 2,                      /* an index slot has 24 bits for id + 1 */
    HOSTS_SLOTS_A_SECTOR = STATE_PAYLOAD_BYTES / 4, /* of the index */
    HOSTS_INDEX_PARTS = 16, /* one part in so many of the index counts the hosts of each domain */
    EDGE_BYTES = 4,
    EDGE_ID_BITS = 24, /* of an edge; the rest is what the source says about the target */
};

/* The name under which a host is known: without www, without a dot behind it. */
struct host_key {
    const char *text;
    size_t length;
    uint32_t hash;
};

struct host_key host_key_of(const char *name, size_t length);

/* Looks the key up in the index: its id, or STATUS_NOT_FOUND and the free slot where it belongs. */
int32_t hosts_index_find(struct hosts *hosts, const struct host_key *key, uint32_t *slot);
int hosts_index_put(struct hosts *hosts, uint32_t slot, uint32_t id, const struct host_key *key);

/* One more host of its domain. */
int hosts_domain_add(struct hosts *hosts, const char *name, size_t length);

#endif
