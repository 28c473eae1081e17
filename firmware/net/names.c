#include "core/dns.c" /* NOLINT(bugprone-suspicious-include): its table is static */

#include "net/names.h"

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
