#include "read/text/text.h"

#include <string.h>

#include "base/utf8.h"
#include "read/text/prescan.h"

enum { OUTPUT_BYTES = 96 }; /* decoded text on its way to the sink, on the stack */

static const char replacement[] = "\xef\xbf\xbd";

const char *text_source_name(enum text_source source)
{
    static const char *const names[] = {"default", "content", "meta", "http", "bom"};
    return names[source];
}

void text_begin(struct text *text, const char *http_charset, void *prescan, text_sink *sink, void *context)
{
    *text = (struct text){.charset = TEXT_UTF_8, .sink = sink, .context = context, .prescan = prescan};
    if (http_charset)
        text->declared = text_charset_of_label(http_charset, strlen(http_charset));
    if (text->declared != TEXT_CHARSET_UNKNOWN)
        text->declared_by = TEXT_FROM_HTTP;
}

static void emit_utf8(const struct text *text, const void *utf8, size_t size)
{
    if (size > 0)
        text->sink(text->context, utf8, size);
}

/* Completes the character that the last chunk left unfinished; returns how many bytes of this one that
 * took. */
static size_t finish_carry(struct text *text, const uint8_t *bytes, size_t size)
{
    size_t taken = 0;
    while (text->carry_used > 0 && taken < size) {
        text->carry[text->carry_used++] = bytes[taken++];
        int length = utf8_sequence(text->carry, text->carry_used);
        if (length == 0)
            continue;
        if (length < 0) { /* the new byte is no part of the character, and is looked at on its own */
            emit_utf8(text, replacement, sizeof replacement - 1);
            taken--;
        } else {
            emit_utf8(text, text->carry, (size_t)length);
        }
        text->carry_used = 0;
    }
    return taken;
}

static void push_utf8(struct text *text, const uint8_t *bytes, size_t size)
{
    size_t at = finish_carry(text, bytes, size);
    while (at < size) {
        size_t valid = utf8_valid_prefix(bytes + at, size - at);
        emit_utf8(text, bytes + at, valid);
        at += valid;
        if (at == size)
            break;
        int length = utf8_sequence(bytes + at, size - at);
        if (length == 0) {
            text->carry_used = (uint8_t)(size - at);
            memcpy(text->carry, bytes + at, size - at);
            break;
        }
        emit_utf8(text, replacement, sizeof replacement - 1);
        at += (size_t)-length;
    }
}

/* Thai letters are what the box is for, so they get a way of their own around the tables. */
static size_t encode_single_byte(enum text_charset charset, uint8_t byte, char out[UTF8_MAX_BYTES])
{
    if (charset == TEXT_WINDOWS_874 && ((byte >= 0xa1 && byte <= 0xda) || (byte >= 0xdf && byte <= 0xfb))) {
        unsigned offset = byte - 0xa0u; /* in the block that begins with U+0E00 */
        out[0] = (char)0xe0;
        out[1] = (char)(0xb8 + (offset >> 6));
        out[2] = (char)(0x80 | (offset & 0x3f));
        return 3;
    }
    return utf8_encode(text_charset_character(charset, byte), out);
}

static void push_single_byte(struct text *text, const uint8_t *bytes, size_t size)
{
    const enum text_charset charset = text->charset;
    char out[OUTPUT_BYTES];
    size_t at = 0;

    while (at < size) {
        size_t ascii = utf8_ascii_prefix(bytes + at, size - at);
        emit_utf8(text, bytes + at, ascii);
        at += ascii;
        size_t used = 0;
        while (at < size && bytes[at] >= 0x80 && used + UTF8_MAX_BYTES <= sizeof out)
            used += encode_single_byte(charset, bytes[at++], out + used);
        emit_utf8(text, out, used);
    }
}

static uint32_t utf16_unit(const struct text *text, const uint8_t *bytes)
{
    return text->charset == TEXT_UTF_16LE ? bytes[0] | (uint32_t)bytes[1] << 8
                                          : (uint32_t)bytes[0] << 8 | bytes[1];
}

