#include "internet/datagrams.h"

#include <arpa/inet.h>
#include <errno.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <unistd.h>

#include "cli.h"
#include "internet/space.h"

enum { DNS, SNTP, DHCP, SERVICES };
enum { DNS_PORT = 53, SNTP_PORT = 123, DHCP_PORT = 67, DHCP_CLIENT_PORT = 68 };

static void answer_dns(void *context, uint32_t events)
{
    struct datagrams *datagrams = context;
    uint8_t packet[SERVICE_PACKET_MAX], answer[SERVICE_PACKET_MAX];
    struct sockaddr_in sender;
    socklen_t size = sizeof sender;
    int socket = datagrams->watch[DNS].fd;
    (void)events;
    ssize_t got = recvfrom(socket, packet, sizeof packet, 0, (struct sockaddr *)&sender, &size);
    size_t length = got > 0 ? lab_dns_answer(datagrams->hosts, packet, (size_t)got, answer) : 0;
    if (length > 0)
        sendto(socket, answer, length, 0, (struct sockaddr *)&sender, size);
}

static void answer_sntp(void *context, uint32_t events)
{
    struct datagrams *datagrams = context;
    uint8_t packet[SERVICE_PACKET_MAX], answer[SERVICE_PACKET_MAX];
    struct sockaddr_in sender;
    socklen_t size = sizeof sender;
    int socket = datagrams->watch[SNTP].fd;
    (void)events;
    ssize_t got = recvfrom(socket, packet, sizeof packet, 0, (struct sockaddr *)&sender, &size);
    size_t length = got > 0 ? lab_sntp_answer(datagrams->clock_s, packet, (size_t)got, answer) : 0;
    if (length > 0)
        sendto(socket, answer, length, 0, (struct sockaddr *)&sender, size);
}

/* Who asks has no address yet: the answer goes to everybody on the device. */
static void answer_dhcp(void *context, uint32_t events)
{
    struct datagrams *datagrams = context;
    uint8_t packet[SERVICE_PACKET_MAX], answer[SERVICE_PACKET_MAX];
    struct sockaddr_in everybody = {
        .sin_family = AF_INET, .sin_port = htons(DHCP_CLIENT_PORT), .sin_addr.s_addr = INADDR_BROADCAST};
    int socket = datagrams->watch[DHCP].fd;
    (void)events;
    ssize_t got = recv(socket, packet, sizeof packet, 0);
    size_t length = got > 0 ? lab_dhcp_answer(&datagrams->dhcp, packet, (size_t)got, answer) : 0;
    if (length > 0)
        sendto(socket, answer, length, 0, (struct sockaddr *)&everybody, sizeof everybody);
}

/* `device` NULL: on the lab's own address. */
static bool open_service(struct datagrams *datagrams, int service, uint16_t port, const char *device,
                         void (*ready)(void *, uint32_t))
{
    struct sockaddr_in own = {.sin_family = AF_INET,
                              .sin_port = htons(port),
                              .sin_addr.s_addr = htonl(device ? INADDR_ANY : SPACE_GATEWAY)};
    int yes = 1, udp = socket(AF_INET, SOCK_DGRAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    datagrams->watch[service] = (struct loop_watch){.fd = udp, .ready = ready, .context = datagrams};
    bool bound =
        udp >= 0 && setsockopt(udp, SOL_SOCKET, SO_BROADCAST, &yes, sizeof yes) == 0 &&
        (!device || setsockopt(udp, SOL_SOCKET, SO_BINDTODEVICE, device, (socklen_t)strlen(device)) == 0) &&
        bind(udp, (struct sockaddr *)&own, sizeof own) == 0 &&
        loop_watch(datagrams->loop, &datagrams->watch[service], EPOLLIN) == 0;
    if (!bound)
        cli_error("cannot listen on UDP port %u: %s", port, strerror(errno));
    return bound;
}

bool datagrams_begin(struct datagrams *datagrams)
{
    for (int i = 0; i < SERVICES; i++)
        datagrams->watch[i].fd = -1;
    return open_service(datagrams, DNS, DNS_PORT, NULL, answer_dns) &&
           open_service(datagrams, SNTP, SNTP_PORT, NULL, answer_sntp) &&
           (!datagrams->device || open_service(datagrams, DHCP, DHCP_PORT, datagrams->device, answer_dhcp));
}

void datagrams_end(struct datagrams *datagrams)
{
    for (int i = 0; i < SERVICES; i++) {
        loop_unwatch(datagrams->loop, &datagrams->watch[i]);
        if (datagrams->watch[i].fd > 0)
            close(datagrams->watch[i].fd);
    }
}
