/*
 * Sites that wait to be crawled, taken along in RAM when the card is changed: the fresh card knows of none.
 *
 *     static uint8_t carry[512];
 *     hosts_carry_begin(carry, sizeof carry);
 *     hosts_carry_add(&hosts, active_site, carry, sizeof carry);         those under way first ...
 *     hosts_carry_take(&hosts, queue_position, carry, sizeof carry);     ... then the best of the queue, as many as fit
 *     ... the card was changed, a crawl was begun on the new one ...
 *     hosts_carry_put(&hosts, carry, sizeof carry);                      they are its seeds
 *
 * A card that is pulled cannot be asked any more: take it before, when a site has ended, say; that reads a sector or two for each
 * site. 512 bytes hold about 20 names.
 *
 * What is carried of a site: its name, hops from a seed and flags. What is not: the URLs queued in it (it begins at its entry page), its
 * place in the host graph, and which sites were done already; these come back if the new harvest links to them.
 */
#ifndef CRAWLBOX_HOSTS_CARRY_H
#define CRAWLBOX_HOSTS_CARRY_H

#include "hosts/hosts.h"

/* Empties the buffer, of at most 65,535 bytes. */
void hosts_carry_begin(uint8_t *carry, size_t size);

/* One host, if it waits to be crawled or is being crawled. STATUS_FULL: its name does not fit. */
int hosts_carry_add(struct hosts *hosts, uint32_t id, uint8_t *carry, size_t size);

/* Those of the queue from its nth on, up to the first that does not fit; one that is in the buffer already is not taken twice.
 * How many are in the buffer then, or a status of the card. */
int hosts_carry_take(struct hosts *hosts, uint32_t n, uint8_t *carry, size_t size);

/* Adds them to a host table, as seeds: how many. Those that are done there already are left as they are. */
int hosts_carry_put(struct hosts *hosts, const uint8_t *carry, size_t size);

#endif
