#include "internet/route.h"

#include <arpa/inet.h>
#include <errno.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <net/if.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct route_request {
    struct nlmsghdr header;
    struct rtmsg route;
    char attributes[64];
};

static void add_attribute(struct route_request *request, unsigned short type, uint32_t value)
{
    struct rtattr *attribute = (struct rtattr *)((char *)request + NLMSG_ALIGN(request->header.nlmsg_len));
    attribute->rta_type = type;
    attribute->rta_len = RTA_LENGTH(sizeof value);
    memcpy(RTA_DATA(attribute), &value, sizeof value);
    request->header.nlmsg_len = NLMSG_ALIGN(request->header.nlmsg_len) + attribute->rta_len;
}

/* Sends it and waits for the kernel's answer: 0, or -1 with errno. */
static int ask_kernel(const struct route_request *request)
{
    struct {
        struct nlmsghdr header;
        struct nlmsgerr error;
        char rest[128];
    } answer = {0};
    int netlink = socket(AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_ROUTE);
    if (netlink < 0)
        return -1;
    bool answered = send(netlink, request, request->header.nlmsg_len, 0) > 0 &&
                    recv(netlink, &answer, sizeof answer, 0) >= (ssize_t)NLMSG_LENGTH(sizeof answer.error);
    close(netlink);
    if (answered)
        errno = -answer.error.error;
    return answered && answer.error.error == 0 ? 0 : -1;
}

/* In the main table: the local one is looked at first, and would hide the devices' own networks. */
static bool add_route(unsigned char type, uint32_t network, unsigned bits, const char *device)
{
    struct route_request request = {
        .header = {.nlmsg_len = NLMSG_LENGTH(sizeof(struct rtmsg)),
                   .nlmsg_type = RTM_NEWROUTE,
                   .nlmsg_flags = NLM_F_REQUEST | NLM_F_CREATE | NLM_F_ACK},
        .route = {.rtm_family = AF_INET,
                  .rtm_dst_len = (unsigned char)bits,
                  .rtm_table = RT_TABLE_MAIN,
                  .rtm_protocol = RTPROT_BOOT,
                  .rtm_scope = type == RTN_LOCAL ? RT_SCOPE_HOST : RT_SCOPE_UNIVERSE,
                  .rtm_type = type},
    };
    add_attribute(&request, RTA_DST, htonl(network));
    if (device)
        add_attribute(&request, RTA_OIF, if_nametoindex(device));
    return ask_kernel(&request) == 0;
}

bool route_add_local(uint32_t network, unsigned bits)
{
    return add_route(RTN_LOCAL, network, bits, "lo");
}

bool route_add_hole(uint32_t address)
{
    return add_route(RTN_BLACKHOLE, address, 32, NULL) || errno == EEXIST;
}
