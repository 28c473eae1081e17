/* Whatever comes over the serial line, the editor and the splitter of commands stay within their buffers. */
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include "ui/console/command.h"
#include "ui/console/line.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *name_of(const void *table, unsigned index)
{
    static const char *const names[] = {"help", "version", "status", "reboot", NULL};
    (void)table;
    return names[index];
}

static void drop(void *context, const char *text, size_t length)
{
    /* touch what is echoed, so that the sanitizer sees it */
    volatile char *last = context;
    for (size_t i = 0; i < length; i++)
        *last = text[i];
}

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct line line;
    char last;
    line_init(&line, "> ", drop, &last);
    line_prompt(&line);
    for (size_t i = 0; i < size; i++) {
        bool done = line_feed(&line, (char)data[i]);
        check(line.length < LINE_SIZE && line.cursor <= line.length && line.history_used <= LINE_HISTORY);
        if (!done)
            continue;
        char *words[COMMAND_WORDS_MAX];
        int count = command_split(line_text(&line), words, COMMAND_WORDS_MAX);
        check(count <= COMMAND_WORDS_MAX);
        if (count > 0) {
            command_take_flag(&count, words, "-k");
            if (command_find(words[0], name_of, NULL) < 0)
                check(command_nearest(words[0], name_of, NULL) < 4);
        }
        line_hide(&line);
        line_show(&line);
        line_prompt(&line);
    }
    return 0;
}
