/*
 * Counts the instructions that reading a page takes on the Cortex-M3:
 *
 *     qemu-system-arm -M lm3s6965evb -icount shift=0 -semihosting-config enable=on,target=native,arg=MODE,arg=FILE ...
 *
 * With -icount, QEMU's clock moves by a fixed time for every instruction, so a timer that runs from the CPU's clock counts
 * instructions. How many of them make a tick is measured first, with a loop whose length is known. The page lies in RAM as
 * a whole (that is the bench's RAM, not the reader's) and is fed in pieces, as on the host. Prints instructions and bytes.
 */
#include "reading.h"

#include <stdint.h>
#include <string.h>

enum {
    SEMIHOSTING_OPEN = 0x01,
    SEMIHOSTING_WRITE0 = 0x04,
    SEMIHOSTING_READ = 0x06,
    SEMIHOSTING_GET_CMDLINE = 0x15,
    SEMIHOSTING_EXIT = 0x20,
    EXIT_REASON_APPLICATION = 0x20026,
    OPEN_READ_BINARY = 1,
    PAGE_BYTES = 40 * 1024,
    LOOPS = 1000000,
    INSTRUCTIONS_PER_LOOP = 2,
};

int main(void);

static uint32_t semihosting_call(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
    return r0;
}

static _Noreturn void leave(const char *message, uint32_t status)
{
    const uint32_t result[2] = {EXIT_REASON_APPLICATION, status};
    semihosting_call(SEMIHOSTING_WRITE0, message);
    semihosting_call(SEMIHOSTING_EXIT, result);
    for (;;) {
    }
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

/* The second word of the command line, cut off from the first. */
static char *split(char *text)
{
    char *space = strchr(text, ' ');
    if (!space)
        leave("usage: MODE FILE\n", 2);
    *space = '\0';
    return space + 1;
}

static uint32_t read_file(const char *path, char *buffer, uint32_t capacity)
{
    const uint32_t open[3] = {(uint32_t)path, OPEN_READ_BINARY, strlen(path)};
    uint32_t file = semihosting_call(SEMIHOSTING_OPEN, open);
    if (file == UINT32_MAX)
        leave("cannot open the page\n", 2);
    const uint32_t read[3] = {file, (uint32_t)buffer, capacity};
    return capacity - semihosting_call(SEMIHOSTING_READ, read);
}

static void print_number(uint64_t number)
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

int main(void)
{
    static char page[PAGE_BYTES], command[256];
    const uint32_t block[2] = {(uint32_t)command, sizeof command};
    semihosting_call(SEMIHOSTING_GET_CMDLINE, block);
    char *path = split(command);
    uint32_t size = read_file(path, page, sizeof page);
    if (size == sizeof page)
        leave("the page is too long\n", 2);
    if (!reading_begin(command))
        leave("unknown mode\n", 2);
    uint32_t loop_ticks = ticks_of_known_loop();
    timer_start();
    unsigned long sum = reading_page(page, size);
    uint32_t ticks = timer_ticks();
    print_number((uint64_t)ticks * LOOPS * INSTRUCTIONS_PER_LOOP / loop_ticks);
    print_number(size);
    leave(sum == 0 ? "nothing was read\n" : "", sum == 0);
}
