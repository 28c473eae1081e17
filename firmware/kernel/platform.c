/* FreeRTOS as a platform: roles are tasks. */
#include "port/platform.h"

#include "FreeRTOS.h"
#include "task.h"

#include "kernel/tasks.h"

void platform_lock(void)
{
    taskENTER_CRITICAL();
}

void platform_unlock(void)
{
    taskEXIT_CRITICAL();
}

enum role platform_self(void)
{
    unsigned role = 0;
    while (role < ROLE_COUNT && task_handle(role) != xTaskGetCurrentTaskHandle())
        role++;
    return role;
}

void platform_check_in(void)
{
    watch_check_in(&tasks_watch, platform_self());
}

/* What else wakes a task, such as a byte on its line, ends its sleep as well. */
void platform_sleep(uint32_t ms)
{
    ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(ms));
}

void platform_wake(enum role role)
{
    xTaskNotifyGive(task_handle(role));
}
