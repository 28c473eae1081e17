#include "console/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "box/seeds.h"
#include "cli.h"
#include "console/xmodem_send.h"
#include "model/model_load.h"
#include "output.h"
#include "sheet.h"

void files_line(void *context, enum talk_kind kind, const char *text)
{
    struct files *files = context;
    size_t length = strlen(text) + 1;
    if (kind == TALK_NEWS) {
        fprintf(stderr, "%s\n", text);
        return;
    }
    if (files->length + length >= files->room) {
        size_t room = 2 * files->room + length + TALK_LINE_SIZE;
        char *larger = realloc(files->answer, room);
        if (!larger)
            return;
        files->answer = larger;
        files->room = room;
    }
    memcpy(files->answer + files->length, text, length);
    files->length += length;
    files->answer[files->length - 1] = '\n';
    files->answer[files->length] = '\0';
}

void files_free(struct files *files)
{
    free(files->answer);
}

static int gone(const struct files *files)
{
    return cli_error(
        files->talk->is_closed
            ? "the line to the box was closed: is the cable in, is QEMU still running?"
            : "the box does not answer: is it switched on, and is no other program using the line?");
}

/* CLI_YES: files->answer holds what it said. */
static int ask(struct files *files, const char *command)
{
    files->length = 0;
    if (files->answer)
        files->answer[0] = '\0';
    if (strlen(command) >= LINE_SIZE)
        return cli_error("the box takes lines of up to %d characters: '%s' is longer", LINE_SIZE - 1,
                         command);
    struct talk *talk = files->talk;
    bool answered = talk_wait(talk) && talk_send(talk, command) && talk_wait_long(talk);
    return answered ? CLI_YES : gone(files);
}

static const char *answer_of(const struct files *files)
{
    return files->answer ? files->answer : "";
}

/* Whether a line of the answer begins like this; where it goes on, or NULL. */
static const char *find(const struct files *files, const char *beginning)
{
    size_t length = strlen(beginning);
    for (const char *at = answer_of(files); *at; at += strcspn(at, "\n"), at += *at == '\n')
        if (strncmp(at, beginning, length) == 0)
            return at + length;
    return NULL;
}

static int refused(const struct files *files, const char *command)
{
    int length = (int)strcspn(answer_of(files), "\n");
    cli_error("the box refuses '%s': %.*s", command, length, answer_of(files));
    return CLI_NO;
}

int files_ask(struct files *files, const char *command)
{
    int result = ask(files, command);
    if (result == CLI_YES)
        fputs(answer_of(files), stdout);
    fflush(stdout);
    return result;
}

int files_unlock(struct files *files, const char *pin)
{
    char command[LINE_SIZE];
    snprintf(command, sizeof command, "pin %s", pin);
    int result = ask(files, command);
    if (result != CLI_YES || find(files, "The console is unlocked") || find(files, "The console is open"))
        return result;
    return refused(files, "pin ****");
}

/* ---- The model ---- */

/* The box says that it is ready, or why it is not. */
static bool is_ready(struct files *files)
{
    struct talk *talk = files->talk;
    while (!talk_is_idle(talk) && !find(files, "Send the model"))
        if (!talk_listen(talk, talk->patience_ms) || !talk_take(talk))
            return false;
    return true;
}

/* What a transfer came to is in the last line; before it the box says that it is ready. */
static int refused_model(const struct files *files)
{
    const char *text = answer_of(files), *last = text;
    size_t length = strlen(text);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    for (size_t i = 0; i < length; i++)
        if (text[i] == '\n')
            last = text + i + 1;
    cli_error("the box did not take the model: %.*s", (int)(text + length - last), last);
    return CLI_NO;
}

static int send_bytes(struct files *files, const char *path, const char *bytes, size_t size)
{
    struct talk *talk = files->talk;
    files->length = 0;
    if (!talk_wait(talk) || !talk_send(talk, "model receive") || !is_ready(files))
        return gone(files);
    bool sent = !talk_is_idle(talk) && xmodem_send(talk, bytes, size);
    if (!talk_wait(talk))
        return gone(files);
    if (!sent || !find(files, "The new model is in use."))
        return refused_model(files);
    printf("%s: the box uses this model now\n", path);
    return CLI_YES;
}

int files_send_model(struct files *files, const char *path)
{
    struct model model;
    char *memory;
    if (model_load(&model, path, &memory) != CLI_YES)
        return CLI_CANNOT;
    int result = send_bytes(files, path, memory, model.size);
    free(memory);
    return result;
}

/* ---- Settings ---- */

