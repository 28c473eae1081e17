/* The storage of all that ram.def lists, and the table of it (kernel/ram.h). Of the image's files only this
 * one has to know every type in the list. */
#include "kernel/ram.h"

#include "base/packed.h"
#include "card/card.h"
#include "console/commands.h"
#include "front/front.h"
#include "lm3s6965/uart.h"
#include "net/net.h"
#include "port/log.h"
#include "port/page_arena.h"
#include "work/crawler.h"

/* Guards lie between stacks, so that running over one never reaches another. */
#define TASK(name, stack_bytes, priority, what) struct stack_##name stack_##name;
#define STACK(name, stack_bytes, what)          struct stack_##name stack_##name;
#define OBJECT(name, type, what)                type ram_##name;
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT

#define ENTRY(name, start, bytes, kind) [RAM_##name] = {#name, start, bytes, kind},

#define STACK_ENTRY(name) ENTRY(name, stack_##name.words, sizeof stack_##name.words, RAM_IS_STACK)

const struct ram_entry ram_table[RAM_COUNT] = {
#define TASK(name, stack_bytes, priority, what) STACK_ENTRY(name)
#define STACK(name, stack_bytes, what)          STACK_ENTRY(name)

#define OBJECT(name, type, what) ENTRY(name, &ram_##name, sizeof(type), RAM_IS_OBJECT)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT
};

const char *ram_purpose(enum ram_entry_id entry)
{
    static const char purposes[] PACKED_PLACE =
#define TASK(name, stack_bytes, priority, what) what "\0"
#define STACK(name, stack_bytes, what)          what "\0"
#define OBJECT(name, type, what)                what "\0"
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT
        ;
    return packed_nth(purposes, entry);
}
