/* The world as the engine's network. */
#ifndef CRAWLBOX_SIM_PORT_H
#define CRAWLBOX_SIM_PORT_H

#include "sim/sim.h"

void sim_port(struct sim *sim, struct crawl_port *port);

#endif
