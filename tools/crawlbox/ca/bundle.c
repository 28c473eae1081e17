#include "ca/bundle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "base/status.h"
#include "cli.h"
#include "fetch/roots.h"

#define PEM_BEGIN "-----BEGIN CERTIFICATE-----"
#define PEM_END   "-----END CERTIFICATE-----"

enum { CERTIFICATES_MAX = 1000, DER_SEQUENCE = 0x30, DER_INTEGER = 0x02, DER_EXPLICIT_0 = 0xa0 };

struct certificate {
    uint8_t key[ROOTS_KEY_BYTES];
    uint8_t *der;
    size_t bytes;
};

struct bundle {
    struct certificate certificates[CERTIFICATES_MAX];
    size_t count;
    size_t refused;
};

struct der {
    const uint8_t *at;
    size_t left;
};

/* Takes the next element of that tag: its content goes to *inside, its whole length (tag included) to *whole
 * if wanted. */
static int der_take(struct der *der, uint8_t tag, struct der *inside, size_t *whole)
{
    if (der->left < 2 || der->at[0] != tag)
        return STATUS_INVALID;
    size_t length = der->at[1], header = 2;
    if (length & 0x80) {
        size_t digits = length & 0x7f;
        if (digits == 0 || digits > 3 || der->left < 2 + digits)
            return STATUS_INVALID;
        length = 0;
        for (size_t i = 0; i < digits; i++)
            length = length << 8 | der->at[2 + i];
        header += digits;
    }
    if (length > der->left - header)
        return STATUS_INVALID;
    *inside = (struct der){der->at + header, length};
    if (whole)
        *whole = header + length;
    der->at += header + length;
    der->left -= header + length;
    return STATUS_OK;
}

/* The subject of a certificate: Certificate { TBS { [0] version, serial, algorithm, issuer, validity, subject
 * ... */
static int find_subject(const struct certificate *certificate, struct der *subject)
{
    struct der rest = {certificate->der, certificate->bytes}, outer, tbs, skipped;
    size_t whole;
    if (der_take(&rest, DER_SEQUENCE, &outer, NULL) || rest.left != 0 ||
        der_take(&outer, DER_SEQUENCE, &tbs, NULL))
        return STATUS_INVALID;
    if (tbs.left > 0 && tbs.at[0] == DER_EXPLICIT_0)
        der_take(&tbs, DER_EXPLICIT_0, &skipped, NULL);
    if (der_take(&tbs, DER_INTEGER, &skipped, NULL) || der_take(&tbs, DER_SEQUENCE, &skipped, NULL) ||
        der_take(&tbs, DER_SEQUENCE, &skipped, NULL) || der_take(&tbs, DER_SEQUENCE, &skipped, NULL))
        return STATUS_INVALID;
    const uint8_t *start = tbs.at;
    if (der_take(&tbs, DER_SEQUENCE, &skipped, &whole))
        return STATUS_INVALID;
    *subject = (struct der){start, whole};
    return STATUS_OK;
}

static int base64_digit(char c)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = c ? strchr(digits, c) : NULL;
    return found ? (int)(found - digits) : -1;
}

/* Decodes Base64 in place of a new buffer; what is no digit (line ends, padding) is skipped. */
static uint8_t *base64_decode(const char *text, size_t length, size_t *bytes)
{
    uint8_t *out = malloc(length / 4 * 3 + 3);
    uint32_t bits = 0;
    unsigned held = 0;
    *bytes = 0;
    for (size_t i = 0; out && i < length; i++) {
        int digit = base64_digit(text[i]);
        if (digit < 0)
            continue;
        bits = bits << 6 | (uint32_t)digit;
        held += 6;
        if (held >= 8) {
            held -= 8;
            out[(*bytes)++] = (uint8_t)(bits >> held);
        }
    }
    return out;
}

static int add_certificate(struct bundle *bundle, const char *path, const char *text, size_t length)
{
    struct certificate *certificate = &bundle->certificates[bundle->count];
    struct der subject;
    if (bundle->count == CERTIFICATES_MAX)
        return cli_error("%s: more than %d certificates", path, CERTIFICATES_MAX);
    certificate->der = base64_decode(text, length, &certificate->bytes);
    if (!certificate->der)
        return cli_no_memory();
    if (find_subject(certificate, &subject) != STATUS_OK || certificate->bytes > ROOTS_CERTIFICATE_MAX) {
        fprintf(stderr, "crawlbox ca: %s: certificate %zu is %s; left out\n", path,
                bundle->count + bundle->refused + 1,
                certificate->bytes > ROOTS_CERTIFICATE_MAX ? "too long" : "not well-formed");
        free(certificate->der);
        bundle->refused++;
        return CLI_YES;
    }
    roots_key(subject.at, subject.left, certificate->key);
    bundle->count++;
    return CLI_YES;
}

