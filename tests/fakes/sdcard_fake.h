/*
 * A fake SD card at the other end of an SPI bus: answers the protocol byte by byte, checks what the driver
 * sends, and goes wrong on demand.
 *
 *     struct sdcard_fake fake;
 *     sdcard_fake_init(&fake, SDCARD_FAKE_SDHC, memory, sectors);
 *     struct sdcard card = {.bus = &fake.bus};
 *     sdcard_fake_fault(&fake, SDCARD_FAULT_READ_CHECKSUM, 1);     the next block that is read, once
 *     sdcard_fake_fault(&fake, SDCARD_FAULT_BUSY, SDCARD_FOR_GOOD);
 *
 * It may also have habits, which stay:
 *
 *     fake.without_size = fake.without_status = true;              refuses CMD9 and CMD13
 *     fake.end = SDCARD_FAKE_WRAPS, fake.kept = sectors / 2;       has half of what it claims
 *
 * Its clock runs by what is transferred and slept. Breaking the rules of the bus, a wrong CRC from the driver
 * and commands out of place are counted in `violations`.
 */
#ifndef CRAWLBOX_FAKES_SDCARD_FAKE_H
#define CRAWLBOX_FAKES_SDCARD_FAKE_H

#include "parts/sdcard.h"

enum sdcard_fake_kind { SDCARD_FAKE_SD1, SDCARD_FAKE_SDSC, SDCARD_FAKE_SDHC };

/* What comes of sectors that the card claims to have, from number `kept` on. */
enum sdcard_fake_end {
    SDCARD_FAKE_BLANK, /* zeros are read; nothing is written */
    SDCARD_FAKE_WRAPS, /* the first ones again; also of sectors that it does not claim to have */
};

enum sdcard_fake_fault {
    SDCARD_FAULT_NONE,
    SDCARD_FAULT_SILENT,         /* no answer to a command */
    SDCARD_FAULT_REFUSE,         /* an answer with an error bit */
    SDCARD_FAULT_READ_CHECKSUM,  /* a bit flipped in a block that is read */
    SDCARD_FAULT_READ_TOKEN,     /* an error token instead of a block */
    SDCARD_FAULT_READ_NEVER,     /* no token at all */
    SDCARD_FAULT_WRITE_CHECKSUM, /* "your block came damaged" */
    SDCARD_FAULT_WRITE_ERROR,    /* "I could not write it" */
    SDCARD_FAULT_WRITE_STATUS,   /* taken, but the status afterwards tells of an error */
    SDCARD_FAULT_BUSY,           /* busy for ever after a write */
    SDCARD_FAULTS
};

enum { SDCARD_FOR_GOOD = 1000000 };

struct sdcard_fake {
    struct sdcard_bus bus;
    enum sdcard_fake_kind kind;
    uint8_t *memory;
    uint32_t sectors; /* that it claims to have */
    uint32_t kept;    /* that it has, in memory; all of them if 0 */
    enum sdcard_fake_end end;
    bool without_size, without_status; /* CMD9, CMD13 are refused */
    bool late_refusals;  /* after a refusal the next answer is "refused", too, though it is not */
    bool range_by_token; /* a sector too far is told by a token in place of the block */
    bool refused;
    enum sdcard_fake_fault fault;
    uint32_t fault_count;
    bool absent, idle, application, checksums, protected_by_csd;
    bool taken, busy_for_good, status_error;
    uint8_t frame[6];
    unsigned frame_bytes;
    enum { FAKE_COMMAND, FAKE_RECEIVING } state;
    uint8_t out[SDCARD_SECTOR_BYTES + 16];
    unsigned out_at, out_size;
    uint8_t block[SDCARD_SECTOR_BYTES + 2];
    unsigned block_bytes;
    bool in_block, many;
    uint32_t sector;
    uint32_t clock_us;
    unsigned start_polls;
    unsigned violations, commands, blocks_written;
};

void sdcard_fake_init(struct sdcard_fake *fake, enum sdcard_fake_kind kind, uint8_t *memory,
                      uint32_t sectors);
void sdcard_fake_fault(struct sdcard_fake *fake, enum sdcard_fake_fault fault, uint32_t count);

/* Pulled out; put (back) in: the card then needs a new start. */
void sdcard_fake_pull(struct sdcard_fake *fake);
void sdcard_fake_insert(struct sdcard_fake *fake);

#endif
