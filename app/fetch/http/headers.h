/* Which headers matter, and what their values mean. For the response parser. */
#ifndef CRAWLBOX_FETCH_HTTP_HEADERS_H
#define CRAWLBOX_FETCH_HTTP_HEADERS_H

#include "fetch/http/http.h"

enum http_header {
    HTTP_HEADER_OTHER,
    HTTP_HEADER_CONNECTION,
    HTTP_HEADER_CONTENT_ENCODING,
    HTTP_HEADER_CONTENT_LENGTH,
    HTTP_HEADER_CONTENT_TYPE,
    HTTP_HEADER_DATE,
    HTTP_HEADER_ETAG,
    HTTP_HEADER_LAST_MODIFIED,
    HTTP_HEADER_LOCATION,
    HTTP_HEADER_RETRY_AFTER,
    HTTP_HEADER_SET_COOKIE,
    HTTP_HEADER_TRANSFER_ENCODING,
};

/* The header of that name, in upper or lower case. */
enum http_header http_header_find(const char *name, size_t length);

/* Takes the complete value of response->header out of response->value; may set response->failure. */
void http_header_take(struct http_response *response);

#endif
