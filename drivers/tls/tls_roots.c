#define MBEDTLS_ALLOW_PRIVATE_ACCESS /* own_buffer: see parse_in_place() */

#include "tls/tls_roots.h"

#include "mbedtls/platform.h"

#include "base/status.h"

static const struct roots *trusted;

void tls_roots_use(const struct roots *roots)
{
    trusted = roots;
}

/* Parses without a second copy of the certificate, which saves 1 to 2 KB at the handshake's peak. The
 * parsed form takes over the buffer and frees it in the end. */
static int parse_in_place(mbedtls_x509_crt *certificate, unsigned char *der, size_t bytes)
{
    int error = mbedtls_x509_crt_parse_der_nocopy(certificate, der, bytes);
    if (error == 0)
        certificate->own_buffer = 1;
    return error;
}

static int load_root(const struct root *root, mbedtls_x509_crt *certificate)
{
    unsigned char *der = mbedtls_calloc(1, root->bytes);
    if (der == NULL)
        return MBEDTLS_ERR_X509_ALLOC_FAILED;
    int error = MBEDTLS_ERR_X509_FATAL_ERROR;
    if (trusted->read(trusted->context, root->offset, der, root->bytes) == STATUS_OK)
        error = parse_in_place(certificate, der, root->bytes);
    if (error != 0)
        mbedtls_free(der);
    return error;
}

int tls_roots_find(void *context, const mbedtls_x509_crt *child, mbedtls_x509_crt **candidates)
{
    struct root root;
    mbedtls_x509_crt **end = candidates;
    (void)context;
    *candidates = NULL;
    for (int nth = 0; trusted != NULL && roots_find(trusted, child->issuer_raw.p, child->issuer_raw.len, nth,
                                                    &root) == STATUS_OK;
         nth++) {
        mbedtls_x509_crt *certificate = mbedtls_calloc(1, sizeof *certificate);
        if (certificate == NULL)
            return MBEDTLS_ERR_X509_ALLOC_FAILED; /* the caller frees what is in the list */
        mbedtls_x509_crt_init(certificate);
        *end = certificate;
        end = &certificate->next;
        int error = load_root(&root, certificate);
        if (error != 0)
            return error;
    }
    return 0;
}
