#include "card/bus.h"

#include "FreeRTOS.h"
#include "semphr.h"

#include "board.h"

static StaticSemaphore_t mutex_storage;
static SemaphoreHandle_t const mutex =
    (SemaphoreHandle_t)&mutex_storage; /* the kernel's handle is its address */

static void bus_select(enum bus_device device)
{
    gpio_write(board_pin_select_display, device == BUS_DISPLAY);
}

void bus_init(void)
{
    ssi_init(BOARD_CLOCK_HZ);
    gpio_output(board_pin_select_display, false);
    gpio_output(board_pin_display_data, false);
    (void)xSemaphoreCreateMutexStatic(&mutex_storage);
}

void bus_take(enum bus_device device)
{
    BaseType_t taken = xSemaphoreTake(mutex, portMAX_DELAY);
    configASSERT(taken == pdTRUE);
    if (device != BUS_CARD) /* who had the bus before has left it with the card */
        bus_select(device);
}

void bus_give(void)
{
    gpio_write(board_pin_display_data, false);
    bus_select(BUS_CARD);
    BaseType_t given = xSemaphoreGive(mutex);
    configASSERT(given == pdTRUE);
}
