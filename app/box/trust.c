#include "box/trust.h"

#include "base/status.h"
#include "port/entropy.h"
#include "port/log.h"
#include "port/network.h"

enum { SEED_BYTES = 32 };

static const char seed_name[] = "ENTROPY.BIN";

static void load_roots(struct trust *trust)
{
    int status = card_file_open(&trust->file, "CA.BIN");
    if (status == STATUS_OK)
        status = roots_open(&trust->roots, card_file_read_at, &trust->file);
    network_trust(status == STATUS_OK ? &trust->roots : NULL);
    if (status == STATUS_OK)
        log_info("CA.BIN: %u authorities are trusted.", trust->roots.count);
    else if (status == STATUS_NOT_FOUND)
        log_warning("No CA.BIN on the card: no https site can be verified. 'crawlbox card init' makes one.");
    else
        log_warning("CA.BIN: %s: no https site can be verified. Make it anew with 'crawlbox card init'.",
                    status_text(status));
}

/* Takes the secret seed and overwrites it at once with one that follows from it. A start of the box that
 * cannot overwrite it must not use it, since the next start would make the same keys. */
static int take_secret_seed(struct card_file *file)
{
    uint8_t seed[SEED_BYTES];
    if (card_file_read_at(file, 0, seed, sizeof seed) != STATUS_OK)
        return STATUS_INVALID;
    entropy_add(seed, sizeof seed, true);
    entropy_take(seed, sizeof seed);
    if (card_file_overwrite(seed_name, seed, sizeof seed) == STATUS_OK)
        return STATUS_OK;
    entropy_distrust();
    return STATUS_REFUSED;
}

static void load_secret_seed(void)
{
    struct card_file file;
    int status = card_file_open(&file, seed_name);
    if (status == STATUS_OK)
        status = take_secret_seed(&file);
    if (status == STATUS_NOT_FOUND)
        log_warning("No ENTROPY.BIN on the card: no https. 'crawlbox card init' makes one.");
    else if (status == STATUS_INVALID)
        log_warning("ENTROPY.BIN is too short: no https. Make it anew with 'crawlbox card init'.");
    else if (status != STATUS_OK)
        log_warning("ENTROPY.BIN cannot be renewed: no https until it can.");
}

void trust_load(struct trust *trust)
{
    load_roots(trust);
    if (!entropy_is_ready()) /* on Linux the kernel has a generator */
        load_secret_seed();
}

void trust_forget(void)
{
    network_trust(NULL);
}
