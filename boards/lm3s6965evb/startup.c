/* What runs at reset: it fills memory with what the image says, then calls main(). The vector table names
 * each interrupt's handler; a driver or the RTOS takes one over by defining a function of that name. */
#include <stdint.h>

extern uint32_t main_stack_top[], data_load[], data_start[], data_end[], bss_start[], bss_end[];

int main(void);
void reset_handler(void);
void default_handler(void);

void reset_handler(void)
{
    const uint32_t *from = data_load;
    for (uint32_t *to = data_start; to < data_end;)
        *to++ = *from++;
    for (uint32_t *to = bss_start; to < bss_end;)
        *to++ = 0;
    main();
    for (;;) {
    }
}

void default_handler(void)
{
    for (;;) {
    }
}

#define HANDLER(name) void name(void) __attribute__((weak, alias("default_handler")))

HANDLER(nmi_handler);
HANDLER(hard_fault_handler);
HANDLER(memory_fault_handler);
HANDLER(bus_fault_handler);
HANDLER(usage_fault_handler);
HANDLER(vPortSVCHandler);
HANDLER(xPortPendSVHandler);
HANDLER(xPortSysTickHandler);
HANDLER(gpio_e_handler);
HANDLER(gpio_f_handler);
HANDLER(uart0_handler);
HANDLER(uart1_handler);
HANDLER(ssi0_handler);
HANDLER(watchdog_handler);
HANDLER(timer0a_handler);
HANDLER(ethernet_handler);

typedef void (*vector)(void);

enum { EXCEPTIONS = 16, INTERRUPTS = 44 };

static const struct {
    uint32_t *stack_top;
    vector exception[EXCEPTIONS - 1];
    vector interrupt[INTERRUPTS];
} vectors __attribute__((section(".vectors"), used)) = {
    .stack_top = main_stack_top,
    .exception =
        {
            [0] = reset_handler,
            [1] = nmi_handler,
            [2] = hard_fault_handler,
            [3] = memory_fault_handler,
            [4] = bus_fault_handler,
            [5] = usage_fault_handler,
            [10] = vPortSVCHandler,
            [13] = xPortPendSVHandler,
            [14] = xPortSysTickHandler,
        },
    .interrupt =
        {
            [4] = gpio_e_handler,
            [5] = uart0_handler,
            [6] = uart1_handler,
            [7] = ssi0_handler,
            [18] = watchdog_handler,
            [19] = timer0a_handler,
            [30] = gpio_f_handler,
            [42] = ethernet_handler,
        },
};
