#include "desk.h"

#include <stdlib.h>

#include "problem.h"

DESK_EXPORT("desk_room") char *desk_room(size_t bytes)
{
    return malloc(bytes);
}

int problem_tell(int status, const char *text)
{
    struct message message = message_begin("problem");
    message_text(&message, "text", *text ? text : status_text(status));
    message_number(&message, "status", (uint64_t)-status);
    message_end(&message);
    return status;
}

static void ignore_name(void *user, const char *name, uint64_t size)
{
    (void)user, (void)name, (void)size;
}

int problem_open_card(struct card_fs *fs, enum card_mode mode)
{
    static const char *const marks[] = {"CRAWLBOX.INI", "STATE/JOURNAL.BIN", "SEEDS.TXT", "collect.tsv"};
    int status = card_fs_open(fs, "/card", mode);
    if (status < 0)
        return problem_tell(status, fs->problem);
    if (fs->ops->list(fs, "", ignore_name, NULL) < 0) /* it was pulled */
        return problem_tell(STATUS_IO, fs->problem);
    for (size_t i = 0; i < sizeof marks / sizeof marks[0]; i++)
        if (card_fs_exists(fs, marks[i]))
            return 0;
    if (fs->ops->list(fs, "WARC", ignore_name, NULL) == 0)
        return 0;
    if (fs->status != STATUS_NOT_FOUND) /* it cannot be read at all */
        return problem_tell(fs->status, fs->problem);
    return problem_tell(STATUS_UNSUPPORTED, "not a card");
}
