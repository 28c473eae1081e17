#include "kernel/crash.h"

#include <stdbool.h>
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/crc32.h"
#include "board.h"
#include "kernel/tasks.h"
#include "lm3s6965/cortex_m3.h"
#include "lm3s6965/mpu.h"
#include "lm3s6965/watchdog.h"
#include "port/clock.h"

enum {
    KEPT_MAGIC = 0x6b657074, /* "kept" */

    EXCEPTION_HARD_FAULT = 3, /* then memory, bus, usage: in the order of enum crash_cause */
    EXCEPTION_USAGE_FAULT = 6,
};

/* What survives a reset. */
static struct {
    uint32_t magic;
    uint32_t boots;
    uint32_t crashes;
    struct crash last;
    uint32_t crc; /* of everything above */
} kept __attribute__((section(".noinit")));

/* What the core pushes on the stack of the code that it interrupts. */
struct exception_frame {
    uint32_t r0, r1, r2, r3, r12, lr, pc, psr;
};

void crash_record(const struct exception_frame *frame, const uint32_t *r4_to_r11, uint32_t exception_return);

/* The kernel calls it by name; from V10 on its headers declare it too. */
void vApplicationStackOverflowHook(TaskHandle_t task, char *name);

static uint32_t crash_kept_crc(void)
{
    return crc32_update(CRC32_INIT, &kept, offsetof(__typeof__(kept), crc));
}

static void crash_seal(void)
{
    kept.crc = crash_kept_crc();
}

void crash_init(void)
{
    if (kept.magic != KEPT_MAGIC || kept.crc != crash_kept_crc()) {
        memset(&kept, 0, sizeof kept); /* power was off, RAM holds noise */
        kept.magic = KEPT_MAGIC;
    }
    kept.boots++;
    crash_seal();
    CORTEX_SHCSR |= CORTEX_SHCSR_MEMFAULTENA | CORTEX_SHCSR_BUSFAULTENA | CORTEX_SHCSR_USGFAULTENA;
    CORTEX_CCR |= CORTEX_CCR_DIV_0_TRP;
}

const struct crash *crash_last(void)
{
    return kept.crashes > 0 ? &kept.last : NULL;
}

const char *crash_culprit(const struct crash *crash)
{
    return crash->blame[0] != '\0' ? crash->blame : crash->task;
}

const char *crash_cause_text(enum crash_cause cause)
{
    static const char *const texts[CRASH_CAUSES] = {
        "hard fault",     "memory fault",  "bus fault",     "usage fault",
        "stack overflow", "failed assert", "watchdog bite",
    };
    return cause < CRASH_CAUSES ? texts[cause] : "unknown";
}

void crash_clear(void)
{
    kept.crashes = 0;
    crash_seal();
}

uint32_t crash_count(void)
{
    return kept.crashes;
}

uint32_t boot_count(void)
{
    return kept.boots;
}

/* Returns the name of the task that ran, or a word for start-up and for interrupts. */
static const char *crash_task_name(bool in_handler)
{
    if (in_handler)
        return "interrupt";
    if (xTaskGetSchedulerState() == taskSCHEDULER_NOT_STARTED)
        return "start-up";
    return pcTaskGetName(NULL);
}

static void __attribute__((noreturn)) crash_finish(void)
{
    kept.crashes++;
    crash_seal();
    cortex_reset();
}

/* Starts a record. If recording itself goes wrong, there is no second try. */
static struct crash *crash_begin(enum crash_cause cause, bool in_handler)
{
    static bool recording;
    if (recording)
        crash_finish();
    recording = true;
    struct crash *crash = &kept.last;
    uint64_t now = clock_ms();
    CORTEX_MPU_CTRL = 0; /* a broken stack must stay readable */
    cortex_barrier();
    memset(crash, 0, sizeof *crash);
    crash->cause = (uint8_t)cause;
    crash->uptime_ms[0] = (uint32_t)now;
    crash->uptime_ms[1] = (uint32_t)(now >> 32);
    strncpy(crash->task, crash_task_name(in_handler), CRASH_NAME_MAX - 1);
    return crash;
}

/* Says whether a memory fault is a stack overflow: it is one at the guard below the task's stack, or while
 * the core itself was pushing. */
static bool crash_hit_a_guard(void)
{
    uint32_t status = CORTEX_CFSR;
    if (status & CORTEX_CFSR_MSTKERR)
        return true;
    return (status & CORTEX_CFSR_MMARVALID) && mpu_is_stack_guard(CORTEX_MMFAR);
}

static enum crash_cause crash_cause_of(uint32_t exception)
{
    if (exception > EXCEPTION_USAGE_FAULT)
        return CRASH_WATCHDOG;
    enum crash_cause cause = CRASH_HARD_FAULT + (exception - EXCEPTION_HARD_FAULT);
    return cause <= CRASH_MEMORY_FAULT && crash_hit_a_guard() ? CRASH_STACK_OVERFLOW : cause;
}

