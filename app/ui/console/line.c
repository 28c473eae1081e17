#include "ui/console/line.h"

#include <string.h>

enum escape_state { ESCAPE_NONE, ESCAPE_STARTED, ESCAPE_CSI };

enum key {
    KEY_CTRL_A = 1,
    KEY_CTRL_B = 2,
    KEY_CTRL_C = 3,
    KEY_CTRL_D = 4,
    KEY_CTRL_E = 5,
    KEY_CTRL_F = 6,
    KEY_BACKSPACE = 8,
    KEY_LF = 10,
    KEY_CTRL_K = 11,
    KEY_CTRL_L = 12,
    KEY_CR = 13,
    KEY_CTRL_N = 14,
    KEY_CTRL_P = 16,
    KEY_CTRL_U = 21,
    KEY_CTRL_W = 23,
    KEY_ESCAPE = 27,
    KEY_DELETE_LEFT = 127,
};

static void echo_text(struct line *line, const char *text, size_t length)
{
    if (length > 0)
        line->echo(line->echo_context, text, length);
}

static void echo_string(struct line *line, const char *text)
{
    echo_text(line, text, strlen(text));
}

static void step_left(struct line *line, size_t count)
{
    while (count-- > 0)
        echo_string(line, "\b");
}

/* Draws everything from the cursor on, erases what an older, longer line left behind, and goes back to the
 * cursor. */
static void draw_rest(struct line *line)
{
    echo_text(line, line->text + line->cursor, line->length - line->cursor);
    echo_string(line, "\x1b[K");
    step_left(line, line->length - line->cursor);
}

static void move_to(struct line *line, size_t position)
{
    if (position < line->cursor)
        step_left(line, line->cursor - position);
    else
        echo_text(line, line->text + line->cursor, position - line->cursor);
    line->cursor = (uint16_t)position;
}

/* Takes out the text between two positions; the cursor ends at the first. */
static void cut_text(struct line *line, size_t from, size_t to)
{
    if (from == to)
        return;
    move_to(line, from);
    memmove(line->text + from, line->text + to, line->length - to);
    line->length = (uint16_t)(line->length - (to - from));
    draw_rest(line);
}

static void insert_letter(struct line *line, char letter)
{
    if (line->length + 1 >= LINE_SIZE) {
        echo_string(line, "\a");
        return;
    }
    memmove(line->text + line->cursor + 1, line->text + line->cursor, line->length - line->cursor);
    line->text[line->cursor] = letter;
    line->length++;
    echo_text(line, &letter, 1);
    line->cursor++;
    if (line->cursor < line->length)
        draw_rest(line);
}

static size_t word_start(const struct line *line)
{
    size_t at = line->cursor;
    while (at > 0 && line->text[at - 1] == ' ')
        at--;
    while (at > 0 && line->text[at - 1] != ' ')
        at--;
    return at;
}

/* Returns the history's line number `back` from the end (1 is the latest), or NULL. */
static const char *history_line(const struct line *line, unsigned back)
{
    size_t at = line->history_used;
    while (at > 0) {
        do
            at--;
        while (at > 0 && line->history[at - 1] != '\0');
        if (--back == 0)
            return line->history + at;
    }
    return NULL;
}

static void recall_line(struct line *line, unsigned back)
{
    const char *text = back == 0 ? "" : history_line(line, back);
    if (text == NULL) {
        echo_string(line, "\a");
        return;
    }
    move_to(line, 0);
    line->length = (uint16_t)strlen(text);
    memcpy(line->text, text, line->length);
    draw_rest(line);
    move_to(line, line->length);
    line->recalled = (uint8_t)back;
}

/* A PIN that was typed must not come back when the next person presses the arrow keys. */
static bool is_secret_line(const char *text)
{
    static const char setting[] = "console_pin", command[] = "pin";
    while (*text == ' ' || *text == '"')
        text++;
    if (strncmp(text, command, sizeof command - 1) == 0)
        return true;
    while (*text != '\0' && strncmp(text, setting, sizeof setting - 1) != 0)
        text++;
    return *text != '\0';
}

/* Keeps the finished line in the history, unless it is empty, secret, or the latest line already. */
static void remember_line(struct line *line)
{
    const char *latest = history_line(line, 1);
    size_t size = line->length + 1u;
    if (line->length == 0 || is_secret_line(line->text) || size > LINE_HISTORY ||
        (latest != NULL && strcmp(latest, line->text) == 0))
        return;
    size_t dropped = 0;
    while (line->history_used - dropped + size > LINE_HISTORY)
        dropped += strlen(line->history + dropped) + 1;
    line->history_used = (uint16_t)(line->history_used - dropped);
    memmove(line->history, line->history + dropped, line->history_used);
    memcpy(line->history + line->history_used, line->text, size);
    line->history_used = (uint16_t)(line->history_used + size);
}

