#include "internet/authority.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

enum { DAY_S = 86400, ROOT_DAYS = 3650, LEAF_DAYS = 90, NAMES_OF_LONG_LEAF = 100, LONG_CHAIN = 7 };

enum key {
    KEY_ROOT_RSA,
    KEY_ROOT_EC,
    KEY_ROOT_UNKNOWN,
    KEY_P256,
    KEY_P384,
    KEY_RSA2048,
    KEY_RSA4096,
    KEYS,
};

/* An RSA key has bits, another one a curve. */
static const struct {
    unsigned bits;
    const char *curve;
} key_kinds[KEYS] = {
    [KEY_ROOT_RSA] = {.bits = 4096},         [KEY_ROOT_EC] = {.curve = "P-384"},
    [KEY_ROOT_UNKNOWN] = {.curve = "P-256"}, [KEY_P256] = {.curve = "P-256"},
    [KEY_P384] = {.curve = "P-384"},         [KEY_RSA2048] = {.bits = 2048},
    [KEY_RSA4096] = {.bits = 4096},
};

/* Who signs whom: a leaf's key, its root, how many intermediates lie between them. Those have the leaf's kind
 * of key. */
static const struct {
    enum key key, root;
    int intermediates;
} kinds[SITE_CERTIFICATES] = {
    [SITE_CERTIFICATE_P256] = {KEY_P256, KEY_ROOT_EC, 1},
    [SITE_CERTIFICATE_P384] = {KEY_P384, KEY_ROOT_EC, 1},
    [SITE_CERTIFICATE_RSA2048] = {KEY_RSA2048, KEY_ROOT_RSA, 1},
    [SITE_CERTIFICATE_RSA4096] = {KEY_RSA4096, KEY_ROOT_RSA, 1},
    [SITE_CERTIFICATE_LONG] = {KEY_RSA4096, KEY_ROOT_RSA, LONG_CHAIN},
    [SITE_CERTIFICATE_NAMES] = {KEY_RSA2048, KEY_ROOT_RSA, 1},
    [SITE_CERTIFICATE_EXPIRED] = {KEY_P256, KEY_ROOT_EC, 1},
    [SITE_CERTIFICATE_FUTURE] = {KEY_P256, KEY_ROOT_EC, 1},
    [SITE_CERTIFICATE_WRONG_HOST] = {KEY_P256, KEY_ROOT_EC, 1},
    [SITE_CERTIFICATE_UNKNOWN_ROOT] = {KEY_P256, KEY_ROOT_UNKNOWN, 1},
    [SITE_CERTIFICATE_SELF_SIGNED] = {KEY_P256, KEY_P256, 0},
    [SITE_CERTIFICATE_NO_CHAIN] = {KEY_P256, KEY_ROOT_EC, 1},
};

struct authority {
    EVP_PKEY *keys[KEYS];
    X509 *roots[KEYS]; /* of those keys that are roots' */
    STACK_OF(X509) * chains[SITE_CERTIFICATES];
    long serial;
};

/*
 * Of more than two primes, which only the one who makes it notices: primes of a quarter of the length are
 * found many times faster than those of half of it, and nobody's secrets depend on these keys.
 */
static EVP_PKEY *make_rsa(unsigned bits)
{
    EVP_PKEY *key = NULL;
    EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_id(EVP_PKEY_RSA, NULL);
    int primes = bits >= 4096 ? 4 : 3;
    if (context && EVP_PKEY_keygen_init(context) > 0 &&
        EVP_PKEY_CTX_set_rsa_keygen_bits(context, (int)bits) > 0 &&
        EVP_PKEY_CTX_set_rsa_keygen_primes(context, primes) > 0)
        EVP_PKEY_generate(context, &key);
    EVP_PKEY_CTX_free(context);
    return key;
}

static EVP_PKEY *key_of(struct authority *authority, enum key key)
{
    EVP_PKEY **kept = &authority->keys[key];
    if (!*kept)
        *kept = key_kinds[key].curve ? EVP_EC_gen(key_kinds[key].curve) : make_rsa(key_kinds[key].bits);
    return *kept;
}

