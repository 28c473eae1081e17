/*
 * The one list of RAM (ram.def): storage, the table of it and its high-water marks.
 *
 *     for (unsigned i = 0; i < RAM_COUNT; i++)
 *         print(ram_table[i].name, ram_table[i].bytes, ram_peak(i));
 *
 * Costs 2 bytes for each object's mark; stacks and the page arena are painted and need none.
 */
#ifndef CRAWLBOX_RAM_H
#define CRAWLBOX_RAM_H

#include <stddef.h>
#include <stdint.h>

#include "FreeRTOS.h"
#include "task.h"

#include "box_seeds.h"
#include "box_settings.h"
#include "card.h"
#include "console/line.h"
#include "fetcher.h"
#include "harvester.h"
#include "log.h"
#include "mpu.h"
#include "page_arena.h"
#include "panel/panel.h"
#include "uart.h"

/* A stack with its guard below. Sizes are multiples of the guard, so that the next one is aligned too. */
#define RAM_STACK_TYPE(name, stack_bytes)                                                                    \
    struct stack_##name {                                                                                    \
        uint8_t guard[MPU_GUARD_BYTES];                                                                      \
        StackType_t words[(stack_bytes) / sizeof(StackType_t)];                                              \
    } __attribute__((aligned(MPU_GUARD_BYTES)));                                                             \
    _Static_assert((stack_bytes) % MPU_GUARD_BYTES == 0,                                                     \
                   "ram.def: the stack of " #name " must be a multiple of 32");

#define TASK(name, stack_bytes, priority, check_in_ms, what)                                                 \
    RAM_STACK_TYPE(name, stack_bytes)                                                                        \
    extern struct stack_##name stack_##name;
#define STACK(name, stack_bytes, what)                                                                       \
    RAM_STACK_TYPE(name, stack_bytes)                                                                        \
    extern struct stack_##name stack_##name;
#define OBJECT(name, type, what) extern type ram_##name;
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT

enum ram_entry_id {
#define TASK(name, stack_bytes, priority, check_in_ms, what) RAM_##name,
#define STACK(name, stack_bytes, what)                       RAM_##name,
#define OBJECT(name, type, what)                             RAM_##name,
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

/* What an entry is for. */
const char *ram_purpose(enum ram_entry_id entry);

/* Tells how many bytes of an object are in use now. */
void ram_use(enum ram_entry_id entry, size_t bytes);

/* The most that was ever in use, in bytes; 0 for an object that does not tell. */
size_t ram_peak(enum ram_entry_id entry);

/* Paints the main stack and the page arena: once, at start-up. The kernel paints the stacks of tasks. */
void ram_paint(void);

/* The same for the main stack, which interrupts use: the board's linker script sets its size. */
size_t ram_main_stack_bytes(void);
size_t ram_main_stack_peak(void);

/* All of the RAM that the image has claimed, and what the board has. */
size_t ram_claimed(void);
size_t ram_total(void);

#endif
