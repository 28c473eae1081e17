/*
 * The Cortex-M3 core: interrupt controller, system tick, resets, fault status, sleep. The names are those of
 * the ARMv7-M manual, so that they can be looked up there.
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_CORTEX_M3_H
#define CRAWLBOX_DRIVERS_LM3S6965_CORTEX_M3_H

#include <stdint.h>

#include "lm3s6965/registers.h"

#define CORTEX_SYST_RVR REGISTER(0xe000e014u, 0) /* tick: value counted down from */
#define CORTEX_SYST_CVR REGISTER(0xe000e018u, 0) /* tick: present value */
#define CORTEX_ICSR     REGISTER(0xe000ed04u, 0)
#define CORTEX_AIRCR    REGISTER(0xe000ed0cu, 0)
#define CORTEX_CCR      REGISTER(0xe000ed14u, 0)
#define CORTEX_SHCSR    REGISTER(0xe000ed24u, 0)
#define CORTEX_CFSR     REGISTER(0xe000ed28u, 0)
#define CORTEX_HFSR     REGISTER(0xe000ed2cu, 0)
#define CORTEX_MMFAR    REGISTER(0xe000ed34u, 0)
#define CORTEX_BFAR     REGISTER(0xe000ed38u, 0)
#define CORTEX_MPU_TYPE REGISTER(0xe000ed90u, 0)
#define CORTEX_MPU_CTRL REGISTER(0xe000ed94u, 0)
#define CORTEX_MPU_RNR  REGISTER(0xe000ed98u, 0)
#define CORTEX_MPU_RBAR REGISTER(0xe000ed9cu, 0)
#define CORTEX_MPU_RASR REGISTER(0xe000eda0u, 0)

#define CORTEX_ICSR_PENDSTSET    (1u << 26)
#define CORTEX_AIRCR_RESET       (0x05fa0000u | 1u << 2)
#define CORTEX_CCR_DIV_0_TRP     (1u << 4)
#define CORTEX_SHCSR_MEMFAULTENA (1u << 16)
#define CORTEX_SHCSR_BUSFAULTENA (1u << 17)
#define CORTEX_SHCSR_USGFAULTENA (1u << 18)
#define CORTEX_CFSR_MSTKERR      (1u << 4) /* memory fault while stacking for an exception */
#define CORTEX_CFSR_MMARVALID    (1u << 7)
#define CORTEX_CFSR_BFARVALID    (1u << 15)
#define CORTEX_MPU_CTRL_ENABLE   (1u << 0)
#define CORTEX_MPU_CTRL_HFNMIENA (1u << 1)
#define CORTEX_EXC_RETURN_THREAD (1u << 3) /* a task was interrupted, not another interrupt */

static inline void cortex_barrier(void)
{
    __asm__ volatile("dsb\n\tisb" ::: "memory");
}

static inline void cortex_irq_disable_all(void)
{
    __asm__ volatile("cpsid i" ::: "memory");
}

static inline void cortex_irq_enable_all(void)
{
    __asm__ volatile("cpsie i" ::: "memory");
}

/* Sleeps until an interrupt wants service. It also wakes while interrupts are disabled; they then run when
 * they are enabled again. */
static inline void cortex_sleep(void)
{
    __asm__ volatile("dsb\n\twfi\n\tisb" ::: "memory");
}

/* Enables an interrupt with a priority from 0 (most urgent) to 7, in the chip's three bits. */
static inline void cortex_irq_enable(unsigned irq, unsigned priority)
{
    ((volatile uint8_t *)0xe000e400u)[irq] = (uint8_t)(priority << 5);
    REGISTER(0xe000e100u, 4 * (irq / 32)) = 1u << (irq % 32);
}

/* Makes an interrupt run as if its device had asked for it. */
static inline void cortex_irq_pend(unsigned irq)
{
    REGISTER(0xe000e200u, 4 * (irq / 32)) = 1u << (irq % 32);
}

/* Resets the chip, as the reset button does, except that RAM keeps what it holds. */
static inline void __attribute__((noreturn)) cortex_reset(void)
{
    cortex_barrier();
    CORTEX_AIRCR = CORTEX_AIRCR_RESET;
    cortex_barrier();
    for (;;) {
    }
}

#endif
