#define _GNU_SOURCE
#include "block_fake.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/status.h"

enum { SECTOR = 512 };

struct write {
    uint32_t sector;
    bool synced_after; /* a sync came before the next write */
    uint8_t old[SECTOR], new[SECTOR];
};

struct block_fake {
    struct block_device device;
    uint8_t *image;
    uint32_t sectors; /* of the image */
    uint32_t claimed, kept;
    enum block_end end;
    bool read_only;
    enum { IDLE, RECORDING, REPLAYING } mode;
    struct write *writes;
    size_t count, room;
    size_t applied;     /* of the recorded writes, in the image */
    struct write *undo; /* done since the last cut, or by it */
    size_t undo_count, undo_room;
    uint64_t bytes_written;
    unsigned fail_operations;
    uint32_t fail_after;
    int fail_status;
    bool fail_once, has_failed;
    uint32_t worn; /* sector that cannot be read; 0: none */
};

static void *must(void *pointer)
{
    if (!pointer || pointer == MAP_FAILED) {
        perror("block_fake");
        exit(2);
    }
    return pointer;
}

static bool fails(struct block_fake *fake, unsigned operation, int *status)
{
    if (!(fake->fail_operations & operation))
        return false;
    if (fake->fail_after > 0) {
        fake->fail_after--;
        return false;
    }
    *status = fake->fail_status;
    fake->has_failed = true;
    if (fake->fail_once)
        fake->fail_operations = 0;
    return true;
}

static struct write *append(struct write **list, size_t *count, size_t *room)
{
    if (*count == *room) {
        *room = *room ? *room * 2 : 1024;
        *list = must(realloc(*list, *room * sizeof **list));
    }
    return &(*list)[(*count)++];
}

static void put(struct block_fake *fake, uint32_t sector, const uint8_t *bytes)
{
    uint8_t *at = fake->image + (size_t)sector * SECTOR;
    struct write *write = NULL;
    if (fake->mode == RECORDING)
        write = append(&fake->writes, &fake->count, &fake->room);
    else if (fake->mode == REPLAYING)
        write = append(&fake->undo, &fake->undo_count, &fake->undo_room);
    if (write) {
        write->sector = sector;
        write->synced_after = false;
        memcpy(write->old, at, SECTOR);
        memcpy(write->new, bytes, SECTOR);
    }
    memcpy(at, bytes, SECTOR);
}

/* Where a sector is, and 1; 0: nowhere, but nobody is told; or what is told. */
static int find_sector(const struct block_fake *fake, uint32_t *sector)
{
    if (*sector >= fake->claimed || (*sector >= fake->kept && fake->end == BLOCK_END_REFUSES))
        return STATUS_TOO_LONG;
    if (*sector >= fake->kept && fake->end == BLOCK_END_DROPS)
        return 0;
    *sector %= fake->kept;
    return 1;
}

static int fake_start(void *context, struct block_info *info)
{
    struct block_fake *fake = context;
    int status;
    if (fails(fake, BLOCK_START, &status))
        return status;
    info->sectors = fake->claimed;
    info->read_only = fake->read_only;
    return 0;
}

static int fake_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    struct block_fake *fake = context;
    uint8_t *to = bytes;
    int status;
    if (fails(fake, BLOCK_READ, &status))
        return status;
    if (fake->worn != 0 && fake->worn >= sector && fake->worn < sector + count)
        return STATUS_IO;
    for (uint32_t i = 0; i < count; i++, to += SECTOR) {
        uint32_t at = sector + i;
        status = find_sector(fake, &at);
        if (status < 0)
            return status;
        if (status > 0)
            memcpy(to, fake->image + (size_t)at * SECTOR, SECTOR);
        else
            memset(to, 0, SECTOR);
    }
    return 0;
}

static int fake_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    struct block_fake *fake = context;
    const uint8_t *from = bytes;
    int status;
    if (fails(fake, BLOCK_WRITE, &status))
        return status;
    if (fake->read_only)
        return STATUS_REFUSED;
    if (fake->worn >= sector && fake->worn < sector + count)
        fake->worn = 0;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t at = sector + i;
        status = find_sector(fake, &at);
        if (status < 0)
            return status;
        if (status > 0)
            put(fake, at, from + (size_t)i * SECTOR);
    }
    fake->bytes_written += (uint64_t)count * SECTOR;
    return 0;
}

static int fake_sync(void *context)
{
    struct block_fake *fake = context;
    int status;
    if (fails(fake, BLOCK_SYNC, &status))
        return status;
    if (fake->mode == RECORDING && fake->count > 0)
        fake->writes[fake->count - 1].synced_after = true;
    return 0;
}

