#include "crawler.h"

#include <stdbool.h>
#include <stddef.h>

#include "FreeRTOS.h"
#include "task.h"

#include "base/status.h"
#include "card.h"
#include "harvester.h"
#include "tasks.h"

enum { WAIT_MS_MAX = 1000, ASKER_WAIT_MS = 20 };

/* Written by the asker while job is NULL, by the crawler while it is not. */
static struct {
    int (*volatile job)(void *context);
    void *context;
    int status;
} work;

int crawler_do(int (*job)(void *context), void *context)
{
    taskENTER_CRITICAL();
    bool free = work.job == NULL;
    if (free) {
        work.context = context;
        work.job = job;
    }
    taskEXIT_CRITICAL();
    if (!free)
        return STATUS_BUSY;
    xTaskNotifyGive(task_handle(TASK_crawler));
    while (work.job != NULL) {
        task_check_in(task_self());
        vTaskDelay(pdMS_TO_TICKS(ASKER_WAIT_MS));
    }
    return work.status;
}

void task_crawler(void)
{
    for (;;) {
        task_check_in(TASK_crawler);
        card_tick();
        if (work.job != NULL) {
            work.status = work.job(work.context);
            work.job = NULL;
        }
        uint32_t wait_ms = harvester_tick();
        if (wait_ms > 0 && work.job == NULL)
            ulTaskNotifyTake(pdTRUE, pdMS_TO_TICKS(wait_ms < WAIT_MS_MAX ? wait_ms : WAIT_MS_MAX));
    }
}
