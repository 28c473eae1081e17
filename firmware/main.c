/* Start-up of the image: the clock, what must work before anything else, then the tasks of ram.def take over. */
#include "FreeRTOS.h"
#include "task.h"

#include "board.h"
#include "box_settings.h"
#include "bus.h"
#include "crash.h"
#include "front.h"
#include "net.h"
#include "ram.h"
#include "supervisor.h"
#include "sysctl.h"
#include "tasks.h"
#include "watchdog.h"

int main(void);

int main(void)
{
    ram_paint();
    crash_init();
    sysctl_clock_50mhz();
    watchdog_start(WATCHDOG_PERIOD_MS, BOARD_CLOCK_HZ); /* this early: start-up may hang, too */
    box_settings_init();
    front_init();
    bus_init();
    net_init();
    tasks_create();
    vTaskStartScheduler();
    configASSERT(!"the scheduler returned");
}