static void record_fault_status(struct crash *crash)
{
    crash->fault_status = CORTEX_CFSR;
    crash->hard_status = CORTEX_HFSR;
    if (crash->fault_status & CORTEX_CFSR_MMARVALID)
        crash->fault_address = CORTEX_MMFAR;
    else if (crash->fault_status & CORTEX_CFSR_BFARVALID)
        crash->fault_address = CORTEX_BFAR;
}

static bool in_ram(const void *frame)
{
    uint32_t offset = (uint32_t)frame - BOARD_RAM_START;
    return offset <= BOARD_RAM_BYTES - sizeof(struct exception_frame);
}

static void record_registers(struct crash *crash, const struct exception_frame *frame,
                             const uint32_t *r4_to_r11)
{
    memcpy(&crash->r[4], r4_to_r11, 8 * sizeof(uint32_t));
    crash->sp = (uint32_t)frame;
    if (!in_ram(frame) || (crash->fault_status & CORTEX_CFSR_MSTKERR))
        return; /* the core could not push it */
    memcpy(crash->r, &frame->r0, 4 * sizeof(uint32_t));
    crash->r[12] = frame->r12;
    crash->lr = frame->lr;
    crash->pc = frame->pc;
    crash->psr = frame->psr;
    crash->sp += sizeof *frame;
}

static uint32_t current_exception(void)
{
    uint32_t number;
    __asm__ volatile("mrs %0, ipsr" : "=r"(number));
    return number;
}

static uint8_t masked_priority(void)
{
    uint32_t priority;
    __asm__ volatile("mrs %0, basepri" : "=r"(priority));
    return (uint8_t)priority;
}

void crash_record(const struct exception_frame *frame, const uint32_t *r4_to_r11, uint32_t exception_return)
{
    enum crash_cause cause = crash_cause_of(current_exception());
    enum role overdue = watch_overdue(&tasks_watch);
    struct crash *crash = crash_begin(cause, !(exception_return & CORTEX_EXC_RETURN_THREAD));
    crash->kernel_busy = masked_priority();
    record_fault_status(crash);
    record_registers(crash, frame, r4_to_r11);
    /* without one, nobody got to run: the running task is to blame */
    if (cause == CRASH_WATCHDOG && overdue < ROLE_COUNT)
        strncpy(crash->blame, watch_name(overdue), CRASH_NAME_MAX - 1);
    crash_finish();
}

/* Handles every fault, and the watchdog's first expiry. It finds the stack that was in use, sees to it
 * that this code has a stack of its own even if the main stack has run over, and hands on the registers
 * that the core did not save. It never returns. Should recording fault again, the watchdog resets the chip
 * by itself. */
__attribute__((naked)) void hard_fault_handler(void);

__attribute__((naked)) void hard_fault_handler(void)
{
    __asm__ volatile(
        "tst   lr, #4                     \n" /* bit 2 of EXC_RETURN: the task's stack was in use */
        "ite   eq                         \n"
        "mrseq r0, msp                    \n"
        "mrsne r0, psp                    \n"
        "mov   r2, lr                     \n"
        "ldr   r3, =main_stack_bottom+320 \n" /* what recording needs, and the guard */
        "cmp   sp, r3                     \n"
        "bhs   1f                         \n"
        "ldr   r3, =main_stack_top        \n"
        "mov   sp, r3                     \n"
        "1: push {r4-r11}                 \n"
        "mov   r1, sp                     \n"
        "bl    crash_record               \n"
        ".ltorg                           \n");
}

#define SAME_HANDLER(name) void name(void) __attribute__((alias("hard_fault_handler")))
SAME_HANDLER(memory_fault_handler);
SAME_HANDLER(bus_fault_handler);
SAME_HANDLER(usage_fault_handler);
SAME_HANDLER(watchdog_handler);

void crash_assert(int line)
{
    uint32_t caller = (uint32_t)__builtin_return_address(0);
    cortex_irq_disable_all();
    struct crash *crash = crash_begin(CRASH_ASSERT, current_exception() != 0);
    crash->line = (uint16_t)line;
    crash->pc = caller;
    crash->sp = (uint32_t)__builtin_frame_address(0);
    crash->kernel_busy = masked_priority();
    crash_finish();
}

/* The kernel calls this when it switches away from a task and finds the end of its stack overwritten. */
void vApplicationStackOverflowHook(TaskHandle_t task, char *name)
{
    (void)task;
    cortex_irq_disable_all();
    struct crash *crash = crash_begin(CRASH_STACK_OVERFLOW, false);
    strncpy(crash->task, name, CRASH_NAME_MAX - 1);
    crash_finish();
}
