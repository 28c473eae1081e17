#include "internet/lab.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cli.h"
#include "internet/access_log.h"
#include "internet/datagrams.h"
#include "internet/route.h"
#include "internet/server.h"
#include "internet/space.h"
#include "internet/web.h"
#include "internet/wire.h"

enum { EXIT_BY_SIGNAL = 128, EXIT_NO_COMMAND = 127 };

struct lab {
    struct lab_settings settings;
    struct site_source source;
    struct space space;
    struct loop loop;
    struct lab_hosts *hosts;
    struct authority *authority;
    struct handshakes *handshakes;
    struct server server;
    struct datagrams datagrams;
    struct wire wire;
    bool with_wire;
    struct loop_watch signals;
    FILE *log;
    char roots[128];
    pid_t child;
    int result;
};

/* ---- Signals ---- */

static void take_signal(void *context, uint32_t events)
{
    struct lab *lab = context;
    struct signalfd_siginfo signal;
    (void)events;
    if (read(lab->signals.fd, &signal, sizeof signal) != sizeof signal)
        return;
    if (signal.ssi_signo != SIGCHLD) {
        if (lab->child > 0)
            kill(lab->child, SIGTERM);
        else
            lab->loop.ended = true;
        return;
    }
    int status;
    if (waitpid(lab->child, &status, WNOHANG) != lab->child)
        return;
    lab->result = WIFSIGNALED(status) ? EXIT_BY_SIGNAL + WTERMSIG(status) : WEXITSTATUS(status);
    lab->loop.ended = true;
}

static sigset_t our_signals(void)
{
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGCHLD);
    sigaddset(&set, SIGINT);
    sigaddset(&set, SIGTERM);
    return set;
}

static bool watch_signals(struct lab *lab)
{
    sigset_t set = our_signals();
    sigprocmask(SIG_BLOCK, &set, NULL);
    signal(SIGPIPE, SIG_IGN); /* a client that is gone is noticed where OpenSSL writes to it */
    lab->signals =
        (struct loop_watch){.fd = signalfd(-1, &set, SFD_CLOEXEC), .ready = take_signal, .context = lab};
    return lab->signals.fd >= 0 && loop_watch(&lab->loop, &lab->signals, EPOLLIN) == 0;
}

/* ---- The command ---- */

static void become_command(const struct lab *lab, char **command)
{
    sigset_t set = our_signals();
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    signal(SIGPIPE, SIG_DFL);
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    setenv("CRAWLBOX_LAB", SPACE_GATEWAY_TEXT, 1);
    setenv("CRAWLBOX_LAB_ROOTS", lab->roots, 1);
    execvp(command[0], command);
    cli_error("cannot run %s: %s", command[0], strerror(errno));
    _exit(EXIT_NO_COMMAND);
}

static bool start_command(struct lab *lab, char **command)
{
    if (!command) {
        printf("The lab is open; interrupt it to close it. Other programs join it with\n"
               "  nsenter --preserve-credentials -t %d -U -n -m COMMAND      (as root: without -U)\n"
               "Certificates of its roots: %s\n",
               (int)getpid(), lab->roots);
        fflush(stdout);
        return true;
    }
    lab->child = fork();
    if (lab->child == 0)
        become_command(lab, command);
    return lab->child > 0;
}

/* ---- Everything ---- */

static bool open_files(struct lab *lab, const struct lab_wish *wish)
{
    if (wish->log) {
        lab->log = fopen(wish->log, "we");
        if (!lab->log) {
            cli_error("cannot write %s: %s", wish->log, strerror(errno));
            return false;
        }
        access_log_begin(lab->log);
    }
    if (wish->roots)
        snprintf(lab->roots, sizeof lab->roots, "%s", wish->roots);
    else
        snprintf(lab->roots, sizeof lab->roots, "%s/roots.pem", lab->space.folder);
    if (authority_write_roots(lab->authority, lab->roots))
        return true;
    cli_error("cannot write %s: %s", lab->roots, strerror(errno));
    return false;
}

