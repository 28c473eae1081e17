#include "lm3s6965/sysctl.h"

#include "lm3s6965/registers.h"

#define RIS   REGISTER(0x400fe000u, 0x050)
#define MISC  REGISTER(0x400fe000u, 0x058)
#define RCC   REGISTER(0x400fe000u, 0x060)
#define RCGC0 0x400fe100u

enum {
    RIS_PLL_LOCKED = 1 << 6,

    RCC_MAIN_OSCILLATOR_OFF = 1 << 0,
    RCC_SOURCE_MASK = 3 << 4, /* 0 selects the main oscillator */
    RCC_CRYSTAL_MASK = 15 << 6,
    RCC_CRYSTAL_8MHZ = 14 << 6,
    RCC_BYPASS_PLL = 1 << 11,
    RCC_PLL_OFF = 1 << 13,
    RCC_USE_DIVIDER = 1 << 22,
    RCC_DIVIDER_MASK = 15 << 23,
    RCC_DIVIDER_50MHZ = 3 << 23, /* 200 MHz / (3 + 1) */

    PLL_LOCK_TRIES = 32768, /* the data sheet says half a millisecond at most */
};

void sysctl_clock_50mhz(void)
{
    uint32_t rcc = (RCC | RCC_BYPASS_PLL) & ~(uint32_t)RCC_USE_DIVIDER;
    RCC = rcc;
    rcc &= ~(uint32_t)(RCC_MAIN_OSCILLATOR_OFF | RCC_SOURCE_MASK | RCC_CRYSTAL_MASK | RCC_DIVIDER_MASK |
                       RCC_PLL_OFF);
    rcc |= RCC_CRYSTAL_8MHZ | RCC_DIVIDER_50MHZ | RCC_USE_DIVIDER;
    MISC = RIS_PLL_LOCKED; /* an old lock must not count */
    RCC = rcc;
    for (unsigned tries = 0; tries < PLL_LOCK_TRIES; tries++) {
        if (RIS & RIS_PLL_LOCKED) {
            RCC = rcc & ~(uint32_t)RCC_BYPASS_PLL;
            return;
        }
    }
}

void sysctl_enable(enum sysctl_device device)
{
    uint32_t gate = 4u * ((uint32_t)device >> 8);
    REGISTER(RCGC0, gate) |= 1u << (device & 0xff);
    (void)REGISTER(RCGC0, gate); /* a device may be touched three clocks after it got its clock */
    (void)REGISTER(RCGC0, gate);
}
