/*
 * FreeRTOS as the box uses it, kernels V9.0.0 to V11. Beside each choice: why, and what it costs.
 */
#ifndef CRAWLBOX_FIRMWARE_KERNEL_FREERTOSCONFIG_H
#define CRAWLBOX_FIRMWARE_KERNEL_FREERTOSCONFIG_H

#include <stdint.h>

#include "board.h"
#include "kernel/kernel_port.h"

/* Scheduling. Preemptive, with time slices only between equals, of which there are none. */
#define configUSE_PREEMPTION                    1
#define configUSE_TIME_SLICING                  1
#define configUSE_PORT_OPTIMISED_TASK_SELECTION 1 /* one CLZ instruction finds the next task */
#define configIDLE_SHOULD_YIELD                 1
#define configMAX_PRIORITIES                    6 /* 0 idle ... 5 supervisor, see ram.def; 20 B of RAM each */

/* Time. A tick is a millisecond: network timers want it, and everyone can read it. Costs about 60
 * instructions a tick, 0.1 % of the CPU. The tick count wraps after 49 days; clock.h counts on. */
#define configCPU_CLOCK_HZ     ((uint32_t)BOARD_CLOCK_HZ)
#define configTICK_RATE_HZ     1000
#define configUSE_16_BIT_TICKS 0
/* Ticks do not wake a core that has nothing to do (sleep.h; 2 is a way of our own, not the port's). */
#define configUSE_TICKLESS_IDLE 2

/* Memory. Everything is in ram.def; the kernel has no heap, and none is linked. */
#define configSUPPORT_STATIC_ALLOCATION  1
#define configSUPPORT_DYNAMIC_ALLOCATION 0
/* V11 would make the idle task's memory where ram.def does not see it. */
#define configKERNEL_PROVIDED_STATIC_MEMORY 0
#define configSTACK_DEPTH_TYPE              uint32_t /* as V9 and V10 have it; V11 says this type */
#define configMINIMAL_STACK_SIZE            48       /* words, the kernel's own default; nobody uses it */
#define configMAX_TASK_NAME_LEN             12       /* B of RAM a task */
#define configUSE_NEWLIB_REENTRANT          0 /* newlib's state is 96 B a task, and we use none of it */

/* What is used, and what is left out. */
#define configUSE_MUTEXES                   1 /* the bus of card and display; priorities are inherited */
#define configUSE_RECURSIVE_MUTEXES         0
#define configUSE_COUNTING_SEMAPHORES       0
#define configUSE_TASK_NOTIFICATIONS        1 /* how interrupts wake tasks: 8 B a task, no queue needed */
#define configUSE_QUEUE_SETS                0
#define configUSE_TIMERS                    0 /* the supervisor does what is periodic */
#define configUSE_CO_ROUTINES               0
#define configUSE_APPLICATION_TASK_TAG      0
#define configQUEUE_REGISTRY_SIZE           0
#define configENABLE_BACKWARD_COMPATIBILITY 1 /* lwIP's port for FreeRTOS uses the old names */

#define INCLUDE_vTaskPrioritySet            0
#define INCLUDE_uxTaskPriorityGet           0
#define INCLUDE_vTaskDelete                 0 /* tasks live as long as the box runs */
#define INCLUDE_vTaskSuspend                1 /* makes portMAX_DELAY wait for good */
#define INCLUDE_vTaskDelay                  1
#define INCLUDE_vTaskDelayUntil             1 /* xTaskDelayUntil since V10.4.2 */
#define INCLUDE_xTaskGetSchedulerState      1
#define INCLUDE_xTaskGetCurrentTaskHandle   1
#define INCLUDE_xTaskGetIdleTaskHandle      1
#define INCLUDE_uxTaskGetStackHighWaterMark 0 /* ram.h reads the paint itself, for any stack */

/* Hooks and checks. */
#define configUSE_IDLE_HOOK                1 /* sleeps for less than two ticks */
#define configUSE_TICK_HOOK                0
#define configUSE_MALLOC_FAILED_HOOK       0
#define configUSE_DAEMON_TASK_STARTUP_HOOK 0
#define configCHECK_FOR_STACK_OVERFLOW                                                                       \
    2 /* the last 16 bytes of a stack must hold their paint at each switch */
#define configCHECK_HANDLER_INSTALLATION                                                                     \
    0 /* V11: our vector table is constant, and names the kernel's own handlers */

/* Which task runs how long: 4 B and about 25 instructions a switch. The counter is in microseconds. */
#define configGENERATE_RUN_TIME_STATS            1
#define configUSE_TRACE_FACILITY                 1
#define configUSE_STATS_FORMATTING_FUNCTIONS     0 /* they print with sprintf; `tasks` prints for us */
#define portCONFIGURE_TIMER_FOR_RUN_TIME_STATS()   /* the system tick runs anyway */
#define portGET_RUN_TIME_COUNTER_VALUE()         clock_us()

/* The memory protection unit guards the running task's stack: about 4 instructions a switch. */
#define traceTASK_SWITCHED_IN() mpu_guard_stack(pxCurrentTCB->pxStack)

/* A failed assert writes a crash record and restarts the box. The line is recorded, and the caller's address
 * says in which file. */
#define configASSERT(condition)                                                                              \
    do {                                                                                                     \
        if (!(condition))                                                                                    \
            crash_assert(__LINE__);                                                                          \
    } while (0)

/* Interrupt priorities, in the form that the core's registers want. configPRIO_BITS is left out on purpose:
 * kernels from V10 on compare it with what the core has, and QEMU's core has eight bits where the chip has
 * three. */
#define configKERNEL_INTERRUPT_PRIORITY      (BOARD_PRIORITY_KERNEL << (8 - BOARD_PRIORITY_BITS))
#define configMAX_SYSCALL_INTERRUPT_PRIORITY (BOARD_PRIORITY_KERNEL_CALLS << (8 - BOARD_PRIORITY_BITS))

#endif
