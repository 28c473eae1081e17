/*
 * Dates as HTTP writes them: "Sun, 06 Nov 1994 08:49:37 GMT", and the two older forms that servers still send
 * ("Sunday, 06-Nov-94 08:49:37 GMT", "Sun Nov  6 08:49:37 1994").
 */
#ifndef CRAWLBOX_FETCH_HTTP_DATE_H
#define CRAWLBOX_FETCH_HTTP_DATE_H

#include <stddef.h>
#include <stdint.h>

/* The date as seconds since 1970, up to the year 2105; 0 if the text has none of these forms. */
uint32_t http_date_parse(const char *text, size_t length);

#endif
