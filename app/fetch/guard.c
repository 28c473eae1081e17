#include "fetch/guard.h"

#include "base/packed.h"
#include "base/status.h"

#define ADDRESS(a, b, c, d) ((uint32_t)(a) << 24 | (uint32_t)(b) << 16 | (uint32_t)(c) << 8 | (uint32_t)(d))

enum kind {
    THIS_NETWORK,
    PRIVATE,
    PROVIDER,
    LOOPBACK,
    LINK_LOCAL,
    RESERVED,
    DOCUMENTATION,
    LABORATORY,
    MULTICAST,
    OWN,
};

/* In the order of enum kind. */
static const char kinds[] PACKED_PLACE = "an address of \"this network\"\0"
                                         "a private address\0"
                                         "an address inside a provider's network\0"
                                         "a loopback address\0"
                                         "a link-local address\0"
                                         "a reserved address\0"
                                         "an address for documentation\0"
                                         "an address for laboratories\0"
                                         "a multicast address\0"
                                         "an address of the network that the box is in";

/* IANA's special-purpose addresses: none of them is a site of the public web. */
static const struct {
    uint32_t address;
    uint8_t prefix;
    uint8_t kind;
} refused[] = {
    {ADDRESS(0, 0, 0, 0), 8, THIS_NETWORK},       {ADDRESS(10, 0, 0, 0), 8, PRIVATE},
    {ADDRESS(100, 64, 0, 0), 10, PROVIDER},       {ADDRESS(127, 0, 0, 0), 8, LOOPBACK},
    {ADDRESS(169, 254, 0, 0), 16, LINK_LOCAL},    {ADDRESS(172, 16, 0, 0), 12, PRIVATE},
    {ADDRESS(192, 0, 0, 0), 24, RESERVED},        {ADDRESS(192, 0, 2, 0), 24, DOCUMENTATION},
    {ADDRESS(192, 88, 99, 0), 24, RESERVED},      {ADDRESS(192, 168, 0, 0), 16, PRIVATE},
    {ADDRESS(198, 18, 0, 0), 15, LABORATORY},     {ADDRESS(198, 51, 100, 0), 24, DOCUMENTATION},
    {ADDRESS(203, 0, 113, 0), 24, DOCUMENTATION}, {ADDRESS(224, 0, 0, 0), 4, MULTICAST},
    {ADDRESS(240, 0, 0, 0), 4, RESERVED},
};

static uint32_t mask_of_prefix(unsigned prefix)
{
    return prefix == 0 ? 0 : ~0u << (32 - prefix);
}

static bool is_in_range(uint32_t address, uint32_t range, unsigned prefix)
{
    return ((address ^ range) & mask_of_prefix(prefix)) == 0;
}

const char *guard_refuses(uint32_t address, bool is_own, const struct guard_range *allowed,
                          size_t allowed_count)
{
    for (size_t i = 0; i < allowed_count; i++)
        if (is_in_range(address, allowed[i].address, allowed[i].prefix))
            return NULL;
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++)
        if (is_in_range(address, refused[i].address, refused[i].prefix))
            return packed_nth(kinds, refused[i].kind);
    return is_own ? packed_nth(kinds, OWN) : NULL;
}

/* Reads a number of at most three digits without a leading zero, up to max, and moves *text behind it. */
static int read_number(const char **text, unsigned max)
{
    const char *at = *text;
    unsigned value = 0;
    if (at[0] == '0' && at[1] >= '0' && at[1] <= '9')
        return STATUS_INVALID;
    while (*at >= '0' && *at <= '9' && at - *text < 3)
        value = value * 10 + (unsigned)(*at++ - '0');
    if (at == *text || value > max)
        return STATUS_INVALID;
    *text = at;
    return (int)value;
}

int guard_parse_range(struct guard_range *range, const char *text)
{
    uint32_t address = 0;
    for (int i = 0; i < 4; i++) {
        if (i > 0 && *text++ != '.')
            return STATUS_INVALID;
        int part = read_number(&text, 255);
        if (part < 0)
            return part;
        address = address << 8 | (uint32_t)part;
    }
    int prefix = 32;
    if (*text == '/') {
        text++;
        prefix = read_number(&text, 32);
    }
    if (prefix < 0 || *text != '\0' || (address & ~mask_of_prefix((unsigned)prefix)) != 0)
        return STATUS_INVALID;
    *range = (struct guard_range){address, (uint8_t)prefix};
    return STATUS_OK;
}

bool guard_refuses_port(uint16_t port)
{
    /* Browsers refuse these ports ("bad ports" of the Fetch standard). */
    static const uint16_t bad[] = {
        0,    1,    7,    9,    11,   13,   15,   17,   19,   20,   21,   22,   23,   25,   37,    42,   43,
        53,   69,   77,   79,   87,   95,   101,  102,  103,  104,  109,  110,  111,  113,  115,   117,  119,
        123,  135,  137,  139,  143,  161,  179,  389,  427,  465,  512,  513,  514,  515,  526,   530,  531,
        532,  540,  548,  554,  556,  563,  587,  601,  636,  989,  990,  993,  995,  1719, 1720,  1723, 2049,
        3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
    };
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (bad[i] == port)
            return true;
    return false;
}
