#include "card_files.h"

#include "ff.h"

#include "base/status.h"
#include "entropy.h"
#include "log.h"
#include "roots/roots.h"
#include "tls_roots.h"

enum { SEED_BYTES = 32 };

static struct {
    FIL file; /* of CA.BIN, open as long as the card is mounted */
    struct roots roots;
} authorities;

static int read_exactly(FIL *file, void *to, size_t count)
{
    UINT read;
    return f_read(file, to, (UINT)count, &read) == FR_OK && read == count ? STATUS_OK : STATUS_IO;
}

static int read_roots(void *context, uint32_t offset, void *to, size_t count)
{
    FIL *file = context;
    return f_lseek(file, offset) == FR_OK ? read_exactly(file, to, count) : STATUS_IO;
}

static void load_roots(void)
{
    int status = STATUS_NOT_FOUND;
    if (f_open(&authorities.file, "CA.BIN", FA_READ) == FR_OK)
        status = roots_open(&authorities.roots, read_roots, &authorities.file);
    tls_roots_use(status == STATUS_OK ? &authorities.roots : NULL);
    if (status == STATUS_OK)
        log_info("CA.BIN: %u authorities are trusted.", authorities.roots.count);
    else if (status == STATUS_NOT_FOUND)
        log_warning("No CA.BIN on the card: no https site can be verified. 'crawlbox card init' makes one.");
    else
        log_warning("CA.BIN: %s: no https site can be verified. Make it anew with 'crawlbox card init'.",
                    status_text(status));
}

/* The seed is overwritten at once with one that follows from it. A start that cannot do that must not use it: the next one
 * would make the same keys. */
static int take_seed(FIL *file)
{
    uint8_t seed[SEED_BYTES];
    UINT written;
    if (read_exactly(file, seed, sizeof seed) != STATUS_OK)
        return STATUS_INVALID;
    entropy_add(seed, sizeof seed, true);
    entropy_take(seed, sizeof seed);
    if (f_lseek(file, 0) == FR_OK && f_write(file, seed, sizeof seed, &written) == FR_OK &&
        written == sizeof seed && f_sync(file) == FR_OK)
        return STATUS_OK;
    entropy_distrust();
    return STATUS_REFUSED;
}

static void load_seed(void)
{
    FIL file;
    int status = STATUS_NOT_FOUND;
    if (f_open(&file, "ENTROPY.BIN", FA_READ | FA_WRITE) == FR_OK) {
        status = take_seed(&file);
        f_close(&file);
    }
    if (status == STATUS_NOT_FOUND)
        log_warning("No ENTROPY.BIN on the card: no https. 'crawlbox card init' makes one.");
    else if (status == STATUS_INVALID)
        log_warning("ENTROPY.BIN is too short: no https. Make it anew with 'crawlbox card init'.");
    else if (status != STATUS_OK)
        log_warning("ENTROPY.BIN cannot be renewed: no https until it can.");
}

void card_files_load(void)
{
    load_roots();
    if (!entropy_is_ready()) /* the native program has the kernel's */
        load_seed();
}

void card_files_forget(void)
{
    tls_roots_use(NULL);
}
