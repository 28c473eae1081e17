/*
 * The analogue-digital converter, for one purpose: the lowest bits of the chip's own temperature sensor are
 * noise, which firmware/kernel/entropy.c collects.
 *
 *     uint32_t noise = adc_noise();         several samples; nobody can foresee a few bits of it
 */
#ifndef CRAWLBOX_DRIVERS_LM3S6965_ADC_H
#define CRAWLBOX_DRIVERS_LM3S6965_ADC_H

#include <stdint.h>

uint32_t adc_noise(void);

#endif
