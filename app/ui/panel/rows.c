#include "ui/panel/rows.h"

#include <string.h>

#include "base/packed.h"

enum { PERCENT = 100, MB_PER_GB = 1024, SECONDS_PER_MINUTE = 60, MINUTES_PER_HOUR = 60, HOURS_PER_DAY = 24 };

enum page { PAGE_CRAWL, PAGE_COUNTERS, PAGE_BOX };
_Static_assert(PAGE_BOX + 1 == PANEL_PAGES, "every page is known to rows.h");

/* Heights of the rows, from the top; each list adds up to PANEL_HEIGHT. */
static const uint8_t crawl_heights[] = {11, 9, 9, 17, 10, 8};
static const uint8_t table_heights[] = {11, 9, 9, 9, 9, 9, 8};
static const uint8_t short_notice_heights[] = {11, 17, 9, 9, 9, 9};
static const uint8_t long_notice_heights[] = {11, 17, 17, 9, 10};

enum { HEADLINE_MAX = 10 }; /* characters of double size on a row */
enum notice_text { HEADLINE, ADVICE };

/* Gives a text of the view's notice, which is packed. */
static const char *notice_text(const struct panel_view *view, enum notice_text which)
{
    static const char texts[] PACKED_PLACE =
#define NOTICE(name, headline, advice) headline "\0" advice "\0"
#include "ui/panel/notices.def"
#undef NOTICE
        ;
    return packed_nth(texts, 2 * ((unsigned)view->notice - 1) + which);
}

static bool place_row(struct panel_row *row, const uint8_t *heights, unsigned count, unsigned index)
{
    memset(row, 0, sizeof *row);
    if (index >= count)
        return false;
    row->height = heights[index];
    while (index > 0)
        row->top = (uint8_t)(row->top + heights[--index]);
    return true;
}

/* Puts text behind what is there; a text that does not fit ends in an ellipsis. base/format.h is not used
 * here, since it can do more and would more than double the stack of the panel's task. */
static void put_text(char *to, const char *text)
{
    size_t used = strlen(to), length = text ? strlen(text) : 0, room = ROW_TEXT_MAX - used;
    if (length <= room) {
        memcpy(to + used, text ? text : "", length);
        return;
    }
    memcpy(to + used, text, room);
    to[ROW_TEXT_MAX - 1] = FONT_ELLIPSIS;
}

/* Returns where a full line is to end: before its last blank, or where it is if its one word is longer. */
static unsigned end_of_line(const char *text, unsigned width)
{
    unsigned end = width;
    while (end > 0 && text[end - 1] != ' ')
        end--;
    return end > 0 ? end - 1 : width;
}

/* Puts line number `line` of a text, which may be packed and is wrapped between words into lines of at most
 * `width` characters. Returns how many lines the text has up to there. */
static unsigned put_wrapped(char *to, const char *text, unsigned width, unsigned line)
{
    struct packed_reader reader;
    unsigned length = 0, lines = 0;
    packed_open(&reader, text);
    for (char c; (c = packed_next(&reader)) != '\0';) {
        if (length == width) {
            unsigned end = c == ' ' ? width : end_of_line(to, width);
            unsigned next = end + (end < width); /* behind the blank */
            if (lines++ == line) {
                memset(to + end, 0, width - end);
                return lines;
            }
            length = width - next;
            memmove(to, to + next, length);
        }
        if (length > 0 || c != ' ')
            to[length++] = c;
    }
    bool is_there = lines == line;
    memset(to + (is_there ? length : 0), 0, width - (is_there ? length : 0));
    return lines + (length > 0);
}

/* Puts a number with at least `digits` digits, with zeros in front. */
static void put_decimal(char *to, uint32_t number, unsigned digits)
{
    enum { DIGITS_MAX = 10 };
    char text[DIGITS_MAX + 1] = "";
    char *at = text + DIGITS_MAX;
    for (; number > 0 || text + DIGITS_MAX - at < (int)digits; number /= 10)
        *--at = (char)('0' + number % 10);
    put_text(to, at);
}

