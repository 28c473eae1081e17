/*
 * Texts at the top of the card that people write, too (CRAWLBOX.INI, SEEDS.TXT). The box rewrites them as a
 * whole (store/replace.h).
 *
 *     static int emit(void *mine, struct sink *out) { ... }             called twice: to count, then to write
 *     int status = card_text_rewrite(store, "SEEDS.TXT", emit, &mine);  the old text is there, or the new one
 *
 * Call this between two pages only. It takes about 60 bytes of stack beside those of `emit`.
 */
#ifndef CRAWLBOX_BOX_CARD_TEXT_H
#define CRAWLBOX_BOX_CARD_TEXT_H

#include "base/sink.h"
#include "store/store.h"

/* Writes the new text to `out`, and may read the old one meanwhile. Returns 0 or a negative status. */
typedef int card_text_emit(void *context, struct sink *out);

/* Replaces the text of that name. STATUS_CLOSED: there is no card that can be written to. */
int card_text_rewrite(struct store *store, const char *name, card_text_emit *emit, void *context);

/* A card was mounted: completes a replacement that a power cut has interrupted, if the card can be written
 * to. */
int card_text_recover(struct store *store, const char *name);

#endif
