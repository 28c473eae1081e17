/* --dns ADDRESS[:PORT] of the commands that use the network. */
#ifndef CRAWLBOX_NATIVE_NAME_SERVER_H
#define CRAWLBOX_NATIVE_NAME_SERVER_H

#include "cli.h"

/* Takes the option's value; exits with a message if it is none. */
void use_name_server(const struct cli *cli);

#endif
