/*
 * What a card knows about its crawl, as two tables beside the collected logs, so that a report can be made
 * when the card is back in its box:
 *
 *     hosts.tsv   every host, as `crawlbox card hosts` prints them
 *     crawl.tsv   key, tab, value: who crawled what, how much was fetched, refused and repaired
 *
 * The keys of crawl.tsv: settings (operator, organisation, box_id, language, strategy), the journal's
 * counters (card_pages, repairs, ejected), the crawl's totals (round, hosts, links, lost_hosts, fetches,
 * pages, target_pages, bytes_kb, failures, sites, target_sites), and rejected:NAME for each of
 * app/crawl/rejects.def.
 */
#ifndef CRAWLBOX_CARD_TABLES_H
#define CRAWLBOX_CARD_TABLES_H

#include "cardfs/journal.h"

/* Writes both into a folder in `out` ("." is `out` itself), which it makes: 0, or a status code with
 * fs->problem. A card without a crawl has no hosts.tsv; one whose crawl cannot be read loses the crawl's
 * part, which is no failure: the harvest is what matters. */
int card_tables_copy(struct card_fs *fs, const struct card_journal *journal, const char *out,
                     const char *folder);

#endif
