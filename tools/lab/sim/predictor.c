/* Gets a model to crawl with. */
#include "sim/predictor.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "cli.h"
#include "model/model_load.h"
#include "train/export.h"
#include "train/learn.h"
#include "world/siteweb.h"

enum { LESSON_SEED = 1 };

/* The best tree as an ensemble of one. */
static int export_best_tree(struct predictor *predictor, const struct trained *trained)
{
    struct group alone = {.member = {(uint8_t)trained->best_tree}, .count = 1, .fusion = FUSION_AVERAGE};
    struct model_record record = {.seed = LESSON_SEED, .data = "closed-2009"};
    int size = export_model(&trained->ensemble, &alone, &record, predictor->bytes);
    return size < 0 ? size : model_open(&predictor->model, predictor->bytes, (size_t)size);
}

static int learn_tree(struct predictor *predictor)
{
    struct siteweb web;
    struct table table = {0};
    struct trained *trained = calloc(1, sizeof *trained);
    int status =
        trained ? siteweb_make(&web, &(struct world_recipe){.preset = "closed-2009", .seed = LESSON_SEED})
                : STATUS_FULL;
    if (status == STATUS_OK) {
        status = siteweb_fill_table(&web, &table);
        siteweb_clear(&web);
    }
    if (status == STATUS_OK)
        status = learn(trained, &table, &(struct learn_options){.share = LEARN_SHARE, .seed = LESSON_SEED});
    if (status == STATUS_OK) {
        status = export_best_tree(predictor, trained);
        trained_free(trained);
    }
    table_free(&table);
    free(trained);
    return status == STATUS_OK ? CLI_YES : cli_error("no tree could be learned: %s", status_text(status));
}

int predictor_open_model(struct predictor *predictor, enum sim_predictor kind, const char *path)
{
    if (kind == SIM_TREE)
        return learn_tree(predictor);
    struct model model;
    char *memory;
    if (model_load(&model, path, &memory) != CLI_YES)
        return CLI_CANNOT;
    memcpy(predictor->bytes, model.bytes, model.size);
    model_open(&predictor->model, predictor->bytes, model.size);
    free(memory);
    return CLI_YES;
}

/* ---- Topic packs ---- */

static int read_pack(void *context, uint32_t offset, void *to, size_t count)
{
    const struct pack *pack = context;
    if (offset > pack->size || count > pack->size - offset)
        return STATUS_IO;
    memcpy(to, pack->bytes + offset, count);
    return STATUS_OK;
}

int predictor_open_pack(struct pack *pack, const char *path)
{
    uint8_t sector[TOPIC_SECTOR_BYTES];
    pack->bytes = cli_read_file(path, &pack->size);
    if (!pack->bytes)
        return CLI_CANNOT;
    int status = topic_open(&pack->topic, read_pack, pack, sector);
    return status == STATUS_OK ? CLI_YES : cli_error("%s: %s", path, topic_problem(status));
}
