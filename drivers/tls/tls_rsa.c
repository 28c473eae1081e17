/* The power of RSA for mbedTLS, by our arithmetic (app/crypto): tls_no_private_keys.h makes mbedTLS's
 * rsa.c call it. Host programs, in which numbers have limbs of 64 bits, use mbedTLS's own. */
#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* limbs of numbers */

#include "tls/tls_rsa.h"

#ifdef MBEDTLS_HAVE_INT32

#include "mbedtls/platform.h"

#include "crypto/rsa.h"

enum { BITS_OF_EIGHT_WORDS = 256, EXPONENT_BITS_MAX = 32 };

int tls_rsa_power(mbedtls_mpi *value, const mbedtls_mpi *exponent, mbedtls_mpi *modulus)
{
    size_t words = (mbedtls_mpi_bitlen(modulus) + BITS_OF_EIGHT_WORDS - 1) / BITS_OF_EIGHT_WORDS * 8;
    size_t exponent_bits = mbedtls_mpi_bitlen(exponent);
    if (exponent_bits == 0 || exponent_bits > EXPONENT_BITS_MAX || mbedtls_mpi_get_bit(modulus, 0) == 0)
        return MBEDTLS_ERR_MPI_BAD_INPUT_DATA;
    if (mbedtls_mpi_grow(value, words) != 0 || mbedtls_mpi_grow(modulus, words) != 0)
        return MBEDTLS_ERR_MPI_ALLOC_FAILED;
    uint32_t *work = mbedtls_calloc(RSA_WORK_WORDS(words), sizeof *work);
    if (work == NULL)
        return MBEDTLS_ERR_MPI_ALLOC_FAILED;
    rsa_power(value->p, modulus->p, words, exponent->p[0], work);
    mbedtls_free(work);
    return 0;
}

#endif
