#include "lost_clusters.h"

#include <stdbool.h>
#include <stdlib.h>

#include "base/bytes.h"

enum { SECTOR = 512, ENTRY = 32, ATTRIBUTES = 11, LABEL = 0x08, FOLDER = 0x10, END = 0x0FFFFFF8 };

struct volume {
    const uint8_t *fat, *data;
    uint32_t clusters; /* numbers below this exist */
    uint32_t cluster_bytes;
    uint8_t *owned;
};

static uint32_t next_of(const struct volume *volume, uint32_t cluster)
{
    return bytes_get32(volume->fat + 4 * (size_t)cluster) & 0x0FFFFFFF;
}

static bool take(struct volume *volume, uint32_t cluster)
{
    if (cluster < 2 || cluster >= volume->clusters || volume->owned[cluster])
        return false;
    volume->owned[cluster] = 1;
    return true;
}

static void walk_folder(struct volume *volume, uint32_t cluster);

static void walk_entry(struct volume *volume, const uint8_t *entry)
{
    uint32_t cluster = (uint32_t)bytes_get16(entry + 20) << 16 | bytes_get16(entry + 26);
    if (entry[0] == 0 || entry[0] == 0xE5 || entry[0] == '.' || entry[ATTRIBUTES] & LABEL)
        return;
    if (entry[ATTRIBUTES] & FOLDER)
        walk_folder(volume, cluster);
    else
        for (; cluster < END && take(volume, cluster); cluster = next_of(volume, cluster))
            ;
}

static void walk_folder(struct volume *volume, uint32_t cluster)
{
    for (; cluster < END && take(volume, cluster); cluster = next_of(volume, cluster)) {
        const uint8_t *entries = volume->data + (size_t)(cluster - 2) * volume->cluster_bytes;
        for (uint32_t at = 0; at < volume->cluster_bytes; at += ENTRY)
            walk_entry(volume, entries + at);
    }
}

unsigned lost_clusters(const uint8_t *image)
{
    uint32_t reserved = bytes_get16(image + 14), fat_sectors = bytes_get32(image + 36);
    uint32_t data_sector = reserved + image[16] * fat_sectors;
    struct volume volume = {.fat = image + (size_t)reserved * SECTOR,
                            .data = image + (size_t)data_sector * SECTOR,
                            .cluster_bytes = image[13] * (uint32_t)SECTOR};
    volume.clusters = (bytes_get32(image + 32) - data_sector) / image[13] + 2;
    volume.owned = calloc(volume.clusters, 1);
    walk_folder(&volume, bytes_get32(image + 44));
    unsigned lost = 0;
    for (uint32_t cluster = 2; cluster < volume.clusters; cluster++)
        lost += next_of(&volume, cluster) != 0 && !volume.owned[cluster];
    free(volume.owned);
    return lost;
}
