/*
 * Texts at the top of the card that people write, too: read piece by piece, rewritten as a whole (settings/replace.h).
 *
 *     static int emit(void *mine, struct sink *out) { ... }          called twice: to count, then to write
 *     int status = card_text_rewrite("SEEDS.TXT", emit, &mine);      the old text or the new one is there, whatever is cut
 *
 * In the crawler's task, between two pages. About 60 bytes of stack beside those of `emit`.
 */
#ifndef CRAWLBOX_CARD_TEXT_H
#define CRAWLBOX_CARD_TEXT_H

#include "base/sink.h"

/* Writes the new text; it may read the old one meanwhile. 0, or a status. */
typedef int card_text_emit(void *context, struct sink *out);

/* STATUS_CLOSED: there is no card that can be written to. */
int card_text_rewrite(const char *name, card_text_emit *emit, void *context);

/* At mount: brings to its end what was cut short. */
int card_text_recover(const char *name);

#endif
