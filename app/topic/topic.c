#include "topic/topic.h"

#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/packed.h"
#include "base/status.h"
#include "topic/layout.h"

static void read_pack_header(struct topic *topic, const uint8_t *header)
{
    topic->id = bytes_get32(header + PACK_AT_CRC);
    topic->page_prior = (int16_t)bytes_get16(header + PACK_AT_PAGE_PRIOR);
    topic->link_prior = (int16_t)bytes_get16(header + PACK_AT_LINK_PRIOR);
    topic->word_prior = (int16_t)bytes_get16(header + PACK_AT_WORD_PRIOR);
    topic->page_scale = header[PACK_AT_PAGE_SCALE];
    topic->word_scale = header[PACK_AT_WORD_SCALE];
    memcpy(&topic->links, header + PACK_AT_LINK_TABLE, sizeof topic->links);
    for (unsigned i = 0; i < TOPIC_NAME_BYTES; i++) {
        char c = (char)header[PACK_AT_NAME + i];
        topic->name[i] = c == '\0' || (c >= ' ' && c <= '~') ? c : '?';
    }
    topic->name[TOPIC_NAME_BYTES] = '\0';
}

static int check_pack_header(const uint8_t *header)
{
    if (bytes_get32(header + PACK_AT_MAGIC) != PACK_MAGIC)
        return STATUS_INVALID;
    if (bytes_get16(header + PACK_AT_VERSION) != TOPIC_VERSION)
        return STATUS_VERSION;
    uint32_t sectors = bytes_get16(header + PACK_AT_SECTORS);
    bool is_sound = sectors > 0 && sectors <= PACK_SECTORS_MAX &&
                    bytes_get32(header + PACK_AT_SIZE) == PACK_AT_KEYWORDS + sectors * TOPIC_SECTOR_BYTES &&
                    header[PACK_AT_SUB_WORDS] <= PACK_SUB_WORDS_MAX && header[PACK_AT_PAGE_SCALE] > 0 &&
                    header[PACK_AT_WORD_SCALE] > 0;
    return is_sound ? STATUS_OK : STATUS_DAMAGED;
}

/* Reads the rest of the file, whose checksum must come out; `sector` holds the header. */
static int check_pack_rest(const struct topic *topic, uint8_t *sector)
{
    uint32_t wanted = bytes_get32(sector + PACK_AT_CRC), size = bytes_get32(sector + PACK_AT_SIZE);
    uint32_t crc = crc32_update(CRC32_INIT, sector + PACK_AT_CHECKED, TOPIC_SECTOR_BYTES - PACK_AT_CHECKED);
    for (uint32_t at = TOPIC_SECTOR_BYTES; at < size; at += TOPIC_SECTOR_BYTES) {
        int status = topic->read(topic->context, at, sector, TOPIC_SECTOR_BYTES);
        if (status < 0)
            return status;
        if (at >= PACK_AT_KEYWORDS && bytes_get16(sector) > KEYWORDS_IN_SECTOR)
            return STATUS_DAMAGED;
        crc = crc32_update(crc, sector, TOPIC_SECTOR_BYTES);
    }
    return crc == wanted ? STATUS_OK : STATUS_DAMAGED;
}

int topic_open(struct topic *topic, topic_read read, void *context, uint8_t *sector)
{
    *topic = (struct topic){.read = read, .context = context};
    int status = read(context, 0, sector, TOPIC_SECTOR_BYTES);
    if (status == STATUS_OK)
        status = check_pack_header(sector);
    if (status < 0)
        return status;
    uint16_t sectors = bytes_get16(sector + PACK_AT_SECTORS);
    read_pack_header(topic, sector);
    status = check_pack_rest(topic, sector);
    if (status == STATUS_OK)
        topic->keyword_sectors = sectors;
    return status;
}

const char *topic_problem(int status)
{
    switch (status) {
    case STATUS_OK: return PACKED("The topic pack is sound.");
    case STATUS_NOT_FOUND:
        return PACKED("There is no TOPIC.PAK on the card: make one with 'crawlbox-lab topic train'.");
    case STATUS_INVALID:
        return PACKED("TOPIC.PAK is not a topic pack: make one with 'crawlbox-lab topic train'.");
    case STATUS_VERSION: return PACKED("TOPIC.PAK is for another version of the box: make it again.");
    case STATUS_DAMAGED: return PACKED("TOPIC.PAK is damaged: copy it to the card again.");
    default: return status_text(status);
    }
}