/* Cuts the left text where both do not fit on the row; the right text stays whole. */
static void make_room(struct panel_row *row)
{
    size_t taken = strlen(row->right) + 1, length = strlen(row->left);
    size_t room = taken < ROW_TEXT_MAX ? ROW_TEXT_MAX - taken : 0;
    if (taken == 1 || length <= room)
        return;
    memset(row->left + room, 0, length - room);
    if (room > 0)
        row->left[room - 1] = FONT_ELLIPSIS;
}

/* Puts a number with commas: 12,345 */
static void put_number(char *to, uint32_t number)
{
    enum { THOUSAND = 1000 };
    uint32_t unit = 1;
    while (number / unit >= THOUSAND)
        unit *= THOUSAND;
    put_decimal(to, number / unit, 1);
    while ((unit /= THOUSAND) > 0) {
        put_text(to, ",");
        put_decimal(to, number / unit % THOUSAND, 3);
    }
}

/* Puts a number in at most six characters: 12,345 - 123456 - 1.23M - 4294M */
static void put_figure(char *to, uint32_t number)
{
    enum { MILLION = 1000000, HUNDREDTH = MILLION / 100 };
    if (number < 100000) {
        put_number(to, number);
    } else if (number < MILLION) {
        put_decimal(to, number, 1);
    } else {
        put_decimal(to, number / MILLION, 1);
        if (number < 100 * MILLION) {
            put_text(to, ".");
            put_decimal(to, number % MILLION / HUNDREDTH, 2);
        }
        put_text(to, "M");
    }
}

static unsigned percent_of(uint32_t part, uint32_t whole)
{
    if (whole == 0)
        return 0;
    if (whole > UINT32_MAX / PERCENT)
        return part / (whole / PERCENT);
    return part * PERCENT / whole;
}

/* Puts a size: "812M", "3.1G", "29G" */
static void put_size(char *to, uint32_t mb)
{
    uint32_t gb = mb / MB_PER_GB;
    put_decimal(to, gb > 0 ? gb : mb, 1);
    if (gb > 0 && gb < 10) {
        put_text(to, ".");
        put_decimal(to, mb % MB_PER_GB * 10 / MB_PER_GB, 1);
    }
    put_text(to, gb > 0 ? "G" : "M");
}

/* Puts a time: "23:59", "3d 03:52" */
static void put_uptime(char *to, uint32_t uptime_s)
{
    uint32_t minutes = uptime_s / SECONDS_PER_MINUTE, hours = minutes / MINUTES_PER_HOUR;
    if (hours >= HOURS_PER_DAY) {
        put_decimal(to, hours / HOURS_PER_DAY, 1);
        put_text(to, "d ");
    }
    put_decimal(to, hours % HOURS_PER_DAY, 2);
    put_text(to, ":");
    put_decimal(to, minutes % MINUTES_PER_HOUR, 2);
}

static void fill_title(struct panel_row *row, const struct panel_view *view)
{
    row->style = ROW_TITLE;
    put_text(row->left, view->name);
    put_uptime(row->right, view->uptime_s);
    make_room(row);
}

static void fill_foot(struct panel_row *row, const struct panel_view *view, unsigned page)
{
    static const uint8_t none[4];
    const uint8_t *a = view->address;
    row->style = ROW_FOOT;
    row->percent = (uint8_t)page;
    if (memcmp(a, none, sizeof none) == 0)
        put_text(row->left, "no address yet");
    else
        for (unsigned i = 0; i < sizeof none; i++) {
            put_text(row->left, i > 0 ? "." : "");
            put_decimal(row->left, a[i], 1);
        }
}

/* What the box does, or what its notice says that keeps it from that. */
static void fill_state(struct panel_row *row, const struct panel_view *view)
{
    row->style = ROW_PLAIN;
    if (view->notice == PANEL_NO_NOTICE || view->notice == PANEL_RESTARTED)
        put_text(row->left, view->state);
    else
        put_wrapped(row->left, notice_text(view, HEADLINE), ROW_TEXT_MAX, 0);
}