/* ---- One certificate ---- */

struct request {
    const char *name; /* of the subject */
    enum key key;     /* whose public half it holds */
    enum key signer;
    X509 *issuer;     /* NULL: itself */
    const char *host; /* of a leaf; NULL: an authority */
    int names;        /* how many further names a leaf has */
    int from_days, to_days;
};

static bool set_name(X509_NAME *name, const char *text)
{
    return X509_NAME_add_entry_by_NID(name, NID_organizationName, MBSTRING_UTF8,
                                      (const unsigned char *)"Crawlbox lab", -1, -1, 0) &&
           X509_NAME_add_entry_by_NID(name, NID_commonName, MBSTRING_UTF8, (const unsigned char *)text, -1,
                                      -1, 0);
}

static bool add_extension(X509 *certificate, X509 *issuer, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx_nodb(&context);
    X509V3_set_ctx(&context, issuer ? issuer : certificate, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    bool added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return added;
}

/* "DNS:www.example.th,DNS:name0.lab.example,...". */
static bool add_host_names(X509 *certificate, const struct request *request)
{
    enum { NAME_BYTES = 40 };
    size_t size = strlen(request->host) + NAME_BYTES * (size_t)(request->names + 1);
    char *text = malloc(size);
    if (!text)
        return false;
    int length = snprintf(text, size, "DNS:%s", request->host);
    for (int i = 0; i < request->names; i++)
        length += snprintf(text + length, size - (size_t)length, ",DNS:name%d.of-many.lab.example", i);
    bool added = add_extension(certificate, request->issuer, NID_subject_alt_name, text);
    free(text);
    return added;
}

static bool add_extensions(X509 *certificate, const struct request *request)
{
    bool done = add_extension(certificate, request->issuer, NID_subject_key_identifier, "hash");
    if (request->issuer)
        done =
            done && add_extension(certificate, request->issuer, NID_authority_key_identifier, "keyid:always");
    if (!request->host)
        return done &&
               add_extension(certificate, request->issuer, NID_basic_constraints, "critical,CA:TRUE") &&
               add_extension(certificate, request->issuer, NID_key_usage, "critical,keyCertSign,cRLSign");
    return done && add_extension(certificate, request->issuer, NID_basic_constraints, "critical,CA:FALSE") &&
           add_extension(certificate, request->issuer, NID_ext_key_usage, "serverAuth") &&
           add_host_names(certificate, request);
}

static X509 *make_certificate(struct authority *authority, const struct request *request)
{
    X509 *certificate = X509_new();
    EVP_PKEY *key = key_of(authority, request->key), *signer = key_of(authority, request->signer);
    bool made = certificate && key && signer && X509_set_version(certificate, X509_VERSION_3) &&
                ASN1_INTEGER_set(X509_get_serialNumber(certificate), ++authority->serial) &&
                X509_gmtime_adj(X509_getm_notBefore(certificate), (long)request->from_days * DAY_S) &&
                X509_gmtime_adj(X509_getm_notAfter(certificate), (long)request->to_days * DAY_S) &&
                set_name(X509_get_subject_name(certificate), request->name) &&
                X509_set_issuer_name(
                    certificate, X509_get_subject_name(request->issuer ? request->issuer : certificate)) &&
                X509_set_pubkey(certificate, key) && add_extensions(certificate, request) &&
                X509_sign(certificate, signer, EVP_sha256());
    if (made)
        return certificate;
    X509_free(certificate);
    return NULL;
}

/* ---- Roots and intermediates ---- */

static X509 *root_of(struct authority *authority, enum key key)
{
    static const char *const names[KEYS] = {
        [KEY_ROOT_RSA] = "Lab root R",
        [KEY_ROOT_EC] = "Lab root E",
        [KEY_ROOT_UNKNOWN] = "Root that nobody is told of",
    };
    X509 **kept = &authority->roots[key];
    if (!*kept)
        *kept = make_certificate(authority, &(struct request){.name = names[key],
                                                              .key = key,
                                                              .signer = key,
                                                              .from_days = -ROOT_DAYS,
                                                              .to_days = ROOT_DAYS});
    return *kept;
}

/* Puts the intermediates between a root and its leaves in the order in which servers send them: the root's
 * own last. */
static bool build_chain(struct authority *authority, enum site_certificate kind, STACK_OF(X509) * chain)
{
    X509 *issuer = root_of(authority, kinds[kind].root);
    enum key signer = kinds[kind].root;
    for (int i = 0; issuer && i < kinds[kind].intermediates; i++) {
        char name[64];
        snprintf(name, sizeof name, "Lab intermediate %d of kind %d", i + 1, (int)kind);
        X509 *next = make_certificate(authority, &(struct request){.name = name,
                                                                   .key = kinds[kind].key,
                                                                   .signer = signer,
                                                                   .issuer = issuer,
                                                                   .from_days = -ROOT_DAYS,
                                                                   .to_days = ROOT_DAYS});
        if (!next || !sk_X509_unshift(chain, next)) {
            X509_free(next);
            return false;
        }
        issuer = next;
        signer = kinds[kind].key;
    }
    return issuer != NULL;
}

/* All intermediates, also those that a forgetful server does not send. NULL if OpenSSL fails. */
static STACK_OF(X509) * whole_chain(struct authority *authority, enum site_certificate kind)
{
    if (!authority->chains[kind])
        authority->chains[kind] = sk_X509_new_null();
    STACK_OF(X509) *chain = authority->chains[kind];
    if (chain && sk_X509_num(chain) < kinds[kind].intermediates && !build_chain(authority, kind, chain))
        return NULL;
    return chain;
}

STACK_OF(X509) * authority_chain(struct authority *authority, enum site_certificate kind)
{
    return kind == SITE_CERTIFICATE_NO_CHAIN ? NULL : whole_chain(authority, kind);
}

/* ---- Leaves ---- */

X509 *authority_issue(struct authority *authority, enum site_certificate kind, const char *host)
{
    struct request request = {
        .name = "A host of the lab",
        .key = kinds[kind].key,
        .signer = kinds[kind].intermediates > 0 ? kinds[kind].key : kinds[kind].root,
        .host = kind == SITE_CERTIFICATE_WRONG_HOST ? "another.lab.example" : host,
        .names = kind == SITE_CERTIFICATE_NAMES ? NAMES_OF_LONG_LEAF : 0,
        .from_days = kind == SITE_CERTIFICATE_FUTURE ? 1 : -LEAF_DAYS,
        .to_days = kind == SITE_CERTIFICATE_EXPIRED ? -1 : LEAF_DAYS,
    };
    if (kind != SITE_CERTIFICATE_SELF_SIGNED) {
        STACK_OF(X509) *chain = whole_chain(authority, kind);
        if (!chain)
            return NULL;
        request.issuer = sk_X509_value(chain, 0);
    }
    return make_certificate(authority, &request);
}

EVP_PKEY *authority_key(struct authority *authority, enum site_certificate kind)
{
    return key_of(authority, kinds[kind].key);
}

bool authority_write_roots(struct authority *authority, const char *path)
{
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    bool written = PEM_write_X509(file, root_of(authority, KEY_ROOT_RSA)) &&
                   PEM_write_X509(file, root_of(authority, KEY_ROOT_EC));
    return fclose(file) == 0 && written;
}

struct authority *authority_new(void)
{
    struct authority *authority = calloc(1, sizeof *authority);
    if (authority && root_of(authority, KEY_ROOT_RSA) && root_of(authority, KEY_ROOT_EC))
        return authority;
    cli_error("cannot make the lab's certificates: %s", ERR_error_string(ERR_get_error(), NULL));
    authority_free(authority);
    return NULL;
}

void authority_free(struct authority *authority)
{
    if (!authority)
        return;
    for (int i = 0; i < KEYS; i++) {
        EVP_PKEY_free(authority->keys[i]);
        X509_free(authority->roots[i]);
    }
    for (int i = 0; i < SITE_CERTIFICATES; i++)
        sk_X509_pop_free(authority->chains[i], X509_free);
    free(authority);
}
