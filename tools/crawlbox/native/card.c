#include "native/card.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "crawlbox_version.h"
#include "port/net.h"
#include "port/entropy.h"

uint32_t native_now(void)
{
    return (uint32_t)(net_utc_ms() / 1000);
}

void native_random(uint8_t *bytes, size_t size)
{
    (void)entropy_take(bytes, size);
}

static const char *why(int status)
{
    switch (status) {
    case STATUS_BUSY: return "another program is using it, or it is mounted";
    case STATUS_INVALID: return "it is too small to be a card";
    default: return strerror(errno);
    }
}

void native_card_init(struct native_card *card, const struct block_device *device)
{
    card->settings = (struct store_settings){
        .file_bytes = STORE_FILE_BYTES,
        .reserve_bytes = STORE_RESERVE_BYTES,
        .page_bytes = STORE_PAGE_BYTES_MAX,
        .log_bytes = STORE_LOG_BYTES,
        .prefix = "crawlbox",
        .box_id = "native",
        .about = {.software = "crawlbox/" CRAWLBOX_VERSION, .robots = "obey"},
    };
    fatfs_store_init(&card->fatfs, device, native_now, native_random);
    store_init(&card->store, &card->fatfs.port, &card->settings);
}

const char *native_card_sentence(const struct native_card *card)
{
    if (card->store.state == STORE_FULL)
        return "the card is full: empty it with 'crawlbox card collect --erase', or go on with another";
    return store_sentence(card->store.state);
}

static void close_medium(struct native_card *card)
{
    if (!card->is_folder)
        card_image_close(&card->image);
}

int native_card_open(struct native_card *card, const char *path)
{
    memset(card, 0, sizeof *card);
    card->is_folder = folder_card_is_folder(path);
    int status = card->is_folder ? 0 : card_image_open(&card->image, path);
    if (status < 0)
        return cli_error("cannot open the card %s: %s", path, why(status));
    native_card_init(card, &card->image.device);
    folder_card_init(&card->folder, path, native_now, native_random);
    if (card->is_folder)
        card->store.port = &card->folder.port;
    if (store_mount(&card->store) == STORE_READY)
        return CLI_YES;
    if (card->folder.problem != NULL)
        cli_error("the card %s is %s", path, card->folder.problem);
    else
        cli_error("%s: %s", path, native_card_sentence(card));
    (void)store_eject(&card->store); /* if it is full: nothing of it was changed */
    close_medium(card);
    return CLI_CANNOT;
}

/* Names end in date, serial number and box: the last in the order of the alphabet is the newest. */
static int note_newest(void *user, const char *name, uint32_t bytes)
{
    char *newest = user;
    (void)bytes;
    if (strcmp(name, newest) > 0)
        snprintf(newest, STORE_PATH_SIZE, "%s", name);
    return 0;
}

int native_card_close(struct native_card *card)
{
    const struct store_port *port = card->store.port;
    errno = 0;
    int status = store_eject(&card->store);
    if (status == 0 && port->mount(port->context) == 0) {
        port->list(port->context, "WARC", note_newest, card->newest_file);
        port->unmount(port->context);
    }
    bool is_disk_full = status == STATUS_FULL || (status < 0 && (errno == ENOSPC || errno == EDQUOT));
    close_medium(card);
    if (is_disk_full)
        return cli_error(
            "the disk is full, so the card was not closed: nothing that was stored is lost, and the "
            "next to use the card repairs it");
    return status < 0 ? cli_error("the card could not be closed: %s", status_text(status)) : CLI_YES;
}
