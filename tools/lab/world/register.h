/*
 * The names of the hosts of a recorded world. Other worlds have none: there a name follows from the host's
 * number.
 *
 *     struct host_register *names = register_new();
 *     register_add(names, "www.example.go.th");                 host 0, then host 1, ...
 *     register_sort(names);                                     then it can be asked
 *     int64_t host = register_find(names, "example.go.th", 13);
 *     register_free(names);
 *
 * A host is found under its name with `www.` and without.
 */
#ifndef CRAWLBOX_WORLD_REGISTER_H
#define CRAWLBOX_WORLD_REGISTER_H

#include <stddef.h>
#include <stdint.h>

struct host_register;

struct host_register *register_new(void);        /* NULL: no memory */
void register_free(struct host_register *names); /* NULL: nothing to do */

/* STATUS_FULL: no memory; STATUS_TOO_LONG: no name of a host is as long as that, or as short. */
int register_add(struct host_register *names, const char *name);
/* STATUS_INVALID: a name is there twice. */
int register_sort(struct host_register *names);

uint32_t register_count(const struct host_register *names);
const char *register_name(const struct host_register *names, uint32_t host);
/* -1: nobody has that name. */
int64_t register_find(const struct host_register *names, const char *name, size_t length);

#endif
