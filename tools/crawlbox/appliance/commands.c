/* What the console (port/console.h) asks of this program: its commands of ui/console/machine_commands.def,
 * and what it adds to others. */
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>

#include "appliance/appliance.h"
#include "appliance/commands.h"
#include "base/status.h"
#include "port/net.h"
#include "port/page_arena.h"
#include "threads.h"
#include "tls/net_test.h"
#include "ui/console/console.h"
#include "ui/console/tables.h"

enum { KB = 1024 };

#define COMMAND(name, usage, help) static int command_##name(int count, char **words);
#include "ui/console/machine_commands.def"
#undef COMMAND

static const struct command commands[] = {
#define COMMAND(name, usage, help) {#name, command_##name},
#include "ui/console/machine_commands.def"
#undef COMMAND
};

static const char usages[] =
#define COMMAND(name, usage, help) usage "\0"
#include "ui/console/machine_commands.def"
#undef COMMAND
    ;

static const char helps[] =
#define COMMAND(name, usage, help) help "\0"
#include "ui/console/machine_commands.def"
#undef COMMAND
    ;

static char kernel[sizeof(struct utsname)];

const struct console_program console_program = {
    .session = &appliance.session,
    .console = &appliance_console,
    .board = "native",
    .kernel = kernel,
    .commands =
        {
            .commands = commands,
            .usages = usages,
            .helps = helps,
            .open = "mem* tasks* net panel*",
            .count = sizeof commands / sizeof commands[0],
        },
};

void commands_init(void)
{
    struct utsname machine;
    if (uname(&machine) == 0)
        snprintf(kernel, sizeof kernel, "%s %s %s", machine.sysname, machine.release, machine.machine);
}

/* ---- Memory ---- */

/* A figure of /proc/self/status in kilobytes; 0: the kernel does not say. */
static unsigned long kernel_says_kb(const char *name)
{
    char line[128];
    unsigned long kb = 0;
    FILE *file = fopen("/proc/self/status", "re");
    while (file != NULL && fgets(line, sizeof line, file) != NULL)
        if (strncmp(line, name, strlen(name)) == 0)
            kb = strtoul(line + strlen(name) + 1, NULL, 10);
    if (file != NULL)
        fclose(file);
    return kb;
}

unsigned long memory_peak_kb(void)
{
    return kernel_says_kb("VmHWM");
}

static int command_mem(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_memory_head();
    console_memory_row("session", 0, sizeof appliance.session,
                       "the crawl: its state, settings, active sites, the page under way");
    console_memory_row("card", 0, sizeof appliance.card, "FatFs, journal, WARC records, logs");
    console_memory_row("page_arena", page_arena_peak(), PAGE_ARENA_BYTES,
                       "one page's fetch: TLS, then reading");
    console_memory_row("claimed", (size_t)memory_peak_kb() * KB, (size_t)kernel_says_kb("VmRSS") * KB,
                       "all of the memory that the program has");
    return STATUS_OK;
}

/* ---- Threads ---- */

static int command_tasks(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_task_head();
    for (unsigned i = 0; i < ROLE_COUNT; i++) {
        if (!thread_runs(i))
            continue;
        console_task_row(&(struct console_task){.name = watch_name(i),
                                                .tenths = supervisor_load(i),
                                                .silent_ms = watch_silent_ms(&threads_watch, i),
                                                .limit_ms = watch_limit_ms(i)});
        if (console_for_scripts())
            console_print("%s_us=%lu\n", watch_name(i), (unsigned long)thread_worked_us(i));
    }
    return STATUS_OK;
}

/* ---- Network ---- */

uint32_t machine_address(void)
{
    struct ifaddrs *list;
    uint32_t address = 0;
    if (getifaddrs(&list) != 0)
        return 0;
    for (const struct ifaddrs *at = list; at != NULL && address == 0; at = at->ifa_next)
        if (!(at->ifa_flags & IFF_LOOPBACK) && at->ifa_addr != NULL && at->ifa_addr->sa_family == AF_INET)
            address = ntohl(((const struct sockaddr_in *)(const void *)at->ifa_addr)->sin_addr.s_addr);
    freeifaddrs(list);
    return address;
}

static void fact_network(void)
{
    uint32_t heard, address = machine_address();
    console_fact("network", "%s", net_is_ready(&heard) ? "ready" : "this machine has no address");
    if (address != 0)
        console_fact_address("address", address);
}

static int command_net(int count, char **words)
{
    if (count == 3 && strcmp(words[1], "test") == 0)
        return net_test(words[2]);
    if (count != 1)
        return STATUS_INVALID;
    fact_network();
    console_fact("utc", "%llu", (unsigned long long)net_utc_ms() / 1000);
    return STATUS_OK;
}

/* ---- The rest ---- */

static int command_panel(int count, char **words)
{
    return front_command(&appliance.front, count, words);
}

static int command_reboot(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_print("Restarting.\n");
    crawler_restart();
    return STATUS_OK;
}

void console_program_greeting(void)
{
    if (supervisor_reason() != NULL)
        console_print("It had to restart: %s.\n", supervisor_reason());
}

void console_program_status(void)
{
    unsigned tenths = 0;
    for (unsigned i = 0; i < ROLE_COUNT; i++)
        tenths += supervisor_load(i);
    console_fact_share("cpu load", tenths);
    console_number("memory", (uint32_t)kernel_says_kb("VmRSS"), "KB");
    fact_network();
}

void console_program_card(void)
{
    const struct card_reader *reader = &appliance.reader;
    console_fact("slot", "%s", reader->path);
    if (reader->problem != NULL)
        console_fact("problem", "the card is %s", reader->problem);
    console_fact("sectors read", "%lu", (unsigned long)card_reader_sectors_read(reader));
    console_fact("sectors written", "%lu", (unsigned long)card_reader_sectors_written(reader));
}
