/*
 * What the operator's computer put on the card: CA.BIN, the authorities to trust, ENTROPY.BIN, the secret seed, and
 * GEO.BIN, the countries (countries.h). `crawlbox card init` makes them. Without them the box says what is missing, and does
 * without https, or without countries.
 *
 *     card_files_load();                     in the crawler's task, each time a card was mounted
 *
 * Costs about 70 bytes.
 */
#ifndef CRAWLBOX_CARD_FILES_H
#define CRAWLBOX_CARD_FILES_H

void card_files_load(void);
void card_files_forget(void); /* the card is gone: nobody is trusted any more */

#endif
