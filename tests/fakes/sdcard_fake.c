#include "sdcard_fake.h"

#include <string.h>

enum { US_A_BYTE = 2, POLLS_TO_START = 3, CSD_BYTES = 16 };

static uint16_t crc16(const uint8_t *bytes, size_t size)
{
    uint16_t crc = 0;
    while (size-- > 0) {
        crc ^= (uint16_t)(*bytes++ << 8);
        for (int bit = 0; bit < 8; bit++)
            crc = (uint16_t)(crc & 0x8000 ? crc << 1 ^ 0x1021 : crc << 1);
    }
    return crc;
}

static uint8_t crc7(const uint8_t *bytes, size_t size)
{
    uint8_t crc = 0;
    while (size-- > 0) {
        uint8_t byte = *bytes++;
        for (int bit = 0; bit < 8; bit++, byte = (uint8_t)(byte << 1)) {
            crc = (uint8_t)(crc << 1);
            if ((byte ^ crc) & 0x80)
                crc ^= 0x09;
        }
    }
    return (uint8_t)(crc << 1 | 1);
}

static bool faulty(struct sdcard_fake *fake, enum sdcard_fake_fault fault)
{
    if (fake->fault != fault || fake->fault_count == 0)
        return false;
    if (fake->fault_count != SDCARD_FOR_GOOD)
        fake->fault_count--;
    return true;
}

static void say(struct sdcard_fake *fake, uint8_t byte)
{
    if (fake->out_size < sizeof fake->out)
        fake->out[fake->out_size++] = byte;
}

static void say_block(struct sdcard_fake *fake, const uint8_t *bytes, unsigned size)
{
    if (faulty(fake, SDCARD_FAULT_READ_NEVER)) {
        fake->many = false;
        return;
    }
    if (faulty(fake, SDCARD_FAULT_READ_TOKEN)) {
        say(fake, 0x04);
        return;
    }
    uint16_t crc = crc16(bytes, size);
    say(fake, 0xff);
    say(fake, 0xfe);
    for (unsigned i = 0; i < size; i++)
        say(fake, bytes[i]);
    if (faulty(fake, SDCARD_FAULT_READ_CHECKSUM))
        fake->out[fake->out_size - 1] ^= 0x10;
    say(fake, (uint8_t)(crc >> 8));
    say(fake, (uint8_t)crc);
}

static void put_bits(uint8_t *csd, unsigned high, unsigned low, uint32_t value)
{
    for (unsigned bit = low; bit <= high; bit++, value >>= 1)
        csd[CSD_BYTES - 1 - bit / 8] |= (uint8_t)((value & 1) << bit % 8);
}

static void say_csd(struct sdcard_fake *fake)
{
    uint8_t csd[CSD_BYTES] = {0};
    if (fake->kind == SDCARD_FAKE_SDHC) {
        put_bits(csd, 127, 126, 1);
        put_bits(csd, 69, 48, fake->sectors / 1024 - 1);
    } else { /* blocks of 512, groups of 4 */
        put_bits(csd, 83, 80, 9);
        put_bits(csd, 49, 47, 0);
        put_bits(csd, 73, 62, fake->sectors / 4 - 1);
    }
    put_bits(csd, 13, 13, fake->protected_by_csd);
    say_block(fake, csd, sizeof csd);
}

static uint32_t argument(const struct sdcard_fake *fake)
{
    return (uint32_t)fake->frame[1] << 24 | (uint32_t)fake->frame[2] << 16 | (uint32_t)fake->frame[3] << 8 |
           fake->frame[4];
}

static bool find_sector(struct sdcard_fake *fake, bool writing)
{
    uint32_t address = argument(fake);
    if (fake->kind != SDCARD_FAKE_SDHC) {
        fake->violations += address % SDCARD_SECTOR_BYTES != 0;
        address /= SDCARD_SECTOR_BYTES;
    }
    fake->sector = address;
    bool is_there = address < fake->sectors || fake->end == SDCARD_FAKE_WRAPS;
    fake->violations += !is_there && (writing || !fake->without_size); /* who searches must try */
    return is_there;
}

/* Where the card has its sector, NULL: nowhere. */
static uint8_t *find_memory(const struct sdcard_fake *fake)
{
    uint32_t kept = fake->kept ? fake->kept : fake->sectors;
    uint32_t sector = fake->end == SDCARD_FAKE_WRAPS ? fake->sector % kept : fake->sector;
    return sector < kept ? fake->memory + (size_t)sector * SDCARD_SECTOR_BYTES : NULL;
}

