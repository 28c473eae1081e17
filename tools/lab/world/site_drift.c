/* Sites that have changed their language, at the rates at which those of 2009 had changed in 2011. */
#include "world/site_internal.h"

const struct site_drift site_drift[WORLD_TLDS] = {
    [URL_TLD_COM] = {59, 528, 22},     [URL_TLD_NET] = {12, 110, 3}, [URL_TLD_ORG] = {8, 53, 3},
    [URL_TLD_HOME] = {377, 3082, 170}, [URL_TLD_INFO] = {2, 1, 0},   [URL_TLD_OTHER] = {1, 8, 0},
};

/* The whole site is in the other language now. Who links to it, and whom it links to, is as before. */
static void turn_site(struct siteweb *web, uint32_t index)
{
    struct world_host *host = &web->hosts[index];
    host->flags ^= WORLD_FLAG_THAI;
    host->flags |= WORLD_FLAG_TURNED;
    host->flags &= (uint16_t)~WORLD_FLAG_FOREIGN_HOME;
    host->share = siteweb_is_thai_site(host) ? WORLD_SHARE_ONE : 0;
    siteweb_measure_degree(web, index);
}

static double draw(const struct siteweb *web, uint32_t index)
{
    return random_fraction(random_hash(web->base.seed, ASK_DRIFT, index, 0));
}

/*
 * Thai sites turn foreign by the rate of their domain, foreign ones turn Thai in the published proportion to
 * these. The crawl of 2011 saw only foreign sites again that it had taken for Thai, so nobody knows the rate
 * among all of them.
 */
void drift_make(struct siteweb *web)
{
    uint32_t turned[WORLD_TLDS] = {0}, foreign[WORLD_TLDS] = {0};
    for (uint32_t i = web->seed_hosts; i < web->host_count; i++) {
        const struct world_host *host = &web->hosts[i];
        const struct site_drift *drift = &site_drift[host->tld];
        bool was_thai = siteweb_is_thai_site(host);
        foreign[host->tld] += !was_thai;
        if (was_thai && draw(web, i) * (drift->left + drift->stayed) < drift->left) {
            turn_site(web, i);
            turned[host->tld]++;
        }
    }
    for (uint32_t i = web->seed_hosts; i < web->host_count; i++) {
        const struct world_host *host = &web->hosts[i];
        const struct site_drift *drift = &site_drift[host->tld];
        if (siteweb_is_thai_site(host) || host->flags & WORLD_FLAG_TURNED)
            continue;
        double wanted = (double)turned[host->tld] * drift->joined / drift->left;
        if (draw(web, i) * foreign[host->tld] < wanted)
            turn_site(web, i);
    }
}

bool siteweb_has_drifted(const struct siteweb *web)
{
    for (uint32_t i = 0; i < web->host_count; i++)
        if (web->hosts[i].flags & WORLD_FLAG_TURNED)
            return true;
    return false;
}
