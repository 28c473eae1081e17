#include "source/source.h"

#include <string.h>
#include <strings.h>

#include "base/crc32.h"

#define NETWORK UINT32_C(0xC6120000) /* 198.18.0.0/15: addresses for laboratories */

/* The first 16 are for the gateway and the machines that hang on it. */
enum { FIRST = 0x10, ADDRESSES = 0x20000 - FIRST - 1 };

bool site_request_header(const struct site_request *request, const char *name, char *value, size_t size)
{
    size_t length = strlen(name);
    for (const char *line = request->headers; line && *line;) {
        size_t line_length = strcspn(line, "\r\n");
        if (line_length > length && line[length] == ':' && strncasecmp(line, name, length) == 0) {
            const char *from = line + length + 1, *end = line + line_length;
            from += strspn(from, " \t");
            size_t wanted = from < end ? (size_t)(end - from) : 0;
            if (wanted >= size)
                wanted = size - 1;
            memcpy(value, from, wanted);
            value[wanted] = '\0';
            return true;
        }
        line += line_length;
        line += strspn(line, "\r\n");
    }
    return false;
}

uint32_t site_address_of(const char *name)
{
    return NETWORK + FIRST + crc32_update(CRC32_INIT, name, strlen(name)) % ADDRESSES;
}
