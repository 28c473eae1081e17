/* crawlbox console: the serial console of a box. */
#include "cli.h"
#include "commands.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "console/files.h"
#include "console/port.h"
#include "console/screen.h"

enum { ORDERS_MAX = 32 };

static const struct cli_option options[] = {
    {"command", 'c', "LINE", "type this on the box's console, print its answer, and end; may be repeated"},
    {"pin", 'p', "NUMBER", "unlock the console first"},
    {"send-model", 'm', "FILE", "send a model that 'crawlbox-lab train' made; the box uses it at once"},
    {"send-settings", 's', "FILE",
     "make the box's settings those of a CRAWLBOX.INI, and save them on its card"},
    {"send-seeds", 'l', "FILE", "add the sites of a SEEDS.TXT"},
    {"get-settings", 'S', "FILE", "write the box's settings to FILE (- is standard output)"},
    {"get-seeds", 'L', "FILE", "write the box's seeds to FILE (- is standard output)"},
    {"patience", 'w', "SECONDS", "how long the box may be silent before it counts as gone (20)"},
    {0},
};

static const struct cli_help help = {
    "console",
    "[options] PORT",
    "Talks with a box over its serial line. PORT is a serial device such as /dev/ttyUSB0, the path of a "
    "UNIX\n"
    "socket, or HOST:PORT of a TCP socket, as QEMU offers them (-serial unix:PATH,server=on,wait=off).\n\n"
    "On a terminal it shows how the box is doing, and its command line below; leave with ctrl-]. In a pipe "
    "it\n"
    "sends one line after another and prints the answers; what the box tells by itself goes to standard "
    "error.\n"
    "With options it does what they say, in their order, and ends.",
    options,
};

struct order {
    int option;
    const char *value;
};

static int carry_out(struct files *files, const struct order *order)
{
    switch (order->option) {
    case 'c': return files_ask(files, order->value);
    case 'p': return files_unlock(files, order->value);
    case 'm': return files_send_model(files, order->value);
    case 's': return files_send_settings(files, order->value);
    case 'l': return files_send_seeds(files, order->value);
    case 'S': return files_get_settings(files, order->value);
    default: return files_get_seeds(files, order->value);
    }
}

/* Every line of standard input is a command. */
static int pass_through(struct files *files)
{
    char *line = NULL;
    size_t room = 0;
    int result = CLI_YES;
    while (result == CLI_YES && getline(&line, &room, stdin) >= 0) {
        line[strcspn(line, "\r\n")] = '\0';
        if (*line)
            result = files_ask(files, line);
    }
    free(line);
    return result;
}

static int talk_with(int fd, int patience_s, const struct order *orders, unsigned count)
{
    struct talk talk;
    struct files files = {.talk = &talk};
    int result = CLI_YES;
    talk_begin(&talk, fd, files_line, &files);
    talk.patience_ms = patience_s * 1000;
    for (unsigned i = 0; i < count && result == CLI_YES; i++)
        result = carry_out(&files, &orders[i]);
    if (count == 0)
        result = pass_through(&files);
    files_free(&files);
    return result;
}

int cmd_console(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct order orders[ORDERS_MAX];
    unsigned count = 0;
    int patience_s = TALK_PATIENCE_S;
    for (int option; (option = cli_next(&cli)) != CLI_END;) {
        if (option == 'w') {
            patience_s = (int)cli_number(&cli, "patience", 1, TALK_PATIENCE_MAX_S);
            continue;
        }
        if (count == ORDERS_MAX)
            return cli_usage_error(&cli, "takes up to %d options at a time", ORDERS_MAX);
        orders[count++] = (struct order){option, cli.value};
    }
    if (cli.argc != 1)
        return cli_usage_error(&cli, "needs one PORT");
    int fd = port_open(cli.argv[0]);
    if (fd < 0)
        return CLI_CANNOT;
    bool is_terminal = count == 0 && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    int result = is_terminal ? screen_run(fd, cli.argv[0]) : talk_with(fd, patience_s, orders, count);
    close(fd);
    return result;
}
