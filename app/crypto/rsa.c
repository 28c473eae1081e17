#include "crypto/rsa.h"

#include <string.h>

#include "crypto/residue.h"

void rsa_power(uint32_t *value, const uint32_t *modulus, size_t words, uint32_t exponent, uint32_t *work)
{
    struct residues in;
    residues_begin(&in, modulus, words, NULL, work);
    uint32_t *power = in.square; /* of the radix: not needed once the number is a residue */
    residues_enter(&in, value, value);
    memcpy(power, value, words * sizeof *power);
    unsigned bit = 31;
    while (exponent >> bit == 0)
        bit--;
    while (bit-- > 0) {
        residues_multiply(&in, power, power, power);
        if (exponent >> bit & 1)
            residues_multiply(&in, power, power, value);
    }
    residues_leave(&in, value, power);
}
