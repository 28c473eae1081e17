/*
 * The analogue-digital converter, for one purpose: the lowest bits of the chip's own temperature sensor are noise.
 *
 *     uint32_t noise = adc_noise();         several samples folded together; a few bits of it nobody can know
 */
#ifndef CRAWLBOX_DRIVERS_ADC_H
#define CRAWLBOX_DRIVERS_ADC_H

#include <stdint.h>

uint32_t adc_noise(void);

#endif
