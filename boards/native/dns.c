#include "dns.h"

#include <stdbool.h>
#include <string.h>

#include "base/ascii.h"
#include "base/status.h"

enum {
    HEADER_BYTES = 12,
    LABEL_MAX = 63,
    NAME_MAX_BYTES = 255,
    TYPE_A = 1,
    CLASS_IN = 1,
    QUESTION_FIXED = 4, /* type and class */
    RECORD_FIXED = 10,  /* type, class, time to live, length */
    ADDRESS_BYTES = 4,
    POINTER_BITS = 0xC0, /* bits of a label's length that say that the name goes on elsewhere */
    FLAG_RESPONSE = 0x8000,
    FLAG_RECURSION = 0x0100,
    FLAG_CUT = 0x0200, /* there is more, which did not fit */
    CODE_MASK = 0x000F,
    CODE_NO_SUCH_NAME = 3,
};

static uint16_t get16(const uint8_t *at)
{
    return (uint16_t)(at[0] << 8 | at[1]);
}

static uint32_t get32(const uint8_t *at)
{
    return (uint32_t)get16(at) << 16 | get16(at + 2);
}

static void put16(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)(value >> 8);
    at[1] = (uint8_t)value;
}

/* Writes a name as labels with their lengths. Returns how many bytes that took, or 0 if it is no name. */
static size_t put_name(uint8_t *to, const char *host)
{
    size_t used = 0, left = strlen(host);
    if (left > 0 && host[left - 1] == '.')
        left--;
    if (left == 0 || left > NAME_MAX_BYTES - 2)
        return 0;
    while (left > 0) {
        const char *dot = memchr(host, '.', left);
        size_t label = dot ? (size_t)(dot - host) : left;
        if (label == 0 || label > LABEL_MAX)
            return 0;
        to[used++] = (uint8_t)label;
        memcpy(to + used, host, label);
        used += label;
        host += label + (dot != NULL);
        left -= label + (dot != NULL);
    }
    to[used++] = 0;
    return used;
}

int dns_ask(uint8_t message[DNS_MESSAGE_MAX], const char *host, uint16_t id)
{
    memset(message, 0, HEADER_BYTES);
    put16(message, id);
    put16(message + 2, FLAG_RECURSION);
    put16(message + 4, 1); /* one question */
    size_t name = put_name(message + HEADER_BYTES, host);
    if (name == 0)
        return STATUS_INVALID;
    put16(message + HEADER_BYTES + name, TYPE_A);
    put16(message + HEADER_BYTES + name + 2, CLASS_IN);
    return (int)(HEADER_BYTES + name + QUESTION_FIXED);
}

/* Says whether the message answers the very question that dns_ask() wrote. */
static bool answers_question(const uint8_t *message, size_t size, const uint8_t *question,
                             size_t question_size)
{
    if (size < question_size || get16(message) != get16(question) || !(get16(message + 2) & FLAG_RESPONSE) ||
        get16(message + 4) != 1)
        return false;
    for (size_t i = HEADER_BYTES; i < question_size; i++)
        if (ascii_lower((char)message[i]) != ascii_lower((char)question[i]))
            return false;
    return true;
}

/* Returns where the name at `at` ends, or `size` if it does not end. A pointer ends a name, so nothing
 * goes in circles. */
static size_t skip_name(const uint8_t *message, size_t size, size_t at)
{
    while (at < size) {
        uint8_t length = message[at];
        if (length == 0)
            return at + 1;
        if ((length & POINTER_BITS) == POINTER_BITS)
            return at + 2;
        at += 1u + length;
    }
    return size;
}

/* Finds the first address among the answers, and does not look at the aliases before it. */
static int find_address(const uint8_t *message, size_t size, size_t at, struct dns_found *found)
{
    for (unsigned left = get16(message + 6); left > 0; left--) {
        at = skip_name(message, size, at);
        if (size < RECORD_FIXED || at > size - RECORD_FIXED)
            return STATUS_NOT_FOUND;
        const uint8_t *record = message + at;
        size_t length = get16(record + 8);
        at += RECORD_FIXED;
        if (length > size - at)
            return STATUS_NOT_FOUND;
        if (get16(record) == TYPE_A && get16(record + 2) == CLASS_IN && length == ADDRESS_BYTES) {
            *found = (struct dns_found){.address = get32(message + at), .ttl_s = get32(record + 4)};
            return STATUS_OK;
        }
        at += length;
    }
    return get16(message + 2) & FLAG_CUT ? STATUS_REFUSED : STATUS_UNSUPPORTED;
}

int dns_answer(const uint8_t *message, size_t size, const char *host, uint16_t id, struct dns_found *found)
{
    uint8_t question[DNS_MESSAGE_MAX];
    int question_size = dns_ask(question, host, id);
    if (question_size < 0 || !answers_question(message, size, question, (size_t)question_size))
        return STATUS_INVALID;
    unsigned code = get16(message + 2) & CODE_MASK;
    if (code == CODE_NO_SUCH_NAME)
        return STATUS_NOT_FOUND;
    if (code != 0)
        return STATUS_REFUSED;
    return find_address(message, size, (size_t)question_size, found);
}
