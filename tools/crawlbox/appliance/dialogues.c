/* Lines to people, each with a console of its own: standard input, clients of UNIX sockets, serial lines. One
 * thread serves them all, one command at a time. The console (ui/console) knows of one struct console: each
 * line's is put in its place while the line has its turn. */
#include "appliance/appliance.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "appliance/places.h"
#include "base/status.h"
#include "cli.h"
#include "log.h"
#include "port/clock.h"
#include "port/log.h"
#include "port/platform.h"
#include "ui/console/console.h"
#include "ui/xmodem.h"

enum {
    PLACES_MAX = 8,
    DIALOGUES_MAX = 16,
    WAKE_MS = 1000,       /* often enough for the supervisor */
    SLICE_MS = 500,       /* the same while somebody does not read */
    DEAF_MS = 10000,      /* after which nobody waits for him any more */
    LINE_QUIET_MS = 1000, /* then the sender of a file is asked again */
    CHUNK = 256,
};

struct dialogue {
    const struct place *place; /* NULL: this one is free */
    int in, out;
    bool is_over;   /* to be closed */
    bool asks;      /* something was typed that is being answered */
    bool is_deaf;   /* nobody takes what is said: it is dropped */
    bool waits;     /* in console_pause(): what is typed there is heard later */
    uint32_t heard; /* what was typed there last, or its beginning, counted over all lines */
    struct console console;
};

static struct place places[PLACES_MAX];
static unsigned place_count;
static struct dialogue dialogues[DIALOGUES_MAX];
static struct dialogue *present; /* whose console is `appliance_console` */
static uint32_t heard;           /* how often somebody came or typed something */
static int news = -1;            /* an event: the log has new lines */

struct console appliance_console; /* console_program names it */

/* ---- What the console says ---- */

/* What is said goes out in lines, since a socket takes no more than a hundred pieces that nobody has read. */
static struct {
    char bytes[CHUNK];
    size_t count;
} said;

/* Waits until the other side takes more, but not for ever, not again before it has, and only if somebody has
 * asked for something there: whoever came and says nothing keeps nobody waiting. Checks in meanwhile: it is
 * not us who hangs. */
static bool wait_until_heard(struct dialogue *dialogue)
{
    struct pollfd line = {.fd = dialogue->out, .events = POLLOUT};
    uint32_t patience_ms = dialogue->is_deaf || !dialogue->asks ? 0 : DEAF_MS, waited_ms = 0;
    int ready;
    do {
        platform_check_in();
        ready = poll(&line, 1, patience_ms > 0 ? SLICE_MS : 0);
        waited_ms += SLICE_MS;
    } while (ready == 0 && waited_ms < patience_ms);
    dialogue->is_deaf = ready <= 0 || !(line.revents & POLLOUT);
    return !dialogue->is_deaf;
}

/* A client that has asked, and does not read, is a client no longer; one that is idle misses what is said. */
static void send_what_was_said(void)
{
    const char *bytes = said.bytes;
    size_t count = said.count;
    said.count = 0;
    while (count > 0 && present != NULL && !present->is_over && wait_until_heard(present)) {
        ssize_t sent = write(present->out, bytes, count);
        if (sent < 0 && errno != EINTR && errno != EAGAIN)
            present->is_over = true;
        if (sent > 0) {
            bytes += sent;
            count -= (size_t)sent;
        }
    }
    if (count > 0 && present != NULL && present->asks && present->place->kind == PLACE_SOCKET)
        present->is_over = true;
}

void console_send(const char *bytes, size_t count)
{
    for (; count > 0; bytes++, count--) {
        said.bytes[said.count++] = *bytes;
        if (said.count == sizeof said.bytes || *bytes == '\n')
            send_what_was_said();
    }
}

/* ---- Whose turn it is ---- */

/* Wrong numbers are counted over all lines: who hangs up and comes again waits no less. */
static void give_turn_to(struct dialogue *dialogue)
{
    uint8_t wrong_pins = appliance_console.wrong_pins;
    if (present == dialogue)
        return;
    send_what_was_said();
    if (present != NULL)
        present->console = appliance_console;
    present = dialogue;
    appliance_console = dialogue->console;
    appliance_console.wrong_pins = wrong_pins;
}

/* ---- A file comes ---- */

