#include "topics.h"

#include "base/status.h"
#include "fatfs_file.h"
#include "log.h"

static struct {
    struct fatfs_file file; /* open as long as the card is mounted */
    struct topic topic;
} topics;

void topics_load(uint8_t *sector)
{
    topics_forget();
    if (fatfs_file_open(&topics.file, "TOPIC.PAK") != STATUS_OK)
        return; /* most cards have none */
    int status = topic_open(&topics.topic, fatfs_file_read_at, &topics.file, sector);
    if (status == STATUS_OK)
        log_info("TOPIC.PAK: %s.", topics.topic.name);
    else
        log_warning("TOPIC.PAK: %s", topic_problem(status));
}

void topics_forget(void)
{
    topics.topic.keyword_sectors = 0;
}

const struct topic *topics_pack(void)
{
    return topics.topic.keyword_sectors > 0 ? &topics.topic : NULL;
}
