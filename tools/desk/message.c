#include "message.h"

#include <stdlib.h>
#include <time.h>

#include "wacz/json.h"

enum { PROGRESS_MS = 100 };

/* The page's end of it. It may take a while to return, or, if the user has stopped the job, never do so. */
__attribute__((import_module("desk"), import_name("tell"))) void desk_tell(const char *text, size_t size);

struct message message_begin(const char *kind)
{
    struct message message = {0};
    message.out = open_memstream(&message.text, &message.size);
    if (!message.out)
        abort(); /* the page says that there is no memory left */
    fputs("{\"kind\":", message.out);
    json_write_string(message.out, kind);
    return message;
}

static void write_key(struct message *message, const char *key)
{
    fputc(',', message->out);
    json_write_string(message->out, key);
    fputc(':', message->out);
}

void message_text(struct message *message, const char *key, const char *text)
{
    write_key(message, key);
    json_write_string(message->out, text ? text : "");
}

void message_number(struct message *message, const char *key, uint64_t number)
{
    write_key(message, key);
    fprintf(message->out, "%llu", (unsigned long long)number);
}

void message_end(struct message *message)
{
    fputc('}', message->out);
    if (fclose(message->out) != 0)
        abort();
    desk_tell(message->text, message->size);
    free(message->text);
}

static uint64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

void message_progress(const char *what, uint64_t done, uint64_t total)
{
    static uint64_t last_ms;
    uint64_t now = now_ms();
    if (now - last_ms < PROGRESS_MS)
        return;
    last_ms = now;
    struct message message = message_begin("progress");
    message_text(&message, "what", what);
    message_number(&message, "done", done);
    message_number(&message, "total", total);
    message_end(&message);
}
