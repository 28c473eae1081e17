#include "console/screen.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "console/talk.h"

enum {
    STATUS_EVERY_MS = 2000,
    LOST_AFTER_MS = 5000,
    TICK_MS = 250,
    FACTS_MAX = 24,
    FACT_SIZE = 120,
    COLUMNS = 2,
    NAME_COLUMN = 18,  /* where the box puts the values of facts */
    WAITING_LINES = 8, /* that were typed while the box was busy */
    LEAVE_LINE = 4,    /* ctrl-D, on an empty line */
    LEAVE = 29,        /* ctrl-] */
    LEAST_ROWS_BELOW = 6,
};

static struct screen {
    struct talk talk;
    struct line line;
    const char *port;
    char facts[FACTS_MAX][FACT_SIZE], newer[FACTS_MAX][FACT_SIZE];
    unsigned fact_count, newer_count;
    char waiting[WAITING_LINES][LINE_SIZE];
    unsigned waiting_count;
    bool asks_status; /* the command under way is ours */
    int64_t asked_ms, heard_ms;
    int rows, columns, head; /* head: rows of the status */
    struct termios before;
} screen;

static volatile sig_atomic_t is_resized;

static int64_t now_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* ---- Drawing ---- */

/* A fact as the box prints it: a name, blanks up to a column, a value. */
static void put_fact(const char *fact, int width)
{
    size_t length = strlen(fact);
    const char *value = length > NAME_COLUMN ? fact + NAME_COLUMN : "";
    printf("%-12.12s %-*.*s ", fact, width - 14, width - 14, value);
}

static void draw_head(void)
{
    int width = screen.columns / COLUMNS, rows = screen.head - 2;
    printf("\0337\033[1;1H\033[7m crawlbox %-*.*s\033[0m\r\n", screen.columns - 10, screen.columns - 10,
           screen.fact_count ? screen.port : "waiting for the box to answer");
    for (int row = 0; row < rows; row++) {
        for (unsigned column = 0; column < COLUMNS; column++) {
            unsigned i = column * (unsigned)rows + (unsigned)row;
            if (i < screen.fact_count)
                put_fact(screen.facts[i], width);
        }
        fputs("\033[K\r\n", stdout);
    }
    fputs("\033[2m", stdout);
    for (int i = 0; i < screen.columns; i++)
        fputc('-', stdout);
    fputs("\033[0m\0338", stdout);
    fflush(stdout);
}

/* The lower part scrolls by itself, the head stays. */
static void lay_out(void)
{
    struct winsize size;
    bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_row > 0 && size.ws_col > 0;
    screen.rows = known ? size.ws_row : 24;
    screen.columns = known ? size.ws_col : 80;
    screen.head = (FACTS_MAX + COLUMNS - 1) / COLUMNS;
    if (screen.head > screen.rows - LEAST_ROWS_BELOW)
        screen.head = screen.rows > LEAST_ROWS_BELOW + 2 ? screen.rows - LEAST_ROWS_BELOW : 2;
    printf("\033[2J\033[%d;%dr\033[%d;1H", screen.head + 1, screen.rows, screen.rows);
    draw_head();
    line_show(&screen.line);
    fflush(stdout);
}

static void echo(void *context, const char *text, size_t length)
{
    (void)context;
    fwrite(text, 1, length, stdout);
}

static void put_line(const char *text)
{
    line_hide(&screen.line);
    printf("%s\r\n", text);
    line_show(&screen.line);
}

/* ---- The box ---- */

static void on_line(void *context, enum talk_kind kind, const char *text)
{
    (void)context;
    if (kind == TALK_ANSWER && screen.asks_status) {
        if (screen.newer_count < FACTS_MAX)
            snprintf(screen.newer[screen.newer_count++], FACT_SIZE, "%s", text);
        return;
    }
    put_line(text);
}

static void send_line(const char *text, bool is_ours)
{
    screen.asks_status = is_ours;
    screen.newer_count = 0;
    screen.asked_ms = now_ms();
    talk_send(&screen.talk, text);
}

