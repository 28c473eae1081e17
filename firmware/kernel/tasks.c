#include "kernel/tasks.h"

#include "kernel/ram.h"
#include "kernel/sleep.h"
#include "port/clock.h"
#include "port/platform.h"

/* The kernel calls this by name; from V10 on its headers declare it too. */
void vApplicationGetIdleTaskMemory(StaticTask_t **control, StackType_t **stack,
                                   configSTACK_DEPTH_TYPE *words);

struct task {
    const char *name;
    void (*run)(void);
    StackType_t *stack;
    uint16_t stack_words;
    uint8_t priority;
};

static const struct task tasks[ROLE_COUNT] = {
#define TASK(name, stack_bytes, priority, what)                                                              \
    [ROLE_##name] = {#name, task_##name, stack_##name.words, (stack_bytes) / sizeof(StackType_t), priority},
#define STACK(name, stack_bytes, what)
#define OBJECT(name, type, what)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT
};

enum {
    BREATH_EVERY_MS = 250,
    BREATH_MS = 5, /* less urgent tasks get a fiftieth of the time */
};

#define TASK(name, stack_bytes, priority, what)                                                              \
    _Static_assert((priority) > 0 && (priority) < configMAX_PRIORITIES,                                      \
                   "ram.def: the priority of task " #name " must be from 1 to configMAX_PRIORITIES - 1");
#define STACK(name, stack_bytes, what)
#define OBJECT(name, type, what)
#include "ram.def"
#undef TASK
#undef STACK
#undef OBJECT

static StaticTask_t control[ROLE_COUNT];
static StaticTask_t idle_control;

struct watch tasks_watch;

static struct {
    uint32_t started_us;
    uint32_t task_us[ROLE_COUNT]; /* the kernel's counts when the window opened */
    uint32_t idle_us;
    uint64_t asleep_us; /* since power-up; asleep_us() of when the window opened is its lower half */
    struct task_load load;
} window;

static void task_run(void *task)
{
    ((const struct task *)task)->run();
    configASSERT(!"a task returned");
}

TaskHandle_t task_handle(enum role task)
{
    return (TaskHandle_t)&control[task]; /* the kernel's handle is the address of the control block */
}

void tasks_create(void)
{
    for (unsigned i = 0; i < ROLE_COUNT; i++) {
        const struct task *task = &tasks[i];
        TaskHandle_t handle =
            xTaskCreateStatic(task_run, task->name, task->stack_words, (void *)(uintptr_t)task,
                              task->priority, task->stack, &control[i]);
        configASSERT(handle == task_handle(i));
    }
}

unsigned task_priority(enum role task)
{
    return tasks[task].priority;
}

void task_breathe(void)
{
    static uint32_t breathed_ms, slept_us;
    if (platform_self() == ROLE_COUNT)
        return;
    platform_check_in();
    if (clock_ms_short() - breathed_ms < BREATH_EVERY_MS)
        return;
    if (slept_us == asleep_us()) /* else there was time for everybody */
        vTaskDelay(pdMS_TO_TICKS(BREATH_MS));
    breathed_ms = clock_ms_short();
    slept_us = asleep_us();
}

static uint16_t task_share_of_time(uint32_t part_us, uint32_t whole_us)
{
    /* A window lasts seconds: 1,000 times it would not fit 32 bits. */
    uint32_t tenths = part_us / (whole_us / 1000 + 1);
    return (uint16_t)(tenths < 1000 ? tenths : 1000);
}

static uint32_t task_running_us(TaskHandle_t handle)
{
    TaskStatus_t status;
    vTaskGetInfo(handle, &status, pdFALSE, eReady);
    return (uint32_t)status.ulRunTimeCounter;
}

uint32_t task_worked_us(enum role task)
{
    return task_running_us(task_handle(task));
}

/* Returns by how much a count has grown since *last, and sets *last to `now`. */
static uint32_t growth_since_last(uint32_t *last, uint32_t now)
{
    uint32_t grown = now - *last;
    *last = now;
    return grown;
}

void tasks_measure(void)
{
    uint32_t whole = growth_since_last(&window.started_us, clock_us());
    for (unsigned i = 0; i < ROLE_COUNT; i++)
        window.load.task[i] =
            task_share_of_time(growth_since_last(&window.task_us[i], task_running_us(task_handle(i))), whole);
    window.load.idle = task_share_of_time(
        growth_since_last(&window.idle_us, task_running_us(xTaskGetIdleTaskHandle())), whole);
    uint32_t slept = asleep_us() - (uint32_t)window.asleep_us;
    window.load.asleep = task_share_of_time(slept, whole);
    window.asleep_us += slept;
    /* microseconds of a millisecond are tenths of a percent */
    window.load.asleep_since_start = (uint16_t)(window.asleep_us / (clock_ms() + 1));
}

const struct task_load *tasks_load(void)
{
    return &window.load;
}

void vApplicationGetIdleTaskMemory(StaticTask_t **control_block, StackType_t **stack,
                                   configSTACK_DEPTH_TYPE *words)
{
    *control_block = &idle_control;
    *stack = stack_idle.words;
    *words = sizeof stack_idle.words / sizeof(StackType_t);
}
