/*
 * The files that https needs: CA.BIN, the authorities to trust, and ENTROPY.BIN, the secret seed. `crawlbox
 * card init` puts both on the card. Without them the box does without https, and the log says what is
 * missing.
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
