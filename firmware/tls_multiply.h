/*
 * Included before mbedTLS's bignum_core.c (mbedtls.cmake): its inner loop with our multiplication instead of its own, which is
 * written for cores that multiply and add two words at once. Half of the instructions for RSA; no flash more.
 *
 * Hosts keep mbedTLS's: their words have 64 bits.
 */
#ifndef CRAWLBOX_TLS_MULTIPLY_H
#define CRAWLBOX_TLS_MULTIPLY_H

#include "common.h" /* mbedTLS's own: its first include must come first */

#include "bn_mul.h"

#if defined(__ARM_ARCH_7M__)

#include "base/muladd.h"

/* The rounds of mbedTLS's loop at once: it has counted one of them already. */
#undef MULADDC_X8_INIT
#undef MULADDC_X8_CORE
#undef MULADDC_X8_STOP
#define MULADDC_X8_INIT                                                                                      \
    steps_x8++;                                                                                              \
    c = muladd_eights(d, s, steps_x8, b, c);
#define MULADDC_X8_CORE                                                                                      \
    d += 8 * steps_x8;                                                                                       \
    s += 8 * steps_x8;
#define MULADDC_X8_STOP steps_x8 = 0;

#undef MULADDC_X1_INIT
#undef MULADDC_X1_CORE
#undef MULADDC_X1_STOP
#define MULADDC_X1_INIT c = muladd_word(d, s, b, c);
#define MULADDC_X1_CORE d++;
#define MULADDC_X1_STOP s++;

#endif

#endif
