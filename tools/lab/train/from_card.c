#include "train/from_card.h"

#include <stdlib.h>

#include "base/status.h"
#include "cardfs/fs.h"
#include "cardfs/state.h"
#include "cli.h"
#include "graph/predict/learned.h"
#include "graph/predict/predict.h"
#include "random.h"

struct reading {
    struct table *table;
    const struct model *box;
    struct learned learned;
    struct random random;
    uint32_t waiting, wanted; /* hosts not visited that are still to be met, and to be taken */
    bool is_taking;           /* otherwise it counts */
};

static bool has_label(const struct host *host)
{
    return host->state != HOST_LOST && host->label != HOST_UNLABELLED;
}

/* Whether it was not visited, and the box knows all of it that it can say something by. */
static bool is_waiting(const struct host *host)
{
    return (host->state == HOST_KNOWN || host->state == HOST_QUEUED) && host->label == HOST_UNLABELLED &&
           host->address != 0;
}

static int add_host(struct reading *reading, const struct host *host, bool is_assumed)
{
    struct features features;
    host_features(host, &features);
    uint8_t says = learned_predict(&reading->learned, &features, predict(reading->box, &features));
    bool is_thai = is_assumed ? says >= PREDICT_THAI : host->label == HOST_THAI;
    int status = table_add(reading->table, NULL, &features, is_thai ? TABLE_IS_THAI : TABLE_IS_OTHER);
    if (status != STATUS_OK)
        return status;
    struct sample *sample = &reading->table->samples[reading->table->count - 1];
    sample->is_of_box = true;
    sample->is_assumed = is_assumed;
    sample->box_says = says;
    return STATUS_OK;
}

static int look_at(struct reading *reading, const struct host *host)
{
    bool waits = is_waiting(host);
    if (!reading->is_taking) {
        reading->wanted += has_label(host);
        reading->waiting += waits;
        return STATUS_OK;
    }
    if (has_label(host))
        return add_host(reading, host, false);
    if (!waits || random_below(&reading->random, reading->waiting--) >= reading->wanted)
        return STATUS_OK;
    reading->wanted--;
    return add_host(reading, host, true);
}

static int look_at_all(struct reading *reading, struct card_state *state)
{
    const struct host *host;
    int status = STATUS_OK;
    for (uint32_t id = 0; id < state->hosts.mark.hosts && status >= 0; id++) {
        status = hosts_read(&state->hosts, id, &host);
        if (status >= 0)
            status = look_at(reading, host);
    }
    return status;
}

/* What is damaged or of another version does not count, as on the box. */
static void open_learned(struct reading *reading, const struct card_state *state, const char *name)
{
    reading->learned = state->crawl.learned;
    int status = learned_open(&reading->learned, (uint8_t)state->crawl.hosts.language);
    learned_apply(&reading->learned); /* all of it, whenever the box would */
    if (status != STATUS_OK)
        fprintf(stderr, "%s: what the box has learned is not used: %s\n", name, learned_problem(status));
}

static int use_state(void *user, struct card_state *state)
{
    struct reading *reading = user;
    if (state->crawl.magic == CRAWL_MAGIC_SEGMENTS)
        return card_fs_failed(state->fs, STATUS_UNSUPPORTED,
                              "the crawl on %s is of segments, which have no such features", state->fs->name);
    open_learned(reading, state, state->fs->name);
    int status = look_at_all(reading, state);
    if (!reading->learned.counts)
        reading->wanted = 0;
    reading->is_taking = true;
    return status < 0 ? status : look_at_all(reading, state);
}

int table_from_card(struct table *table, const struct model *box, uint64_t seed, const char *path)
{
    struct card_fs fs;
    struct reading reading = {.table = table, .box = box, .random = {seed}};
    int status = card_fs_open(&fs, path, CARD_READ);
    if (status < 0)
        return cli_error("%s: %s", path, status_text(status));
    status = card_state_use(&fs, use_state, &reading);
    if (status == STATUS_NOT_FOUND)
        cli_error("%s: no crawl was begun on this card", path);
    else if (status < 0)
        cli_error("%s: %s", path, fs.problem[0] ? fs.problem : status_text(status));
    card_fs_close(&fs);
    if (!table->name[0])
        snprintf(table->name, sizeof table->name, "harvested cards");
    return status < 0 ? CLI_CANNOT : CLI_YES;
}
