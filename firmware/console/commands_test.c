/* Commands that end this run: `reboot`, and `test`, which goes wrong on purpose, so that tests (and
 * doubters) see the box come back. */
#include <string.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/status.h"
#include "board.h"
#include "console/commands.h"
#include "lm3s6965/cortex_m3.h"
#include "lm3s6965/uart.h"

enum { UNUSED_IRQ = 7 }; /* SSI0: its driver polls */

int command_reboot(int count, char **words)
{
    (void)words;
    if (count != 1)
        return STATUS_INVALID;
    console_print("Restarting.\n");
    while (!uart_is_idle())
        console_pause(1);
    cortex_reset();
}

/* Stops checking in, but lets the other tasks work. */
static void test_hang(void)
{
    for (;;)
        vTaskDelay(1);
}

/* Stops everything: no task runs, and no interrupt of a device. */
static void test_freeze(void)
{
    taskENTER_CRITICAL();
    for (;;) {
    }
}

static void test_fault(void)
{
    __asm__ volatile("udf #0");
}

static void test_null(void)
{
    volatile uintptr_t member = 4; /* of a struct at NULL */
    (void)*(const volatile uint32_t *)member;
}

/* Writes just past the end of RAM. */
static void test_wild(void)
{
    volatile uint32_t *volatile wild = (volatile uint32_t *)(BOARD_RAM_START + BOARD_RAM_BYTES);
    *wild = 1;
}

static void test_assert(void)
{
    volatile int one = 1;
    configASSERT(one == 2);
}

/* Eats the stack in steps smaller than its guard. */
static unsigned eat_stack(volatile unsigned depth) // NOLINT(misc-no-recursion): that is the point
{
    return depth == UINT32_MAX ? 0 : eat_stack(depth + 1) + depth;
}

static void test_stack(void)
{
    (void)eat_stack(0);
}

/* Does the same on the main stack, in the handler of an interrupt that nothing else uses. */
void ssi0_handler(void); /* named by the vector table */

void ssi0_handler(void)
{
    (void)eat_stack(0);
}

static void test_interrupt(void)
{
    cortex_irq_enable(UNUSED_IRQ, BOARD_PRIORITY_DEVICES);
    cortex_irq_pend(UNUSED_IRQ);
    cortex_barrier();
}

int command_test(int count, char **words)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } tests[] = {
        {"hang", test_hang}, {"freeze", test_freeze}, {"fault", test_fault}, {"null", test_null},
        {"wild", test_wild}, {"assert", test_assert}, {"stack", test_stack}, {"interrupt", test_interrupt},
    };
    if (count != 2)
        return STATUS_INVALID;
    for (unsigned i = 0; i < sizeof tests / sizeof tests[0]; i++)
        if (strcmp(words[1], tests[i].name) == 0)
            tests[i].run();
    return STATUS_INVALID;
}
