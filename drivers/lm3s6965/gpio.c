#include "lm3s6965/gpio.h"

#include "lm3s6965/registers.h"
#include "lm3s6965/sysctl.h"

enum { DIRECTION = 0x400, FUNCTION = 0x420, DRIVE_2MA = 0x500, PULL_UP = 0x510, DIGITAL = 0x51c };

static inline uint32_t base_of(enum gpio_port port)
{
    /* four ports in one block, the others in a second one */
    return port < GPIO_E ? 0x40004000u + 0x1000u * port : 0x40024000u + 0x1000u * (port - GPIO_E);
}

static uint32_t bit_of(struct gpio_pin pin)
{
    return 1u << pin.number;
}

static uint32_t enabled_port(struct gpio_pin pin)
{
    sysctl_enable((enum sysctl_device)(SYSCTL_GPIO_A + pin.port));
    return base_of(pin.port);
}

void gpio_output(struct gpio_pin pin, bool level)
{
    uint32_t base = enabled_port(pin);
    REGISTER(base, FUNCTION) &= ~bit_of(pin);
    REGISTER(base, DIGITAL) |= bit_of(pin);
    gpio_write(pin, level); /* before the pin becomes an output: no glitch */
    REGISTER(base, DIRECTION) |= bit_of(pin);
    gpio_write(pin, level); /* an emulator takes a level only while the pin is an output */
}

void gpio_input_pull_up(struct gpio_pin pin)
{
    uint32_t base = enabled_port(pin);
    REGISTER(base, FUNCTION) &= ~bit_of(pin);
    REGISTER(base, DIRECTION) &= ~bit_of(pin);
    REGISTER(base, DRIVE_2MA) |= bit_of(pin);
    REGISTER(base, PULL_UP) |= bit_of(pin);
    REGISTER(base, DIGITAL) |= bit_of(pin);
}

void gpio_peripheral(struct gpio_pin pin)
{
    uint32_t base = enabled_port(pin);
    REGISTER(base, FUNCTION) |= bit_of(pin);
    REGISTER(base, DIGITAL) |= bit_of(pin);
}

void gpio_write(struct gpio_pin pin, bool level)
{
    REGISTER(base_of(pin.port), bit_of(pin) << 2) = level ? bit_of(pin) : 0;
}

bool gpio_read(struct gpio_pin pin)
{
    return REGISTER(base_of(pin.port), bit_of(pin) << 2) != 0;
}
