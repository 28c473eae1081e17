#include "tls/tls_roots.h"

#include "mbedtls/platform.h"

#include "base/status.h"

static const struct roots *trusted;

void tls_roots_use(const struct roots *roots)
{
    trusted = roots;
}

int tls_roots_read(const struct der *name, int nth, struct der *root)
{
    struct root place;
    if (trusted == NULL)
        return STATUS_NOT_FOUND;
    int status = roots_find(trusted, name->at, der_bytes(name), nth, &place);
    if (status != STATUS_OK)
        return status;
    uint8_t *bytes = mbedtls_calloc(1, place.bytes);
    if (bytes == NULL)
        return STATUS_FULL;
    status = trusted->read(trusted->context, place.offset, bytes, place.bytes);
    if (status != STATUS_OK)
        mbedtls_free(bytes);
    *root = (struct der){bytes, bytes + place.bytes};
    return status;
}
