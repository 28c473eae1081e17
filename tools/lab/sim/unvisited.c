/* How many of the hosts that a crawl knows and has not visited are predicted rightly. */
#include <string.h>

#include "base/status.h"
#include "graph/predict/predict.h"
#include "sim/engine.h"

static bool is_right(uint8_t confidence, bool thai)
{
    return (confidence >= PREDICT_THAI) == thai;
}

static void judge_host(struct engine *engine, const struct host *host)
{
    const struct sim_options *options = engine->options;
    struct sim_unvisited *unvisited = &engine->result->unvisited;
    const struct world *world = engine->world;
    struct features features;
    int64_t number = world->kind->find_site(world, host->name, strlen(host->name));
    host_features(host, &features);
    if (number < 0 ||
        features_sources(&features, FEATURE_THAI) + features_sources(&features, FEATURE_FOREIGN) == 0)
        return;
    struct world_site site = world->kind->site(world, (uint32_t)number);
    bool thai = site.flags & WORLD_FLAG_THAI;
    features.country = (uint8_t)world_country_of(site.address); /* which the box asks for in its next round */
    unvisited->hosts++;
    unvisited->right += is_right(crawl_predict(&engine->crawl, &features), thai);
    unvisited->model_right += is_right(predict(options->model, &features), thai);
    if (options->other_model)
        unvisited->other_right += is_right(predict(options->other_model, &features), thai);
}

void engine_judge_unvisited(struct engine *engine)
{
    const struct host *host;
    if (learned_is_due(&engine->crawl.state.learned))
        learned_apply(&engine->crawl.state.learned); /* as the next round would, before it asks about them */
    bool has_model = engine->options->model && !engine->world->kind->has_segments;
    for (uint32_t id = 0; has_model && id < engine->hosts.mark.hosts; id++) {
        bool waits = hosts_read(&engine->hosts, id, &host) == STATUS_OK && host->crawled_at == 0 &&
                     (host->state == HOST_KNOWN || host->state == HOST_QUEUED);
        if (waits)
            judge_host(engine, host);
    }
}
