/*
 * The hosts that the lab has met, with what it keeps for each of them while it runs; what they are like is
 * asked of the source when it is needed.
 *
 *     struct lab_hosts *hosts = lab_hosts_new(&source, NULL, NULL);
 *     struct lab_host *host = lab_hosts_find(hosts, "www.example.th");
 *     if (host)
 *         connect_to(host->site.address);
 *     lab_hosts_free(hosts);
 */
#ifndef CRAWLBOX_INTERNET_HOSTS_H
#define CRAWLBOX_INTERNET_HOSTS_H

#include <openssl/x509.h>

#include "source/source.h"

enum { LAB_NAME_MAX = 253 };

struct lab_host {
    char *name;
    struct site_host site; /* as the source had it when it was last asked */
    unsigned asked;        /* how often DNS was asked for it */
    X509 *certificate;     /* its leaf, made at the first handshake; NULL before */
};

struct lab_hosts;

/* `meet` is called for each host when its address is first asked for, with `context`; or NULL. */
struct lab_hosts *lab_hosts_new(const struct site_source *source,
                                void (*meet)(void *context, const struct lab_host *host), void *context);
void lab_hosts_free(struct lab_hosts *hosts);

/* By its name, in any case; NULL if the source has none of that name. The pointer stays good. */
struct lab_host *lab_hosts_find(struct lab_hosts *hosts, const char *name);

/* DNS was asked for its address. */
void lab_hosts_asked(struct lab_hosts *hosts, struct lab_host *host);

/* What the host answers. */
void lab_hosts_answer(struct lab_hosts *hosts, const struct site_request *request,
                      struct site_response *response);

#endif
