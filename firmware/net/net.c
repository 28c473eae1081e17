#include "net/net.h"

#include <string.h>

#include "FreeRTOS.h"
#include "semphr.h"
#include "task.h"

#include "lwip/apps/sntp.h"
#include "lwip/dhcp.h"
#include "lwip/dns.h"
#include "lwip/etharp.h"
#include "lwip/init.h"
#include "lwip/netif.h"
#include "lwip/stats.h"
#include "lwip/sys.h"
#include "lwip/timeouts.h"

#include "base/numbers.h"
#include "base/packed.h"
#include "base/status.h"
#include "board.h"
#include "crypto/sha256.h"
#include "kernel/tasks.h"
#include "lm3s6965/adc.h"
#include "lm3s6965/ethernet.h"
#include "net/names.h"
#include "port/clock.h"
#include "port/entropy.h"
#include "port/log.h"
#include "port/net.h"
#include "port/platform.h"

enum {
    IDLE_WAIT_MS = 1000, /* how long the task sleeps at most, and how often it looks at the cable */
    WAIT_SLICE_MS = 500, /* how often a waiting task says that it lives, and looks whether it is called off */
    ANSWER_STEP_MS = 20, /* how often net_answers() looks whether a frame came */
    ADDRESS_TEXT_BYTES = 16, /* "255.255.255.255" */
};

static struct {
    struct netif netif;
    StaticSemaphore_t lock_storage;
    SemaphoreHandle_t lock;
    uint32_t key[SHA256_STATE_WORDS]; /* for the numbers that others should not guess */
    uint32_t drawn;                   /* how many of these numbers there were */
    bool has_secret;                  /* the key is made of entropy */
    bool announced;                   /* the log has said that the network is ready */
    /* What the operator wants, with addresses in network byte order. Other tasks write this, and `net` reads
     * it once they have set `changed`. */
    ip4_addr_t address, netmask, gateway;
    ip_addr_t name_server;
    const char *time_server;
    volatile bool changed;
    volatile bool ask_time; /* the settings have changed, perhaps the time server */
    bool (*is_called_off)(void);
} net;

/* The resolver answers one question at a time. The number of the question tells an answer that comes too
 * late. */
static struct {
    void *waiter; /* the task that asked */
    uintptr_t question;
    uint32_t address;
    bool busy, answered;
    bool hears_name, has_name; /* what is read right now, and what was answered, knows the name */
} resolver;

void net_lock(void)
{
    xSemaphoreTake(net.lock, portMAX_DELAY);
}

void net_unlock(void)
{
    xSemaphoreGive(net.lock);
}

void net_wake(void *task)
{
    if (task != NULL)
        xTaskNotifyGive(task);
}

void net_wait(uint32_t ms)
{
    platform_check_in();
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(smaller_of(ms, WAIT_SLICE_MS)));
}

void net_call_off_when(bool (*asked)(void))
{
    net.is_called_off = asked;
}

bool net_goes_on(void)
{
    task_breathe();
    return net.is_called_off == NULL || !net.is_called_off();
}

/* A frame came, or the controller can take one. This runs in the interrupt. */
static void on_ethernet(void)
{
    BaseType_t woken = pdFALSE;
    vTaskNotifyGiveFromISR(task_handle(ROLE_net), &woken);
    portYIELD_FROM_ISR(woken);
}

/*
 * Numbers that an off-path attacker must not guess are made by SHA-256, with the key in place of its first
 * state. As soon as the card has given entropy, the crawler's task takes the key from there; only that task
 * asks for names and makes connections. Before that, the key is made of no more than the chip's address, the
 * converter's noise and the moment; but then there is no https, either.
 */
static void net_take_secret_key(void)
{
    if (!net.has_secret)
        net.has_secret = entropy_take(net.key, sizeof net.key) == STATUS_OK;
}

static uint32_t net_keyed_number(uint32_t a, uint32_t b, uint32_t c)
{
    uint32_t state[SHA256_STATE_WORDS], block[SHA256_BLOCK_BYTES / sizeof(uint32_t)] = {a, b, c};
    memcpy(state, net.key, sizeof state);
    sha256_block(state, (const uint8_t *)block);
    return state[0];
}

uint32_t net_random(void)
{
    return net_keyed_number(0, ++net.drawn, clock_us());
}

/* As RFC 6528 says: a clock of 4 us, plus a number that belongs to these two addresses and ports. */
uint32_t net_first_sequence_number(uint32_t remote, uint16_t remote_port, uint16_t local_port)
{
    return net_keyed_number(1, remote, (uint32_t)remote_port << 16 | local_port) + clock_ms_short() * 250;
}