static int set(struct files *files, int which, const char *value)
{
    char command[2 * LINE_SIZE], expected[LINE_SIZE];
    if (strchr(value, '"'))
        return cli_error(
            "%s cannot be sent: the console takes no quotes inside a value; put it on the card instead",
            settings_key(which));
    snprintf(command, sizeof command, "set %s \"%s\" -k", settings_key(which), value);
    snprintf(expected, sizeof expected, "%s=", settings_key(which));
    int result = ask(files, command);
    return result != CLI_YES || find(files, expected) ? result : refused(files, command);
}

/* Whether the box has another value, going by the answer to `show -k`. */
static bool differs(const char *shown, int which, const char *value)
{
    size_t key = strlen(settings_key(which)), length = strlen(value);
    for (const char *at = shown; at; at = strchr(at, '\n'), at = at ? at + 1 : NULL)
        if (strncmp(at, settings_key(which), key) == 0 && at[key] == '=')
            return strncmp(at + key + 1, value, length) != 0 || at[key + 1 + length] != '\n';
    return true;
}

static int send_differences(struct files *files, const struct settings *settings, unsigned *changed)
{
    char buffer[SETTINGS_VALUE_SIZE];
    int result = ask(files, "show -k");
    char *shown = result == CLI_YES ? strdup(answer_of(files)) : NULL;
    if (result == CLI_YES && !shown)
        result = cli_no_memory();
    for (int which = 0; which < SETTINGS_COUNT && result == CLI_YES; which++) {
        const char *value = settings_text(settings, which, buffer);
        if (!differs(shown, which, value) || (which == SETTING_console_pin && !*value))
            continue;
        result = set(files, which, value);
        ++*changed;
    }
    free(shown);
    return result;
}

int files_send_settings(struct files *files, const char *path)
{
    struct settings settings;
    size_t size;
    unsigned changed = 0;
    char *text = cli_read_file(path, &size);
    if (!text)
        return CLI_CANNOT;
    settings_reset(&settings);
    unsigned wrong = sheet_read(&settings, path, text, size);
    free(text);
    if (wrong > 0)
        return cli_error("%s was not sent: %u values are wrong", path, wrong);
    int result = send_differences(files, &settings, &changed);
    if (result == CLI_YES && changed > 0)
        result = ask(files, "save");
    if (result == CLI_YES && changed > 0 && !find(files, "Saved."))
        return refused(files, "save");
    if (result == CLI_YES)
        printf("%s: %u settings of the box were changed%s\n", path, changed,
               changed ? " and saved on its card" : "");
    return result;
}

/* ---- Seeds ---- */

enum { WRONG_TOLD = 20 /* lines; the rest is counted */ };

struct seed_sender {
    struct files *files;
    const char *path;
    unsigned added, wrong;
    int result;
};

static void send_seed(void *context, const struct url *url, unsigned line)
{
    struct seed_sender *sender = context;
    char command[2 * URL_BUFFER_SIZE];
    (void)line;
    if (sender->result != CLI_YES)
        return;
    snprintf(command, sizeof command, "seed add %s", url->text);
    sender->result = ask(sender->files, command);
    if (sender->result == CLI_YES && !find(sender->files, "Added"))
        sender->result = refused(sender->files, command);
    sender->added += sender->result == CLI_YES;
}

static void tell_wrong(void *context, const char *why, struct text_span text, unsigned line)
{
    struct seed_sender *sender = context;
    (void)text;
    if (sender->wrong++ < WRONG_TOLD)
        cli_error("%s, line %u: %s", sender->path, line, why);
}

int files_send_seeds(struct files *files, const char *path)
{
    struct seed_sender sender = {.files = files, .path = path};
    struct seeds seeds;
    char url[SEEDS_URL_BYTES];
    size_t size;
    char *text = cli_read_file(path, &size);
    if (!text)
        return CLI_CANNOT;
    seeds_begin(&seeds, url, sizeof url, send_seed, tell_wrong, &sender);
    text_lines_feed(&seeds.lines, text, size);
    text_lines_end(&seeds.lines);
    free(text);
    if (sender.result == CLI_YES)
        printf("%s: %u seeds sent, %u lines left out\n", path, sender.added, sender.wrong);
    return sender.result == CLI_YES && sender.wrong > 0 ? CLI_NO : sender.result;
}

/* ---- What the box has ---- */

static int write_answer(const struct files *files, const char *path)
{
    const char *answer = answer_of(files);
    return output_bytes(path, answer, strlen(answer));
}

int files_get_settings(struct files *files, const char *path)
{
    int result = ask(files, "show -k");
    return result == CLI_YES ? write_answer(files, path) : result;
}

int files_get_seeds(struct files *files, const char *path)
{
    int result = ask(files, "seed list");
    return result == CLI_YES ? write_answer(files, path) : result;
}
