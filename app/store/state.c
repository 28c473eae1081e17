#include "store/state.h"

#include <string.h>

#include "base/crc32.h"
#include "base/status.h"

enum {
    HOME_WORD = STATE_PAYLOAD_BYTES / 4,
    CRC_WORD = HOME_WORD + 1,
    SEALED_BYTES = CRC_WORD * 4,
    HOME_FILE_SHIFT = 24, /* the rest is the sector */
    HOME_RESTING = 255,
    HOME_NONE = 0, /* a sector of STATE_CRAWL, which is never cached */
};

enum { LINE_CHANGED = 1, LINE_NEEDS_SHADOW = 2 };

_Static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "state files are little-endian, as the box is");

/* RESTING.BIN has the same number on every card, however many files of sites a program knows. */
static uint32_t home_of(unsigned file, uint32_t sector)
{
    return (uint32_t)(file == STATE_RESTING ? HOME_RESTING : file) << HOME_FILE_SHIFT | sector;
}

static unsigned home_file(uint32_t home)
{
    unsigned number = home >> HOME_FILE_SHIFT;
    return number == HOME_RESTING ? STATE_RESTING : number < STATE_RESTING ? number : STATE_FILES;
}

static uint32_t home_sector(uint32_t home)
{
    return home & ((1u << HOME_FILE_SHIFT) - 1);
}

static uint32_t seal_of(const struct state_line *line)
{
    return crc32_update(CRC32_INIT, line->bytes, SEALED_BYTES);
}

static bool is_sealed(const struct state_line *line, uint32_t home)
{
    return line->bytes[HOME_WORD] == home && line->bytes[CRC_WORD] == seal_of(line);
}

static int state_read_home(struct state *state, struct state_line *line, uint32_t home)
{
    state->reads++;
    return state->files->read(state->files->context, home_file(home), home_sector(home), line->bytes);
}

static int state_write_to(struct state *state, const struct state_line *line, unsigned file, uint32_t sector)
{
    state->writes++;
    return state->files->write(state->files->context, file, sector, line->bytes);
}

static int state_write_back(struct state *state, struct state_line *line)
{
    const struct state_files *files = state->files;
    bool needs_shadow = line->flags & LINE_NEEDS_SHADOW;
    int status = 0;
    if (!(line->flags & LINE_CHANGED))
        return 0;
    line->bytes[HOME_WORD] = line->home;
    line->bytes[CRC_WORD] = seal_of(line);
    if (needs_shadow) {
        status = state_write_to(state, line, STATE_CRAWL, STATE_SHADOW);
        if (status == 0)
            status = files->sync(files->context);
    }
    if (status == 0)
        status = state_write_to(state, line, home_file(line->home), home_sector(line->home));
    if (status == 0 && needs_shadow) /* before the next one takes its place in the shadow */
        status = files->sync(files->context);
    if (status == 0)
        line->flags = 0;
    return status;
}

/* Writes the shadow to its home once more if that is torn, because power failed while it was written. */
static int mend_from_shadow(struct state *state)
{
    struct state_line *shadow = &state->lines[0], *torn = &state->lines[1];
    if (state->files->sectors[STATE_CRAWL] <= STATE_SHADOW)
        return STATUS_NOT_FOUND;
    int status = state_read_home(state, shadow, home_of(STATE_CRAWL, STATE_SHADOW));
    if (status < 0)
        return status == STATUS_DAMAGED ? 0 : status;
    uint32_t home = shadow->bytes[HOME_WORD];
    unsigned file = home_file(home);
    if (!is_sealed(shadow, home) || file == STATE_CRAWL || file >= STATE_FILES ||
        home_sector(home) >= state->files->sectors[file])
        return 0;
    status = state_read_home(state, torn, home);
    if ((status < 0 && status != STATUS_DAMAGED) || (status == 0 && is_sealed(torn, home)))
        return status;
    state->mended++;
    status = state_write_to(state, shadow, file, home_sector(home));
    return status < 0 ? status : state->files->sync(state->files->context);
}

int state_open(struct state *state, const struct state_files *files, struct state_line *lines, unsigned count)
{
    *state = (struct state){.files = files, .lines = lines, .count = count};
    int status = files->map ? 0 : mend_from_shadow(state);
    for (unsigned i = 0; i < count; i++) {
        lines[i].home = HOME_NONE;
        lines[i].used = 0;
        lines[i].flags = 0;
    }
    return status;
}

