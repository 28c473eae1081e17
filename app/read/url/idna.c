#include "read/url/idna.h"

#include <string.h>

#include "base/utf8.h"
#include "read/url/punycode.h"
#include "read/url/unicode.h"

enum {
    LABEL_MAX =
        127, /* bytes of Punycode in a label: twice what DNS can carry, so that decoding has a bound */
    PREFIX_SIZE = 4, /* of "xn--" */
};

/* What the directions of the characters say about the name as a whole. */
struct bidi {
    bool has_right; /* a character is written from right to left, so that the rule applies to the name */
    bool broken;    /* a label breaks the rule */
};

/* Takes the next byte of the host, percent-decoded. */
static int host_next_byte(struct url_reader *in)
{
    int c = url_next(in);
    if (c != '%')
        return c;
    struct url_reader ahead = *in;
    int high = ascii_hex_value((char)url_next(&ahead));
    int low = ascii_hex_value((char)url_next(&ahead));
    if (high < 0 || low < 0)
        return c;
    *in = ahead;
    return high << 4 | low;
}

/* Takes the next character of the host, or U+FFFD where it is not UTF-8. Returns false at the end. */
static bool host_next_character(struct url_reader *in, uint32_t *character)
{
    char bytes[UTF8_MAX_BYTES];
    int byte, length = 0;

    for (size_t size = 0; size < sizeof bytes && length == 0; size++) {
        byte = host_next_byte(in);
        if (byte == URL_END && size == 0)
            return false;
        bytes[size] = (char)byte;
        length = byte == URL_END ? -1 : utf8_sequence(bytes, size + 1);
    }
    *character = length > 0 ? utf8_decode(bytes, length) : UTF8_REPLACEMENT;
    return true;
}

/* Appends a character and moves it before the marks that canonical order wants behind it. */
static void put_ordered(struct url_writer *out, size_t start, uint32_t character)
{
    size_t end = out->length;
    unicode_put(out, character);
    unsigned class = unicode_combining_class(character);
    if (class == 0 || out->overflow)
        return;
    size_t place = end;
    while (place > start) {
        size_t before = place - 1;
        while ((out->text[before] & 0xC0) == 0x80)
            before--;
        const char *at = out->text + before;
        if (unicode_combining_class(unicode_next(&at)) <= class)
            break;
        place = before;
    }
    unicode_move_back(out->text + place, out->text + end, out->text + out->length);
}

/* Maps the host character by character. */
static enum url_problem map_name(struct url_reader *in, struct url_writer *out)
{
    size_t start = out->length;
    uint32_t character;

    while (host_next_character(in, &character)) {
        uint32_t mapped[UNICODE_MAPPED_MAX];
        int count = unicode_map(character, mapped);
        if (count < 0)
            return URL_BAD_NAME;
        for (int i = 0; i < count; i++)
            put_ordered(out, start, mapped[i]);
    }
    return URL_FINE;
}

/* Does the label keep to the rule for names written from right to left (RFC 5893, section 2)? */
static bool keeps_bidi_rule(const char *at, const char *end, bool *has_right)
{
    unsigned seen = 0;
    enum unicode_direction first = UNICODE_MARK, last = UNICODE_MARK;
    for (bool start = true; at < end; start = false) {
        enum unicode_direction direction = unicode_direction(unicode_next(&at));
        if (start)
            first = direction;
        if (direction != UNICODE_MARK)
            last = direction;
        seen |= 1U << direction;
    }
    *has_right = seen & (1U << UNICODE_RIGHT | 1U << UNICODE_ARABIC_DIGIT);
    if (first == UNICODE_RIGHT) {
        bool both_digits = (seen & 1U << UNICODE_DIGIT) && (seen & 1U << UNICODE_ARABIC_DIGIT);
        return !(seen & 1U << UNICODE_LEFT) && !both_digits && last != UNICODE_NEUTRAL;
    }
    return first == UNICODE_LEFT && !*has_right && last != UNICODE_NEUTRAL;
}

/* Are the zero-width joiners where they change how a word is written, and nowhere else (RFC 5892, appendix
 * A)? */
