/* Commands about the network. */
#include <string.h>

#include "base/status.h"
#include "console/commands.h"
#include "net/net.h"
#include "port/net.h"
#include "tls/net_test.h"
#include "ui/console/tables.h"

void status_net(void)
{
    struct net_status status;
    net_status(&status);
    console_fact("network", "%s", net_state_text(status.state));
    if (status.address != 0)
        console_fact_address("address", status.address);
}

static int show_network(void)
{
    struct net_status status;
    uint64_t utc_ms = net_utc_ms(); /* asked for first: who is told the time is told the address as well */
    net_status(&status);
    console_fact("network", "%s", net_state_text(status.state));
    console_fact("ethernet", "%02x:%02x:%02x:%02x:%02x:%02x", status.mac[0], status.mac[1], status.mac[2],
                 status.mac[3], status.mac[4], status.mac[5]);
    console_fact_address("address", status.address);
    console_fact_address("netmask", status.netmask);
    console_fact_address("gateway", status.gateway);
    console_fact_address("name server", status.name_server);
    console_fact("received", "%lu", (unsigned long)status.frames_received);
    console_fact("sent", "%lu", (unsigned long)status.frames_sent);
    console_fact("dropped", "%lu", (unsigned long)status.frames_dropped);
    console_fact("buffers", "%u", status.buffers);
    console_fact("heap", "%u", status.heap_bytes);
    console_fact("connections", "%u", status.connections);
    console_fact("pieces", "%u", status.pieces);
    console_fact("utc", "%llu", (unsigned long long)utc_ms / 1000);
    return STATUS_OK;
}

int command_net(int count, char **words)
{
    if (count == 1)
        return show_network();
    if (count == 3 && strcmp(words[1], "test") == 0)
        return net_test(words[2]);
    return STATUS_INVALID;
}