static struct state_line *state_oldest_line(const struct state *state)
{
    struct state_line *oldest = state->lines;
    for (struct state_line *line = oldest + 1; line < state->lines + state->count; line++)
        if (state->clock - line->used > state->clock - oldest->used)
            oldest = line;
    return oldest;
}

static int state_load(struct state *state, uint32_t home, bool fresh, struct state_line **loaded)
{
    struct state_line *line = state_oldest_line(state);
    int status = state_write_back(state, line);
    if (status < 0)
        return status;
    line->home = HOME_NONE;
    if (!fresh)
        status = state_read_home(state, line, home);
    if (status < 0)
        return status;
    if (!fresh && !is_sealed(line, home))
        return STATUS_DAMAGED;
    line->home = home;
    *loaded = line;
    return 0;
}

static int state_find_line(struct state *state, uint32_t home, bool fresh, struct state_line **found)
{
    for (struct state_line *line = state->lines; line < state->lines + state->count; line++) {
        if (line->home == home) {
            state->hits++;
            *found = line;
            return 0;
        }
    }
    return state_load(state, home, fresh, found);
}

int state_sector(struct state *state, unsigned file, uint32_t sector, enum state_use use, uint8_t **bytes)
{
    const struct state_files *files = state->files;
    struct state_line *line;
    if (file >= STATE_PART0 && sector < files->sectors[STATE_SITE0]) {
        sector += STATE_PLACES + (file - STATE_PART0) * files->sectors[STATE_SITE0];
        file = STATE_RESTING;
    }
    if (file == STATE_CRAWL || file >= STATE_FILES || sector >= files->sectors[file])
        return STATUS_INVALID;
    if (files->map) {
        *bytes = files->map(files->context, file, sector);
    } else {
        int status = state_find_line(state, home_of(file, sector), use == STATE_FRESH, &line);
        if (status < 0)
            return status;
        line->used = ++state->clock;
        if (use != STATE_READ)
            line->flags |= LINE_CHANGED;
        if (use == STATE_CHANGE)
            line->flags |= LINE_NEEDS_SHADOW;
        *bytes = (uint8_t *)line->bytes;
    }
    if (use == STATE_FRESH)
        memset(*bytes, 0, STATE_PAYLOAD_BYTES);
    return 0;
}

void state_let_go(struct state *state)
{
    for (struct state_line *line = state->lines; line < state->lines + state->count; line++)
        if (line->used == state->clock)
            line->used = state->clock - UINT32_MAX / 2;
}

/* Returns how much of a span lies in the sector where it begins. */
static size_t part_in_sector(uint32_t offset, size_t size)
{
    size_t part = STATE_PAYLOAD_BYTES - offset % STATE_PAYLOAD_BYTES;
    return part < size ? part : size;
}

int state_read(struct state *state, unsigned file, uint32_t offset, void *bytes, size_t size)
{
    uint8_t *to = bytes, *from;
    while (size > 0) {
        size_t part = part_in_sector(offset, size);
        int status = state_sector(state, file, offset / STATE_PAYLOAD_BYTES, STATE_READ, &from);
        if (status < 0)
            return status;
        memcpy(to, from + offset % STATE_PAYLOAD_BYTES, part);
        offset += (uint32_t)part;
        to += part;
        size -= part;
    }
    return 0;
}

int state_append_as(struct state *state, unsigned file, uint32_t offset, const void *bytes, size_t size,
                    enum state_use use)
{
    const uint8_t *from = bytes;
    uint8_t *to;
    while (size > 0) {
        size_t part = part_in_sector(offset, size);
        int status = state_sector(state, file, offset / STATE_PAYLOAD_BYTES,
                                  offset % STATE_PAYLOAD_BYTES == 0 ? STATE_FRESH : use, &to);
        if (status < 0)
            return status;
        memcpy(to + offset % STATE_PAYLOAD_BYTES, from, part);
        offset += (uint32_t)part;
        from += part;
        size -= part;
    }
    return 0;
}

int state_append(struct state *state, unsigned file, uint32_t offset, const void *bytes, size_t size)
{
    return state_append_as(state, file, offset, bytes, size, STATE_CHANGE);
}

int state_flush(struct state *state)
{
    int status = 0;
    for (unsigned i = 0; status == 0 && !state->files->map && i < state->count; i++)
        status = state_write_back(state, &state->lines[i]);
    return status;
}
