#include "internet/incoming.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

size_t incoming_room(struct incoming *incoming, char **place)
{
    *place = incoming->bytes + incoming->size;
    return INCOMING_MAX - incoming->size;
}

bool incoming_is_complete(struct incoming *incoming)
{
    const char *end = memmem(incoming->bytes, incoming->size, "\r\n\r\n", 4);
    incoming->head = end ? (size_t)(end - incoming->bytes) + 4 : 0;
    return end != NULL;
}

/* Cuts the next word of a line off; NULL if there is none. */
static char *take_word(char **line)
{
    char *word = *line, *end = strchr(word, ' ');
    if (!end || end == word)
        return NULL;
    *end = '\0';
    *line = end + 1;
    return word;
}

/* The host is what the Host line says, without its port. */
static void find_host(struct incoming *incoming, const struct site_request *request)
{
    incoming->host[0] = '\0';
    site_request_header(request, "Host", incoming->host, sizeof incoming->host);
    incoming->host[strcspn(incoming->host, ":")] = '\0';
    for (char *at = incoming->host; *at; at++)
        *at = (char)tolower((unsigned char)*at);
}

bool incoming_parse(struct incoming *incoming, struct site_request *request)
{
    char *line = incoming->bytes, *end = memmem(line, incoming->head, "\r\n", 2);
    char connection[32] = "";
    /* Two bytes of the empty line stay, so that the last header line has an end. */
    incoming->bytes[incoming->head - 2] = '\0';
    if (memchr(incoming->bytes, '\0', incoming->head - 2) || !end)
        return false;
    *end = '\0';
    request->method = take_word(&line);
    request->target = request->method ? take_word(&line) : NULL;
    if (!request->target || request->target[0] != '/' || strncmp(line, "HTTP/1.", 7) != 0)
        return false;
    request->headers = end + 2 < incoming->bytes + incoming->head ? end + 2 : "";
    find_host(incoming, request);
    request->host = incoming->host;
    site_request_header(request, "Connection", connection, sizeof connection);
    incoming->keep_alive = strcmp(line, "HTTP/1.1") == 0 ? strcasecmp(connection, "close") != 0
                                                         : strcasecmp(connection, "keep-alive") == 0;
    return true;
}

void incoming_drop(struct incoming *incoming)
{
    incoming->size -= incoming->head;
    memmove(incoming->bytes, incoming->bytes + incoming->head, incoming->size);
    incoming->head = 0;
}