static void read_next(struct sdcard_fake *fake)
{
    static const uint8_t blank[SDCARD_SECTOR_BYTES];
    const uint8_t *memory = find_memory(fake);
    if (fake->sector++ < fake->sectors || fake->end == SDCARD_FAKE_WRAPS)
        say_block(fake, memory ? memory : blank, SDCARD_SECTOR_BYTES);
}

static void start_transfer(struct sdcard_fake *fake, uint8_t number)
{
    bool writing = number >= 24;
    bool good = find_sector(fake, writing);
    bool token = !good && !writing && fake->range_by_token;
    say(fake, good || token ? 0x00 : 0x40);
    if (token)
        say(fake, 0x08);
    if (!good)
        return;
    fake->many = number == 18 || number == 25;
    if (writing) {
        fake->state = FAKE_RECEIVING;
        fake->in_block = false;
    } else {
        read_next(fake);
    }
}

static void answer_idle(struct sdcard_fake *fake, uint8_t number, bool application)
{
    bool known = number == 0 || number == 55 || number == 58 || number == 59 || number == 13 ||
                 (number == 41 && application) || (number == 8 && fake->kind != SDCARD_FAKE_SD1);
    if (number == 41 && application && fake->start_polls++ >= POLLS_TO_START)
        fake->idle = false;
    say(fake, known ? fake->idle : 0x05);
    if (number == 8 && known)
        for (int i = 0; i < 4; i++)
            say(fake, i < 2 ? 0 : fake->frame[1 + i]);
}

static bool refuses(const struct sdcard_fake *fake, uint8_t number)
{
    return (number == 9 && fake->without_size) || (number == 13 && fake->without_status);
}

static void answer(struct sdcard_fake *fake, uint8_t number, bool application)
{
    bool refused_before = fake->refused;
    fake->refused = refuses(fake, number);
    if (fake->refused || (refused_before && fake->late_refusals)) {
        say(fake, 0x04);
        return;
    }
    switch (number) {
    case 9:
        say(fake, 0);
        say_csd(fake);
        break;
    case 12:
        say(fake, 0);
        fake->many = false;
        break;
    case 13:
        say(fake, 0);
        say(fake, fake->status_error ? 0x04 : 0x00);
        fake->status_error = false;
        break;
    case 16:
    case 55: say(fake, 0); break;
    case 23: say(fake, application ? 0x00 : 0x04); break;
    case 17:
    case 18:
    case 24:
    case 25: start_transfer(fake, number); break;
    case 58:
        say(fake, 0);
        say(fake, fake->kind == SDCARD_FAKE_SDHC ? 0xc0 : 0x80);
        for (int i = 0; i < 3; i++)
            say(fake, 0);
        break;
    default: say(fake, 0x04);
    }
}

static void run_command(struct sdcard_fake *fake)
{
    uint8_t number = fake->frame[0] & 0x3f;
    bool application = fake->application;
    fake->commands++;
    fake->frame_bytes = 0;
    fake->out_at = fake->out_size = 0;
    fake->application = number == 55;
    if (crc7(fake->frame, 5) != fake->frame[5])
        fake->violations++;
    if (number == 0) {
        fake->idle = true;
        fake->start_polls = 0;
        fake->state = FAKE_COMMAND;
    }
    if (number == 59)
        fake->checksums = true;
    if (faulty(fake, SDCARD_FAULT_SILENT))
        return;
    say(fake, 0xff);
    if (faulty(fake, SDCARD_FAULT_REFUSE))
        say(fake, 0x08);
    else if (fake->idle)
        answer_idle(fake, number, application);
    else
        answer(fake, number, application);
}

