#include "store/crawl_log.h"

#include "base/utc.h"

enum { STATUS_WIDTH = 5, BYTES_WIDTH = 10 };

/* A blank or a line end inside a field would shift all that follow: they are escaped as in a URI. */
static void emit_field(struct sink *sink, const char *text)
{
    static const char digits[] = "0123456789ABCDEF";
    sink_text(sink, " ");
    if (!text || !*text) {
        sink_text(sink, "-");
        return;
    }
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        const char escape[3] = {'%', digits[c >> 4], digits[c & 15]};
        if (c <= ' ' || c == 0x7f)
            sink_bytes(sink, escape, sizeof escape);
        else
            sink_bytes(sink, text, 1);
    }
}

static void emit_status(struct sink *sink, int32_t status)
{
    uint32_t magnitude = status < 0 ? 0u - (uint32_t)status : (uint32_t)status;
    struct sink counter = sink_counter();
    sink_number(&counter, magnitude);
    uint32_t width = counter.count + (status < 0);
    sink_blanks(sink, width < STATUS_WIDTH ? STATUS_WIDTH - width : 0);
    if (status < 0)
        sink_text(sink, "-");
    sink_number(sink, magnitude);
}

void crawl_log_emit(struct sink *sink, const struct crawl_log_line *line)
{
    uint32_t end_ms = line->start_ms + line->duration_ms % 1000;
    uint32_t end_seconds = line->start_seconds + line->duration_ms / 1000 + end_ms / 1000;
    sink_utc_iso_ms(sink, end_seconds, (uint16_t)(end_ms % 1000));
    sink_text(sink, " ");
    emit_status(sink, line->status);
    sink_text(sink, " ");
    sink_number_blank(sink, line->bytes, BYTES_WIDTH);
    emit_field(sink, line->uri);
    emit_field(sink, line->path);
    emit_field(sink, line->via);
    emit_field(sink, line->mime);
    sink_text(sink, " #");
    sink_number_zero(sink, line->worker, 3);
    sink_text(sink, " ");
    sink_utc_digits(sink, line->start_seconds);
    sink_number_zero(sink, line->start_ms, 3);
    sink_text(sink, "+");
    sink_number(sink, line->duration_ms);
    if (line->digest) {
        sink_text(sink, " sha1:");
        sink_text(sink, line->digest);
    } else {
        sink_text(sink, " -");
    }
    emit_field(sink, line->source);
    emit_field(sink, line->annotations);
    sink_text(sink, "\n");
}
