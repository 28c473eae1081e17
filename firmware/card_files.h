/*
 * What the operator's computer put on the card for TLS: CA.BIN, the authorities to trust, and ENTROPY.BIN, the secret seed.
 * Both are made by `crawlbox card init`. Without them the box says what is missing, and does without https.
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
