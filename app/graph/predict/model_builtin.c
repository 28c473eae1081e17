/*
 * The model that comes with the image and with the host program, made by `sh tools/renew.sh`: what
 * `crawlbox-lab train --world closed-2009 --abroad 20 --cdn 10 --limit 1000 --date 1970-01-01` learns. It
 * was learned with floating point, which need not be the same on every machine, so its bytes are kept and not
 * made anew by each build; host_model learns them again and compares.
 */
#include "graph/predict/model.h"

/* The model has a section of its own, so that `crawlbox flash` can put another model in its place. */
__attribute__((section(".rodata.model"))) const uint8_t model_builtin[] = {
#include "graph/predict/model_builtin.inc"
};
const uint32_t model_builtin_size = sizeof model_builtin;
