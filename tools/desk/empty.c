/* `crawlbox card collect` for the page: the same run, told in messages. */
#include "card/collect.h"
#include "crawlbox_version.h"
#include "desk.h"
#include "problem.h"

static void show_progress(void *context, const char *what, uint64_t done, uint64_t total)
{
    (void)context;
    message_progress(what, done, total);
}

static void tell_sentence(void *context, const char *text)
{
    (void)context;
    struct message message = message_begin("told");
    message_text(&message, "text", text);
    message_end(&message);
}

static void tell_counts(const struct collect *collect)
{
    struct message message = message_begin("emptied");
    message_number(&message, "files", collect->files);
    message_number(&message, "records", collect->records);
    message_number(&message, "skipped", collect->skipped);
    message_number(&message, "logs", (uint64_t)collect->logs);
    message_number(&message, "erased", collect->erased);
    message_number(&message, "damaged", collect->damaged);
    message_end(&message);
}

DESK_EXPORT("desk_empty") int desk_empty(const char *title, int erase)
{
    struct card_fs fs;
    struct collect collect = {.out = "/out",
                              .title = title,
                              .software = "crawlbox " CRAWLBOX_VERSION,
                              .erase = erase != 0,
                              .keep_open = true,
                              .progress = show_progress,
                              .report = tell_sentence};
    int status = problem_open_card(&fs, erase ? CARD_UPDATE : CARD_READ);
    if (status < 0)
        return status;
    status = collect_run(&collect, &fs);
    if (status == 0 || status == STATUS_DAMAGED) {
        tell_counts(&collect);
        status = 0;
    } else {
        problem_tell(status, collect.problem);
    }
    collect_free(&collect);
    card_fs_close(&fs);
    return status;
}
