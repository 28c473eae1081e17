#include "store/warc.h"

#include <stdbool.h>
#include <string.h>

#include "base/utc.h"

enum {
    LENGTH_WIDTH = 10,   /* digits of 32 bits */
    TRUNCATED_LINE = 29, /* "WARC-Truncated:", 12 characters, CRLF */
    TRUNCATED_WIDTH = 12,
};

static const char *const truncations[] = {
    [WARC_TRUNCATED_LENGTH] = "length",
    [WARC_TRUNCATED_TIME] = "time",
    [WARC_TRUNCATED_DISCONNECT] = "disconnect",
    [WARC_TRUNCATED_UNSPECIFIED] = "unspecified",
};

const char *warc_truncation_name(enum warc_truncation truncated)
{
    return truncations[truncated];
}

struct warc_uuid warc_uuid_from(const uint8_t random[WARC_UUID_BYTES])
{
    struct warc_uuid uuid;
    memcpy(uuid.bytes, random, WARC_UUID_BYTES);
    uuid.bytes[6] = (uint8_t)((uuid.bytes[6] & 0x0f) | 0x40); /* version 4: random */
    uuid.bytes[8] = (uint8_t)((uuid.bytes[8] & 0x3f) | 0x80); /* variant of RFC 9562 */
    return uuid;
}

static void emit_hex(struct sink *sink, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    const char pair[2] = {digits[byte >> 4], digits[byte & 15]};
    sink_bytes(sink, pair, sizeof pair);
}

static void emit_uuid_line(struct sink *sink, const char *name, const struct warc_uuid *uuid)
{
    sink_text(sink, name);
    sink_text(sink, ": <urn:uuid:");
    for (int i = 0; i < WARC_UUID_BYTES; i++) {
        if (i == 4 || i == 6 || i == 8 || i == 10)
            sink_text(sink, "-");
        emit_hex(sink, uuid->bytes[i]);
    }
    sink_text(sink, ">\r\n");
}

/* Whatever a URI or a text from outside holds, it cannot start a line of its own: controls (and blanks in
 * URIs) become percent escapes in URIs and blanks elsewhere. */
static void emit_clean(struct sink *sink, const char *text, bool is_uri)
{
    const char *from = text;
    for (; *text; text++) {
        unsigned char c = (unsigned char)*text;
        if (c > 0x20 && c != 0x7f)
            continue;
        if (c == ' ' && !is_uri)
            continue;
        sink_bytes(sink, from, (size_t)(text - from));
        if (is_uri) {
            sink_text(sink, "%");
            emit_hex(sink, c);
        } else {
            sink_text(sink, " ");
        }
        from = text + 1;
    }
    sink_bytes(sink, from, (size_t)(text - from));
}

static void emit_uri_line(struct sink *sink, const char *name, const char *uri)
{
    sink_text(sink, name);
    sink_text(sink, ": ");
    emit_clean(sink, uri, true);
    sink_text(sink, "\r\n");
}

static void emit_text_line(struct sink *sink, const char *name, const char *text)
{
    if (!text)
        return;
    sink_text(sink, name);
    sink_text(sink, ": ");
    emit_clean(sink, text, false);
    sink_text(sink, "\r\n");
}

static void emit_number_line(struct sink *sink, const char *name, uint32_t number)
{
    sink_text(sink, name);
    sink_text(sink, ": ");
    sink_number(sink, number);
    sink_text(sink, "\r\n");
}

static void emit_digest_line(struct sink *sink, const char *name, const uint8_t digest[SHA1_BYTES])
{
    char text[SHA1_BASE32_SIZE];
    base32_encode(text, digest, SHA1_BYTES);
    sink_text(sink, name);
    sink_text(sink, ": sha1:");
    sink_text(sink, text);
    sink_text(sink, "\r\n");
}

static void emit_start(struct sink *sink, const char *type)
{
    sink_text(sink, "WARC/1.1\r\nWARC-Type: ");
    sink_text(sink, type);
    sink_text(sink, "\r\n");
}

static void emit_date_line(struct sink *sink, uint32_t seconds)
{
    sink_text(sink, "WARC-Date: ");
    sink_utc_iso(sink, seconds);
    sink_text(sink, "\r\n");
}

