#include "bus.h"

#include "FreeRTOS.h"
#include "semphr.h"

#include "board.h"

static StaticSemaphore_t mutex_storage;
static SemaphoreHandle_t mutex;

void bus_init(void)
{
    ssi_init(BOARD_CLOCK_HZ);
    mutex = xSemaphoreCreateMutexStatic(&mutex_storage);
}

void bus_take(enum ssi_device device)
{
    BaseType_t taken = xSemaphoreTake(mutex, portMAX_DELAY);
    configASSERT(taken == pdTRUE);
    ssi_select(device);
}

void bus_give(void)
{
    gpio_write(board_pin_display_data, false);
    ssi_select(SSI_CARD);
    BaseType_t given = xSemaphoreGive(mutex);
    configASSERT(given == pdTRUE);
}