static bool read_wish(struct lab *lab, const struct lab_wish *wish)
{
    char problem[KEYED_PROBLEM_SIZE];
    if (!web_open(wish->web, &lab->settings, &lab->source))
        return false;
    for (const char *const *word = wish->set; word && *word; word++)
        if (!keyed_set(&lab->settings, lab_settings_keys, *word, problem)) {
            cli_error("--set: %s", problem);
            return false;
        }
    return true;
}

/* What a host wants of the network is arranged before a client knows its address. */
static void meet(void *context, const struct lab_host *host)
{
    struct lab *lab = context;
    if (host->site.dead && !route_add_hole(host->site.address))
        cli_error("%s: cannot make its address dead: %s", host->name, strerror(errno));
    if (host->site.loss_permille > 0 &&
        !(lab->with_wire && wire_set_loss(&lab->wire, host->site.address, host->site.loss_permille)))
        cli_error("%s: no packets are lost there: needs QEMU's wire, and at most %d such hosts", host->name,
                  WIRE_LOSSY_HOSTS_MAX);
}

static bool make_parts(struct lab *lab)
{
    lab->authority = authority_new();
    lab->hosts = lab_hosts_new(&lab->source, meet, lab);
    if (!lab->authority || !lab->hosts)
        return false;
    lab->handshakes = handshakes_new(lab->hosts, lab->authority);
    if (!lab->handshakes)
        return false;
    lab->server = (struct server){.loop = &lab->loop, .hosts = lab->hosts, .handshakes = lab->handshakes};
    return true;
}

/* Whether the command line has a device for QEMU (-netdev tap,ifname=tap0). */
static bool names_tap(const struct lab_wish *wish)
{
    for (char *const *word = wish->command; word && *word; word++)
        if (strstr(*word, "ifname=" SPACE_TAP))
            return true;
    return false;
}

static bool begin(struct lab *lab, const struct lab_wish *wish)
{
    const struct lab_settings *settings = &lab->settings;
    if (!read_wish(lab, wish) || !make_parts(lab))
        return false;
    lab->with_wire = settings->loss_permille || settings->duplicate_permille || settings->reorder_permille ||
                     settings->wire_delay_ms || settings->hosts_lose;
    if (!space_enter(&lab->space, lab->with_wire, names_tap(wish)))
        return false;
    if (!open_files(lab, wish) || loop_begin(&lab->loop) != 0)
        return false;
    lab->server.log = lab->log;
    lab->datagrams = (struct datagrams){.loop = &lab->loop,
                                        .hosts = lab->hosts,
                                        .device = lab->space.device,
                                        .clock_s = settings->clock_s,
                                        .dhcp.lease_s = settings->lease_s ? settings->lease_s : LAB_LEASE_S};
    lab->wire = (struct wire){.loop = &lab->loop, .settings = settings, .tap0.fd = -1};
    if (lab->with_wire && !wire_begin(&lab->wire, lab->space.wire_tap))
        return false;
    return server_begin(&lab->server) && datagrams_begin(&lab->datagrams) && watch_signals(lab) &&
           start_command(lab, wish->command);
}

/* Only what begin() got to needs an end; the rest is the kernel's. */
static void end(struct lab *lab)
{
    if (lab->loop.epoll > 0) {
        server_end(&lab->server);
        datagrams_end(&lab->datagrams);
        wire_end(&lab->wire);
        loop_end(&lab->loop);
    }
    if (lab->space.folder[0])
        space_leave(&lab->space);
    handshakes_free(lab->handshakes);
    lab_hosts_free(lab->hosts);
    authority_free(lab->authority);
    if (lab->source.close)
        lab->source.close(lab->source.context);
    if (lab->log)
        fclose(lab->log);
}

static void tell_of_wire(const struct wire *wire)
{
    fprintf(stderr, "crawlbox: the wire had %lu frames: %lu lost, %lu doubled, %lu reordered\n", wire->frames,
            wire->lost, wire->doubled, wire->reordered);
}

int lab_run(const struct lab_wish *wish)
{
    static struct lab lab;
    lab = (struct lab){.result = CLI_CANNOT, .space.wire_tap = -1};
    if (begin(&lab, wish)) {
        lab.result = CLI_YES;
        loop_run(&lab.loop);
        if (lab.with_wire)
            tell_of_wire(&lab.wire);
    }
    end(&lab);
    return lab.result;
}
