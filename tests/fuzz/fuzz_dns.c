/* Whatever a name server answers to the native program: refused, or an address of the question that was
 * asked. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "dns.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const char host[] = "www.example.th";
    uint8_t question[DNS_MESSAGE_MAX];
    struct dns_found found;
    int asked = dns_ask(question, host, 0x1234);
    check(asked > 0);
    uint8_t *message = malloc(size + (size_t)asked + 1);
    check(message != NULL);
    memcpy(message, data, size);
    dns_answer(message, size, host, 0x1234, &found);
    /* As an answer to the very question: what follows it is looked at. */
    memcpy(message, question, (size_t)asked);
    memcpy(message + asked, data, size);
    message[2] |= 0x80;
    message[7] = size > 0 ? data[0] : 1;
    dns_answer(message, size + (size_t)asked, host, 0x1234, &found);
    free(message);
    return 0;
}