static void fill_crawl_row(struct panel_row *row, const struct panel_view *view, unsigned index)
{
    switch (index) {
    case 1: fill_state(row, view); break;
    case 2:
        row->style = ROW_ENTRY;
        put_text(row->left, view->site);
        break;
    case 3:
        row->style = ROW_FIGURE;
        put_figure(row->left, view->pages);
        put_text(row->right, view->pages == 1 ? "page" : "pages");
        if (view->pages > 0) {
            put_decimal(row->under, percent_of(view->thai_pages, view->pages), 1);
            put_text(row->under, "% ");
            put_text(row->under, view->wanted);
        }
        break;
    default:
        row->style = ROW_BAR;
        put_text(row->left, "card");
        if (view->card_mb == 0) {
            put_text(row->right, "none");
        } else {
            row->percent = (uint8_t)(PERCENT - percent_of(view->card_free_mb, view->card_mb));
            put_size(row->right, view->card_free_mb);
            put_text(row->right, " free");
        }
    }
}

static void fill_counter_row(struct panel_row *row, const struct panel_view *view, unsigned index)
{
    static const char *const labels[] = {"Pages", " pages", "Sites", "Sites waiting", "Errors"};
    const uint32_t counters[] = {view->pages, view->thai_pages, view->sites, view->waiting, view->errors};
    row->style = ROW_ENTRY;
    if (index == 2)
        put_text(row->left, view->wanted);
    put_text(row->left, labels[index - 1]);
    put_number(row->right, counters[index - 1]);
}

static void fill_box_row(struct panel_row *row, const struct panel_view *view, unsigned index)
{
    static const char *const labels[] = {"Build", "Last start", "Card", "RAM free", "CPU"};
    row->style = ROW_ENTRY;
    put_text(row->left, labels[index - 1]);
    switch (index) {
    case 1: put_text(row->right, view->version); break;
    case 2: put_text(row->right, view->last_reset); break;
    case 3:
        if (view->card_mb == 0)
            put_text(row->right, "none");
        else
            put_size(row->right, view->card_mb);
        break;
    case 4: put_number(row->right, view->ram_free_bytes); break;
    default: put_decimal(row->right, view->cpu_percent, 1); put_text(row->right, "%");
    }
    make_room(row);
}

static bool page_row(struct panel_row *row, const struct panel_view *view, unsigned page, unsigned index)
{
    const uint8_t *heights = page == PAGE_CRAWL ? crawl_heights : table_heights;
    unsigned count = page == PAGE_CRAWL ? sizeof crawl_heights : sizeof table_heights;
    if (!place_row(row, heights, count, index))
        return false;
    if (index == 0)
        fill_title(row, view);
    else if (index == count - 1)
        fill_foot(row, view, page);
    else if (page == PAGE_CRAWL)
        fill_crawl_row(row, view, index);
    else if (page == PAGE_COUNTERS)
        fill_counter_row(row, view, index);
    else
        fill_box_row(row, view, index);
    return true;
}

static bool notice_row(struct panel_row *row, const struct panel_view *view, unsigned index)
{
    const char *headline = notice_text(view, HEADLINE);
    bool two_lines = put_wrapped(row->left, headline, HEADLINE_MAX, 1) > 1;
    if (!place_row(row, two_lines ? long_notice_heights : short_notice_heights,
                   two_lines ? sizeof long_notice_heights : sizeof short_notice_heights, index))
        return false;
    unsigned advice_index = two_lines ? 3 : 2;
    if (index == 0) {
        fill_title(row, view);
    } else if (index < advice_index) {
        row->style = ROW_HEADLINE;
        put_wrapped(row->left, headline, HEADLINE_MAX, index - 1);
    } else {
        row->style = ROW_PLAIN;
        unsigned line = index - advice_index;
        unsigned lines = put_wrapped(row->left, notice_text(view, ADVICE), ROW_TEXT_MAX, line);
        if (lines <= line && view->detail)
            put_wrapped(row->left, view->detail, ROW_TEXT_MAX, line - lines);
    }
    return true;
}

bool rows_get(struct panel_row *row, const struct panel_view *view, unsigned page, bool with_notice,
              unsigned index)
{
    return with_notice ? notice_row(row, view, index) : page_row(row, view, page, index);
}
