/* What goes wrong on the web, on hosts of a small world. */
#include "world/site_internal.h"

struct trouble {
    uint16_t flag;
    uint8_t hosts; /* how many have it */
    bool on_thai;  /* of Thai hosts */
};

static const struct trouble troubles[] = {
    {WORLD_FLAG_DEAD, 2, false},          {WORLD_FLAG_UNKNOWN_NAME, 2, false},
    {WORLD_FLAG_ROBOTS_ALL, 2, true},     {WORLD_FLAG_ROBOTS_ERROR, 1, true},
    {WORLD_FLAG_TRAP, 2, true},           {WORLD_FLAG_REDIRECTS, 4, true},
    {WORLD_FLAG_ROBOTS_SECTION, 4, true}, {WORLD_FLAG_HTTPS, 8, true},
    {WORLD_FLAG_HTTPS, 4, false},
};

/* Troubles that leave nothing of a host to see. */
enum { FATAL = WORLD_FLAG_DEAD | WORLD_FLAG_UNKNOWN_NAME | WORLD_FLAG_ROBOTS_ALL | WORLD_FLAG_ROBOTS_ERROR };

void awkward_make(struct siteweb *web, struct random *random)
{
    enum { PATIENCE = 1000, PAGES_LEAST = 8 };
    for (unsigned i = 0; i < sizeof troubles / sizeof *troubles; i++) {
        unsigned left = troubles[i].hosts;
        for (unsigned tries = 0; tries < PATIENCE && left > 0; tries++) {
            struct world_host *host = &web->hosts[random_below(random, web->host_count)];
            bool spared = host < web->hosts + web->seed_hosts || host->flags & (FATAL | troubles[i].flag);
            if (spared || siteweb_is_thai_site(host) != troubles[i].on_thai || host->pages < PAGES_LEAST)
                continue;
            host->flags |= troubles[i].flag;
            left--;
        }
    }
}
