/* DHCP, as much of it as gives a machine its address. Format: RFC 2131, options: RFC 2132. */
#include "internet/services.h"

#include <string.h>

#include "internet/space.h"

enum {
    OP_REQUEST = 1,
    OP_REPLY = 2,
    ETHERNET = 1,
    MAC_BYTES = 6,
    AT_YOUR_ADDRESS = 16,
    AT_SERVER_ADDRESS = 20,
    AT_CLIENT_MAC = 28,
    AT_COOKIE = 236,
    AT_OPTIONS = 240,
    REPLY_BYTES = 300, /* BOOTP's smallest packet: some clients insist */
};

enum {
    OPTION_END = 255,
    OPTION_PAD = 0,
    OPTION_NETMASK = 1,
    OPTION_ROUTER = 3,
    OPTION_NAME_SERVER = 6,
    OPTION_TIME_SERVER = 42,
    OPTION_WANTED_ADDRESS = 50,
    OPTION_LEASE = 51,
    OPTION_TYPE = 53,
    OPTION_SERVER = 54,
};

enum { DISCOVER = 1, OFFER = 2, REQUEST = 3, ACK = 5, NAK = 6 };

static const uint8_t cookie[4] = {99, 130, 83, 99};

/* The value of an option that must have that length; NULL if it is not there. */
static const uint8_t *find_option(const uint8_t *packet, size_t size, uint8_t option, size_t length)
{
    for (size_t at = AT_OPTIONS; at < size && packet[at] != OPTION_END;) {
        if (packet[at] == OPTION_PAD) {
            at++;
            continue;
        }
        if (at + 2 > size || at + 2 + packet[at + 1] > size)
            return NULL;
        if (packet[at] == option)
            return packet[at + 1] == length ? packet + at + 2 : NULL;
        at += 2U + packet[at + 1];
    }
    return NULL;
}

/* The address of a machine, the same each time; 0 if they have run out. */
static uint32_t lease_for(struct dhcp *dhcp, const uint8_t *mac)
{
    size_t index = 0;
    while (index < dhcp->machines && memcmp(dhcp->mac[index], mac, MAC_BYTES) != 0)
        index++;
    if (index == sizeof dhcp->mac / sizeof dhcp->mac[0])
        return 0;
    if (index == dhcp->machines)
        memcpy(dhcp->mac[dhcp->machines++], mac, MAC_BYTES);
    return SPACE_LEASE_FIRST + (uint32_t)index;
}

static void put_address(uint8_t *at, uint32_t value)
{
    for (unsigned i = 0; i < sizeof value; i++)
        at[i] = (uint8_t)(value >> (24 - 8 * i));
}

static uint8_t *add_number(uint8_t *at, uint8_t option, uint32_t value)
{
    at[0] = option;
    at[1] = sizeof value;
    put_address(at + 2, value);
    return at + 2 + sizeof value;
}

static uint8_t *add_type(uint8_t *at, uint8_t type)
{
    const uint8_t option[] = {OPTION_TYPE, 1, type};
    memcpy(at, option, sizeof option);
    return at + sizeof option;
}

static uint8_t *add_settings(uint8_t *at, const struct dhcp *dhcp)
{
    at = add_number(at, OPTION_LEASE, dhcp->lease_s);
    at = add_number(at, OPTION_NETMASK, SPACE_NETMASK);
    at = add_number(at, OPTION_ROUTER, SPACE_GATEWAY);
    at = add_number(at, OPTION_NAME_SERVER, SPACE_GATEWAY);
    return add_number(at, OPTION_TIME_SERVER, SPACE_GATEWAY);
}

/* A machine that asks for an address which is not its own must begin anew. */
static uint8_t answer_type(const uint8_t *packet, size_t size, uint8_t asked, uint32_t lease)
{
    if (asked == DISCOVER)
        return OFFER;
    const uint8_t *wanted = find_option(packet, size, OPTION_WANTED_ADDRESS, sizeof lease);
    uint8_t own[sizeof lease];
    put_address(own, lease);
    return wanted && memcmp(wanted, own, sizeof own) != 0 ? NAK : ACK;
}

size_t lab_dhcp_answer(struct dhcp *dhcp, const uint8_t *packet, size_t size,
                       uint8_t answer[SERVICE_PACKET_MAX])
{
    if (size < AT_OPTIONS || packet[0] != OP_REQUEST || packet[1] != ETHERNET || packet[2] != MAC_BYTES ||
        memcmp(packet + AT_COOKIE, cookie, sizeof cookie) != 0)
        return 0;
    const uint8_t *asked = find_option(packet, size, OPTION_TYPE, 1);
    if (!asked || (*asked != DISCOVER && *asked != REQUEST))
        return 0;
    uint32_t lease = lease_for(dhcp, packet + AT_CLIENT_MAC);
    if (lease == 0)
        return 0;

    uint8_t type = answer_type(packet, size, *asked, lease);
    memset(answer, 0, REPLY_BYTES);
    memcpy(answer, packet, AT_YOUR_ADDRESS - 4); /* transaction, flags */
    answer[0] = OP_REPLY;
    memcpy(answer + AT_CLIENT_MAC, packet + AT_CLIENT_MAC, MAC_BYTES);
    memcpy(answer + AT_COOKIE, cookie, sizeof cookie);
    put_address(answer + AT_SERVER_ADDRESS, SPACE_GATEWAY);
    uint8_t *at = add_number(add_type(answer + AT_OPTIONS, type), OPTION_SERVER, SPACE_GATEWAY);
    if (type != NAK) {
        put_address(answer + AT_YOUR_ADDRESS, lease);
        at = add_settings(at, dhcp);
    }
    *at = OPTION_END;
    return REPLY_BYTES;
}
