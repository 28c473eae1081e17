#include "console/talk.h"

#include <errno.h>
#include <poll.h>
#include <string.h>
#include <unistd.h>

enum { DROP_LINE = 3 /* ctrl-C */, ESCAPE = 27, READ_SIZE = 4096 };
enum { LONG_PATIENCE_MS = 600000 /* of silence: checking a full card takes a while */ };
enum { ESCAPE_NONE, ESCAPE_STARTED, ESCAPE_SEQUENCE };

static const char prompt[] = "crawlbox> ";
enum { PROMPT_LENGTH = sizeof prompt - 1 };

bool talk_write(struct talk *talk, const void *bytes, size_t count)
{
    const char *at = bytes;
    while (count > 0) {
        ssize_t written = write(talk->fd, at, count);
        if (written < 0 && errno == EINTR)
            continue;
        if (written <= 0) {
            talk->is_closed = true;
            return false;
        }
        at += written;
        count -= (size_t)written;
    }
    return true;
}

void talk_begin(struct talk *talk, int fd, talk_line on_line, void *context)
{
    static const char drop[] = {DROP_LINE};
    *talk = (struct talk){
        .fd = fd, .on_line = on_line, .context = context, .patience_ms = TALK_PATIENCE_S * 1000};
    talk_write(talk, drop, sizeof drop);
}

bool talk_send(struct talk *talk, const char *command)
{
    size_t length = strlen(command);
    if (length >= sizeof talk->command)
        return false;
    memcpy(talk->command, command, length + 1);
    talk->state = TALK_SENT;
    return talk_write(talk, command, length) && talk_write(talk, "\r", 1);
}

bool talk_is_idle(const struct talk *talk)
{
    return talk->state == TALK_IDLE;
}

static bool is_prompt(const struct talk *talk)
{
    return talk->length >= PROMPT_LENGTH && memcmp(talk->line, prompt, PROMPT_LENGTH) == 0;
}

/* A line has ended. */
static void end_line(struct talk *talk)
{
    talk->line[talk->length] = '\0';
    if (!is_prompt(talk)) {
        if (talk->length > 0 || talk->state == TALK_ANSWERS)
            talk->on_line(talk->context, talk->state == TALK_ANSWERS ? TALK_ANSWER : TALK_NEWS, talk->line);
    } else if (talk->state == TALK_SENT && strcmp(talk->line + PROMPT_LENGTH, talk->command) == 0) {
        talk->state = TALK_ANSWERS;
    }
    talk->length = 0;
}

static bool take_escape(struct talk *talk, unsigned char byte)
{
    if (byte == ESCAPE) {
        talk->escape = ESCAPE_STARTED;
        return true;
    }
    if (talk->escape == ESCAPE_STARTED)
        talk->escape = byte == '[' ? ESCAPE_SEQUENCE : ESCAPE_NONE;
    else if (talk->escape == ESCAPE_SEQUENCE)
        talk->escape = byte >= '@' && byte <= '~' ? ESCAPE_NONE : ESCAPE_SEQUENCE;
    else
        return false;
    return true;
}

/* U+0080 to U+009F are controls, too: many terminals take U+009B for ESC [. True: the byte made one, which is
 * gone. */
static bool drop_c1(struct talk *talk, unsigned char byte)
{
    enum { C1_LEAD = 0xc2, C1_FIRST = 0x80, C1_LAST = 0x9f };
    bool is_c1 = byte >= C1_FIRST && byte <= C1_LAST && talk->length > 0 &&
                 (unsigned char)talk->line[talk->length - 1] == C1_LEAD;
    talk->length -= is_c1;
    return is_c1;
}

static void take_byte(struct talk *talk, unsigned char byte)
{
    if (take_escape(talk, byte))
        return;
    if (byte == '\n') {
        end_line(talk);
        talk->after_cr = false;
        return;
    }
    if (talk->after_cr)
        talk->length = 0; /* the box draws its line anew */
    talk->after_cr = byte == '\r';
    if (byte == '\b' && talk->length > 0)
        talk->length--;
    if (byte < ' ' || byte == 0x7f || drop_c1(talk, byte))
        return;
    if (talk->length + 1 < sizeof talk->line)
        talk->line[talk->length++] = (char)byte;
    bool may_end = talk->state == TALK_ANSWERS || talk->state == TALK_LOST;
    if (may_end && talk->length == PROMPT_LENGTH && is_prompt(talk))
        talk->state = TALK_IDLE;
}

bool talk_take(struct talk *talk)
{
    unsigned char bytes[READ_SIZE];
    ssize_t count = read(talk->fd, bytes, sizeof bytes);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return true;
    talk->is_closed = count <= 0;
    for (ssize_t i = 0; i < count; i++)
        take_byte(talk, bytes[i]);
    return !talk->is_closed;
}

bool talk_listen(const struct talk *talk, int patience_ms)
{
    struct pollfd ready = {.fd = talk->fd, .events = POLLIN};
    int count;
    do
        count = poll(&ready, 1, patience_ms);
    while (count < 0 && errno == EINTR);
    return count > 0;
}

static bool wait_for_prompt(struct talk *talk, int patience_ms)
{
    while (!talk_is_idle(talk))
        if (!talk_listen(talk, patience_ms) || !talk_take(talk))
            return false;
    return true;
}

bool talk_wait(struct talk *talk)
{
    return wait_for_prompt(talk, talk->patience_ms);
}

bool talk_wait_long(struct talk *talk)
{
    return wait_for_prompt(talk, talk->patience_ms > LONG_PATIENCE_MS ? talk->patience_ms : LONG_PATIENCE_MS);
}
