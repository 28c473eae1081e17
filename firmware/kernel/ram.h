/*
 * The one list of RAM (ram.def): its names, the table of it and its high-water marks. The storage is made in
 * image/storage.c, which alone knows everybody's types; each owner of an object declares it in its own header
 * (card/card.h: ram_card).
 *
 *     for (unsigned i = 0; i < RAM_COUNT; i++)
 *         print(ram_table[i].name, ram_table[i].bytes, ram_peak(i));
 *
 * Costs 2 bytes for the high-water mark of each object. Stacks and the page arena are painted at start-up and
 * need none.
 */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_RAM_H
#define CRAWLBOX_FIRMWARE_KERNEL_RAM_H

#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

#include "lm3s6965/mpu.h"

/* A stack with its guard below. Sizes are multiples of the guard, so that the next one is aligned too. */
#define RAM_STACK_TYPE(name, stack_bytes)                                                                    \
    struct stack_##name {                                                                                    \
        uint8_t guard[MPU_GUARD_BYTES];                                                                      \
        StackType_t words[(stack_bytes) / sizeof(StackType_t)];                                              \
    } __attribute__((aligned(MPU_GUARD_BYTES)));                                                             \
    _Static_assert((stack_bytes) % MPU_GUARD_BYTES == 0,                                                     \
                   "ram.def: the stack of " #name " must be a multiple of 32");

#define TASK(name, stack_bytes, priority, what)                                                              \
    RAM_STACK_TYPE(name, stack_bytes)                                                                        \
    extern struct stack_##name stack_##name;
#define STACK(name, stack_bytes, what)                                                                       \
    RAM_STACK_TYPE(name, stack_bytes)                                                                        \
    extern struct stack_##name stack_##name;
#define OBJECT(name, type, what)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT

/* The objects that belong to firmware/kernel itself. */
extern struct log_ring ram_log;
extern struct page_arena_storage ram_page_arena;

enum ram_entry_id {
#define TASK(name, stack_bytes, priority, what) RAM_##name,
#define STACK(name, stack_bytes, what)          RAM_##name,
#define OBJECT(name, type, what)                RAM_##name,
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT
    RAM_COUNT
};

enum ram_kind { RAM_IS_STACK, RAM_IS_OBJECT };

struct ram_entry {
    const char *name;
    const void *start;
    uint16_t bytes; /* without a stack's guard */
    uint8_t kind;
};

extern const struct ram_entry ram_table[RAM_COUNT];

/* Returns a sentence that says what an entry is for. */
const char *ram_purpose(enum ram_entry_id entry);

/* Records how many bytes of an object are in use now. */
void ram_use(enum ram_entry_id entry, size_t bytes);

/* Returns the most bytes that were ever in use, or 0 for an object for which nobody calls ram_use(). */
size_t ram_peak(enum ram_entry_id entry);

/* Paints the main stack and the page arena, once, at start-up. The kernel paints the stacks of tasks. */
void ram_paint(void);

/* Return size and peak of the main stack, which interrupts use. The board's linker script sets its size. */
size_t ram_main_stack_bytes(void);
size_t ram_main_stack_peak(void);

/* Return how much RAM the image has claimed, and how much the board has. */
size_t ram_claimed(void);
size_t ram_total(void);

#endif
