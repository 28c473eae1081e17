/*
 * Any bytes as a URL and as a base: nothing is read or written outside, what is accepted is well-formed, and
 * parsing it again changes nothing. Input: capacity (2 bytes), length of the base (1 byte), base, link.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "read/url/key.h"
#include "read/url/scope.h"
#include "read/url/domain.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define CHECK(condition)                                                                                     \
    do {                                                                                                     \
        if (!(condition)) {                                                                                  \
            fprintf(stderr, "not true: %s (%s)\n", #condition, url->text);                                   \
            abort();                                                                                         \
        }                                                                                                    \
    } while (0)

/* The text ends exactly where the allocation does, so that the sanitizer sees every step beyond it. */
static char *exact_copy(const void *data, size_t size)
{
    char *copy = malloc(size ? size : 1);
    memcpy(copy, data, size);
    return copy;
}

static void check_offsets(const struct url *url)
{
    CHECK(url->host <= url->host_end && url->host_end <= url->path && url->path < url->query);
    CHECK(url->query <= url->fragment && url->fragment <= url->length && url->user_end <= url->host);
    CHECK(url->host < url->host_end);
    CHECK(url->text[url->path] == '/');
    CHECK(url->query == url->fragment || url->text[url->query] == '?');
    CHECK(url->fragment == url->length || url->text[url->fragment] == '#');
    CHECK(strlen(url->text) == url->length);
    for (size_t i = 0; i < url->length; i++)
        CHECK(url->text[i] > ' ' && url->text[i] < 0x7F);
}

static void check_fixpoint(const struct url *url)
{
    char *text = exact_copy(url->text, url->length);
    char again[URL_BUFFER_SIZE];
    struct url second;
    int length = url_parse(&second, again, sizeof again, text, url->length, NULL);
    free(text);
    if (second.problem == URL_TOO_LONG) { /* decoding an international name takes room of its own */
        CHECK(strstr(url->text, "xn--"));
        return;
    }
    CHECK(length == url->length && strcmp(again, url->text) == 0);
    second.text = url->text;
    CHECK(memcmp(&second, url, sizeof second) == 0);
}

static void check_key(const struct url *url)
{
    static const uint32_t secret[KEYED_HASH_WORDS] = {1, 2};
    char key[URL_BUFFER_SIZE];
    int length = url_key(url, key, sizeof key);
    CHECK(length > 0 && length <= url->length);
    CHECK(keyed_hash_of(secret, key, (size_t)length) == url_key_hash(url, secret));
}

/* With the other scheme a URL is what the parser makes of its text, and its twins' hash is the same. */
static void check_scheme(const struct url *url)
{
    static const uint32_t secret[KEYED_HASH_WORDS] = {1, 2};
    char text[URL_BUFFER_SIZE], again[URL_BUFFER_SIZE];
    unsigned twins, other_twins;
    struct url other = *url, parsed;
    memcpy(text, url->text, url->length + 1u);
    other.text = text;
    url_set_scheme(&other, !url->secure);
    CHECK(strlen(text) == other.length &&
          url_twins_hash(url, secret, &twins) == url_twins_hash(&other, secret, &other_twins));
    CHECK((twins ^ other_twins) == (other.secure != url->secure ? URL_TWIN_SCHEME : 0));
    if (url_parse(&parsed, again, sizeof again, text, other.length, NULL) < 0) {
        CHECK(parsed.problem == URL_TOO_LONG); /* as in check_again() */
        return;
    }
    parsed.text = text;
    CHECK(strcmp(again, text) == 0 && memcmp(&parsed, &other, sizeof other) == 0);
}

static void check_questions(const struct url *url)
{
    size_t length;
    const char *site = url_domain(url, &length);
    CHECK(site >= url->text + url->host && site + length <= url->text + url->host_end);
    const char *segment = url_segment(url, &length);
    CHECK(segment[length - 1] == '/');
    CHECK(url_same_domain(url, url) && url_same_host(url, url));
    CHECK(url_depth(url) <= url_path_length(url));
    url_is_trap(url);
    url_has_rejected_ending(url);
    url_has_directory(url, "my");
    url_in_domain(url, "my");
    url_host_is_address(url);
    url_tld(url->text + url->host, url_host_length(url), " th xn--o3cw4h ");
}

/* Following a redirect in the base's own buffer gives the same as a buffer apart. */
static void check_in_place(const struct url *url, struct url *base, const char *text, size_t length)
{
    int status = url_parse(base, base->text, URL_BUFFER_SIZE, text, length, base);
    CHECK(status == url->length && strcmp(base->text, url->text) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char base_buffer[URL_BUFFER_SIZE];
    if (size < 3)
        return 0;
    size_t capacity = (data[0] | (size_t)data[1] << 8) % (URL_BUFFER_SIZE + 2);
    size_t base_length = data[2] < size - 3 ? data[2] : size - 3;
    char *base_text = exact_copy(data + 3, base_length);
    size_t length = size - 3 - base_length;
    char *text = exact_copy(data + 3 + base_length, length);
    char *buffer = malloc(capacity ? capacity : 1);

    struct url base, parsed;
    const struct url *url = &parsed;
    int base_status = url_parse(&base, base_buffer, sizeof base_buffer, base_text, base_length, NULL);
    int status = url_parse(&parsed, buffer, capacity, text, length, &base);
    if (status < 0) {
        CHECK(url->problem > URL_FINE && url->problem < URL_PROBLEMS && url->length == 0);
    } else {
        CHECK(status == url->length && url->length < capacity && url->length <= URL_LIMIT);
        check_offsets(url);
        check_fixpoint(url);
        check_key(url);
        check_scheme(url);
        check_questions(url);
        if (base_status > 0)
            check_in_place(url, &base, text, length);
    }
    free(base_text);
    free(text);
    free(buffer);
    return 0;
}
