/*
 * What the operator's computer put on the card for https: CA.BIN, the authorities to trust, and ENTROPY.BIN,
 * the secret seed. Both are made by `crawlbox card init`. Without them the log says what is missing, and the
 * box does without https.
 *
 *     trust_load(&trust);                     each time a card was mounted
 *     trust_forget();                         the card is gone: nobody is trusted any more
 *
 * RAM: struct trust, about 60 bytes on the box.
 */
#ifndef CRAWLBOX_BOX_TRUST_H
#define CRAWLBOX_BOX_TRUST_H

#include "fetch/roots.h"
#include "port/card_file.h"

struct trust {
    struct card_file file; /* of CA.BIN, open as long as the card is mounted */
    struct roots roots;
};

void trust_load(struct trust *trust);
void trust_forget(void);

#endif