static void end_status(void)
{
    memcpy(screen.facts, screen.newer, sizeof screen.facts);
    screen.fact_count = screen.newer_count;
    screen.asks_status = false;
    draw_head();
}

/* The box waits: what was typed goes first, then it is asked how it is doing. */
static void go_on(void)
{
    if (!talk_is_idle(&screen.talk)) {
        bool is_silent =
            now_ms() - screen.heard_ms > LOST_AFTER_MS && now_ms() - screen.asked_ms > LOST_AFTER_MS;
        bool was_ours = screen.asks_status || screen.talk.state == TALK_LOST;
        if (is_silent && was_ours) { /* it restarted, or the cable was out */
            screen.asked_ms = now_ms();
            screen.asks_status = false;
            talk_begin(&screen.talk, screen.talk.fd, on_line, NULL);
        }
        return;
    }
    if (screen.asks_status)
        end_status();
    if (screen.waiting_count > 0) {
        send_line(screen.waiting[0], false);
        memmove(screen.waiting[0], screen.waiting[1], sizeof screen.waiting - sizeof screen.waiting[0]);
        screen.waiting_count--;
    } else if (now_ms() - screen.asked_ms >= STATUS_EVERY_MS) {
        send_line("status", true);
    }
}

/* ---- The person ---- */

static void enter(const char *text)
{
    if (*text == '\0')
        return;
    if (screen.waiting_count == WAITING_LINES)
        put_line("The box is still busy: that line was not sent.");
    else
        snprintf(screen.waiting[screen.waiting_count++], LINE_SIZE, "%s", text);
}

/* False: the person wants to leave. */
static bool take_keys(void)
{
    char keys[64];
    ssize_t count = read(STDIN_FILENO, keys, sizeof keys);
    if (count <= 0)
        return count < 0 && errno == EINTR;
    for (ssize_t i = 0; i < count; i++) {
        if (keys[i] == LEAVE || (keys[i] == LEAVE_LINE && screen.line.length == 0))
            return false;
        if (!line_feed(&screen.line, keys[i]))
            continue;
        char text[LINE_SIZE];
        snprintf(text, sizeof text, "%s", line_text(&screen.line));
        line_prompt(&screen.line);
        enter(text);
    }
    fflush(stdout);
    return true;
}

static void resized(int signal)
{
    (void)signal;
    is_resized = 1;
}

static void restore(void)
{
    tcsetattr(STDIN_FILENO, TCSANOW, &screen.before);
    printf("\033[r\033[%d;1H\n", screen.rows);
    fflush(stdout);
}

static int converse(void)
{
    struct pollfd ready[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = screen.talk.fd, .events = POLLIN}};
    for (;;) {
        if (is_resized) {
            is_resized = 0;
            lay_out();
        }
        int count = poll(ready, 2, TICK_MS);
        if (count > 0 && ready[0].revents && !take_keys())
            return CLI_YES;
        if (count > 0 && ready[1].revents) {
            screen.heard_ms = now_ms();
            if (!talk_take(&screen.talk))
                return CLI_CANNOT;
            fflush(stdout);
        }
        go_on();
    }
}

int screen_run(int fd, const char *port)
{
    struct sigaction action = {.sa_handler = resized};
    screen = (struct screen){.port = port};
    if (tcgetattr(STDIN_FILENO, &screen.before) != 0)
        return cli_error("this terminal cannot be used: %s", strerror(errno));
    struct termios raw = screen.before;
    cfmakeraw(&raw);
    tcsetattr(STDIN_FILENO, TCSANOW, &raw);
    sigaction(SIGWINCH, &action, NULL);
    line_init(&screen.line, "crawlbox> ", echo, NULL);
    lay_out();
    put_line("'help' lists the box's commands. Leave with ctrl-].");
    talk_begin(&screen.talk, fd, on_line, NULL);
    int result = converse();
    restore();
    return result == CLI_YES
               ? CLI_YES
               : cli_error("the line to %s was closed: is the cable in, is QEMU still running?", port);
}