static bool is_high_surrogate(uint32_t unit)
{
    return unit >= 0xd800 && unit <= 0xdbff;
}

static bool is_low_surrogate(uint32_t unit)
{
    return unit >= 0xdc00 && unit <= 0xdfff;
}

/* Decodes what is in `carry`, two or four bytes; returns the number of bytes written to `out`. */
static size_t take_utf16(struct text *text, char out[UTF8_MAX_BYTES])
{
    uint32_t unit = utf16_unit(text, text->carry);
    if (text->carry_used == 2) {
        if (is_high_surrogate(unit))
            return 0; /* wait for its other half */
        text->carry_used = 0;
        return utf8_encode(unit, out);
    }
    uint32_t low = utf16_unit(text, text->carry + 2);
    text->carry_used = 0;
    if (is_low_surrogate(low))
        return utf8_encode(0x10000 + ((unit - 0xd800) << 10) + (low - 0xdc00), out);
    memcpy(text->carry, text->carry + 2, 2); /* a half without the other; the second unit stands for itself */
    text->carry_used = 2;
    return utf8_encode(UTF8_REPLACEMENT, out);
}

static void push_utf16(struct text *text, const uint8_t *bytes, size_t size)
{
    char out[OUTPUT_BYTES];
    size_t used = 0;

    for (size_t at = 0; at < size; at++) {
        text->carry[text->carry_used++] = bytes[at];
        if (text->carry_used & 1)
            continue;
        bool pair = text->carry_used == 4;
        used += take_utf16(text, out + used);
        if (pair && text->carry_used == 2)
            used += take_utf16(text, out + used);
        if (used + 2 * UTF8_MAX_BYTES > sizeof out) {
            emit_utf8(text, out, used);
            used = 0;
        }
    }
    emit_utf8(text, out, used);
}

static void decode_by_charset(struct text *text, const uint8_t *bytes, size_t size)
{
    switch (text->charset) {
    case TEXT_UTF_8: push_utf8(text, bytes, size); break;
    case TEXT_UTF_16LE:
    case TEXT_UTF_16BE: push_utf16(text, bytes, size); break;
    default: push_single_byte(text, bytes, size); break;
    }
}

/* Takes the charset that the content points to; how it was found follows from whether that is the declared
 * one. */
static void decide_charset(struct text *text)
{
    text->charset = text_guess_charset(&text->guess, text->declared);
    if (text->charset == text->declared)
        text->source = text->declared_by;
    else if (text->declared == TEXT_CHARSET_UNKNOWN && text->charset == TEXT_WINDOWS_1252)
        text->source = TEXT_FROM_DEFAULT;
    else
        text->source = TEXT_FROM_CONTENT;
    text->settled = text_guess_is_clear(&text->guess);
}

/* Judges the bytes held back and lets them go; while nothing is clear, a cut character stays for the next
 * piece. */
static void judge_sample(struct text *text, bool last)
{
    size_t counted = text_guess_add(&text->guess, text->sample, text->sample_used, last);
    decide_charset(text);
    size_t ready = text->settled ? text->sample_used : counted;
    decode_by_charset(text, text->sample, ready);
    text->sample_used = (uint8_t)(text->sample_used - ready);
    memmove(text->sample, text->sample + ready, text->sample_used);
}

/* While the charset is open: ASCII, which is the same in all of them, goes through; the rest is held back and
 * judged. */
static size_t push_unsettled(struct text *text, const uint8_t *bytes, size_t size)
{
    size_t at = 0;
    while (at < size && !text->settled) {
        if (text->sample_used == 0) {
            size_t ascii = utf8_ascii_prefix(bytes + at, size - at);
            emit_utf8(text, bytes + at, ascii);
            at += ascii;
            if (ascii > 0)
                text_guess_gap(&text->guess);
        }
        size_t room = sizeof text->sample - text->sample_used;
        size_t take = size - at < room ? size - at : room;
        memcpy(text->sample + text->sample_used, bytes + at, take);
        text->sample_used = (uint8_t)(text->sample_used + take);
        at += take;
        if (text->sample_used == sizeof text->sample)
            judge_sample(text, false);
    }
    return at;
}

