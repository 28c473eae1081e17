/*
 * A request as it arrives: bytes are collected until its head is complete, then read in place. Bodies are not
 * for crawlers, and are not taken.
 *
 *     size_t room = incoming_room(&incoming, &place);
 *     incoming.size += recv(socket, place, room, 0);
 *     if (incoming_is_complete(&incoming) && incoming_parse(&incoming, &request)) ...
 *     incoming_drop(&incoming);                              (on to the next one)
 */
#ifndef CRAWLBOX_INTERNET_INCOMING_H
#define CRAWLBOX_INTERNET_INCOMING_H

#include "internet/hosts.h"

enum { INCOMING_MAX = 16384 };

struct incoming {
    size_t size; /* bytes that came */
    size_t head; /* of these, how many the head has, its empty line included; 0: not complete */
    bool keep_alive;
    char host[LAB_NAME_MAX + 1];
    char bytes[INCOMING_MAX + 1];
};

/* How many bytes may still come, and where they go; 0: the head is too long. */
size_t incoming_room(struct incoming *incoming, char **place);

bool incoming_is_complete(struct incoming *incoming);

/* Reads a complete head; false if it is no HTTP/1 request. The request's spans lie in `incoming`. */
bool incoming_parse(struct incoming *incoming, struct site_request *request);

/* Forgets the request; what came behind it is the start of the next. */
void incoming_drop(struct incoming *incoming);

#endif