static void send_answer(uint8_t byte)
{
    char text = (char)byte;
    if (byte != 0)
        console_send(&text, 1);
    send_what_was_said();
}

/* The next byte of the line whose turn it is, or -1 if none comes in time. */
static int take_byte(uint32_t timeout_ms)
{
    struct pollfd line = {.fd = present->in, .events = POLLIN};
    uint8_t byte;
    if (poll(&line, 1, (int)timeout_ms) <= 0)
        return -1;
    ssize_t got = read(present->in, &byte, 1);
    if (got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR))
        present->is_over = true;
    return got == 1 ? byte : -1;
}

int console_receive(struct xmodem *xmodem)
{
    send_answer(xmodem_idle(xmodem));
    while (xmodem->state == XMODEM_RECEIVING) {
        platform_check_in();
        int byte = take_byte(LINE_QUIET_MS);
        if (present->is_over)
            return STATUS_CLOSED;
        send_answer(byte >= 0 ? xmodem_push(xmodem, (uint8_t)byte) : xmodem_idle(xmodem));
    }
    switch (xmodem->state) {
    case XMODEM_DONE: return STATUS_OK;
    case XMODEM_TOO_LONG: return STATUS_TOO_LONG;
    case XMODEM_CANCELLED: return STATUS_CLOSED;
    default: return STATUS_TIMEOUT;
    }
}

/* ---- Lines come and go ---- */

static void skip_old_news(uint32_t *cursor)
{
    struct log_line line;
    while (log_read(cursor, &line))
        continue;
}

static struct dialogue *find_free_dialogue(void)
{
    for (unsigned i = 0; i < DIALOGUES_MAX; i++)
        if (dialogues[i].place == NULL)
            return &dialogues[i];
    return NULL;
}

static void end_dialogue(struct dialogue *dialogue)
{
    struct place *place = &places[dialogue->place - places];
    if (present == dialogue)
        present = NULL;
    if (place->kind != PLACE_STANDARD)
        close(dialogue->in);
    if (place->kind == PLACE_SERIAL)
        place_lost(place);
    *dialogue = (struct dialogue){0};
}

/* What somebody has typed may not be heard yet. */
static bool has_typed_something(const struct dialogue *dialogue)
{
    struct pollfd line = {.fd = dialogue->in, .events = POLLIN};
    return poll(&line, 1, 0) > 0 && (line.revents & (POLLIN | POLLHUP)) == POLLIN;
}

/* Of the clients of sockets the one who said nothing for longest, and has no command under way; NULL: there
 * is none. */
static struct dialogue *find_idle_dialogue(void)
{
    struct dialogue *idle = NULL;
    for (unsigned i = 0; i < DIALOGUES_MAX; i++) {
        struct dialogue *one = &dialogues[i];
        bool may_go = one->place != NULL && one->place->kind == PLACE_SOCKET && !one->waits &&
                      !has_typed_something(one);
        if (may_go && (idle == NULL || heard - one->heard > heard - idle->heard))
            idle = one;
    }
    return idle;
}

/* Whoever is idle gives way to who comes. Returns the place that is free now, or NULL. */
static struct dialogue *make_idle_one_go(void)
{
    struct dialogue *idle = find_idle_dialogue();
    if (idle == NULL)
        return NULL;
    give_turn_to(idle);
    console_print(
        "\nSomebody else has come, and all lines are in use: nothing was typed here for longest, so "
        "this line is closed. Come again to go on.\n");
    end_dialogue(idle);
    return idle;
}

static void turn_away(const struct place *place, int line)
{
    static const char text[] = "All lines of this box are in use: try again in a moment.\r\n";
    if (place->kind != PLACE_SOCKET || write(line, text, sizeof text - 1) < 0)
        errno = 0;
    close(line);
}

static void begin_dialogue(const struct place *place, int in, int out)
{
    struct dialogue *free_one = find_free_dialogue();
    if (free_one == NULL)
        free_one = make_idle_one_go();
    if (free_one == NULL) {
        turn_away(place, in);
        return;
    }
    heard++;
    *free_one = (struct dialogue){.place = place, .in = in, .out = out, .heard = heard};
    if (place->kind == PLACE_SOCKET) /* who comes later is not told what was said before; `log` tells it */
        skip_old_news(&free_one->console.log_cursor);
    give_turn_to(free_one);
    console_begin();
    send_what_was_said();
}

