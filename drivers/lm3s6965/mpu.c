#include "lm3s6965/mpu.h"

#include "lm3s6965/chip.h"
#include "lm3s6965/cortex_m3.h"

extern uint8_t main_stack_bottom[]; /* from the linker script */

enum {
    REGION_FLASH,
    REGION_SRAM,
    REGION_DEVICES,
    REGION_NULL,
    REGION_MAIN_STACK_GUARD,
    REGION_TASK_STACK_GUARD = 7,

    RBAR_SELECTS = 1 << 4, /* the write also chooses the region */
    RASR_ENABLE = 1 << 0,
    RASR_NO_ACCESS = 0 << 24,
    RASR_READ_WRITE = 3 << 24,
    RASR_READ_ONLY = 6 << 24,
    RASR_NEVER_RUN = 1 << 28,
    RASR_NORMAL = 2 << 16, /* write-through: what this chip has */
    RASR_DEVICE = 5 << 16, /* shared device */

    DEVICES_START = 0x40000000,
    DEVICES_BYTES = 1024 * 1024,
    VECTORS_BYTES = 256, /* 60 vectors: nothing else is so low */
};

/* Sets a region. `bytes` is a power of two, and the address a multiple of it. Where regions overlap, the
 * one with the higher number counts. */
static void set_region(unsigned region, uint32_t address, uint32_t bytes, uint32_t attributes)
{
    CORTEX_MPU_RBAR = address | RBAR_SELECTS | region;
    CORTEX_MPU_RASR = attributes | (uint32_t)(__builtin_ctz(bytes) - 1) << 1 | RASR_ENABLE;
}

void mpu_enable(void)
{
    set_region(REGION_FLASH, 0, CHIP_FLASH_BYTES, RASR_READ_ONLY | RASR_NORMAL);
    set_region(REGION_SRAM, CHIP_RAM_START, CHIP_RAM_BYTES, RASR_READ_WRITE | RASR_NEVER_RUN | RASR_NORMAL);
    set_region(REGION_DEVICES, DEVICES_START, DEVICES_BYTES, RASR_READ_WRITE | RASR_NEVER_RUN | RASR_DEVICE);
    set_region(REGION_NULL, 0, VECTORS_BYTES, RASR_NO_ACCESS | RASR_NEVER_RUN);
    set_region(REGION_MAIN_STACK_GUARD, (uint32_t)main_stack_bottom, MPU_GUARD_BYTES,
               RASR_NO_ACCESS | RASR_NEVER_RUN);
    /* where it lies is up to mpu_guard_stack() */
    set_region(REGION_TASK_STACK_GUARD, (uint32_t)main_stack_bottom, MPU_GUARD_BYTES,
               RASR_NO_ACCESS | RASR_NEVER_RUN);
    CORTEX_MPU_CTRL = CORTEX_MPU_CTRL_ENABLE;
    cortex_barrier();
}

void mpu_guard_stack(const void *stack_bottom)
{
    CORTEX_MPU_RBAR = ((uint32_t)stack_bottom - MPU_GUARD_BYTES) | RBAR_SELECTS | REGION_TASK_STACK_GUARD;
}

static bool is_in_region(uint32_t address, unsigned region)
{
    CORTEX_MPU_RNR = region;
    return address / MPU_GUARD_BYTES == CORTEX_MPU_RBAR / MPU_GUARD_BYTES;
}

bool mpu_is_stack_guard(uint32_t address)
{
    return is_in_region(address, REGION_TASK_STACK_GUARD) || is_in_region(address, REGION_MAIN_STACK_GUARD);
}
