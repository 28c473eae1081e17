#include "board.h"

#include <string.h>

enum {
    SEMIHOSTING_OPEN = 0x01,
    SEMIHOSTING_WRITE0 = 0x04,
    SEMIHOSTING_READ = 0x06,
    SEMIHOSTING_GET_CMDLINE = 0x15,
    SEMIHOSTING_EXIT = 0x20,
    EXIT_REASON_APPLICATION = 0x20026,
    OPEN_READ_BINARY = 1,
    LOOPS = 1000000,
    INSTRUCTIONS_PER_LOOP = 2,
};

static uint32_t semihosting_call(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

_Noreturn void board_leave(const char *message, uint32_t status)
{
    const uint32_t result[2] = {EXIT_REASON_APPLICATION, status};
    semihosting_call(SEMIHOSTING_WRITE0, message);
    semihosting_call(SEMIHOSTING_EXIT, result);
    for (;;) {
    }
}

char *board_command_line(void)
{
    static char command[256];
    const uint32_t block[2] = {(uint32_t)command, sizeof command};
    semihosting_call(SEMIHOSTING_GET_CMDLINE, block);
    return command;
}

uint32_t board_read_file(const char *path, void *buffer, uint32_t capacity)
{
    const uint32_t open[3] = {(uint32_t)path, OPEN_READ_BINARY, strlen(path)};
    uint32_t file = semihosting_call(SEMIHOSTING_OPEN, open);
    if (file == UINT32_MAX)
        board_leave("cannot open the file\n", 2);
    const uint32_t read[3] = {file, (uint32_t)buffer, capacity};
    uint32_t size = capacity - semihosting_call(SEMIHOSTING_READ, read);
    if (size == capacity)
        board_leave("the file is too long\n", 2);
    return size;
}

void board_print_number(uint64_t number)
{
    char digits[24];
    char *p = digits + sizeof digits - 1;
    *p = '\0';
    *--p = '\n';
    do {
        *--p = (char)('0' + number % 10);
        number /= 10;
    } while (number > 0);
    semihosting_call(SEMIHOSTING_WRITE0, p);
}

/* The system timer counts down from RELOAD, 24 bits wide; what is measured must take less than that. */
#define SYSTICK_CONTROL (*(volatile uint32_t *)0xE000E010)
#define SYSTICK_RELOAD  (*(volatile uint32_t *)0xE000E014)
#define SYSTICK_CURRENT (*(volatile uint32_t *)0xE000E018)
enum { SYSTICK_ON_CPU_CLOCK = 5, RELOAD = 0xFFFFFF };

static void timer_start(void)
{
    SYSTICK_CONTROL = 0;
    SYSTICK_RELOAD = RELOAD;
    SYSTICK_CURRENT = 0;
    SYSTICK_CONTROL = SYSTICK_ON_CPU_CLOCK;
}

static uint32_t timer_ticks(void)
{
    return RELOAD - SYSTICK_CURRENT;
}

static uint32_t ticks_of_known_loop(void)
{
    uint32_t loops = LOOPS;
    timer_start();
    __asm__ volatile("1: subs %0, %0, #1\n   bne 1b" : "+r"(loops) : : "cc");
    return timer_ticks();
}

static uint32_t loop_ticks;

void board_count_begin(void)
{
    if (loop_ticks == 0)
        loop_ticks = ticks_of_known_loop();
    timer_start();
}

uint64_t board_count_end(void)
{
    return (uint64_t)timer_ticks() * LOOPS * INSTRUCTIONS_PER_LOOP / loop_ticks;
}
