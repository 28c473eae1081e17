#include "native/name_server.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "dns.h"
#include "fetch/guard.h"
#include "resolve.h"

void use_name_server(const struct cli *cli)
{
    char address[32];
    struct guard_range server;
    const char *colon = strchr(cli->value, ':');
    snprintf(address, sizeof address, "%.*s",
             (int)(colon ? (size_t)(colon - cli->value) : strlen(cli->value)), cli->value);
    unsigned long port = colon ? strtoul(colon + 1, NULL, 10) : DNS_PORT;
    if (guard_parse_range(&server, address) != STATUS_OK || server.prefix != 32 || port == 0 ||
        port > UINT16_MAX)
        exit(cli_usage_error(cli, "'%s' is no address such as 192.0.2.53 or 127.0.0.1:5353", cli->value));
    resolve_use_server(server.address, (uint16_t)port);
}