/* Emits both lines, or the second alone with so many more blanks that it is as long as both. */
static void emit_truncated_and_length(struct sink *sink, const struct warc_late *late)
{
    size_t blanks = TRUNCATED_LINE;
    if (late->truncated != WARC_WHOLE) {
        const char *reason = truncations[late->truncated];
        sink_text(sink, "WARC-Truncated:");
        sink_blanks(sink, TRUNCATED_WIDTH - strlen(reason));
        sink_text(sink, reason);
        sink_text(sink, "\r\n");
        blanks = 0;
    }
    sink_text(sink, "Content-Length: ");
    sink_blanks(sink, blanks);
    sink_number_blank(sink, late->length, LENGTH_WIDTH);
    sink_text(sink, "\r\n");
}

void warc_emit_late(struct sink *sink, const struct warc_late *late)
{
    emit_truncated_and_length(sink, late);
    emit_digest_line(sink, "WARC-Block-Digest", late->block);
    emit_digest_line(sink, "WARC-Payload-Digest", late->payload);
}

static void emit_capture_head(struct sink *sink, const char *type, const struct warc_fetch *fetch,
                              const struct warc_late *late)
{
    emit_start(sink, type);
    warc_emit_late(sink, late);
    emit_uuid_line(sink, "WARC-Record-ID", fetch->response);
    emit_date_line(sink, fetch->seconds);
    emit_uri_line(sink, "WARC-Target-URI", fetch->uri);
    emit_text_line(sink, "WARC-IP-Address", fetch->ip);
    emit_uuid_line(sink, "WARC-Warcinfo-ID", fetch->warcinfo);
    sink_text(sink, "Content-Type: application/http;msgtype=response\r\n");
}

void warc_emit_response(struct sink *sink, const struct warc_fetch *fetch, const struct warc_late *late)
{
    emit_capture_head(sink, "response", fetch, late);
    sink_text(sink, "\r\n");
}

void warc_emit_revisit(struct sink *sink, const struct warc_fetch *fetch, const struct warc_late *late,
                       enum warc_revisit revisit, const char original_date[WARC_DATE_CHARACTERS])
{
    emit_capture_head(sink, "revisit", fetch, late);
    sink_text(sink, "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/");
    sink_text(sink, revisit == WARC_SAME_PAYLOAD ? "identical-payload-digest" : "server-not-modified");
    sink_text(sink, "\r\nWARC-Refers-To-Date: ");
    sink_bytes(sink, original_date, WARC_DATE_CHARACTERS);
    sink_text(sink, "\r\nWARC-Refers-To-Target-URI: ");
    if (revisit == WARC_NOT_MODIFIED)
        emit_clean(sink, fetch->uri, true);
}

void warc_emit_revisit_rest(struct sink *sink)
{
    sink_text(sink, "\r\n\r\n");
}

void warc_emit_end(struct sink *sink)
{
    sink_text(sink, "\r\n\r\n");
}

static int put_into_digest(void *context, const void *bytes, size_t size)
{
    sha1_add(context, bytes, size);
    return 0;
}

void warc_emit_request(struct sink *sink, const struct warc_fetch *fetch, const struct warc_uuid *id,
                       const void *request, size_t size)
{
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    sha1_begin(&sha1);
    sha1_add(&sha1, request, size);
    sha1_end(&sha1, digest);

    emit_start(sink, "request");
    emit_uuid_line(sink, "WARC-Record-ID", id);
    emit_date_line(sink, fetch->seconds);
    emit_uri_line(sink, "WARC-Target-URI", fetch->uri);
    emit_uuid_line(sink, "WARC-Concurrent-To", fetch->response);
    emit_text_line(sink, "WARC-IP-Address", fetch->ip);
    emit_digest_line(sink, "WARC-Block-Digest", digest);
    sink_text(sink, "Content-Type: application/http;msgtype=request\r\n");
    emit_number_line(sink, "Content-Length", (uint32_t)size);
    sink_text(sink, "\r\n");
    sink_bytes(sink, request, size);
    warc_emit_end(sink);
}

/* A record of lines that are emitted rather than kept: once to measure, once to digest, once to write. */
struct lines {
    void (*head)(struct sink *sink, const void *about); /* WARC header lines but the last three */
    void (*block)(struct sink *sink, const void *about);
    const void *about;
};

static void emit_lines(struct sink *sink, const struct lines *lines, uint32_t length,
                       const uint8_t digest[SHA1_BYTES], size_t blanks)
{
    lines->head(sink, lines->about);
    sink_text(sink, "Content-Type: application/warc-fields\r\n");
    emit_digest_line(sink, "WARC-Block-Digest", digest);
    sink_text(sink, "Content-Length: ");
    sink_blanks(sink, blanks);
    sink_number(sink, length);
    sink_text(sink, "\r\n\r\n");
    lines->block(sink, lines->about);
    warc_emit_end(sink);
}

