#include "box/topics.h"

#include <stddef.h>

#include "base/status.h"
#include "port/log.h"

void topics_load(struct topics *topics, uint8_t *sector)
{
    topics_forget(topics);
    if (card_file_open(&topics->file, "TOPIC.PAK") != STATUS_OK)
        return; /* most cards have none */
    int status = topic_open(&topics->topic, card_file_read_at, &topics->file, sector);
    if (status == STATUS_OK)
        log_info("TOPIC.PAK: %s.", topics->topic.name);
    else
        log_warning("TOPIC.PAK: %s", topic_problem(status));
}

void topics_forget(struct topics *topics)
{
    topics->topic.keyword_sectors = 0;
}

const struct topic *topics_pack(const struct topics *topics)
{
    return topics->topic.keyword_sectors > 0 ? &topics->topic : NULL;
}
