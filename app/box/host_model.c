#include "box/host_model.h"

#include "base/status.h"
#include "port/card_file.h"
#include "port/log.h"
#include "port/page_arena.h"
#include "store/replace.h"

static const char model_name[] = "MODEL.BIN", previous_name[] = "MODEL.OLD";

/* Reads a model of the card into the page arena and checks it. On success the caller gives *memory back. */
static int load_card_model(const char *name, struct model *model, void **memory)
{
    struct card_file file;
    int status = card_file_open(&file, name);
    if (status < 0)
        return status;
    uint32_t size = card_file_bytes(&file);
    if (size > MODEL_MAX_BYTES)
        return STATUS_TOO_LONG;
    *memory = page_arena_take(size);
    if (*memory == NULL)
        return STATUS_FULL;
    status = card_file_read_at(&file, 0, *memory, size);
    if (status == STATUS_OK)
        status = model_open(model, *memory, size);
    if (status != STATUS_OK)
        page_arena_give(*memory);
    return status;
}

/* Opens the card's model or, with *memory NULL, the program's. */
static void open_model(bool card_has_model, struct model *model, void **memory)
{
    *memory = NULL;
    if (card_has_model && load_card_model(model_name, model, memory) == STATUS_OK)
        return;
    *memory = NULL;
    model_open(model, model_builtin, model_builtin_size);
}

static void give_model_memory_back(void *memory)
{
    if (memory != NULL)
        page_arena_give(memory);
}

void host_model_mounted(struct host_model *it, struct store *store)
{
    struct model model;
    void *memory = NULL;
    it->store = store;
    if (store->state == STORE_READY)
        replace_recover(store->port, model_name);
    int status = load_card_model(model_name, &model, &memory);
    it->card_has_model = status == STATUS_OK;
    if (it->card_has_model)
        page_arena_give(memory);
    if (status == STATUS_OK)
        log_info("Hosts are predicted with the card's model.");
    else if (status != STATUS_NOT_FOUND)
        log_warning("MODEL.BIN is not used: %s", model_problem(status));
}

uint8_t host_model_ask(const struct host_model *it, const struct features *features)
{
    struct model model;
    void *memory;
    open_model(it->card_has_model, &model, &memory);
    uint8_t confidence = predict(&model, features);
    give_model_memory_back(memory);
    return confidence;
}

void host_model_facts(const struct host_model *it, struct host_model_facts *facts)
{
    struct model model;
    void *memory;
    open_model(it->card_has_model, &model, &memory);
    facts->record = model_record(&model);
    facts->size = model.size;
    facts->from_card = memory != NULL;
    give_model_memory_back(memory);
}

static int store_model(struct store *store, const char *name, const struct model *model)
{
    struct replace replace;
    int status = replace_begin(&replace, store->port, name, model->size, store->scratch);
    if (status == 0)
        status = replace_put(&replace, model->bytes, model->size);
    return status == 0 ? replace_end(&replace) : status;
}

static bool has_card(const struct host_model *it)
{
    return it->store != NULL && it->store->state == STORE_READY;
}

/* The model that counted until now is kept as the previous one, if it came from the card. */
int host_model_store(struct host_model *it, const uint8_t *bytes, size_t size)
{
    struct model model, previous;
    void *memory;
    int status = model_open(&model, bytes, size);
    if (status != STATUS_OK)
        return status;
    if (!has_card(it))
        return STATUS_CLOSED;
    if (load_card_model(model_name, &previous, &memory) == STATUS_OK) {
        status = store_model(it->store, previous_name, &previous);
        page_arena_give(memory);
    }
    if (status == STATUS_OK)
        status = store_model(it->store, model_name, &model);
    it->card_has_model |= status == STATUS_OK;
    return status;
}

static int remove_model(const struct host_model *it, const char *name)
{
    return it->store->port->remove(it->store->port->context, name);
}

int host_model_rollback(struct host_model *it)
{
    struct model model;
    void *memory;
    if (!has_card(it))
        return STATUS_CLOSED;
    int status = load_card_model(previous_name, &model, &memory);
    if (status == STATUS_OK) {
        status = store_model(it->store, model_name, &model);
        page_arena_give(memory);
        return status == STATUS_OK ? remove_model(it, previous_name) : status;
    }
    if (status != STATUS_NOT_FOUND || !it->card_has_model)
        return status;
    it->card_has_model = false;
    return remove_model(it, model_name);
}
