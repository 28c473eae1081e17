/* The roles of an appliance (roles.def), by number: ROLE_crawler. */
#ifndef CRAWLBOX_PORT_ROLES_H
#define CRAWLBOX_PORT_ROLES_H

enum role {
#define ROLE(name, check_in_ms, what) ROLE_##name,
#include "port/roles.def"
#undef ROLE
    ROLE_COUNT
};

#endif
