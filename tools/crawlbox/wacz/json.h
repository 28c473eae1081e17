/* Writes JSON strings: the only part of JSON that needs care. */
#ifndef CRAWLBOX_WACZ_JSON_H
#define CRAWLBOX_WACZ_JSON_H

#include <stdio.h>

/* The text in quotes; what is not valid UTF-8 becomes U+FFFD, so that the result always is. */
void json_write_string(FILE *out, const char *text);

#endif
