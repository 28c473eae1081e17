#include "internet/settings.h"

const struct keyed_key lab_settings_keys[] = {
    {"clock", KEYED_OFFSET, offsetof(struct lab_settings, clock_s), NULL},
    {"lease", KEYED_NUMBER, offsetof(struct lab_settings, lease_s), NULL},
    {"loss", KEYED_PERMILLE, offsetof(struct lab_settings, loss_permille), NULL},
    {"duplicate", KEYED_PERMILLE, offsetof(struct lab_settings, duplicate_permille), NULL},
    {"reorder", KEYED_PERMILLE, offsetof(struct lab_settings, reorder_permille), NULL},
    {"wire-delay", KEYED_NUMBER, offsetof(struct lab_settings, wire_delay_ms), NULL},
    {"seed", KEYED_NUMBER, offsetof(struct lab_settings, seed), NULL},
    {0},
};