static int read_bundle(struct bundle *bundle, const char *path)
{
    size_t size;
    char *text = cli_read_file(path, &size);
    int status = text ? CLI_YES : CLI_CANNOT;
    size_t before = bundle->count;
    for (const char *at = text; status == CLI_YES && (at = strstr(at, PEM_BEGIN)) != NULL;) {
        at += strlen(PEM_BEGIN);
        const char *end = strstr(at, PEM_END);
        if (!end)
            status = cli_error("%s: the last certificate is cut off", path);
        else
            status = add_certificate(bundle, path, at, (size_t)(end - at));
    }
    if (status == CLI_YES && bundle->count == before)
        status = cli_error("%s holds no certificates in PEM form", path);
    free(text);
    return status;
}

static int compare(const void *left, const void *right)
{
    const struct certificate *a = left, *b = right;
    int order = memcmp(a->key, b->key, ROOTS_KEY_BYTES);
    if (order == 0 && a->bytes != b->bytes)
        return a->bytes < b->bytes ? -1 : 1;
    return order ? order : memcmp(a->der, b->der, a->bytes);
}

/* The same root often stands in several bundles. */
static void sort_and_drop_twins(struct bundle *bundle)
{
    size_t kept = 0;
    qsort(bundle->certificates, bundle->count, sizeof bundle->certificates[0], compare);
    for (size_t i = 0; i < bundle->count; i++) {
        if (kept > 0 && compare(&bundle->certificates[kept - 1], &bundle->certificates[i]) == 0)
            free(bundle->certificates[i].der);
        else
            bundle->certificates[kept++] = bundle->certificates[i];
    }
    bundle->count = kept;
}

static uint8_t *lay_out(const struct bundle *bundle, size_t *bytes)
{
    size_t at = ROOTS_HEADER_BYTES + bundle->count * ROOTS_ENTRY_BYTES;
    *bytes = at;
    for (size_t i = 0; i < bundle->count; i++)
        *bytes += bundle->certificates[i].bytes;
    uint8_t *file = calloc(1, *bytes);
    if (!file)
        return NULL;
    for (size_t i = 0; i < bundle->count; i++) {
        const struct certificate *certificate = &bundle->certificates[i];
        uint8_t *entry = file + ROOTS_HEADER_BYTES + i * ROOTS_ENTRY_BYTES;
        memcpy(entry, certificate->key, ROOTS_KEY_BYTES);
        bytes_put32(entry + ROOTS_KEY_BYTES, (uint32_t)at);
        bytes_put32(entry + ROOTS_KEY_BYTES + 4, (uint32_t)certificate->bytes);
        memcpy(file + at, certificate->der, certificate->bytes);
        at += certificate->bytes;
    }
    memcpy(file, ROOTS_MAGIC, ROOTS_MAGIC_BYTES);
    bytes_put16(file + 4, ROOTS_VERSION);
    bytes_put16(file + 6, (uint16_t)bundle->count);
    bytes_put32(file + 8, (uint32_t)*bytes);
    bytes_put32(file + 12, crc32_update(CRC32_INIT, file + ROOTS_HEADER_BYTES, *bytes - ROOTS_HEADER_BYTES));
    return file;
}

int ca_build(struct ca_file *file, int count, char **paths)
{
    static struct bundle bundle;
    char *standard[] = {(char[]){CA_DEFAULT_BUNDLE}};
    int status = CLI_YES;
    *file = (struct ca_file){0};
    if (count == 0) {
        paths = standard;
        count = 1;
    }
    for (int i = 0; i < count && status == CLI_YES; i++)
        status = read_bundle(&bundle, paths[i]);
    if (status == CLI_YES) {
        sort_and_drop_twins(&bundle);
        file->count = bundle.count;
        file->data = lay_out(&bundle, &file->bytes);
        status = file->data ? CLI_YES : cli_no_memory();
    }
    for (size_t i = 0; i < bundle.count; i++)
        free(bundle.certificates[i].der);
    bundle.count = bundle.refused = 0;
    return status;
}

int ca_load(struct ca_file *file, const char *path)
{
    *file = (struct ca_file){0};
    file->data = (uint8_t *)cli_read_file(path, &file->bytes);
    return file->data ? CLI_YES : CLI_CANNOT;
}

int ca_read(void *context, uint32_t offset, void *to, size_t count)
{
    const struct ca_file *file = context;
    if (offset > file->bytes || count > file->bytes - offset)
        return STATUS_DAMAGED;
    memcpy(to, file->data + offset, count);
    return STATUS_OK;
}

void ca_free(struct ca_file *file)
{
    free(file->data);
    *file = (struct ca_file){0};
}