/* Emits a record with so many blanks that it ends at a multiple of WARC_ALIGN_BYTES, given that it starts
 * `before` bytes into its group. */
static void emit_lines_aligned(struct sink *sink, const struct lines *lines, uint32_t before)
{
    struct sha1 sha1;
    uint8_t digest[SHA1_BYTES];
    struct sink digester = {.put = put_into_digest, .context = &sha1};
    struct sink counter = sink_counter();

    sha1_begin(&sha1);
    lines->block(&digester, lines->about);
    sha1_end(&sha1, digest);
    emit_lines(&counter, lines, digester.count, digest, 0);
    uint32_t over = (before + counter.count) % WARC_ALIGN_BYTES;
    emit_lines(sink, lines, digester.count, digest, over ? WARC_ALIGN_BYTES - over : 0);
}

static void emit_warcinfo_head(struct sink *sink, const void *about)
{
    const struct warc_info *info = about;
    emit_start(sink, "warcinfo");
    emit_uuid_line(sink, "WARC-Record-ID", info->id);
    emit_date_line(sink, info->seconds);
    emit_text_line(sink, "WARC-Filename", info->file);
}

static void emit_warcinfo_block(struct sink *sink, const void *about)
{
    const struct warc_info *info = about;
    emit_text_line(sink, "software", info->software);
    sink_text(sink, "format: WARC File Format 1.1\r\nconformsTo: "
                    "http://iipc.github.io/warc-specifications/specifications/warc-format/warc-1.1/\r\n");
    emit_text_line(sink, "operator", info->operator_name);
    emit_text_line(sink, "contact", info->contact);
    emit_text_line(sink, "http-header-user-agent", info->user_agent);
    emit_text_line(sink, "robots", info->robots);
    emit_text_line(sink, "description", info->description);
}

void warc_emit_warcinfo(struct sink *sink, const struct warc_info *info)
{
    const struct lines lines = {emit_warcinfo_head, emit_warcinfo_block, info};
    emit_lines_aligned(sink, &lines, 0);
}

struct metadata_about {
    const struct warc_fetch *fetch;
    const struct warc_uuid *id;
    const struct warc_metadata *metadata;
};

static void emit_metadata_head(struct sink *sink, const void *about)
{
    const struct metadata_about *of = about;
    emit_start(sink, "metadata");
    emit_uuid_line(sink, "WARC-Record-ID", of->id);
    emit_date_line(sink, of->fetch->seconds);
    emit_uri_line(sink, "WARC-Target-URI", of->fetch->uri);
    emit_uuid_line(sink, "WARC-Concurrent-To", of->fetch->response);
}

static void emit_metadata_block(struct sink *sink, const void *about)
{
    const struct warc_metadata *metadata = ((const struct metadata_about *)about)->metadata;
    if (metadata->via)
        emit_uri_line(sink, "via", metadata->via);
    emit_number_line(sink, "hopsFromSeed", metadata->hops_from_seed);
    emit_number_line(sink, "fetchTimeMs", metadata->fetch_ms);
    emit_text_line(sink, "charset", metadata->charset);
    emit_text_line(sink, "language", metadata->language);
    if (metadata->language) {
        sink_text(sink, "languageRatio: ");
        sink_number(sink, metadata->language_permille / 1000u);
        sink_text(sink, ".");
        sink_number_zero(sink, metadata->language_permille % 1000u, 3);
        sink_text(sink, "\r\n");
    }
    emit_text_line(sink, "verdict", metadata->verdict);
    emit_text_line(sink, "model", metadata->model);
    if (metadata->tls_flaw) { /* a text of our own, which may be packed */
        sink_text(sink, "tlsFlaw: ");
        sink_text(sink, metadata->tls_flaw);
        sink_text(sink, "\r\n");
    }
}

void warc_emit_metadata(struct sink *sink, const struct warc_fetch *fetch, const struct warc_uuid *id,
                        const struct warc_metadata *metadata, uint32_t group_bytes)
{
    const struct metadata_about about = {fetch, id, metadata};
    const struct lines lines = {emit_metadata_head, emit_metadata_block, &about};
    emit_lines_aligned(sink, &lines, group_bytes);
}
