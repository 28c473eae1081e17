/* The console (ui/console/console.h) on the serial line: its task, and what it asks of the image. */
#include "FreeRTOS.h"
#include "task.h"

#include "board.h"
#include "console/commands.h"
#include "kernel/crash.h"
#include "kernel/tasks.h"
#include "lm3s6965/uart.h"
#include "port/log.h"
#include "port/platform.h"
#include "work/crawler.h"

enum {
    WAKE_MS = 1000,        /* often enough for the supervisor */
    FULL_RING_WAIT_MS = 4, /* half of the sending ring at 115,200 baud */
};

static const struct command commands[] = {
#define COMMAND(name, usage, help) {#name, command_##name},
#include "console/commands.def"
#undef COMMAND
};

static const char usages[] PACKED_PLACE =
#define COMMAND(name, usage, help) usage "\0"
#include "console/commands.def"
#undef COMMAND
    ;

static const char helps[] PACKED_PLACE =
#define COMMAND(name, usage, help) help "\0"
#include "console/commands.def"
#undef COMMAND
    ;

const struct console_program console_program = {
    .session = &ram_session,
    .console = &ram_dialogue,
    .board = BOARD_NAME,
    .kernel = "FreeRTOS " tskKERNEL_VERSION_NUMBER,
    .commands =
        {
            .commands = commands,
            .usages = usages,
            .helps = helps,
            .open = "mem* tasks* net crash panel*",
            .count = sizeof commands / sizeof commands[0],
        },
};

void console_pause(uint32_t ms)
{
    platform_check_in();
    vTaskDelay(pdMS_TO_TICKS(ms));
}

void console_send(const char *bytes, size_t count)
{
    for (;;) {
        size_t taken = uart_write(bytes, count);
        bytes += taken;
        count -= taken;
        if (count == 0)
            return;
        console_pause(FULL_RING_WAIT_MS);
    }
}

void console_program_greeting(void)
{
    const struct crash *crash = crash_last();
    if (crash != NULL)
        console_print("It had to restart after a %s in task %s; 'crash' says more.\n",
                      crash_cause_text(crash->cause), crash_culprit(crash));
    log_info("start %lu since power came", (unsigned long)boot_count());
}

static void wake_from_interrupt(void)
{
    BaseType_t switch_now = pdFALSE;
    vTaskNotifyGiveFromISR(task_handle(ROLE_console), &switch_now);
    portYIELD_FROM_ISR(switch_now);
}

void task_console(void)
{
    uart_init(&ram_serial, BOARD_CONSOLE_BAUD, BOARD_CLOCK_HZ, BOARD_PRIORITY_DEVICES, wake_from_interrupt);
    console_begin();
    for (;;) {
        char byte;
        while (uart_read(&byte)) {
            platform_check_in();
            console_take(byte);
        }
        platform_check_in();
        console_show_news();
        ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(WAKE_MS));
    }
}