static void push_decided(struct text *text, const uint8_t *bytes, size_t size)
{
    if (!text->settled) {
        size_t taken = push_unsettled(text, bytes, size);
        bytes += taken;
        size -= taken;
    }
    if (size > 0)
        decode_by_charset(text, bytes, size);
}

static void settle_charset(struct text *text, enum text_charset charset, enum text_source source)
{
    text->charset = charset;
    text->source = source;
    text->settled = true;
}

/* Returns the length of a byte order mark, which settles the charset, or 0 if there is none. */
static size_t take_byte_order_mark(struct text *text, const uint8_t *bytes, size_t size)
{
    if (size >= 3 && memcmp(bytes, "\xef\xbb\xbf", 3) == 0) {
        settle_charset(text, TEXT_UTF_8, TEXT_FROM_BOM);
        return 3;
    }
    if (size >= 2 && memcmp(bytes, "\xff\xfe", 2) == 0) {
        settle_charset(text, TEXT_UTF_16LE, TEXT_FROM_BOM);
        return 2;
    }
    if (size >= 2 && memcmp(bytes, "\xfe\xff", 2) == 0) {
        settle_charset(text, TEXT_UTF_16BE, TEXT_FROM_BOM);
        return 2;
    }
    return 0;
}

/* The first TEXT_PRESCAN_BYTES of the page, or all of a shorter one: finds out what is declared, then reads
 * them. */
static void take_beginning(struct text *text, const uint8_t *bytes, size_t size)
{
    text->prescan = NULL;
    size_t mark = take_byte_order_mark(text, bytes, size);
    bool wide = text->declared == TEXT_UTF_16LE || text->declared == TEXT_UTF_16BE;
    if (mark == 0 && wide) {
        if (memchr(bytes, 0, size))
            settle_charset(text, text->declared, TEXT_FROM_HTTP);
        else
            text->declared =
                TEXT_CHARSET_UNKNOWN; /* a server's error: markup in UTF-16 is full of zero bytes */
    }
    if (!text->settled && text->declared == TEXT_CHARSET_UNKNOWN) {
        text->declared = text_prescan(bytes, size);
        text->declared_by = TEXT_FROM_META;
    }
    if (!text->settled && text->declared != TEXT_CHARSET_UNKNOWN) {
        text->charset = text->declared;
        text->source = text->declared_by;
    }
    push_decided(text, bytes + mark, size - mark);
}

void text_push(struct text *text, const void *data, size_t size)
{
    const uint8_t *bytes = data;

    if (text->prescan) {
        if (text->prescan_used == 0 && size >= TEXT_PRESCAN_BYTES) {
            take_beginning(text, bytes, TEXT_PRESCAN_BYTES);
            bytes += TEXT_PRESCAN_BYTES;
            size -= TEXT_PRESCAN_BYTES;
        } else {
            size_t room = (size_t)TEXT_PRESCAN_BYTES - text->prescan_used;
            size_t take = size < room ? size : room;
            memcpy(text->prescan + text->prescan_used, bytes, take);
            text->prescan_used = (uint16_t)(text->prescan_used + take);
            bytes += take;
            size -= take;
            if (text->prescan_used == TEXT_PRESCAN_BYTES)
                take_beginning(text, text->prescan, TEXT_PRESCAN_BYTES);
        }
    }
    if (size > 0)
        push_decided(text, bytes, size);
}

void text_end(struct text *text)
{
    if (text->prescan)
        take_beginning(text, text->prescan, text->prescan_used);
    if (text->sample_used > 0)
        judge_sample(text, true);
    if (text->carry_used > 0)
        emit_utf8(text, replacement, sizeof replacement - 1);
    text->carry_used = 0;
}
