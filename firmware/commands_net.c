/* Commands about the network. */
#include <string.h>

#include "base/format.h"
#include "base/status.h"
#include "clock.h"
#include "console.h"
#include "net.h"
#include "tcp_stream.h"

enum { TEST_TIMEOUT_MS = 15000, HTTP_PORT = 80, PORT_MAX = 65535 };

static void fact_address(const char *name, uint32_t address)
{
    console_fact(name, "%u.%u.%u.%u", (unsigned)(address >> 24), (unsigned)(address >> 16 & 255),
                 (unsigned)(address >> 8 & 255), (unsigned)(address & 255));
}

void status_net(void);

void status_net(void)
{
    struct net_status status;
    net_status(&status);
    console_fact("network", "%s", net_state_text(status.state));
    if (status.address != 0)
        fact_address("address", status.address);
}

static int show(void)
{
    struct net_status status;
    net_status(&status);
    console_fact("network", "%s", net_state_text(status.state));
    console_fact("ethernet", "%02x:%02x:%02x:%02x:%02x:%02x", status.mac[0], status.mac[1], status.mac[2],
                 status.mac[3], status.mac[4], status.mac[5]);
    fact_address("address", status.address);
    fact_address("netmask", status.netmask);
    fact_address("gateway", status.gateway);
    fact_address("name server", status.name_server);
    console_fact("received", "%lu", (unsigned long)status.frames_received);
    console_fact("sent", "%lu", (unsigned long)status.frames_sent);
    console_fact("dropped", "%lu", (unsigned long)status.frames_dropped);
    console_fact("utc", "%llu", (unsigned long long)net_utc_ms() / 1000);
    return STATUS_OK;
}

/* Cuts ":PORT" off the host; HTTP_PORT if there is none, STATUS_INVALID if it is no port. */
static int take_port(char *host)
{
    char *colon = strchr(host, ':');
    if (colon == NULL)
        return HTTP_PORT;
    *colon = '\0';
    long port = 0;
    for (const char *digit = colon + 1; *digit != '\0'; digit++) {
        port = *digit >= '0' && *digit <= '9' && port <= PORT_MAX ? port * 10 + (*digit - '0') : PORT_MAX + 1;
        if (port > PORT_MAX)
            return STATUS_INVALID;
    }
    return port > 0 ? (int)port : STATUS_INVALID;
}

/* Each step says how long it took, or what went wrong and what to look at. */
static int test(char *host)
{
    int port = take_port(host);
    if (port < 0)
        return STATUS_INVALID;
    uint32_t address, started_ms = clock_ms_short();
    int status = net_resolve(host, &address, TEST_TIMEOUT_MS);
    if (status != STATUS_OK) {
        console_print("cannot find %s: %s. Is the name right, and does `net` show a name server?\n", host,
                      status_text(status));
        return STATUS_OK;
    }
    fact_address("address", address);
    console_fact("found after", "%lu ms", (unsigned long)(clock_ms_short() - started_ms));
    struct tcp_stream stream;
    started_ms = clock_ms_short();
    status = tcp_stream_open(&stream, address, (uint16_t)port, TEST_TIMEOUT_MS);
    if (status != STATUS_OK) {
        console_print("cannot connect to port %d: %s. A firewall, or nobody listens there\n", port,
                      status_text(status));
        return STATUS_OK;
    }
    console_fact("connected after", "%lu ms", (unsigned long)(clock_ms_short() - started_ms));
    tcp_stream_close(&stream);
    return STATUS_OK;
}

int command_net(int count, char **words)
{
    if (count == 1)
        return show();
    if (count == 3 && strcmp(words[1], "test") == 0)
        return test(words[2]);
    return STATUS_INVALID;
}
