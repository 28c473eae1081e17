/* Commands about settings. The crawler's task changes their values, between two pages. */
#include <string.h>

#include "base/status.h"
#include "port/crawler.h"
#include "ui/console/console.h"

enum { WRONG_PINS_MAX = 6 }; /* doublings of the wait */

static const struct settings *settings_of_session(void)
{
    return &console_session()->settings.values;
}

static void print_setting(int which)
{
    char buffer[SETTINGS_VALUE_SIZE];
    bool is_secret = which == SETTING_console_pin && settings_of_session()->console_pin[0] != '\0';
    console_value(settings_key(which), "%s",
                  is_secret ? "****" : settings_text(settings_of_session(), which, buffer));
}

static int find_setting(const char *key)
{
    int which = settings_find(key, strlen(key));
    if (which < 0)
        console_print("There is no setting '%s'. 'show' lists those there are.\n", key);
    return which;
}

bool console_may_change(void)
{
    bool may = settings_of_session()->console_pin[0] == '\0' || console_program.console->is_unlocked;
    if (!may)
        console_print("The console is locked. Unlock it with: pin NUMBER\n");
    return may;
}

/* Waits two seconds after the first wrong number, four after the second, and so on up to a minute: trying
 * all of them takes weeks. */
static void wait_after_wrong_pin(void)
{
    uint8_t *wrong_pins = &console_program.console->wrong_pins;
    if (*wrong_pins < WRONG_PINS_MAX)
        ++*wrong_pins;
    for (unsigned seconds = 1u << *wrong_pins; seconds > 0; seconds--)
        console_pause(1000);
}

int command_pin(int count, char **words)
{
    if (count > 2)
        return STATUS_INVALID;
    struct console *console = console_program.console;
    console->is_unlocked = count == 2 && strcmp(words[1], settings_of_session()->console_pin) == 0;
    if (count == 2 && !console->is_unlocked)
        wait_after_wrong_pin();
    else if (console->is_unlocked)
        console->wrong_pins = 0;
    console_print("The console is %s.\n", settings_of_session()->console_pin[0] == '\0'
                                              ? PACKED("open: there is no console_pin")
                                          : console->is_unlocked ? PACKED("unlocked")
                                                                 : "locked");
    return STATUS_OK;
}

/* A value may have blanks: this makes one text again of what was cut into words. */
static void join_words_of_value(int count, char **words)
{
    for (int i = 2; i + 1 < count; i++)
        words[i][strlen(words[i])] = ' ';
}

struct settings_change {
    int which;
    const char *value;
};

static int job_set(void *context)
{
    const struct settings_change *change = context;
    return session_set(console_session(), change->which, change->value);
}

int command_set(int count, char **words)
{
    if (count < 3)
        return STATUS_INVALID;
    struct settings_change change = {find_setting(words[1]), words[2]};
    if (change.which < 0)
        return STATUS_OK;
    join_words_of_value(count, words);
    int status = crawler_do(job_set, &change);
    if (status == STATUS_INVALID) {
        console_print("%s must be %s.\n", words[1], settings_range(change.which));
        return STATUS_OK;
    }
    if (status == STATUS_OK)
        print_setting(change.which);
    return status;
}

int command_show(int count, char **words)
{
    if (count > 2)
        return STATUS_INVALID;
    int which = count == 2 ? find_setting(words[1]) : 0;
    if (which < 0)
        return STATUS_OK;
    if (count == 2) {
        print_setting(which);
        return STATUS_OK;
    }
    for (; which < SETTINGS_COUNT; which++)
        print_setting(which);
    if (!console_for_scripts())
        console_print("%s'help KEY' explains one.\n",
                      console_session()->settings.are_unsaved
                          ? PACKED("Not saved yet: 'save' writes them to the card. ")
                          : "");
    return STATUS_OK;
}

static int job_save(void *unused)
{
    (void)unused;
    return session_save(console_session());
}

int command_save(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    int status = crawler_do(job_save, NULL);
    if (status == STATUS_CLOSED)
        console_print("There is no card to save to: %s\n",
                      store_sentence(console_session()->parts->store->state));
    else if (status == STATUS_OK)
        console_print("Saved.\n");
    return status == STATUS_CLOSED ? STATUS_OK : status;
}
