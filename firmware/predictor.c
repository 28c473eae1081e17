#include "predictor.h"

#include "FreeRTOS.h"
#include "task.h"

#include "base/status.h"
#include "card.h"
#include "clock.h"
#include "fatfs_file.h"
#include "fetcher.h"
#include "log.h"
#include "page_arena.h"
#include "ram.h"
#include "settings/replace.h"
#include "tasks.h"
#include "uart.h"
#include "xmodem/xmodem.h"

enum {
    LINE_QUIET_MS = 1000, /* then the sender is asked again */
    LINE_BUSY_MS = 5, /* until then more may come at any moment: the line's ring is shorter than a block */
};

static const char model_name[] = "MODEL.BIN", previous_name[] = "MODEL.OLD";

static bool card_has_model; /* so that a card without one costs nothing */

/* Reads a model of the card into the arena and checks it. On success the caller gives *memory back. */
static int load(const char *name, struct model *model, void **memory)
{
    struct fatfs_file file;
    int status = fatfs_file_open(&file, name);
    if (status < 0)
        return status;
    uint32_t size = fatfs_file_bytes(&file);
    if (size > MODEL_MAX_BYTES)
        return STATUS_TOO_LONG;
    fetcher_close(); /* a kept connection has most of the arena */
    *memory = page_arena_take(size);
    if (*memory == NULL)
        return STATUS_FULL;
    status = fatfs_file_read_at(&file, 0, *memory, size);
    if (status == STATUS_OK)
        status = model_open(model, *memory, size);
    if (status != STATUS_OK)
        page_arena_give(*memory);
    return status;
}

/* The card's model, or the image's; *memory is NULL then. */
static void load_any(struct model *model, void **memory)
{
    *memory = NULL;
    if (card_has_model && load(model_name, model, memory) == STATUS_OK)
        return;
    *memory = NULL;
    model_open(model, model_builtin, model_builtin_size);
}

static void give(void *memory)
{
    if (memory != NULL)
        page_arena_give(memory);
}

void predictor_mounted(void)
{
    struct model model;
    void *memory = NULL;
    if (ram_card.store.state == STORE_READY)
        replace_recover(&ram_card.fatfs.port, model_name);
    int status = load(model_name, &model, &memory);
    card_has_model = status == STATUS_OK;
    if (card_has_model)
        page_arena_give(memory);
    if (status == STATUS_OK)
        log_info("Hosts are predicted with the card's model.");
    else if (status != STATUS_NOT_FOUND)
        log_warning("MODEL.BIN is not used: %s", model_problem(status));
}

uint8_t predictor_ask(void *unused, const struct features *features)
{
    struct model model;
    void *memory;
    (void)unused;
    load_any(&model, &memory);
    uint8_t confidence = predict(&model, features);
    give(memory);
    return confidence;
}

int predictor_job_facts(void *context)
{
    struct predictor_facts *facts = context;
    struct model model;
    void *memory;
    load_any(&model, &memory);
    facts->record = model_record(&model);
    facts->size = model.size;
    facts->from_card = memory != NULL;
    give(memory);
    return STATUS_OK;
}

static int store_file(const char *name, const struct model *model)
{
    struct replace replace;
    int status = replace_begin(&replace, &ram_card.fatfs.port, name, model->size, ram_card.store.scratch);
    if (status == 0)
        status = replace_put(&replace, model->bytes, model->size);
    return status == 0 ? replace_end(&replace) : status;
}

/* The model that counted until now is kept, if it came from the card. */
static int store_model(const struct model *model)
{
    struct model previous;
    void *memory;
    int status = STATUS_OK;
    if (card_state() != STORE_READY)
        return STATUS_CLOSED;
    if (load(model_name, &previous, &memory) == STATUS_OK) {
        status = store_file(previous_name, &previous);
        page_arena_give(memory);
    }
    if (status == STATUS_OK)
        status = store_file(model_name, model);
    card_has_model |= status == STATUS_OK;
    return status;
}

int predictor_job_rollback(void *unused)
{
    struct model model;
    void *memory;
    (void)unused;
    if (card_state() != STORE_READY)
        return STATUS_CLOSED;
    int status = load(previous_name, &model, &memory);
    if (status == STATUS_OK) {
        status = store_file(model_name, &model);
        page_arena_give(memory);
        if (status == STATUS_OK)
            status = ram_card.fatfs.port.remove(ram_card.fatfs.port.context, previous_name);
        return status;
    }
    if (status != STATUS_NOT_FOUND || !card_has_model)
        return status;
    card_has_model = false;
    return ram_card.fatfs.port.remove(ram_card.fatfs.port.context, model_name);
}

static void send(uint8_t byte)
{
    char text = (char)byte;
    while (byte != 0 && uart_write(&text, 1) == 0)
        vTaskDelay(1);
}

/* The console waits for this job, so nobody else reads the line meanwhile. */
static int receive_file(struct xmodem *xmodem)
{
    uint32_t heard_ms = clock_ms_short() - LINE_QUIET_MS;
    while (xmodem->state == XMODEM_RECEIVING) {
        char byte;
        if (uart_read(&byte)) {
            heard_ms = clock_ms_short();
            send(xmodem_push(xmodem, (uint8_t)byte));
        } else if (clock_ms_short() - heard_ms >= LINE_QUIET_MS) {
            heard_ms = clock_ms_short();
            send(xmodem_idle(xmodem));
        } else if (clock_ms_short() - heard_ms >= LINE_BUSY_MS) {
            task_check_in(TASK_crawler);
            vTaskDelay(1);
        }
    }
    switch (xmodem->state) {
    case XMODEM_DONE: return STATUS_OK;
    case XMODEM_TOO_LONG: return STATUS_TOO_LONG;
    case XMODEM_CANCELLED: return STATUS_CLOSED;
    default: return STATUS_TIMEOUT;
    }
}

int predictor_job_receive(void *unused)
{
    struct xmodem xmodem;
    struct model model;
    (void)unused;
    fetcher_close();
    uint8_t *buffer = page_arena_take(MODEL_MAX_BYTES);
    if (buffer == NULL)
        return STATUS_FULL;
    xmodem_begin(&xmodem, buffer, MODEL_MAX_BYTES);
    int status = receive_file(&xmodem);
    if (status == STATUS_OK)
        status = model_open(&model, buffer, model_stated_size(buffer, xmodem.length));
    if (status == STATUS_OK)
        status = store_model(&model);
    page_arena_give(buffer);
    return status;
}
