/* Quantiles of heavy-tailed distributions, fitted to a sum by bisection. */
#include <math.h>

#include "world/spread.h"

enum { FIT_STEPS = 40 };

static double middle_quantile(uint32_t index, uint32_t count)
{
    return (index + 0.5) / count;
}

static uint64_t fill_power_law(uint32_t *values, uint32_t count, double exponent, uint32_t largest)
{
    double power = 1.0 - exponent;
    double tail = pow(largest + 1.0, power);
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        double value = pow(1.0 - middle_quantile(i, count) * (1.0 - tail), 1.0 / power);
        values[i] = value < 1.0 ? 1 : value > largest ? largest : (uint32_t)value;
        sum += values[i];
    }
    return sum;
}

double spread_power_law(uint32_t *values, uint32_t count, uint64_t total, uint32_t largest)
{
    double low = 1.01, high = 6.0;
    for (int step = 0; step < FIT_STEPS && count > 0; step++) {
        double exponent = (low + high) / 2;
        if (fill_power_law(values, count, exponent, largest) > total)
            low = exponent; /* too much: a steeper law */
        else
            high = exponent;
    }
    return (low + high) / 2;
}

static uint64_t fill_sizes(uint32_t *values, uint32_t count, double scale, double width, uint32_t largest)
{
    uint64_t sum = 0;
    for (uint32_t i = 0; i < count; i++) {
        double quantile = middle_quantile(i, count);
        double value = scale * pow(quantile / (1.0 - quantile), width);
        values[i] = value < 1.0 ? 1 : value > largest ? largest : (uint32_t)(value + 0.5);
        sum += values[i];
    }
    return sum;
}

void spread_sizes(uint32_t *values, uint32_t count, uint64_t total, double width, uint32_t largest)
{
    double low = 0.01, high = largest;
    for (int step = 0; step < FIT_STEPS && count > 0; step++) {
        double scale = sqrt(low * high);
        if (fill_sizes(values, count, scale, width, largest) > total)
            high = scale;
        else
            low = scale;
    }
}

void spread_shuffle(uint32_t *values, uint32_t count, struct random *random)
{
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = random_below(random, i);
        uint32_t kept = values[i - 1];
        values[i - 1] = values[other];
        values[other] = kept;
    }
}
