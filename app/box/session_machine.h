/*
 * What a session is to its crawl: the machine below it (crawl/machine.h). Clocks, memory and network are
 * those of app/port; the model, the countries and the topic are the session's own; events become lines of
 * the log.
 *
 *     session->box_parts.machine = session_machine(session);    once, in session_init()
 *
 * RAM: none of its own.
 */
#ifndef CRAWLBOX_BOX_SESSION_MACHINE_H
#define CRAWLBOX_BOX_SESSION_MACHINE_H

#include <stdbool.h>

#include "crawl/machine.h"

struct session; /* box/session.h */
struct topic;   /* topic/topic.h */

struct machine session_machine(struct session *session);

/* Is there a network, and does somebody answer? A cable and an address do not make a network: if nothing came
 * for a while, this asks the router, and then servers that answered before. */
bool session_is_online(struct session *session);

/* The topic pack of the card, or NULL, for struct box_parts; `context` is the session. */
const struct topic *session_topic(void *context);

#endif