static void take_block(struct sdcard_fake *fake)
{
    uint16_t stated =
        (uint16_t)(fake->block[SDCARD_SECTOR_BYTES] << 8 | fake->block[SDCARD_SECTOR_BYTES + 1]);
    fake->in_block = false;
    fake->out_at = fake->out_size = 0;
    if (stated != crc16(fake->block, SDCARD_SECTOR_BYTES))
        fake->violations++;
    if (faulty(fake, SDCARD_FAULT_WRITE_CHECKSUM) || faulty(fake, SDCARD_FAULT_WRITE_ERROR)) {
        say(fake, fake->fault == SDCARD_FAULT_WRITE_CHECKSUM ? 0xeb : 0xed);
        fake->state = fake->many ? FAKE_RECEIVING : FAKE_COMMAND;
        return;
    }
    say(fake, 0xe5);
    say(fake, 0x00); /* busy for a moment */
    say(fake, 0x00);
    if (faulty(fake, SDCARD_FAULT_BUSY))
        fake->busy_for_good = true;
    if (faulty(fake, SDCARD_FAULT_WRITE_STATUS))
        fake->status_error = true;
    else if (find_memory(fake))
        memcpy(find_memory(fake), fake->block, SDCARD_SECTOR_BYTES);
    fake->sector++;
    fake->blocks_written++;
    if (!fake->many)
        fake->state = FAKE_COMMAND;
}

static void receive(struct sdcard_fake *fake, uint8_t byte)
{
    if (fake->in_block) {
        fake->block[fake->block_bytes++] = byte;
        if (fake->block_bytes == sizeof fake->block)
            take_block(fake);
    } else if (byte == (fake->many ? 0xfc : 0xfe)) {
        fake->in_block = true;
        fake->block_bytes = 0;
    } else if (byte == 0xfd && fake->many) {
        fake->state = FAKE_COMMAND;
    }
}

static uint8_t exchange_byte(struct sdcard_fake *fake, uint8_t byte)
{
    if (fake->absent)
        return 0xff;
    uint8_t out = fake->busy_for_good ? 0x00 : 0xff;
    if (fake->out_at < fake->out_size) {
        out = fake->out[fake->out_at++];
        if (fake->out_at == fake->out_size && fake->many && fake->state == FAKE_COMMAND) {
            fake->out_at = fake->out_size = 0;
            read_next(fake);
        }
    }
    bool is_stop = fake->frame_bytes > 0 || (byte & 0xc0) == 0x40;
    if (fake->state == FAKE_RECEIVING && (fake->in_block || !is_stop)) {
        receive(fake, byte);
    } else if (is_stop) {
        fake->frame[fake->frame_bytes++] = byte;
        if (fake->frame_bytes == sizeof fake->frame) {
            fake->state = FAKE_COMMAND;
            run_command(fake);
        }
    }
    return out;
}

static void fake_transfer(void *context, const uint8_t *send, uint8_t *receive_to, size_t count)
{
    struct sdcard_fake *fake = context;
    fake->violations += !fake->taken;
    for (size_t i = 0; i < count; i++) {
        uint8_t in = exchange_byte(fake, send ? send[i] : 0xff);
        if (receive_to)
            receive_to[i] = in;
    }
    fake->clock_us += (uint32_t)count * US_A_BYTE;
}

static void fake_take(void *context)
{
    struct sdcard_fake *fake = context;
    fake->violations += fake->taken;
    fake->taken = true;
}

static void fake_give(void *context)
{
    struct sdcard_fake *fake = context;
    fake->violations += !fake->taken;
    fake->taken = false;
}

static void fake_set_clock(void *context, uint32_t hz)
{
    struct sdcard_fake *fake = context;
    fake->violations += hz > 25000000;
}

static uint32_t fake_now_ms(void *context)
{
    return ((struct sdcard_fake *)context)->clock_us / 1000;
}

static void fake_sleep_ms(void *context, uint32_t ms)
{
    ((struct sdcard_fake *)context)->clock_us += ms * 1000;
}

void sdcard_fake_init(struct sdcard_fake *fake, enum sdcard_fake_kind kind, uint8_t *memory, uint32_t sectors)
{
    memset(fake, 0, sizeof *fake);
    fake->kind = kind;
    fake->memory = memory;
    fake->sectors = sectors;
    fake->idle = true;
    fake->bus = (struct sdcard_bus){fake,          fake_take,   fake_give,    fake_set_clock,
                                    fake_transfer, fake_now_ms, fake_sleep_ms};
}

void sdcard_fake_fault(struct sdcard_fake *fake, enum sdcard_fake_fault fault, uint32_t count)
{
    fake->fault = fault;
    fake->fault_count = count;
}

void sdcard_fake_pull(struct sdcard_fake *fake)
{
    fake->absent = true;
}

void sdcard_fake_insert(struct sdcard_fake *fake)
{
    fake->absent = false;
    fake->idle = true;
    fake->busy_for_good = false;
    fake->state = FAKE_COMMAND;
    fake->frame_bytes = fake->out_at = fake->out_size = 0;
    fake->many = false;
}
