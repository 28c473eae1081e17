/*
 * A pack put to work on pages, exactly as the box would.
 *
 *     struct judge judge;
 *     if (judge_open(&judge, "TOPIC.PAK") == CLI_YES) {
 *         judge_pages(&judge, "pages/", true);
 *         g_mean_percent(&judge.score);
 *         judge_close(&judge);
 *     }
 */
#ifndef CRAWLBOX_TOPICS_JUDGE_H
#define CRAWLBOX_TOPICS_JUDGE_H

#include <stdio.h>

#include "topics/pack.h"

struct judge {
    struct pack_file file;
    struct topic topic;
    struct topic_reader *reader;
    uint64_t *block;
    struct g_mean score;
    FILE *rows;    /* a row for each page goes there, unless NULL */
    bool relevant; /* what the pages in work are */
};

/* CLI_YES, or CLI_NO or CLI_CANNOT after saying why. */
int judge_open(struct judge *judge, const char *path);
void judge_info(const struct judge *judge, FILE *out);
int judge_pages(struct judge *judge, const char *path, bool relevant);
void judge_close(struct judge *judge);

#endif
