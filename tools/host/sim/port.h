/* The world as the engine's network. */
#ifndef CRAWLBOX_SIM_PORT_H
#define CRAWLBOX_SIM_PORT_H

#include "sim/sim.h"

void sim_port(struct sim *sim, struct crawl_port *port);

/* Adds the host table to options.tables, if that is wanted: as it is when so many rounds have ended. */
void sim_write_table(struct sim *sim, uint32_t round);

#endif
