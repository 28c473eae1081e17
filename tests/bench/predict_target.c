/*
 * Asks a model on the Cortex-M3 (board.h) about the made-up hosts of graph/predict/fingerprint.h; the
 * argument is the model's file. Prints, a number a line: the fingerprint, the instructions that an answer
 * takes on average and at most, the bytes of RAM (the deepest stack of predict() and struct model), and
 * the instructions that learning from a host takes at most, with asking the model about it and applying.
 */
#include "base/status.h"
#include "board.h"
#include "graph/predict/fingerprint.h"
#include "graph/predict/learned.h"

enum { STACK_PAINT = 0xA5 };

int main(void);
extern uint8_t main_stack_bottom[];

/* Instructions of making up all hosts, and of asking about each if there is a model. */
static uint64_t instructions_of_all(const struct model *model)
{
    struct features features;
    uint32_t state = 1;
    board_count_begin();
    for (unsigned i = 0; i < FINGERPRINT_HOSTS; i++) {
        fingerprint_host(&features, &state);
        if (model)
            predict(model, &features);
    }
    return board_count_end();
}

static uint64_t instructions_of_slowest(const struct model *model)
{
    struct features features;
    uint32_t state = 1;
    uint64_t most = 0;
    for (unsigned i = 0; i < FINGERPRINT_HOSTS; i++) {
        fingerprint_host(&features, &state);
        board_count_begin();
        predict(model, &features);
        uint64_t instructions = board_count_end();
        most = instructions > most ? instructions : most;
    }
    return most;
}

static uint64_t instructions_to_learn(const struct model *model)
{
    struct features features;
    struct learned learned = {.version = 0};
    uint32_t state = 1;
    uint64_t most = 0;
    learned_open(&learned, 0);
    for (unsigned i = 0; i < FINGERPRINT_HOSTS / 10; i++) {
        fingerprint_host(&features, &state);
        board_count_begin();
        uint8_t model_says = predict(model, &features);
        learned_take(&learned, &features, model_says, features.tld == URL_TLD_COM);
        learned_apply(&learned);
        uint64_t instructions = board_count_end();
        most = instructions > most ? instructions : most;
    }
    return most;
}

/* Paints the stack below this function, asks, and looks how far down the paint is gone. */
static __attribute__((noinline)) uint32_t stack_of(const struct model *model)
{
    struct features features;
    uint32_t state = 1, deepest = 0;
    for (unsigned i = 0; i < FINGERPRINT_HOSTS; i += 100) {
        fingerprint_host(&features, &state);
        volatile uint8_t *here;
        __asm__ volatile("mov %0, sp" : "=r"(here));
        for (volatile uint8_t *at = main_stack_bottom; at < here; at++)
            *at = STACK_PAINT;
        predict(model, &features);
        const volatile uint8_t *at = main_stack_bottom;
        while (*at == STACK_PAINT && at < here)
            at++;
        deepest = (uint32_t)(here - at) > deepest ? (uint32_t)(here - at) : deepest;
    }
    return deepest;
}

int main(void)
{
    static uint8_t bytes[MODEL_MAX_BYTES + 1];
    struct model model;
    uint32_t size = board_read_file(board_command_line(), bytes, sizeof bytes);
    if (model_open(&model, bytes, size) != STATUS_OK)
        board_leave("this is no model\n", 2);
    board_print_number(model_fingerprint(&model, FINGERPRINT_HOSTS));
    board_print_number((instructions_of_all(&model) - instructions_of_all(NULL)) / FINGERPRINT_HOSTS);
    board_print_number(instructions_of_slowest(&model));
    board_print_number(stack_of(&model) + sizeof model);
    board_print_number(instructions_to_learn(&model));
    board_leave("", 0);
}
