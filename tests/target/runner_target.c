/*
 * Runs one unit test suite on the Cortex-M3. Text and the exit status leave through semihosting, so that QEMU
 * itself ends with the suite's result: qemu-system-arm -semihosting -kernel SUITE.elf
 */
#include "suite.h"

#include <stdint.h>

enum {
    SEMIHOSTING_WRITEC = 0x03,
    SEMIHOSTING_EXIT = 0x20, /* with a status; plain SYS_EXIT cannot report a failure */
    EXIT_REASON_APPLICATION = 0x20026,
};

int main(void);

static void semihosting_call(uint32_t operation, const void *argument)
{
    register uint32_t r0 __asm__("r0") = operation;
    register const void *r1 __asm__("r1") = argument;
    __asm__ volatile("bkpt 0xab" : "+r"(r0) : "r"(r1) : "memory");
}

void runner_put(int c)
{
    char byte = (char)c;
    semihosting_call(SEMIHOSTING_WRITEC, &byte);
}

void setUp(void)
{
}

void tearDown(void)
{
}

int main(void)
{
    UnityBegin(suite_name);
    suite_run();
    uint32_t result[2] = {EXIT_REASON_APPLICATION, UnityEnd() ? 1 : 0};
    semihosting_call(SEMIHOSTING_EXIT, result);
    for (;;) {
    }
}
