/*
 * The topic pack of the card (TOPIC.PAK), for crawls with mode = segment. It is opened and checked when a
 * card is mounted.
 *
 *     topics_load(&topics, store->scratch);
 *     const struct topic *pack = topics_pack(&topics);         NULL: the card has none that can be used
 *     topics_forget(&topics);                                  the card is gone
 *
 * RAM: struct topics, 144 bytes.
 */
#ifndef CRAWLBOX_BOX_TOPICS_H
#define CRAWLBOX_BOX_TOPICS_H

#include "port/card_file.h"
#include "topic/topic.h"

struct topics {
    struct card_file file; /* open as long as the card is mounted */
    struct topic topic;
};

/* Opens the card's pack, and logs whether it can be used. `sector`, 512 bytes, is the caller's again when
 * this returns. */
void topics_load(struct topics *topics, uint8_t *sector);
void topics_forget(struct topics *topics);

const struct topic *topics_pack(const struct topics *topics);

#endif
