/*
 * CA.BIN (app/fetch/roots.h) made from bundles of certificates in PEM form.
 *
 *     struct ca_file file;
 *     if (ca_build(&file, count, paths) != CLI_YES)          without any path: this machine's own bundle
 *         return CLI_CANNOT;
 *     roots_open(&roots, ca_read, &file);
 *     ...
 *     ca_free(&file);
 */
#ifndef CRAWLBOX_CA_BUNDLE_H
#define CRAWLBOX_CA_BUNDLE_H

#include <stddef.h>
#include <stdint.h>

#define CA_DEFAULT_BUNDLE "/etc/ssl/certs/ca-certificates.crt"

struct ca_file {
    uint8_t *data;
    size_t bytes;
    size_t count; /* of its certificates, if ca_build() made it */
};

/* CLI_YES, or CLI_CANNOT after saying why. Certificates that cannot be used are left out with a notice. */
int ca_build(struct ca_file *file, int count, char **paths);

/* Reads a CA.BIN into memory. CLI_YES, or CLI_CANNOT after saying why. */
int ca_load(struct ca_file *file, const char *path);

/* For roots_open(); the context is a struct ca_file. */
int ca_read(void *context, uint32_t offset, void *to, size_t count);

void ca_free(struct ca_file *file);

#endif
