/*
 * DNS messages: a question for the IPv4 address of a host, and what a name server answers.
 *
 *     uint8_t message[DNS_MESSAGE_MAX];
 *     int size = dns_ask(message, "www.example.th", id);          then to the server over UDP
 *     int status = dns_answer(message, received, "www.example.th", id, &found);
 *
 * Answers are taken for what they are, bytes from anybody: lengths are checked, and whoever has not seen the question cannot
 * answer it.
 */
#ifndef CRAWLBOX_NATIVE_DNS_H
#define CRAWLBOX_NATIVE_DNS_H

#include <stddef.h>
#include <stdint.h>

enum { DNS_MESSAGE_MAX = 1232, DNS_PORT = 53 };

struct dns_found {
    uint32_t address; /* host byte order */
    uint32_t ttl_s;   /* how long it may be remembered */
};

/* Length of the question, or STATUS_INVALID: the name is none that DNS can carry. */
int dns_ask(uint8_t message[DNS_MESSAGE_MAX], const char *host, uint16_t id);

/* STATUS_OK; STATUS_NOT_FOUND (there is no such host, or it has no IPv4 address); STATUS_REFUSED (the server will or cannot
 * say: ask another); STATUS_INVALID (not an answer to this question: wait on). */
int dns_answer(const uint8_t *message, size_t size, const char *host, uint16_t id, struct dns_found *found);

#endif
