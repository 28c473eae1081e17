#include "lm3s6965/adc.h"

#include "lm3s6965/registers.h"
#include "lm3s6965/sysctl.h"

#define ADC_BASE         0x40038000u
#define ACTIVE_SEQUENCER REGISTER(ADC_BASE, 0x000)
#define START            REGISTER(ADC_BASE, 0x028)
#define SEQUENCE_3       REGISTER(ADC_BASE, 0x0a4) /* control of the one step of sequencer 3 */
#define FIFO_3           REGISTER(ADC_BASE, 0x0a8)
#define FIFO_3_STATUS    REGISTER(ADC_BASE, 0x0ac)

enum {
    SEQUENCER_3 = 1 << 3,
    STEP_IS_LAST = 1 << 1,
    STEP_TEMPERATURE = 1 << 3,
    FIFO_EMPTY = 1 << 8,
    POLLS = 100, /* 10 us at least; a sample takes 2 */
    SAMPLES = 8,
};

static uint32_t sample_temperature(void)
{
    START = SEQUENCER_3;
    for (int polls = 0; (FIFO_3_STATUS & FIFO_EMPTY) && polls < POLLS; polls++) {
    }
    return FIFO_3;
}

uint32_t adc_noise(void)
{
    uint32_t noise = 0;
    sysctl_enable(SYSCTL_ADC);
    ACTIVE_SEQUENCER = 0;
    SEQUENCE_3 = STEP_IS_LAST | STEP_TEMPERATURE;
    ACTIVE_SEQUENCER = SEQUENCER_3;
    for (int i = 0; i < SAMPLES; i++)
        noise = (noise << 5 | noise >> 27) ^ sample_temperature();
    return noise;
}
