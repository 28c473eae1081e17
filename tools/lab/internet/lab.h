/*
 * A private Internet: names, addresses, time, web servers, all in a network namespace that nothing can leave,
 * in one process. See LAB.md.
 *
 *     struct lab_wish wish = {.web = "faults.lab", .log = "access.tsv", .command = argv};
 *     return lab_run(&wish);
 */
#ifndef CRAWLBOX_INTERNET_LAB_H
#define CRAWLBOX_INTERNET_LAB_H

#include "internet/settings.h"

struct lab_wish {
    const char *web;        /* what is served: web.h */
    const char *log;        /* file for the access log; NULL: none */
    const char *roots;      /* file for the roots' certificates in PEM; NULL: a temporary one */
    char **command;         /* to run inside, ends with a NULL; NULL: serve until interrupted */
    const char *const *set; /* key=value words that beat the description's; ends with a NULL */
};

/* The command's exit status (128 and its signal if one ended it), or CLI_CANNOT after saying why. */
int lab_run(const struct lab_wish *wish);

#endif