uint32_t sys_now(void)
{
    return clock_ms_short();
}

static err_t send_frame(struct netif *netif, struct pbuf *frame)
{
    (void)netif;
    ethernet_send_begin((size_t)frame->tot_len - ETH_PAD_SIZE);
    for (struct pbuf *part = frame; part != NULL; part = part->next) {
        size_t skip = part == frame ? ETH_PAD_SIZE : 0;
        ethernet_send((const uint8_t *)part->payload + skip, part->len - skip);
    }
    ethernet_send_end();
    LINK_STATS_INC(link.xmit);
    return ERR_OK;
}

/*
 * lwIP answers a ping in the buffer of its frame. Such an answer must not wait until the receiver's Ethernet
 * address is known, since it would wait in the only buffer that there is for frames. So it is dropped, and
 * the address is asked for: the next answer leaves.
 */
static err_t send_packet(struct netif *netif, struct pbuf *packet, const ip4_addr_t *to)
{
    const ip4_addr_t *hop =
        ip4_addr_net_eq(to, netif_ip4_addr(netif), netif_ip4_netmask(netif)) ? to : netif_ip4_gw(netif);
    struct eth_addr *hop_mac;
    const ip4_addr_t *hop_address;
    if (pbuf_match_allocsrc(packet, PBUF_POOL) && etharp_find_addr(netif, hop, &hop_mac, &hop_address) < 0)
        return etharp_request(netif, hop);
    return etharp_output(netif, packet, to);
}

static err_t netif_setup(struct netif *netif)
{
    netif->name[0] = 'e';
    netif->name[1] = 'n';
    netif->hostname = "crawlbox";
    netif->output = send_packet;
    netif->linkoutput = send_frame;
    netif->mtu = 1500;
    netif->hwaddr_len = 6;
    netif->flags = NETIF_FLAG_BROADCAST | NETIF_FLAG_ETHARP | NETIF_FLAG_ETHERNET;
    return ERR_OK;
}

/* Takes the frame from the controller into a chain of buffers. Returns NULL if none are left; TCP will
 * send it again. */
static struct pbuf *receive_frame(size_t bytes)
{
    struct pbuf *frame = pbuf_alloc(PBUF_RAW, (uint16_t)bytes, PBUF_POOL);
    if (frame == NULL)
        LINK_STATS_INC(link.memerr);
    for (struct pbuf *part = frame; part != NULL; part = part->next)
        ethernet_receive(part->payload, part->len);
    ethernet_receive_end();
    return frame;
}

static void receive_frames(void)
{
    size_t bytes;
    while ((bytes = ethernet_receive_begin()) > 0) {
        struct pbuf *frame = receive_frame(bytes);
        if (frame == NULL)
            continue;
        LINK_STATS_INC(link.recv);
        if (net.netif.input(frame, &net.netif) != ERR_OK)
            pbuf_free(frame);
    }
}

static void net_follow_cable(void)
{
    bool connected = ethernet_is_connected();
    if (connected && !netif_is_link_up(&net.netif)) {
        netif_set_link_up(&net.netif);
    } else if (!connected && netif_is_link_up(&net.netif)) {
        netif_set_link_down(&net.netif);
        log_warning("network: the cable is unplugged");
    }
}

/* Logs when an address has come, and when it is gone. */
static void net_log_address(void)
{
    bool ready = netif_is_link_up(&net.netif) && !ip4_addr_isany(netif_ip4_addr(&net.netif));
    if (ready == net.announced)
        return;
    net.announced = ready;
    if (ready) {
        char text[ADDRESS_TEXT_BYTES];
        ip4addr_ntoa_r(netif_ip4_addr(&net.netif), text, sizeof text);
        log_info("network: address %s", text);
        net.ask_time = true; /* DHCP has just named the time server */
    } else {
        log_warning("network: no address any more, asking for one");
    }
}

static void net_ask_for_time(void)
{
    net.ask_time = false;
    sntp_stop();
    sntp_init();
}

/* Takes the fixed address, or asks DHCP for one. */
static void net_take_address(void)
{
    net.changed = false;
    sntp_setservername(0, net.time_server); /* this one counts until DHCP names another */
    if (ip4_addr_isany(&net.address)) {
        dhcp_start(&net.netif);
        return;
    }
    dhcp_release_and_stop(&net.netif);
    netif_set_addr(&net.netif, &net.address, &net.netmask, &net.gateway);
    dns_setserver(0, &net.name_server);
}