static void open_places(void)
{
    for (unsigned i = 0; i < place_count; i++) {
        int line;
        for (int many = DIALOGUES_MAX; many > 0 && (line = place_next_line(&places[i])) >= 0; many--)
            begin_dialogue(&places[i], line, places[i].kind == PLACE_STANDARD ? STDOUT_FILENO : line);
    }
}

static void hear(struct dialogue *dialogue)
{
    char bytes[CHUNK];
    ssize_t count = read(dialogue->in, bytes, sizeof bytes);
    if (count == 0 || (count < 0 && errno != EAGAIN && errno != EINTR))
        dialogue->is_over = true;
    dialogue->heard = ++heard;
    give_turn_to(dialogue);
    dialogue->asks = true;
    for (ssize_t i = 0; i < count && !dialogue->is_over; i++)
        console_take(bytes[i]);
    send_what_was_said();
    dialogue->asks = false;
}

/* ---- The thread ---- */

static void tell_of_news(void)
{
    const uint64_t one = 1;
    ssize_t written = write(news, &one, sizeof one);
    (void)written; /* it is full: then it is awake */
}

/* Waits until somebody says something, the log does, or the time is over. Returns how long it waited. */
static uint32_t wait_for_anything(struct pollfd lines[], uint32_t ms)
{
    unsigned count = 0;
    uint64_t told;
    uint32_t began_ms = clock_ms_short();
    lines[count++] = (struct pollfd){.fd = news, .events = POLLIN};
    for (unsigned i = 0; i < DIALOGUES_MAX; i++)
        lines[count++] = (struct pollfd){
            .fd = dialogues[i].place && !dialogues[i].waits ? dialogues[i].in : -1, .events = POLLIN};
    for (unsigned i = 0; i < place_count; i++)
        lines[count++] = (struct pollfd){.fd = places[i].listener, .events = POLLIN};
    if (poll(lines, count, (int)ms) > 0 && lines[0].revents != 0 && read(news, &told, sizeof told) < 0)
        errno = 0;
    return clock_ms_short() - began_ms;
}

static void serve_dialogue(struct dialogue *dialogue, bool has_said_something)
{
    if (dialogue->place == NULL || dialogue->waits)
        return;
    if (has_said_something)
        hear(dialogue);
    if (!dialogue->is_over) {
        give_turn_to(dialogue);
        console_show_news();
        send_what_was_said();
    }
    if (dialogue->is_over)
        end_dialogue(dialogue);
}

/* Serves everybody once who does not wait. Returns how long nobody said anything. What was said in a round is
 * no news after another one, which a command that pauses has served. */
static uint32_t serve_round(uint32_t ms)
{
    static unsigned rounds;
    struct pollfd lines[1 + DIALOGUES_MAX + PLACES_MAX];
    platform_check_in();
    open_places();
    uint32_t waited_ms = wait_for_anything(lines, ms);
    unsigned round = ++rounds;
    for (unsigned i = 0; i < DIALOGUES_MAX && rounds == round; i++) {
        platform_check_in();
        serve_dialogue(&dialogues[i], lines[1 + i].revents != 0);
    }
    return waited_ms;
}

/* Others have their turns meanwhile. If one of them pauses, too, both times add up: whoever tries numbers on
 * several lines at once is no faster. */
void console_pause(uint32_t ms)
{
    struct dialogue *dialogue = present;
    send_what_was_said();
    dialogue->waits = true;
    for (uint32_t waited_ms = 0; waited_ms < ms;)
        waited_ms += serve_round(ms - waited_ms);
    dialogue->waits = false;
    give_turn_to(dialogue);
}

void dialogues_run(void)
{
    for (;;)
        (void)serve_round(WAKE_MS);
}

void dialogues_close(void)
{
    for (unsigned i = 0; i < place_count; i++)
        place_close(&places[i]);
}

int dialogues_add(const char *where)
{
    if (place_count == PLACES_MAX)
        return cli_error("a box has up to %d consoles", PLACES_MAX);
    if (place_count == 0) {
        news = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
        log_call_after_lines(tell_of_news);
        atexit(dialogues_close);
    }
    int result = place_open(&places[place_count], where);
    if (result == CLI_YES)
        place_count++;
    return result;
}
