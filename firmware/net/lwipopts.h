/*
 * lwIP as the box uses it. Beside each choice: why, and what it costs in RAM (flash is in memory.md).
 *
 * There is no operating-system layer (NO_SYS). The task `net` owns the stack, runs its timers and takes
 * frames from the driver; other tasks call lwIP's raw functions while they hold net_lock(). So there is no
 * mailbox, no second thread, no copy between them, and nothing in lwIP that can block.
 */
#ifndef CRAWLBOX_FIRMWARE_NET_LWIPOPTS_H
#define CRAWLBOX_FIRMWARE_NET_LWIPOPTS_H

#define NO_SYS               1
#define SYS_LIGHTWEIGHT_PROT 0 /* net_lock() guards everything; interrupts never call lwIP */
#define LWIP_NETCONN         0
#define LWIP_SOCKET          0
#define LWIP_TIMERS          1
#define LWIP_TESTMODE        0
#define LWIP_NOASSERT        1 /* checks of lwIP itself: 14 KB of flash */
#define LWIP_PERF            0

/* What of the Internet is spoken. */
#define LWIP_IPV4                1
#define LWIP_IPV6                0 /* left out for its RAM; a host that has only IPv6 is not reached */
#define LWIP_ETHERNET            1
#define LWIP_ARP                 1
#define LWIP_ICMP                1 /* answers ping: people who install the box try that first */
#define LWIP_RAW                 0
#define LWIP_UDP                 1
#define LWIP_TCP                 1
#define LWIP_DHCP                1
#define LWIP_DHCP_DOES_ACD_CHECK 0 /* the server has checked already; saves seconds at start-up */
#define LWIP_ACD                 0
#define LWIP_AUTOIP              0
#define LWIP_IGMP                0
#define LWIP_DNS                 1
#define LWIP_DHCP_GET_NTP_SRV    1
#define LWIP_NETIF_HOSTNAME      1
#define LWIP_NETIF_API           0
#define LWIP_SINGLE_NETIF        1
#define LWIP_LOOPBACK_MAX_PBUFS  0
#define LWIP_HAVE_LOOPIF         0
#define LWIP_NETIF_LOOPBACK      0
#define IP_FORWARD               0
#define IP_REASSEMBLY                                                                                        \
    0 /* nobody sends fragments to a client with this MSS; a pool for them is what attackers fill */
#define IP_FRAG             0
#define LWIP_BROADCAST_PING 0
#define LWIP_MULTICAST_PING 0

/* Memory. The heap of mem.c holds what the box sends. PBUF_POOL holds a frame while it is on its way through
 * the stack, and never longer: bytes of a connection are copied into its ring (tcp_stream.c), and answers
 * made of the frame itself are not kept (net.c). */
#define MEM_ALIGNMENT                4
#define MEM_LIBC_MALLOC              0
#define MEMP_MEM_MALLOC              0
#define MEM_SIZE                     2048 /* a full segment on its way out, and DHCP or DNS beside it */
#define PBUF_POOL_SIZE               1
#define PBUF_POOL_BUFSIZE            1520 /* the longest frame that the driver hands over, in one piece */
#define ETH_PAD_SIZE                 2 /* the controller puts 2 bytes of length there: copies stay aligned */
#define PBUF_LINK_ENCAPSULATION_HLEN 0
#define MEMP_NUM_PBUF                4
#define MEMP_NUM_UDP_PCB             3 /* DHCP, DNS, SNTP */
#define MEMP_NUM_TCP_PCB             3 /* one connection, and two that still say goodbye; 160 B each */
#define MEMP_NUM_TCP_PCB_LISTEN      1 /* lwIP wants at least one; nobody listens */
#define MEMP_NUM_TCP_SEG             6
#define MEMP_NUM_SYS_TIMEOUT         (LWIP_NUM_SYS_TIMEOUT_INTERNAL + 1) /* SNTP */
#define ARP_TABLE_SIZE               4 /* gateway, name server, time server, one to spare */
#define ARP_QUEUEING                 0

/* TCP carries one page at a time over one connection, whose window is the room that its ring has at that
 * moment: tcp_stream.c sets it. TCP_WND is the window of a connection that is about to begin or to end. */
#define TCP_MSS          1460
#define TCP_WND          tcp_window
#define TCP_SND_BUF      (2 * TCP_MSS) /* a limit, not storage: MEM_SIZE is the storage */
#define TCP_SND_QUEUELEN 6
#define TCP_QUEUE_OOSEQ  0 /* the ring keeps what comes early: no hole holds buffers that its filling needs */
#define LWIP_TCP_RTO_TIME                                                                                    \
    1000 /* before anything was measured, as RFC 6298 has it: a lost SYN or request costs this */
#define TCP_SYNMAXRTX                  12 /* one each second, and lwIP allows no more */
#define TCP_MAXRTX                     8
#define LWIP_TCP_KEEPALIVE             0
#define LWIP_TCP_SACK_OUT              0 /* lwIP's own tells of its queue; the hooks below tell of the ring */
#define LWIP_WND_SCALE                 0
#define TCP_OVERSIZE                   0 /* requests are written whole; no memory for what might follow */
#define LWIP_DISABLE_TCP_SANITY_CHECKS 1 /* they assume that TCP_SND_BUF is storage */
/* lwIP counts retransmissions in steps of twice this, and waits for at least three of them: a request that
 * was lost is sent again after 200 to 300 ms and a round trip, as Linux does it. The timer runs only while
 * there is a connection. */
