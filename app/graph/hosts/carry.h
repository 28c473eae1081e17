/*
 * Takes the names of sites that wait to be crawled along in RAM when the operator changes the card, since the
 * fresh card knows of no site. app/box/session.c calls it.
 *
 *     static uint8_t carry[300];
 *     hosts_carry_begin(carry, sizeof carry);
 *     hosts_carry_add(&hosts, active_site, carry, sizeof carry);         first the active sites ...
 *     hosts_carry_take(&hosts, queue_position, carry, sizeof carry);     ... then the best of the queue
 *     ... the operator changed the card, and a crawl was begun on the new one ...
 *     hosts_carry_put(&hosts, carry, sizeof carry);                      they become seeds of the new crawl
 *
 * A card that was pulled cannot be read any more. So the caller fills the buffer beforehand, for example
 * whenever a site has ended; that reads a sector or two for each site. A site takes the length of its name
 * and 3 bytes: 300 bytes hold 12 names of 22 characters.
 *
 * Name, hops and flags of a site are carried. Not carried are the URLs queued in it (its crawl begins again
 * at its entry page), its place in the host graph, and which sites were done already: such a site is crawled
 * once more if the new harvest links to it.
 */
#ifndef CRAWLBOX_GRAPH_HOSTS_CARRY_H
#define CRAWLBOX_GRAPH_HOSTS_CARRY_H

#include "graph/hosts/hosts.h"

/* Empties the buffer, which may have up to 65,535 bytes. */
void hosts_carry_begin(uint8_t *carry, size_t size);

/* Adds one host to the buffer, if it waits to be crawled or is being crawled. Returns STATUS_FULL if its name
 * does not fit. */
int hosts_carry_add(struct hosts *hosts, uint32_t id, uint8_t *carry, size_t size);

/* Adds the hosts of the queue from its nth on, up to the first that does not fit; none is added twice.
 * Returns how many hosts are in the buffer then, or an error of the card. */
int hosts_carry_take(struct hosts *hosts, uint32_t n, uint8_t *carry, size_t size);

/* Adds the hosts in the buffer to a host table, as seeds, and returns how many it added. Hosts that are done
 * there already stay as they are. */
int hosts_carry_put(struct hosts *hosts, const uint8_t *carry, size_t size);

#endif
