/* Intel HEX: bytes as lines of text, as programmers of chips read them. */
#ifndef CRAWLBOX_FLASH_HEX_H
#define CRAWLBOX_FLASH_HEX_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Bytes that lie from address 0 on. */
void hex_write(FILE *out, const uint8_t *bytes, size_t size);

#endif