#define TCP_TMR_INTERVAL 50
#define LWIP_HOOK_TCP_ISN(local_ip, local_port, remote_ip, remote_port)                                      \
    net_first_sequence_number(ip4_addr_get_u32(remote_ip), remote_port, local_port)
#define LWIP_HOOK_TCP_INPACKET_PCB(pcb, header, options, first, second, data)                                \
    tcp_stream_see_segment(pcb, header, first, data)
#define LWIP_HOOK_TCP_OUT_TCPOPT_LENGTH(pcb, length) tcp_stream_options_length(pcb, length)
#define LWIP_HOOK_TCP_OUT_ADD_TCPOPTS(segment, header, pcb, options)                                         \
    tcp_stream_add_options(header, pcb, options)
#define TCP_MSL 2000 /* a client that opens one connection after another must not wait for minutes */

/* DNS: answers are kept for their time to live. 148 B an entry, most of it the name. Names might have 253
 * letters; those of sites have at most 111 (struct host). A server with a name longer than this is not
 * found. */
#define DNS_TABLE_SIZE      5 /* one more than there are active sites, for all others (names.h) */
#define DNS_MAX_NAME_LENGTH 128
#define DNS_MAX_SERVERS     2
#define DNS_MAX_TTL         21600 /* 6 hours */
#define DNS_LOCAL_HOSTLIST  0
#define LWIP_DNS_SECURE     (LWIP_DNS_SECURE_RAND_XID | LWIP_DNS_SECURE_RAND_SRC_PORT)

/* DHCP: lwIP looks at the lease every 10 s, so that the box keeps short ones, too, and asks for it again as
 * often as there is time left. Without these settings it would ask for a lease of two minutes only twice: two
 * lost frames, and the connections would end with the address. Leases of more than a week are renewed after
 * four days. */
#define DHCP_COARSE_TIMER_SECS 10
#define DHCP_DEFINE_CUSTOM_TIMEOUTS
#define DHCP_TICKS(seconds, most)                                                                            \
    ((dhcp_timeout_t)LWIP_MAX(1u, LWIP_MIN((seconds) / DHCP_COARSE_TIMER_SECS, (most))))
#define DHCP_SET_TIMEOUT_FROM_OFFERED_T0_LEASE(ticks, dhcp)                                                  \
    (ticks) = DHCP_TICKS((dhcp)->offered_t0_lease, 0xffffu)
#define DHCP_SET_TIMEOUT_FROM_OFFERED_T1_RENEW(ticks, dhcp)                                                  \
    (ticks) = DHCP_TICKS((dhcp)->offered_t1_renew, 0x8000u)
#define DHCP_SET_TIMEOUT_FROM_OFFERED_T2_REBIND(ticks, dhcp)                                                 \
    (ticks) = DHCP_TICKS((dhcp)->offered_t2_rebind, 0xe000u)
#define DHCP_NEXT_TIMEOUT_THRESHOLD          1
#define DHCP_REQUEST_BACKOFF_SEQUENCE(tries) (u16_t)((tries) < 6 ? 1000 << (tries) : 60000)

/* SNTP: the server that DHCP names, else `time_server`. */
#define SNTP_SERVER_DNS                                1
#define SNTP_GET_SERVERS_FROM_DHCP                     1
#define SNTP_MAX_SERVERS                               2
#define SNTP_CHECK_RESPONSE                            2 /* from whom was asked, to what was asked */
#define SNTP_UPDATE_DELAY                              3600000
#define SNTP_STARTUP_DELAY                             0
#define SNTP_SET_SYSTEM_TIME_US(seconds, microseconds) net_time_arrived(seconds, microseconds)
/* The answer must repeat random numbers, and not the time of day, which anybody could guess. */
#define SNTP_GET_SYSTEM_TIME_NTP(seconds, fraction)                                                          \
    ((seconds) = (int32_t)net_random(), (fraction) = net_random())

/* Counters, shown by `net` and `mem`. */
#define LWIP_STATS         1
#define LWIP_STATS_LARGE   0
#define LWIP_STATS_DISPLAY 0
#define MEM_STATS          1
#define MEMP_STATS         1
#define LINK_STATS         1
#define ETHARP_STATS       0
#define IP_STATS           0
#define IPFRAG_STATS       0
#define ICMP_STATS         0
#define UDP_STATS          0
#define TCP_STATS          0
#define SYS_STATS          0

#define LWIP_DEBUG            0
#define LWIP_CHECKSUM_ON_COPY 0

#include <stdint.h>

extern uint16_t tcp_window;
struct tcp_pcb;
struct tcp_hdr;
struct pbuf;
signed char tcp_stream_see_segment(struct tcp_pcb *connection, const struct tcp_hdr *header,
                                   uint16_t options_length,
                                   const struct pbuf *data); /* not ERR_OK: lwIP drops the segment */
uint8_t tcp_stream_options_length(const struct tcp_pcb *connection, uint8_t length);
uint32_t *tcp_stream_add_options(struct tcp_hdr *header, const struct tcp_pcb *connection, uint32_t *options);
void net_time_arrived(uint32_t seconds, uint32_t microseconds);
uint32_t net_first_sequence_number(uint32_t remote, uint16_t remote_port, uint16_t local_port);

#endif
