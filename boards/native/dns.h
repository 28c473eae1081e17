/*
 * Writes and reads DNS messages: a question for the IPv4 address of a host, and what a name server answers.
 *
 *     uint8_t message[DNS_MESSAGE_MAX];
 *     int size = dns_ask(message, "www.example.th", id);          the caller sends it to the server over UDP
 *     int status = dns_answer(message, received, "www.example.th", id, &found);
 *
 * Answers may come from anybody: all lengths are checked, and somebody who has not seen the question cannot
 * answer it.
 *
 * It is written by hand because getaddrinfo() knows no deadline, and c-ares, which does, is in Debian for
 * glibc only: the preset `native` is linked statically with musl. One question for one kind of record is all
 * that the crawler needs; fuzz_dns tries the reader.
 */
#ifndef CRAWLBOX_BOARDS_NATIVE_DNS_H
#define CRAWLBOX_BOARDS_NATIVE_DNS_H

#include <stddef.h>
#include <stdint.h>

enum { DNS_MESSAGE_MAX = 1232, DNS_PORT = 53 };

struct dns_found {
    uint32_t address; /* in host byte order */
    uint32_t ttl_s;   /* how long the address may be remembered */
};

/* Returns the length of the question, or STATUS_INVALID if DNS cannot carry the name. */
int dns_ask(uint8_t message[DNS_MESSAGE_MAX], const char *host, uint16_t id);

/* Returns STATUS_OK; STATUS_NOT_FOUND if there is no such host; STATUS_UNSUPPORTED if there is one that has
 * no IPv4 address, but others or none; STATUS_REFUSED if the server will not or cannot say, so that the
 * caller asks another; or STATUS_INVALID if the message is no answer to this question, so that the caller
 * waits on. */
int dns_answer(const uint8_t *message, size_t size, const char *host, uint16_t id, struct dns_found *found);

#endif
