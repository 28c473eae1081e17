#include "lwip/udp.h"

static void names_receive(void *context, struct udp_pcb *pcb, struct pbuf *message, const ip_addr_t *from,
                          u16_t port);

/* Answers come here before lwIP gets them. */
#define udp_recv(pcb, receive, context) udp_recv(pcb, names_receive, context)
#include "core/dns.c" /* NOLINT(bugprone-suspicious-include): its table is static */
#undef udp_recv

#include "net/names.h"

enum { FLAG_CUT = 0x02, CODE_MASK = 0x0F }; /* of the third and the fourth byte of a message */

/* lwIP says of all that brings no address that it brings none. An answer without an error, all of it, knows
 * the name. */
static void names_receive(void *context, struct udp_pcb *pcb, struct pbuf *message, const ip_addr_t *from,
                          u16_t port)
{
    net_hears_names(!(pbuf_get_at(message, 2) & FLAG_CUT) && !(pbuf_get_at(message, 3) & CODE_MASK));
    dns_recv(context, pcb, message, from, port);
    net_hears_names(false);
}

static struct dns_table_entry *find_answer(const char *host)
{
    for (unsigned i = 0; i < DNS_TABLE_SIZE; i++)
        if (dns_table[i].state == DNS_STATE_DONE && lwip_stricmp(dns_table[i].name, host) == 0)
            return &dns_table[i];
    return NULL;
}

/* The youngest answer is one step old. One that has no age at all would never give way. */
bool names_use(const char *host)
{
    struct dns_table_entry *answer = find_answer(host);
    if (answer != NULL)
        answer->seqno = (u8_t)(dns_seqno - 1);
    return answer != NULL;
}

void names_drop(const char *host)
{
    struct dns_table_entry *answer = find_answer(host);
    if (answer != NULL)
        answer->state = DNS_STATE_UNUSED;
}
