/*
 * What the lab asks of whoever has pages: the consumer's side of "a web". The lab speaks DNS, TLS and HTTP; a
 * source only says which hosts there are and what they answer. A folder of files, a description, WARC files
 * and a generated world are all sources.
 *
 *     static bool find(void *context, const char *name, unsigned asked, struct site_host *host)
 *     {
 *         if (strcmp(name, "www.example.th") != 0)
 *             return false;                                    (the name does not exist: NXDOMAIN)
 *         host->address = 0xC6120102;                          (198.18.1.2; all else may stay zero)
 *         return true;
 *     }
 *
 *     static void answer(void *context, const struct site_request *request, struct site_response *response)
 *     {
 *         response->status = 200;
 *         response->type = "text/html";
 *         response->charset = "utf-8";
 *         response->body = "<p>hello</p>";
 *         response->size = 12;
 *     }
 *
 *     struct site_source source = {.find = find, .answer = answer};
 *
 * Both are called from the lab's one thread; what they hand out must stay valid until release(), not longer.
 * Zero is always the plain case: no delay, no limit, no fault, a good certificate.
 */
#ifndef CRAWLBOX_SOURCE_SOURCE_H
#define CRAWLBOX_SOURCE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* SITE_FAULT_RESET and so on: how an answer goes wrong, by URL. */
enum site_fault {
#define FAULT(id, word, what) SITE_FAULT_##id,
#include "source/faults.def"
#undef FAULT
    SITE_FAULTS
};

/* SITE_CERTIFICATE_EXPIRED and so on: what a host shows on port 443. */
enum site_certificate {
#define CERTIFICATE(id, word, what) SITE_CERTIFICATE_##id,
#include "source/certificates.def"
#undef CERTIFICATE
    SITE_CERTIFICATES
};

/* What becomes of a question for the host's address. */
enum site_dns {
    SITE_DNS_OK,
    SITE_DNS_NXDOMAIN,
    SITE_DNS_SERVFAIL,
    SITE_DNS_SILENT, /* no answer at all */
    SITE_DNS_EMPTY,  /* the name exists, but has no address */
};

/* How the host speaks TLS. */
enum site_tls {
    SITE_TLS_BOTH, /* 1.2 and 1.3 */
    SITE_TLS_12_ONLY,
    SITE_TLS_13_ONLY,
    SITE_TLS_CLOSED, /* port 443 resets every connection */
    SITE_TLS_STALL,  /* the handshake never ends */
};

/* Whether a client finds its earlier session again. */
enum site_resumption {
    SITE_RESUME_BOTH, /* by ticket or by session id */
    SITE_RESUME_BY_ID,
    SITE_RESUME_NEVER,
};

/* How much of a body goes into one TLS record. */
enum site_records { SITE_RECORDS_4K, SITE_RECORDS_16K };

/* How a body's end is marked. */
enum site_transfer {
    SITE_TRANSFER_LENGTH,
    SITE_TRANSFER_CHUNKED, /* with an extension on each chunk and a trailer at the end */
    SITE_TRANSFER_CLOSE,   /* no length: until the connection closes */
};

/* A host of the web. */
struct site_host {
    uint32_t address; /* in the computer's byte order; any but 198.18.0.0 to .15, where the lab and its
                         clients are */
    uint32_t ttl_s;
    enum site_dns dns;
    enum site_certificate certificate;
    bool dead; /* has an address, but nothing there answers: connections time out */
    enum site_tls tls;
    enum site_resumption resumption;
    enum site_records records;
    uint32_t delay_ms;      /* before each answer, on top of the answer's own */
    uint32_t bytes_per_s;   /* of all its connections taken singly; 0: no limit */
    uint32_t loss_permille; /* of its packets, both ways; only over the tap device */
};

/* A request, as parsed; spans live until answer() returns. */
struct site_request {
    const char *host; /* lower case, without a port; "" if the client named none */
    bool https;
    const char *method;
    const char *target;  /* path and query as they came: "/a%20b?c=d"; never empty */
    const char *headers; /* the header lines as they came, each ended by CRLF; see site_request_header() */
};

struct site_response {
    int status;             /* 0: 404 */
    const char *type;       /* of Content-Type; NULL: none */
    const char *charset;    /* of Content-Type; NULL: none */
    const char *headers;    /* further header lines, each ended by CRLF; NULL: none */
    const char *location;   /* of a redirect; NULL: none */
    uint32_t retry_after_s; /* 0: none */
    const void *body;
    size_t size;
    enum site_transfer transfer;
    uint32_t delay_ms;    /* before the first byte */
    uint32_t bytes_per_s; /* 0: the host's */
    enum site_fault fault;
    void (*release)(
        struct site_response *response); /* called once, when everything is sent or given up; or NULL */
    void *owned;                         /* for release() */
};

struct site_source {
    void *context;
    /*
     * Looks a host up by its name in lower case: false if there is none. `asked` is how often DNS was asked
     * for it before, for names that change their address from question to question. `host` comes zeroed.
     */
    bool (*find)(void *context, const char *name, unsigned asked, struct site_host *host);
    /* What the host answers; `response` comes zeroed. Only called for hosts that find() knows, or with host
     * "". */
    void (*answer)(void *context, const struct site_request *request, struct site_response *response);
    /* Frees the context; or NULL. */
    void (*close)(void *context);
};

/* The value of a header line of the request, written to `value` (cut if it is too long); false if there is
 * none. */
bool site_request_header(const struct site_request *request, const char *name, char *value, size_t size);

/* An address of 198.18.0.0/15 that is always the same for a name: for sources whose hosts have none of their
 * own. */
uint32_t site_address_of(const char *name);

#endif
