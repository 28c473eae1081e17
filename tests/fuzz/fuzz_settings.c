/* Whatever stands in CRAWLBOX.INI and SEEDS.TXT: it is read within bounds, and what is saved is read again as
 * the same. */
#include <stdint.h>
#include <string.h>

#include "box/seeds.h"
#include "settings/ini.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { OUT_MAX = 32768 };

static void check(int ok)
{
    if (!ok)
        __builtin_trap();
}

static void tell(void *context, const struct ini_finding *finding)
{
    char text[100];
    unsigned *count = context;
    ini_sentence(finding, text, sizeof text);
    check(strlen(text) < sizeof text);
    ++*count;
}

static unsigned read_text(struct settings *settings, const char *text, size_t size, size_t step)
{
    struct ini ini;
    unsigned findings = 0;
    settings_reset(settings);
    ini_read_begin(&ini, settings, tell, &findings);
    for (; size > 0; text += step, size -= step) {
        step = step < size ? step : size;
        ini_feed(&ini, text, step);
    }
    ini_end(&ini);
    return findings;
}

static int is_same(const struct settings *a, const struct settings *b)
{
    char x[SETTINGS_VALUE_SIZE], y[SETTINGS_VALUE_SIZE];
    int same = 1;
    for (int which = 0; which < SETTINGS_COUNT; which++)
        same = same && strcmp(settings_text(a, which, x), settings_text(b, which, y)) == 0;
    return same;
}

static size_t write_text(const struct settings *settings, const char *old, size_t size, char *out)
{
    struct sink_span span = {out, OUT_MAX};
    struct sink sink = sink_memory(&span);
    struct ini ini;
    ini_write_begin(&ini, settings, &sink);
    ini_feed(&ini, old, size);
    ini_end(&ini);
    check(sink.status == 0);
    return (size_t)(span.at - out);
}

static void on_seed(void *context, const struct url *url, unsigned line)
{
    (void)context;
    check(line > 0 && url->length == strlen(url->text) && url->length < SEEDS_URL_BYTES);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static char out[OUT_MAX], again[OUT_MAX];
    struct settings first, second;
    const char *text = (const char *)data;
    unsigned findings = read_text(&first, text, size, size ? size : 1);
    check(read_text(&second, text, size, 3) == findings && is_same(&first, &second));

    size_t length = write_text(&first, text, size, out);
    read_text(&second, out, length, 64);
    check(is_same(&first, &second));
    check(write_text(&second, out, length, again) == length && memcmp(out, again, length) == 0);

    char url[SEEDS_URL_BYTES];
    struct seeds seeds;
    seeds_begin(&seeds, url, sizeof url, on_seed, NULL, NULL);
    text_lines_feed(&seeds.lines, text, size);
    text_lines_end(&seeds.lines);
    return 0;
}