static bool finish_line(struct line *line)
{
    line->text[line->length] = '\0';
    echo_string(line, "\r\n");
    remember_line(line);
    return true;
}

static void recall_older(struct line *line)
{
    if (line->recalled < UINT8_MAX)
        recall_line(line, line->recalled + 1u);
}

static void recall_newer(struct line *line)
{
    if (line->recalled > 0)
        recall_line(line, line->recalled - 1u);
}

static void move_left(struct line *line)
{
    if (line->cursor > 0)
        move_to(line, line->cursor - 1u);
}

static void move_right(struct line *line)
{
    if (line->cursor < line->length)
        move_to(line, line->cursor + 1u);
}

static void delete_right(struct line *line)
{
    if (line->cursor < line->length)
        cut_text(line, line->cursor, line->cursor + 1u);
}

/* Does what a key asks for, given the last byte of its escape sequence; line->parameter is the number in
 * it, as in ESC [ 3 ~. */
static void escape_key(struct line *line, char final)
{
    switch (final) {
    case 'A': recall_older(line); break;
    case 'B': recall_newer(line); break;
    case 'C': move_right(line); break;
    case 'D': move_left(line); break;
    case 'H': move_to(line, 0); break;
    case 'F': move_to(line, line->length); break;
    case '~':
        if (line->parameter == 1 || line->parameter == 7)
            move_to(line, 0);
        else if (line->parameter == 4 || line->parameter == 8)
            move_to(line, line->length);
        else if (line->parameter == 3)
            delete_right(line);
        break;
    default: break;
    }
}

/* Takes a byte of an escape sequence. Returns true if it belongs to one. */
static bool feed_escape(struct line *line, char byte)
{
    if (byte == KEY_ESCAPE) {
        line->escape = ESCAPE_STARTED;
        line->parameter = 0;
        return true;
    }
    if (line->escape == ESCAPE_STARTED) {
        line->escape = byte == '[' || byte == 'O' ? ESCAPE_CSI : ESCAPE_NONE;
        return true;
    }
    if (line->escape != ESCAPE_CSI)
        return false;
    if (byte >= '0' && byte <= '9') {
        line->parameter = (uint8_t)(line->parameter * 10 + (byte - '0'));
    } else if (byte != ';') {
        line->escape = ESCAPE_NONE;
        escape_key(line, byte);
    }
    return true;
}

static void control_key(struct line *line, char byte)
{
    switch ((unsigned char)byte) {
    case KEY_CTRL_A: move_to(line, 0); break;
    case KEY_CTRL_E: move_to(line, line->length); break;
    case KEY_CTRL_B: move_left(line); break;
    case KEY_CTRL_F: move_right(line); break;
    case KEY_CTRL_D: delete_right(line); break;
    case KEY_CTRL_K: cut_text(line, line->cursor, line->length); break;
    case KEY_CTRL_U: cut_text(line, 0, line->length); break;
    case KEY_CTRL_W: cut_text(line, word_start(line), line->cursor); break;
    case KEY_CTRL_P: recall_older(line); break;
    case KEY_CTRL_N: recall_newer(line); break;
    case KEY_CTRL_C:
        echo_string(line, "^C\r\n");
        line_prompt(line);
        break;
    case KEY_CTRL_L:
        line_hide(line);
        line_show(line);
        break;
    case KEY_BACKSPACE:
    case KEY_DELETE_LEFT:
        if (line->cursor > 0)
            cut_text(line, line->cursor - 1u, line->cursor);
        break;
    default: break;
    }
}

void line_init(struct line *line, const char *prompt, format_sink echo_sink, void *echo_context)
{
    memset(line, 0, sizeof *line);
    line->prompt = prompt;
    line->echo = echo_sink;
    line->echo_context = echo_context;
}

void line_prompt(struct line *line)
{
    line->length = line->cursor = 0;
    line->recalled = 0;
    line->escape = ESCAPE_NONE;
    echo_string(line, line->prompt);
}

bool line_feed(struct line *line, char byte)
{
    bool lf_of_crlf = byte == KEY_LF && line->after_cr;
    line->after_cr = byte == KEY_CR;
    if (lf_of_crlf || feed_escape(line, byte))
        return false;
    if (byte == KEY_CR || byte == KEY_LF)
        return finish_line(line);
    if (byte >= ' ' && byte < KEY_DELETE_LEFT)
        insert_letter(line, byte);
    else
        control_key(line, byte);
    return false;
}

char *line_text(struct line *line)
{
    return line->text;
}

void line_hide(struct line *line)
{
    echo_string(line, "\r\x1b[K");
}

void line_show(struct line *line)
{
    echo_string(line, line->prompt);
    echo_text(line, line->text, line->length);
    step_left(line, line->length - line->cursor);
}
