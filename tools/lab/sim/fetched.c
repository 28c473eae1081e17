#include "sim/fetched.h"

#include <stdlib.h>

#include "base/status.h"

int fetched_open(struct fetched *fetched, const struct world *world, uint32_t parts)
{
    fetched->parts = parts;
    fetched->before = calloc((size_t)parts + 1, sizeof *fetched->before);
    if (!fetched->before)
        return STATUS_FULL;
    for (uint32_t part = 0; part < parts; part++)
        fetched->before[part + 1] = fetched->before[part] + world->kind->page_count(world, part);
    fetched->bits = calloc(fetched->before[parts] / 8 + 1, 1);
    return fetched->bits ? STATUS_OK : STATUS_FULL;
}

void fetched_close(struct fetched *fetched)
{
    free(fetched->before);
    free(fetched->bits);
}

bool fetched_add(struct fetched *fetched, struct world_page page)
{
    if (page.part >= fetched->parts ||
        page.page >= fetched->before[page.part + 1] - fetched->before[page.part])
        return true;
    uint64_t number = fetched->before[page.part] + page.page;
    uint8_t bit = (uint8_t)(1u << number % 8);
    bool is_new = !(fetched->bits[number / 8] & bit);
    fetched->bits[number / 8] |= bit;
    return is_new;
}
