#include "fat/fatfs_entry.h"

#include <stdbool.h>
#include <string.h>

#include "base/bytes.h"
#include "base/status.h"
#include "fat/fatfs_chain.h"

/* FAT directory entries are 32 bytes. A long name stands before its file's entry, in entries of 13
 * characters, the last part first; the last part's number carries a flag. */
enum {
    ENTRY_BYTES = 32,
    ENTRY_ATTRIBUTES = 11,
    ENTRY_LENGTH = 28,
    ENTRY_DELETED = 0xE5,
    ATTRIBUTES_LONG_NAME = 0x0F,
    PART_CHARACTERS = 13,
    PART_IS_LAST = 0x40,
    SHORT_NAME_BYTES = 11,
    SHORT_BODY_BYTES = 8,
};

struct change {
    FATFS *volume;
    LBA_t sector;   /* where the file's entry lies */
    unsigned index; /* its number in that sector */
    unsigned old_parts, new_parts;
    const char *name;
    uint32_t bytes;
};

static void put_name_character(uint8_t *entry, unsigned at, uint16_t character)
{
    static const uint8_t places[PART_CHARACTERS] = {1, 3, 5, 7, 9, 14, 16, 18, 20, 22, 24, 28, 30};
    bytes_put16(entry + places[at], character);
}

/* Makes this part the last of the long name, and cuts it behind the name's end. */
static void end_long_name(uint8_t *entry, unsigned part, size_t name_size)
{
    size_t used = name_size - (part - 1) * PART_CHARACTERS;
    entry[0] = (uint8_t)(PART_IS_LAST | part);
    if (used < PART_CHARACTERS)
        put_name_character(entry, (unsigned)used++, 0);
    for (; used < PART_CHARACTERS; used++)
        put_name_character(entry, (unsigned)used, 0xFFFF);
}

static void put_short_name(uint8_t *entry, const char *name)
{
    unsigned at = 0;
    memset(entry, ' ', SHORT_NAME_BYTES);
    for (; *name; name++) {
        if (*name == '.')
            at = SHORT_BODY_BYTES;
        else if (at < SHORT_NAME_BYTES)
            entry[at++] = (uint8_t)(*name >= 'a' && *name <= 'z' ? *name - ('a' - 'A') : *name);
    }
}

/* Changes what must change in the entry that stands `back` entries before the file's own. */
static int change_entry(const struct change *change, uint8_t *entry, unsigned back)
{
    if (back == 0) {
        bytes_put32(entry + ENTRY_LENGTH, change->bytes);
        if (change->old_parts == 0)
            put_short_name(entry, change->name);
        return 0;
    }
    if (entry[ENTRY_ATTRIBUTES] != ATTRIBUTES_LONG_NAME)
        return STATUS_DAMAGED;
    if (back > change->new_parts)
        entry[0] = ENTRY_DELETED;
    else if (back == change->new_parts)
        end_long_name(entry, back, strlen(change->name));
    return 0;
}

static int change_entries_in_window(const struct change *change, unsigned first_back, unsigned last_back,
                                    unsigned entry_of_first)
{
    int status = 0;
    for (unsigned back = first_back; status == 0 && back <= last_back; back++)
        status = change_entry(
            change, change->volume->win + (entry_of_first - (back - first_back)) * ENTRY_BYTES, back);
    return status < 0 ? status : fatfs_window_store(change->volume);
}

/* Finds the sector of the folder that comes before the one of the file's entry. */
static int find_sector_before(const struct change *change, const char *folder, LBA_t *sector)
{
    FATFS *volume = change->volume;
    LBA_t offset = change->sector - volume->database;
    if (offset % volume->csize != 0) {
        *sector = change->sector - 1;
        return 0;
    }
    DWORD cluster, next, wanted = (DWORD)(offset / volume->csize + 2);
    int status = fatfs_chain_of_folder(volume, folder, &cluster);
    for (DWORD tries = volume->n_fatent; status == 0 && tries > 0; tries--, cluster = next) {
        status = fatfs_chain_next(volume, cluster, &next);
        if (status == 0 && next == wanted) {
            *sector = fatfs_chain_sector(volume, cluster) + volume->csize - 1;
            return 0;
        }
    }
    return status < 0 ? status : STATUS_DAMAGED;
}

static unsigned long_name_parts(const char *name)
{
    return (unsigned)((strlen(name) + PART_CHARACTERS - 1) / PART_CHARACTERS);
}

/* Says whether the name fits the entry itself, in capitals or small letters. */
static bool is_short_name(const char *name)
{
    const char *dot = strchr(name, '.');
    size_t body = dot ? (size_t)(dot - name) : strlen(name);
    size_t ending = dot ? strlen(dot + 1) : 0;
    return body <= SHORT_BODY_BYTES && ending <= SHORT_NAME_BYTES - SHORT_BODY_BYTES;
}

int fatfs_entry_close(FIL *file, const char *folder, const char *old_name, const char *name, uint32_t bytes)
{
    bool is_long = !is_short_name(old_name);
    struct change change = {
        .volume = file->obj.fs,
        .sector = file->dir_sect,
        .index = (unsigned)(file->dir_ptr - file->obj.fs->win) / ENTRY_BYTES,
        .old_parts = is_long ? long_name_parts(old_name) : 0,
        .new_parts = is_long ? long_name_parts(name) : 0,
        .name = name,
        .bytes = bytes,
    };
    if (is_long ? strncmp(old_name, name, strlen(name)) != 0 : !is_short_name(name))
        return STATUS_INVALID;

    /* First the sector with the length. A part that ends the new name and lies in it is valid at once; the
     * one that ended the old name, if it lies before, is then a part without a file until it is deleted. */
    unsigned here = change.old_parts < change.index ? change.old_parts : change.index;
    int status = fatfs_window_load(change.volume, change.sector);
    if (status == 0)
        status = change_entries_in_window(&change, 0, here, change.index);
    if (status < 0 || here == change.old_parts)
        return status;
    LBA_t before;
    status = find_sector_before(&change, folder, &before);
    if (status == 0)
        status = fatfs_window_load(change.volume, before);
    if (status == 0)
        status = change_entries_in_window(&change, here + 1, change.old_parts, FF_MAX_SS / ENTRY_BYTES - 1);
    return status;
}