void net_configure(uint32_t address, uint32_t netmask, uint32_t gateway, uint32_t name_server,
                   const char *time_server)
{
    net.time_server = time_server;
    net.ask_time = net_utc_ms() == 0;
    if (net.address.addr == lwip_htonl(address) && net.netmask.addr == lwip_htonl(netmask) &&
        net.gateway.addr == lwip_htonl(gateway) && net.name_server.addr == lwip_htonl(name_server))
        return;
    net.address.addr = lwip_htonl(address);
    net.netmask.addr = lwip_htonl(netmask);
    net.gateway.addr = lwip_htonl(gateway);
    net.name_server.addr = lwip_htonl(name_server);
    net.changed = true;
}

static void net_start(void)
{
    if (!ethernet_factory_address(net.netif.hwaddr)) {
        static const uint8_t local[6] = {0x02, 'c', 'r', 'a', 'w', 'l'};
        memcpy(net.netif.hwaddr, local, sizeof local);
        log_warning("network: the chip has no address of its own; using a local one");
    }
    memcpy(net.key, net.netif.hwaddr, sizeof net.netif.hwaddr);
    for (unsigned i = 2; i < SHA256_STATE_WORDS; i++)
        net.key[i] = adc_noise() ^ clock_us() << 16;
    lwip_init();
    netif_add(&net.netif, NULL, NULL, NULL, NULL, netif_setup, netif_input);
    netif_set_default(&net.netif);
    netif_set_up(&net.netif);
    sntp_servermode_dhcp(1);
    ethernet_init(net.netif.hwaddr, BOARD_PRIORITY_DEVICES, on_ethernet);
    net_take_address();
}

void net_init(void)
{
    net.lock = xSemaphoreCreateMutexStatic(&net.lock_storage);
}

void task_net(void)
{
    net_lock();
    net_start();
    net_unlock();
    uint32_t looked_ms = clock_ms_short() - IDLE_WAIT_MS;
    for (;;) {
        platform_check_in();
        net_lock();
        receive_frames();
        sys_check_timeouts();
        if (clock_ms_short() - looked_ms >= IDLE_WAIT_MS) {
            looked_ms = clock_ms_short();
            net_follow_cable();
        }
        if (net.changed)
            net_take_address();
        net_log_address();
        if (net.ask_time && net.announced)
            net_ask_for_time();
        uint32_t wait_ms = sys_timeouts_sleeptime();
        net_unlock();
        ethernet_listen();
        ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(smaller_of(wait_ms, IDLE_WAIT_MS)));
    }
}

bool net_answers(uint32_t timeout_ms)
{
    uint32_t began_ms = clock_ms_short();
    net_lock();
    uint32_t heard = lwip_stats.link.recv;
    bool has_router = !ip4_addr_isany(netif_ip4_gw(&net.netif));
    if (has_router)
        etharp_request(&net.netif, netif_ip4_gw(&net.netif));
    net_unlock();
    while (has_router && lwip_stats.link.recv == heard && clock_ms_short() - began_ms < timeout_ms)
        net_wait(ANSWER_STEP_MS);
    return !has_router || lwip_stats.link.recv != heard;
}

static enum net_state net_state_now(void)
{
    if (!netif_is_link_up(&net.netif))
        return NET_NO_CABLE;
    return ip4_addr_isany(netif_ip4_addr(&net.netif)) ? NET_NO_ADDRESS : NET_READY;
}

bool net_is_ready(uint32_t *heard)
{
    net_lock();
    *heard = lwip_stats.link.recv;
    bool is_ready = net_state_now() == NET_READY;
    net_unlock();
    return is_ready;
}

const char *net_state_text(enum net_state state)
{
    switch (state) {
    case NET_NO_CABLE: return PACKED("no cable");
    case NET_NO_ADDRESS: return PACKED("waiting for an address (DHCP)");
    default: return "ready";
    }
}

void net_status(struct net_status *status)
{
    net_lock();
    const struct netif *netif = &net.netif;
    memcpy(status->mac, netif->hwaddr, sizeof status->mac);
    status->address = lwip_ntohl(ip4_addr_get_u32(netif_ip4_addr(netif)));
    status->netmask = lwip_ntohl(ip4_addr_get_u32(netif_ip4_netmask(netif)));
    status->gateway = lwip_ntohl(ip4_addr_get_u32(netif_ip4_gw(netif)));
    status->name_server = lwip_ntohl(ip4_addr_get_u32(ip_2_ip4(dns_getserver(0))));
    status->state = net_state_now();
    status->buffers = lwip_stats.memp[MEMP_PBUF_POOL]->used;
    status->heap_bytes = (uint16_t)lwip_stats.mem.used;
    status->connections = lwip_stats.memp[MEMP_TCP_PCB]->used;
    status->pieces = 0;
    for (unsigned pool = 0; pool < MEMP_MAX; pool++)
        status->pieces = (uint16_t)(status->pieces + lwip_stats.memp[pool]->used);
    status->frames_received = lwip_stats.link.recv;
    status->frames_sent = lwip_stats.link.xmit;
    status->frames_dropped = lwip_stats.link.memerr + ethernet_dropped();
    net_unlock();
}

