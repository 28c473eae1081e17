/* DNS, a name server for one zone: everything. Format: RFC 1035. */
#include "internet/services.h"

#include <string.h>

enum {
    HEADER_BYTES = 12,
    QUESTION_TAIL_BYTES = 4, /* type and class */
    LABEL_MAX = 63,
    TYPE_A = 1,
    TYPE_ANY = 255,
    CLASS_IN = 1,
    FLAG_RESPONSE = 0x80,
    FLAG_AUTHORITATIVE = 0x04,
    FLAG_RECURSION_DESIRED = 0x01,
    FLAG_RECURSION_AVAILABLE = 0x80,
    OPCODE_MASK = 0x78,
    RCODE_SERVFAIL = 2,
    RCODE_NXDOMAIN = 3,
    POINTER_TO_QUESTION = 0xC000 | HEADER_BYTES,
};

struct question {
    char name[LAB_NAME_MAX + 1];
    unsigned type, class;
    size_t end; /* in the packet */
};

static unsigned get16(const uint8_t *at)
{
    return (unsigned)at[0] << 8 | at[1];
}

static uint8_t *put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
    return at + 2;
}

static uint8_t *put32(uint8_t *at, uint32_t value)
{
    return put16(put16(at, value >> 16), value & 0xFFFF);
}

static bool read_question(const uint8_t *packet, size_t size, struct question *question)
{
    size_t at = HEADER_BYTES, length = 0;
    while (at < size && packet[at] != 0) {
        size_t label = packet[at];
        if (label > LABEL_MAX || at + 1 + label >= size || length + label + 1 >= sizeof question->name)
            return false;
        if (length > 0)
            question->name[length++] = '.';
        memcpy(question->name + length, packet + at + 1, label);
        length += label;
        at += 1 + label;
    }
    if (at + 1 + QUESTION_TAIL_BYTES > size || memchr(question->name, '\0', length))
        return false;
    question->name[length] = '\0';
    question->type = get16(packet + at + 1);
    question->class = get16(packet + at + 3);
    question->end = at + 1 + QUESTION_TAIL_BYTES;
    return true;
}

/* Writes header and question; the answer's own record follows behind. */
static uint8_t *begin_answer(const uint8_t *packet, const struct question *question, int rcode,
                             unsigned records, uint8_t *answer)
{
    memset(answer, 0, HEADER_BYTES);
    memcpy(answer, packet, 2);
    answer[2] = (uint8_t)(FLAG_RESPONSE | FLAG_AUTHORITATIVE | (packet[2] & FLAG_RECURSION_DESIRED));
    answer[3] = (uint8_t)(FLAG_RECURSION_AVAILABLE | rcode);
    put16(answer + 4, 1);
    put16(answer + 6, records);
    memcpy(answer + HEADER_BYTES, packet + HEADER_BYTES, question->end - HEADER_BYTES);
    return answer + question->end;
}

static uint8_t *add_address(uint8_t *at, const struct site_host *host)
{
    at = put16(at, POINTER_TO_QUESTION);
    at = put16(at, TYPE_A);
    at = put16(at, CLASS_IN);
    at = put32(at, host->ttl_s);
    at = put16(at, sizeof host->address);
    return put32(at, host->address);
}

size_t lab_dns_answer(struct lab_hosts *hosts, const uint8_t *packet, size_t size,
                      uint8_t answer[SERVICE_PACKET_MAX])
{
    struct question question;
    if (size < HEADER_BYTES || (packet[2] & (FLAG_RESPONSE | OPCODE_MASK)) != 0 || get16(packet + 4) != 1 ||
        !read_question(packet, size, &question))
        return 0;
    struct lab_host *host = lab_hosts_find(hosts, question.name);
    enum site_dns dns = host ? host->site.dns : SITE_DNS_NXDOMAIN;
    bool wants_address = question.class == CLASS_IN && (question.type == TYPE_A || question.type == TYPE_ANY);
    if (dns == SITE_DNS_SILENT)
        return 0;
    int rcode = dns == SITE_DNS_NXDOMAIN ? RCODE_NXDOMAIN : dns == SITE_DNS_SERVFAIL ? RCODE_SERVFAIL : 0;
    bool has_record = host && dns == SITE_DNS_OK && wants_address;
    uint8_t *end = begin_answer(packet, &question, rcode, has_record, answer);
    if (has_record) {
        end = add_address(end, &host->site);
        lab_hosts_asked(hosts, host);
    }
    return (size_t)(end - answer);
}
