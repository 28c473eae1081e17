/* tls_sessions.h in memory: they end with the program. */
#include "tls_sessions.h"

#include <string.h>

enum { SESSIONS = 32, HOST_SIZE = 256 };

static struct {
    char host[HOST_SIZE];
    uint8_t bytes[TLS_SESSION_BYTES];
    size_t count;
} sessions[SESSIONS];
static unsigned oldest;

static unsigned find(const char *host)
{
    unsigned i = 0;
    while (i < SESSIONS && strcmp(sessions[i].host, host) != 0)
        i++;
    return i;
}

size_t tls_sessions_find(const char *host, uint8_t session[TLS_SESSION_MAX])
{
    unsigned i = find(host);
    if (i == SESSIONS)
        return 0;
    memcpy(session, sessions[i].bytes, sessions[i].count);
    return sessions[i].count;
}

void tls_sessions_keep(const char *host, uint8_t session[TLS_SESSION_MAX], size_t bytes)
{
    size_t host_size = strlen(host) + 1;
    if (bytes > TLS_SESSION_BYTES || host_size > HOST_SIZE)
        return;
    unsigned i = find(host);
    if (i == SESSIONS)
        i = oldest++ % SESSIONS;
    memcpy(sessions[i].host, host, host_size);
    memcpy(sessions[i].bytes, session, bytes);
    sessions[i].count = bytes;
}
