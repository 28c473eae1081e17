#include "card/sd_device.h"

#include "FreeRTOS.h"
#include "task.h"

#include "base/status.h"
#include "card/bus.h"
#include "card/card.h"
#include "kernel/tasks.h"
#include "port/clock.h"

enum { SLOW_HZ = 400000 };

static struct sd_device *const slot = &ram_card.device;

/* The bus. Taking it is a sign of life: long work on the card is many short holds. */

static void sd_device_take_bus(void *context)
{
    (void)context;
    task_breathe();
    bus_take(BUS_CARD);
    ssi_set_clock(slot->clock_hz);
}

static void sd_device_give_bus(void *context)
{
    (void)context;
    bus_give();
}

static void sd_device_set_clock(void *context, uint32_t hz)
{
    (void)context;
    slot->clock_hz = hz;
    ssi_set_clock(hz);
}

static void sd_device_transfer(void *context, const uint8_t *send, uint8_t *receive, size_t count)
{
    (void)context;
    ssi_transfer(send, receive, count);
}

static uint32_t sd_device_now_ms(void *context)
{
    (void)context;
    return clock_ms_short();
}

static void sd_device_sleep_ms(void *context, uint32_t ms)
{
    (void)context;
    vTaskDelay(pdMS_TO_TICKS(ms));
}

static const struct sdcard_bus bus = {NULL,
                                      sd_device_take_bus,
                                      sd_device_give_bus,
                                      sd_device_set_clock,
                                      sd_device_transfer,
                                      sd_device_now_ms,
                                      sd_device_sleep_ms};

/* The block device. */

static int status_of(int sdcard)
{
    switch (sdcard) {
    case SDCARD_OK: return 0;
    case SDCARD_NO_CARD:
    case SDCARD_CHANGED: return STATUS_CLOSED;
    case SDCARD_TIMEOUT: return STATUS_TIMEOUT;
    case SDCARD_PROTECTED: return STATUS_REFUSED;
    case SDCARD_RANGE:
    case SDCARD_FORGETS: return STATUS_TOO_LONG;
    default: return STATUS_IO;
    }
}

static int sd_device_start(void *context, struct block_info *info)
{
    (void)context;
    int status = status_of(sdcard_start(&slot->sd));
    info->sectors = slot->sd.sectors;
    info->read_only = slot->sd.read_only;
    return status;
}

static int sd_device_read(void *context, uint32_t sector, void *bytes, uint32_t count)
{
    (void)context;
    slot->sectors_read += count;
    return status_of(sdcard_read(&slot->sd, sector, bytes, count));
}

static int sd_device_write(void *context, uint32_t sector, const void *bytes, uint32_t count)
{
    (void)context;
    slot->sectors_written += count;
    return status_of(sdcard_write(&slot->sd, sector, bytes, count));
}

static int sd_device_sync(void *context)
{
    (void)context;
    return status_of(sdcard_sync(&slot->sd));
}

const struct block_device sd_device = {NULL, sd_device_start, sd_device_read, sd_device_write,
                                       sd_device_sync};

void sd_device_init(void)
{
    slot->clock_hz = SLOW_HZ;
    bus_take(BUS_DISPLAY); /* the select pin must move once: QEMU's starts with the display, whatever the pin
                              says */
    bus_give();
    slot->sd.bus = &bus;
}
