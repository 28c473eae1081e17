/* Start-up of the image: the clock, what must work before anything else, then the tasks of ram.def take
 * over. */
#include "FreeRTOS.h"
#include "task.h"

#include "board.h"
#include "card/bus.h"
#include "front/front.h"
#include "kernel/crash.h"
#include "kernel/ram.h"
#include "kernel/tasks.h"
#include "lm3s6965/sysctl.h"
#include "lm3s6965/watchdog.h"
#include "net/net.h"
#include "work/crawler.h"

int main(void);

int main(void)
{
    ram_paint();
    crash_init();
    sysctl_clock_50mhz();
    /* this early: start-up may hang, too */
    watchdog_start(WATCH_BITE_MS, BOARD_CLOCK_HZ, BOARD_PRIORITY_WATCHDOG);
    crawler_init();
    front_init_pins();
    bus_init();
    net_init();
    tasks_create();
    vTaskStartScheduler();
    configASSERT(!"the scheduler returned");
}
