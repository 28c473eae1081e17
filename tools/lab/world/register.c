/* Names as one text, places in it, and the order of the names. */
#include "world/register.h"

#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "read/url/key.h"
#include "world/world.h"

enum { FIRST_TEXT_BYTES = 65536, FIRST_NAMES = 2048 };

struct named {
    const char *key; /* the name without www */
    uint32_t host;
};

struct host_register {
    char *text;
    size_t used, text_room;
    size_t *at; /* in the text, by host */
    uint32_t count, room;
    struct named *sorted;
};

struct host_register *register_new(void)
{
    struct host_register *names = calloc(1, sizeof *names);
    if (!names)
        return NULL;
    names->text = malloc(FIRST_TEXT_BYTES);
    names->text_room = FIRST_TEXT_BYTES;
    names->at = malloc(FIRST_NAMES * sizeof *names->at);
    names->room = FIRST_NAMES;
    if (names->text && names->at)
        return names;
    register_free(names);
    return NULL;
}

void register_free(struct host_register *names)
{
    if (!names)
        return;
    free(names->text);
    free(names->at);
    free(names->sorted);
    free(names);
}

static bool make_room(struct host_register *names, size_t bytes)
{
    if (names->used + bytes > names->text_room) {
        char *text = realloc(names->text, names->text_room * 2);
        if (!text)
            return false;
        names->text = text;
        names->text_room *= 2;
    }
    if (names->count == names->room) {
        size_t *at = realloc(names->at, (size_t)names->room * 2 * sizeof *at);
        if (!at)
            return false;
        names->at = at;
        names->room *= 2;
    }
    return true;
}

int register_add(struct host_register *names, const char *name)
{
    size_t bytes = strlen(name) + 1;
    if (bytes == 1 || bytes > WORLD_NAME_BYTES)
        return STATUS_TOO_LONG;
    if (!make_room(names, bytes))
        return STATUS_FULL;
    memcpy(names->text + names->used, name, bytes);
    names->at[names->count++] = names->used;
    names->used += bytes;
    return STATUS_OK;
}

static int compare(const void *a, const void *b)
{
    return strcmp(((const struct named *)a)->key, ((const struct named *)b)->key);
}

int register_sort(struct host_register *names)
{
    names->sorted = malloc(((size_t)names->count + 1) * sizeof *names->sorted);
    if (!names->sorted)
        return STATUS_FULL;
    for (uint32_t host = 0; host < names->count; host++) {
        const char *name = register_name(names, host);
        names->sorted[host] = (struct named){name + url_key_host(name, strlen(name)), host};
    }
    qsort(names->sorted, names->count, sizeof *names->sorted, compare);
    for (uint32_t i = 1; i < names->count; i++)
        if (compare(&names->sorted[i - 1], &names->sorted[i]) == 0)
            return STATUS_INVALID;
    return STATUS_OK;
}

uint32_t register_count(const struct host_register *names)
{
    return names->count;
}

const char *register_name(const struct host_register *names, uint32_t host)
{
    return names->text + names->at[host];
}

int64_t register_find(const struct host_register *names, const char *name, size_t length)
{
    char text[WORLD_NAME_BYTES];
    if (length == 0 || length >= sizeof text)
        return -1;
    memcpy(text, name, length);
    text[length] = '\0';
    struct named wanted = {.key = text + url_key_host(text, length)};
    const struct named *found = bsearch(&wanted, names->sorted, names->count, sizeof *names->sorted, compare);
    return found ? (int64_t)found->host : -1;
}
