/*
 * The slot: what the program does with the card as a whole. Files on it are the store's (store/store.h), and
 * when it is mounted or lost is decided by box/slot.h.
 *
 *     int status = crawler_do_now(card_job_eject, NULL);
 *
 * The jobs are for crawler_do() (port/crawler.h), or are called by one; none looks at its context.
 */
#ifndef CRAWLBOX_PORT_CARD_SLOT_H
#define CRAWLBOX_PORT_CARD_SLOT_H

#include <stdbool.h>
#include <stdint.h>

/* Whether the card that the block device last found is still the one in the slot. */
bool card_slot_holds_card(void);

/* Makes an empty file system on the card in the slot, which nobody uses: STATUS_OK or why not. */
int card_slot_format(void);

int card_job_eject(void *context);
int card_job_format(void *context); /* erases everything */
int card_job_mount(void *context);  /* looks again at a card that was ejected */

/* How many sectors were written since start-up; wraps. */
uint32_t card_sectors_written(void);

#endif
