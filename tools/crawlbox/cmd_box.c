/* crawlbox box: the appliance as a program of this machine (appliance/appliance.h). */
#include "cli.h"
#include "commands.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "appliance/appliance.h"
#include "appliance/commands.h"
#include "log.h"
#include "native/limits.h"
#include "native/name_server.h"
#include "port/clock.h"
#include "port/log.h"
#include "threads.h"

enum { CONSOLES_MAX = 8 };

/* What was asked for, on the command line or in the file. */
static struct {
    const char *card;
    const char *consoles[CONSOLES_MAX];
    int console_count;
    struct front_parts front;
} order;

static const struct cli_option options[] = {
    {"card", 'c', "PATH", "the slot: an image file, the device of a card, or a folder; it may come and go"},
    {"console", 'o', "WHERE",
     "where the console is: a UNIX socket to make, a serial line, or - (standard input); may be repeated"},
    {"picture", 'p', "FILE", "what the display shows, as a PNG file that is always whole"},
    {"light", 'l', "FOLDER", "flash this LED, such as /sys/class/leds/ACT"},
    {"button", 'b', "FILE", "a file that reads 1 while the button Select is pressed, as of a GPIO"},
    LIMITS_OPTIONS,
    {"dns", 'd', "ADDRESS[:PORT]", "ask this name server instead of the machine's"},
    {"config", 'f', "FILE", "take these options from a file of lines such as card = PATH"},
    {0},
};

static const struct cli_help help = {
    "box", "[options] --card PATH",
    "Is a crawl box: it crawls with whatever card lies at PATH, an image, the device of a card reader or a "
    "folder, as\n"
    "the board does, until it is ended. A card is put in by giving it that name, and taken out after "
    "'eject'; "
    "a card\n"
    "that is pulled loses at most the page under way. Settings and seeds are on the card, and so is all that "
    "the box\n"
    "remembers. The console's commands are the board's: 'crawlbox console SOCKET' talks with it. Ctrl-C, or "
    "SIGTERM,\n"
    "ejects the card and ends it.\n\n"
    "A folder is prepared by 'crawlbox card init FOLDER'. What is stored there survives whatever ends the "
    "program; it\n"
    "survives a power cut of the machine if the folder's file system keeps a journal, as ext4 does. For a "
    "card with\n"
    "FAT name its device: that is written in an order that survives any cut.",
    options};

/* ---- What was asked for ---- */

static int read_config(struct cli *cli, const char *path);

static int take_option(struct cli *cli, int option)
{
    if (limits_take(cli, option))
        return CLI_YES;
    switch (option) {
    case 'c': order.card = cli->value; break;
    case 'p': order.front.picture = cli->value; break;
    case 'l': order.front.light = cli->value; break;
    case 'b': order.front.button = cli->value; break;
    case 'd': use_name_server(cli); break;
    case 'f': return read_config(cli, cli->value);
    default:
        if (order.console_count == CONSOLES_MAX)
            return cli_error("a box has up to %d consoles", CONSOLES_MAX);
        order.consoles[order.console_count++] = cli->value;
        break;
    }
    return CLI_YES;
}

static char *without_blanks(char *text)
{
    text += strspn(text, " \t\r");
    for (size_t length = strlen(text); length > 0 && strchr(" \t\r", text[length - 1]) != NULL; length--)
        text[length - 1] = '\0';
    return text;
}

/* One line of the file, "name = value": the option of that name. Comments begin with #. */
static int take_line(struct cli *cli, const char *path, int number, char *line)
{
    line[strcspn(line, "#")] = '\0';
    char *name = without_blanks(line), *equals = strchr(name, '=');
    if (*name == '\0')
        return CLI_YES;
    if (equals != NULL) {
        *equals = '\0';
        name = without_blanks(name);
        for (const struct cli_option *at = options; at->name != NULL; at++) {
            cli->value = without_blanks(equals + 1);
            if (strcmp(at->name, name) == 0 && at->letter != 'f')
                return take_option(cli, at->letter);
        }
    }
    return cli_error("%s, line %d: '%s' is no option: it takes lines such as card = PATH", path, number,
                     name);
}

/* Its text stays: the options point into it. After a line that is no option nobody will use them. */
static int read_config(struct cli *cli, const char *path)
{
    size_t size;
    char *text = cli_read_file(path, &size);
    int result = text != NULL ? CLI_YES : CLI_CANNOT, number = 1;
    for (char *line = text, *next; result == CLI_YES && line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL)
            *next++ = '\0';
        result = take_line(cli, path, number, line);
    }
    if (result != CLI_YES)
        free(text);
    return result;
}

/* ---- Signals ---- */

static void end_on_signal(int signal)
{
    (void)signal;
    crawler_stop();
}

static void listen_for_signals(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = end_on_signal};
    for (unsigned i = 0; i < sizeof ends / sizeof ends[0]; i++)
        sigaction(ends[i], &action, NULL);
    action.sa_handler = SIG_IGN; /* who hangs up is noticed where it is written to */
    sigaction(SIGPIPE, &action, NULL);
}

/* ---- The box ---- */

static int open_consoles(void)
{
    int result = CLI_YES;
    if (order.console_count == 0)
        order.consoles[order.console_count++] = "-";
    for (int i = 0; i < order.console_count && result == CLI_YES; i++)
        result = dialogues_add(order.consoles[i]);
    return result;
}

static int start_threads(void)
{
    bool has_front = order.front.picture != NULL || order.front.light != NULL || order.front.button != NULL;
    bool are_started = thread_start(ROLE_supervisor, supervisor_run) &&
                       thread_start(ROLE_console, dialogues_run) &&
                       (!has_front || thread_start(ROLE_panel, front_run));
    return are_started ? CLI_YES : cli_no_memory();
}

/* The program has its threads, its lines to people and its card's slot. */
static int work(void)
{
    if (supervisor_reason() != NULL)
        log_warning("Started anew: %s.", supervisor_reason());
    log_info("Memory: %lu KB; it does not grow with the crawl.", memory_peak_kb());
    limits_tell();
    supervisor_notify("READY=1");
    int result = crawler_run();
    supervisor_notify("STOPPING=1");
    if (appliance_restarts())
        supervisor_start_anew("somebody typed 'reboot'");
    return result;
}

/* How the program is to be started again. */
static char **arguments_of_program(int argc, char **argv)
{
    static char name[] = "crawlbox";
    char **arguments = calloc((size_t)argc + 2, sizeof *arguments);
    if (arguments == NULL)
        exit(cli_no_memory());
    arguments[0] = name;
    memcpy(arguments + 1, argv, (size_t)argc * sizeof *arguments);
    return arguments;
}

int cmd_box(int argc, char **argv)
{
    (void)clock_ms(); /* it counts from here */
    supervisor_init(arguments_of_program(argc, argv));
    struct cli cli = cli_begin(&help, argc, argv);
    for (int option; (option = cli_next(&cli)) != CLI_END;)
        if (take_option(&cli, option) != CLI_YES)
            return CLI_CANNOT;
    if (cli.argc != 0 || order.card == NULL)
        return cli_usage_error(&cli, "needs --card PATH, and nothing else");
    log_set_level(LOG_INFO);
    log_to_standard_error(getenv("JOURNAL_STREAM") != NULL);
    commands_init();
    crawler_init(order.card);
    listen_for_signals();
    thread_begin(ROLE_crawler);
    if (open_consoles() != CLI_YES || front_open(&order.front) != CLI_YES || start_threads() != CLI_YES)
        return CLI_CANNOT;
    return work();
}