static bool joiner_is_allowed(uint32_t joiner, uint32_t before, const char *at, const char *end)
{
    if (unicode_combining_class(before) == UNICODE_VIRAMA_CLASS)
        return true;
    if (joiner != UNICODE_NON_JOINER)
        return false;
    uint32_t after = 0;
    while (at < end && unicode_is_mark(after = unicode_next(&at)))
        after = 0;
    return unicode_joins(before, after);
}

/* Is the label, in UTF-8, one that a host name may have? */
static bool label_is_valid(const char *at, const char *end, struct bidi *bidi)
{
    bool has_right;
    uint32_t before = 0, letter = 0;

    if (!keeps_bidi_rule(at, end, &has_right))
        bidi->broken = true;
    bidi->has_right |= has_right;
    for (bool start = true; at < end; start = false) {
        uint32_t character = unicode_next(&at);
        bool mark = unicode_is_mark(character);
        bool joiner = character == UNICODE_NON_JOINER || character == UNICODE_JOINER;
        if ((start && mark) || !unicode_is_valid(character))
            return false;
        bool after_virama = unicode_combining_class(before) == UNICODE_VIRAMA_CLASS;
        if (joiner && !joiner_is_allowed(character, after_virama ? before : letter, at, end))
            return false;
        unsigned class = unicode_combining_class(character);
        if (class > 0 && unicode_combining_class(before) > class)
            return false;
        if (!mark)
            letter = character;
        before = character;
    }
    return true;
}

static bool is_ascii(const char *at, const char *end)
{
    while (at < end && (unsigned char)*at < 128)
        at++;
    return at == end;
}

/* A label that says it is Punycode must decode to one that is valid and needs it. Decodes behind what is
 * written. */
static bool punycode_is_valid(const char *at, const char *end, struct url_writer *out, struct bidi *bidi)
{
    struct url_writer scratch = *out;
    const char *start = out->text + out->length;

    if (end - at > LABEL_MAX || !punycode_decode(at, (size_t)(end - at), &scratch))
        return false;
    const char *stop = scratch.text + scratch.length;
    out->overflow = scratch.overflow;
    return out->overflow || (!is_ascii(start, stop) && label_is_valid(start, stop, bidi));
}

/* Appends the ASCII form of a label that lies further ahead in the same buffer. */
static bool put_label(const char *at, const char *end, struct url_writer *out, struct bidi *bidi)
{
    bool is_punycode = end - at >= PREFIX_SIZE && memcmp(at, "xn--", PREFIX_SIZE) == 0;
    if (is_punycode && !punycode_is_valid(at + PREFIX_SIZE, end, out, bidi))
        return false;
    if (is_ascii(at, end)) {
        while (at < end)
            url_put(out, *at++);
        return true;
    }
    if (!label_is_valid(at, end, bidi))
        return false;
    url_put_text(out, "xn--");
    size_t start = out->length;
    punycode_encode(at, (size_t)(end - at), out);
    return out->length - start <= LABEL_MAX;
}

/* Appends the ASCII forms of the labels of the name that lies from `start` to the end of the text. */
static bool put_labels(struct url_writer *out, size_t start)
{
    const char *at = out->text + start;
    const char *end = out->text + out->length;
    struct bidi bidi = {false, false};

    for (;;) {
        const char *dot = memchr(at, '.', (size_t)(end - at));
        if (!put_label(at, dot ? dot : end, out, &bidi))
            return false;
        if (!dot)
            return !(bidi.has_right && bidi.broken);
        url_put(out, '.');
        at = dot + 1;
    }
}

enum url_problem idna_to_ascii(struct url_reader in, struct url_writer *out)
{
    size_t start = out->length;
    enum url_problem problem = map_name(&in, out);
    if (problem || out->overflow)
        return problem;
    size_t unicode_end = out->length;
    if (!put_labels(out, start))
        return URL_BAD_NAME;
    size_t length = out->length - unicode_end;
    memmove(out->text + start, out->text + unicode_end, length);
    out->length = start + length;
    for (size_t i = start; i < out->length; i++)
        if (url_classes[(unsigned char)out->text[i]] & URL_FORBIDDEN_HOST)
            return URL_BAD_HOST;
    return URL_FINE;
}
