/* The box's own engine in a simulated web: site by site or segment by segment. */
#ifndef CRAWLBOX_SIM_ENGINE_H
#define CRAWLBOX_SIM_ENGINE_H

#include "crawl/crawl.h"
#include "graph/hosts/hosts.h"
#include "sim/fetched.h"
#include "sim/links.h"
#include "sim/memory.h"
#include "sim/sim.h"

struct engine {
    const struct world *world;
    const struct sim_options *options;
    struct sim_result *result;
    struct link_predictor links;
    struct memory memory;
    struct fetched fetched;
    struct state state;
    struct state_line lines[3];
    struct hosts hosts;
    struct crawl crawl;
    struct machine machine;
    struct crawl_port port;
    const struct visit_request *request; /* under way */
    struct world_page page;              /* its page */
    struct page_text text;
    uint32_t lent[1024];
    char link_text[URL_BUFFER_SIZE];
};

/* As sim_crawl(). */
int engine_crawl(const struct world *world, const struct world_size *size, const struct sim_options *options,
                 struct sim_result *result);

/* port.c: the world as the engine's network. */
void engine_port(struct engine *engine, struct crawl_port *port);

/* unvisited.c: counts in the result how many hosts that were not visited are predicted rightly. */
void engine_judge_unvisited(struct engine *engine);

/* Adds the host table to options.tables, if that is wanted: as it is when so many rounds have ended. */
void engine_write_table(struct engine *engine, uint32_t round);

#endif