bool net_is_own(uint32_t address)
{
    const struct netif *netif = &net.netif;
    uint32_t raw = lwip_htonl(address);
    net_lock();
    bool is_own = ((raw ^ netif_ip4_addr(netif)->addr) & netif_ip4_netmask(netif)->addr) == 0 ||
                  raw == netif_ip4_gw(netif)->addr;
    for (uint8_t i = 0; i < DNS_MAX_SERVERS; i++)
        is_own = is_own || raw == dns_getserver(i)->addr;
    for (uint8_t i = 0; i < SNTP_MAX_SERVERS; i++)
        is_own = is_own || raw == sntp_getserver(i)->addr;
    net_unlock();
    return is_own;
}

void net_hears_names(bool knows_name)
{
    resolver.hears_name = knows_name;
}

static void resolver_on_answer(const char *name, const ip_addr_t *address, void *question)
{
    (void)name;
    if ((uintptr_t)question != resolver.question || !resolver.busy)
        return;
    resolver.address = address != NULL ? lwip_ntohl(ip4_addr_get_u32(ip_2_ip4(address))) : 0;
    resolver.has_name = resolver.hears_name;
    resolver.answered = true;
    net_wake(resolver.waiter);
}

/* Asks lwIP for a name. The caller holds the lock. Returns 1 if the answer is known, 0 if it will come,
 * or a status. */
static int resolver_ask(const char *host, uint32_t *address)
{
    ip_addr_t known;
    resolver.question++;
    resolver.busy = true;
    resolver.answered = false;
    resolver.waiter = xTaskGetCurrentTaskHandle();
    (void)names_use(host);
    err_t error = dns_gethostbyname(host, &known, resolver_on_answer, (void *)resolver.question);
    if (error == ERR_OK) {
        *address = lwip_ntohl(ip4_addr_get_u32(ip_2_ip4(&known)));
        return 1;
    }
    return error == ERR_INPROGRESS ? 0 : error == ERR_MEM ? STATUS_BUSY : STATUS_INVALID;
}

int net_resolve(const char *host, uint32_t *address, uint32_t timeout_ms)
{
    uint32_t started_ms = clock_ms_short();
    net_lock();
    net_take_secret_key();
    bool is_ours = !resolver.busy;
    int status = is_ours ? resolver_ask(host, address) : STATUS_BUSY;
    while (is_ours && (status == STATUS_BUSY || (status == 0 && !resolver.answered))) {
        uint32_t passed_ms = clock_ms_short() - started_ms;
        if (passed_ms >= timeout_ms) {
            status = STATUS_TIMEOUT;
            break;
        }
        net_unlock();
        net_wait(timeout_ms - passed_ms);
        bool goes_on = net_goes_on();
        net_lock();
        if (!goes_on && !resolver.answered)
            status = STATUS_CALLED_OFF;
        else if (status == STATUS_BUSY) /* lwIP has no place for a question for some seconds: asks again */
            status = resolver_ask(host, address);
    }
    if (status == 0) {
        *address = resolver.address;
        status = resolver.address != 0 ? 1 : resolver.has_name ? STATUS_UNSUPPORTED : STATUS_NOT_FOUND;
    }
    if (is_ours)
        resolver.busy = false;
    net_unlock();
    return status > 0 ? STATUS_OK : status;
}

int net_locate(const char *host, uint32_t *address, uint32_t timeout_ms)
{
    net_lock();
    bool was_known = names_use(host);
    net_unlock();
    int status = net_resolve(host, address, timeout_ms);
    net_lock();
    if (!was_known)
        names_drop(host);
    net_unlock();
    return status;
}

void net_ask(const char *host)
{
    ip_addr_t known;
    net_lock();
    net_take_secret_key();
    (void)names_use(host);
    (void)dns_gethostbyname(host, &known, NULL, NULL); /* if it fails, net_resolve() asks again */
    net_unlock();
}
