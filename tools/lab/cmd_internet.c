/* crawlbox-lab internet: a private Internet in a network namespace of its own, for trying crawlers on. */
#include "cli.h"
#include "commands.h"

#include <stdio.h>
#include <string.h>

#include "internet/lab.h"

enum { SETTINGS_MAX = 16 };

static const struct cli_option options[] = {
    {"log", 'l', "FILE", "write a line for every request: time, host, path, status ... (tab-separated)"},
    {"roots", 'r', "FILE", "write the certificates of the lab's roots there, for 'crawlbox ca build'"},
    {"set", 's', "KEY=VALUE", "a setting of the lab, such as loss=5% or clock=-3600; may be repeated"},
    {0},
};

static const struct cli_help help = {
    "internet",
    "run WEB [--log FILE] [--set KEY=VALUE] -- COMMAND [ARGUMENT...]\n"
    "serve WEB [--log FILE] [--roots FILE]\n"
    "words",
    "A private Internet in a Linux network namespace of its own: DHCP, DNS, time, and web servers for any\n"
    "number of hosts, with faults of every kind. Nothing that happens in it can reach the real network.\n\n"
    "  run    opens it, runs COMMAND inside, and ends with COMMAND's exit status\n"
    "  serve  opens it until it is interrupted\n"
    "  words  lists the faults and certificates that a description may ask for\n\n"
    "WEB is a description of hosts and pages (see LAB.md), a folder of files (WEB/host/path), WARC files "
    "(one,\n"
    "or a folder of them), which are replayed, or a folder of 'crawlbox-lab world make'.\n\n"
    "Inside, QEMU uses the tap device tap0 (-netdev tap,ifname=tap0,script=no,downscript=no) and gets its\n"
    "address by DHCP; other programs find the lab's hosts by name. CRAWLBOX_LAB is the lab's own address,\n"
    "CRAWLBOX_LAB_ROOTS a file with the certificates of its roots.",
    options,
};

static int list_words(void)
{
    puts("Faults of an answer (fault=...):");
#define FAULT(id, word, what) printf("  %-15s %s\n", word, what);
#include "source/faults.def"
#undef FAULT
    puts("\nCertificates of a host (certificate=...):");
#define CERTIFICATE(id, word, what) printf("  %-15s %s\n", word, what);
#include "source/certificates.def"
#undef CERTIFICATE
    return CLI_YES;
}

/* What the command line asks for. */
struct wish {
    struct lab_wish lab;
    const char *set[SETTINGS_MAX + 1]; /* ends with a NULL */
    size_t settings;
};

static bool take_options(struct cli *cli, struct wish *wish)
{
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        if (option == 'l')
            wish->lab.log = cli->value;
        else if (option == 'r')
            wish->lab.roots = cli->value;
        else if (wish->settings == SETTINGS_MAX)
            return cli_usage_error(cli, "more than %d settings", SETTINGS_MAX), false;
        else
            wish->set[wish->settings++] = cli->value;
    }
    return true;
}

int cmd_internet(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {0};
    if (!take_options(&cli, &wish))
        return CLI_CANNOT;
    const char *action = cli_action(&cli);
    wish.lab.set = wish.set;
    wish.lab.web = cli.argc > 0 ? cli.argv[0] : NULL;
    wish.lab.command = cli.argc > 1 ? cli.argv + 1 : NULL;
    bool runs = strcmp(action, "run") == 0 && wish.lab.command;
    bool serves = strcmp(action, "serve") == 0 && cli.argc == 1;
    if (runs || serves)
        return lab_run(&wish.lab);
    if (strcmp(action, "words") == 0 && cli.argc == 0)
        return list_words();
    return cli_action_error(&cli, action);
}