struct block_fake *block_fake_create(const char *path, uint32_t sectors)
{
    struct block_fake *fake = must(calloc(1, sizeof *fake));
    int file = open(path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || ftruncate(file, (off_t)sectors * SECTOR) < 0) {
        perror(path);
        exit(2);
    }
    fake->sectors = fake->claimed = fake->kept = sectors;
    fake->image = must(mmap(NULL, (size_t)sectors * SECTOR, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0));
    close(file);
    fake->device = (struct block_device){fake, fake_start, fake_read, fake_write, fake_sync};
    return fake;
}

void block_fake_destroy(struct block_fake *fake)
{
    munmap(fake->image, (size_t)fake->sectors * SECTOR);
    free(fake->writes);
    free(fake->undo);
    free(fake);
}

const struct block_device *block_fake_device(struct block_fake *fake)
{
    return &fake->device;
}

void block_fake_record(struct block_fake *fake)
{
    fake->mode = RECORDING;
    fake->count = 0;
}

size_t block_fake_writes(const struct block_fake *fake)
{
    return fake->count;
}

uint32_t block_fake_sector(const struct block_fake *fake, size_t write)
{
    return fake->writes[write].sector;
}

size_t block_fake_unsynced(const struct block_fake *fake, size_t writes)
{
    size_t unsynced = 0;
    while (unsynced < writes && !fake->writes[writes - unsynced - 1].synced_after)
        unsynced++;
    return unsynced;
}

static void undo_all(struct block_fake *fake)
{
    while (fake->undo_count > 0) {
        struct write *write = &fake->undo[--fake->undo_count];
        memcpy(fake->image + (size_t)write->sector * SECTOR, write->old, SECTOR);
    }
}

static void move_to(struct block_fake *fake, size_t writes)
{
    for (; fake->applied > writes; fake->applied--) {
        struct write *write = &fake->writes[fake->applied - 1];
        memcpy(fake->image + (size_t)write->sector * SECTOR, write->old, SECTOR);
    }
    for (; fake->applied < writes; fake->applied++) {
        struct write *write = &fake->writes[fake->applied];
        memcpy(fake->image + (size_t)write->sector * SECTOR, write->new, SECTOR);
    }
}

static uint32_t next_random(uint32_t *seed)
{
    *seed ^= *seed << 13;
    *seed ^= *seed >> 17;
    return *seed ^= *seed << 5;
}

/* A sector of which a part came through: new up to some byte, or from some byte on. */
static void put_torn(struct block_fake *fake, const struct write *write, uint32_t *seed)
{
    uint8_t mixed[SECTOR];
    uint32_t choice = next_random(seed);
    size_t at = choice % SECTOR;
    memcpy(mixed, fake->image + (size_t)write->sector * SECTOR, SECTOR);
    if (choice & 0x10000)
        memcpy(mixed, write->new, at);
    else
        memcpy(mixed + at, write->new + at, SECTOR - at);
    put(fake, write->sector, mixed);
}

void block_fake_cut(struct block_fake *fake, size_t writes, enum block_cut cut, uint32_t seed)
{
    if (fake->mode == RECORDING)
        fake->applied = fake->count;
    fake->mode = REPLAYING;
    undo_all(fake);
    size_t unsynced = block_fake_unsynced(fake, writes);
    move_to(fake, writes - unsynced);
    seed = seed * 2654435761u | 1;
    for (size_t i = writes - unsynced; i < writes; i++) {
        bool is_last = i + 1 == writes;
        const struct write *write = &fake->writes[i];
        if (cut == BLOCK_CUT_DROPPED)
            continue;
        if (cut == BLOCK_CUT_TORN && is_last)
            put_torn(fake, write, &seed);
        else if (cut == BLOCK_CUT_REORDERED && (next_random(&seed) & 7) == 0)
            put_torn(fake, write, &seed);
        else if (cut != BLOCK_CUT_REORDERED || (next_random(&seed) & 1))
            put(fake, write->sector, write->new);
    }
}

void block_fake_fail(struct block_fake *fake, unsigned operations, uint32_t after, int status, bool once)
{
    fake->fail_operations = status < 0 ? operations : 0;
    fake->fail_after = after;
    fake->fail_status = status;
    fake->fail_once = once;
    fake->has_failed = false;
}

bool block_fake_has_failed(const struct block_fake *fake)
{
    return fake->has_failed;
}

void block_fake_wear_out(struct block_fake *fake, uint32_t sector)
{
    fake->worn = sector;
}

void block_fake_set_read_only(struct block_fake *fake, bool read_only)
{
    fake->read_only = read_only;
}

void block_fake_set_kept(struct block_fake *fake, uint32_t kept, enum block_end end)
{
    fake->kept = kept;
    fake->end = end;
}

void block_fake_set_claim(struct block_fake *fake, uint32_t sectors)
{
    fake->claimed = sectors;
}

uint64_t block_fake_bytes_written(const struct block_fake *fake)
{
    return fake->bytes_written;
}

uint8_t *block_fake_image(struct block_fake *fake)
{
    return fake->image;
}
