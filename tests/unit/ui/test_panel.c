#include "suite.h"
#include "ui/panel/panel.h"
#include "ui/panel/rows.h"

/* A screen that remembers the picture and which lines were sent since the last look. */
static struct {
    uint8_t lines[PANEL_HEIGHT][PANEL_LINE_BYTES];
    bool sent[PANEL_HEIGHT];
    unsigned outside;
} screen_memory;

static void remember(void *context, unsigned y, const uint8_t *pixels)
{
    (void)context;
    if (y >= PANEL_HEIGHT) {
        screen_memory.outside++;
        return;
    }
    memcpy(screen_memory.lines[y], pixels, PANEL_LINE_BYTES);
    screen_memory.sent[y] = true;
}

static const struct panel_screen screen = {NULL, remember};
static struct panel panel;
static struct panel_view view;

static int update(void)
{
    memset(screen_memory.sent, 0, sizeof screen_memory.sent);
    return panel_update(&panel, &view, &screen);
}

static void start(void)
{
    memset(&screen_memory, 0xff, sizeof screen_memory);
    screen_memory.outside = 0;
    view = (struct panel_view){
        .name = "crawlbox", .state = "Crawling", .site = "www.example.ac.th", .wanted = "Thai", .pages = 12};
    panel_init(&panel);
    update();
}

static void row_of(struct panel_row *row, unsigned page, unsigned index)
{
    TEST_ASSERT_TRUE(rows_get(row, &view, page, view.notice != PANEL_NO_NOTICE, index));
}

static void keeps_its_promise_about_ram(void)
{
    TEST_ASSERT_TRUE(sizeof panel <= 96);
}

static void draws_everything_at_first(void)
{
    start();
    for (unsigned y = 0; y < PANEL_HEIGHT; y++)
        TEST_ASSERT_TRUE(screen_memory.sent[y]);
    TEST_ASSERT_EQUAL(0, screen_memory.outside);
}

static void sends_nothing_when_nothing_changed(void)
{
    start();
    TEST_ASSERT_EQUAL(0, update());
}

static void sends_only_the_row_that_changed(void)
{
    struct panel_row row;
    start();
    view.pages = 13;
    TEST_ASSERT_EQUAL(17, update());
    row_of(&row, 0, 3);
    for (unsigned y = 0; y < PANEL_HEIGHT; y++)
        TEST_ASSERT_EQUAL(y >= row.top && y < row.top + row.height, screen_memory.sent[y]);
}

static void sends_everything_again_when_asked_to(void)
{
    start();
    panel_redraw(&panel);
    TEST_ASSERT_EQUAL(PANEL_HEIGHT, update());
}

static void every_screen_covers_all_lines_once(void)
{
    struct panel_row row;
    start();
    for (int notice = PANEL_NO_NOTICE; notice < PANEL_NOTICES; notice++)
        for (unsigned page = 0; page < PANEL_PAGES; page++) {
            unsigned next = 0, rows = 0;
            view.notice = (enum panel_notice)notice;
            for (; rows_get(&row, &view, page, notice != PANEL_NO_NOTICE, rows); rows++) {
                TEST_ASSERT_EQUAL(next, row.top);
                next += row.height;
            }
            TEST_ASSERT_EQUAL(PANEL_HEIGHT, next);
            TEST_ASSERT_TRUE(rows <= PANEL_ROWS);
        }
}

static void the_button_walks_through_the_pages(void)
{
    static uint8_t first[sizeof screen_memory.lines];
    start();
    memcpy(first, screen_memory.lines, sizeof first);
    for (unsigned page = 1; page < PANEL_PAGES; page++) {
        panel_next(&panel, &view);
        TEST_ASSERT_NOT_EQUAL(0, update());
        TEST_ASSERT_NOT_EQUAL(0, memcmp(first, screen_memory.lines, sizeof first));
    }
    panel_next(&panel, &view);
    update();
    TEST_ASSERT_EQUAL_MEMORY(first, screen_memory.lines, sizeof first);
}

static void a_notice_takes_the_screen_and_leaves_no_trace(void)
{
    static uint8_t before[sizeof screen_memory.lines];
    for (int notice = PANEL_NO_NOTICE + 1; notice < PANEL_NOTICES; notice++)
        for (unsigned page = 0; page < PANEL_PAGES; page++) {
            start();
            panel.page = (uint8_t)page;
            update();
            memcpy(before, screen_memory.lines, sizeof before);
            view.notice = (enum panel_notice)notice;
            TEST_ASSERT_NOT_EQUAL(0, update());
            view.notice = PANEL_NO_NOTICE;
            update();
            TEST_ASSERT_EQUAL_MEMORY(before, screen_memory.lines, sizeof before);
        }
}

static void a_press_puts_a_notice_away_until_it_comes_anew(void)
{
    static uint8_t before[sizeof screen_memory.lines];
    struct panel_row state;
    start();
    memcpy(before, screen_memory.lines, sizeof before);
    view.notice = PANEL_CARD_FULL;
    update();
    panel_next(&panel, &view);
    update();
    TEST_ASSERT_TRUE(rows_get(&state, &view, 0, false, 1)); /* it says what the notice said */
    for (unsigned y = 0; y < PANEL_HEIGHT; y++)
        if (y < state.top || y >= state.top + state.height)
            TEST_ASSERT_EQUAL_MEMORY(before + y * PANEL_LINE_BYTES, screen_memory.lines[y], PANEL_LINE_BYTES);
    view.notice = PANEL_SAFE_TO_REMOVE;
    TEST_ASSERT_NOT_EQUAL(0, update());
    view.notice = PANEL_NO_NOTICE;
    update();
    view.notice = PANEL_CARD_FULL;
    TEST_ASSERT_NOT_EQUAL(0, update());
}

static void the_most_urgent_notice_wins(void)
{
    start();
    panel_view_notice(&view, PANEL_RESTARTED, "watchdog");
    panel_view_notice(&view, PANEL_CARD_FULL, NULL);
    panel_view_notice(&view, PANEL_NO_NETWORK, "no cable");
    TEST_ASSERT_EQUAL(PANEL_CARD_FULL, view.notice);
    TEST_ASSERT_NULL(view.detail);
}

static void figures_fit_six_characters(void)
{
    static const struct {
        uint32_t pages;
        const char *text;
    } cases[] = {
        {0, "0"},
        {999, "999"},
        {1000, "1,000"},
        {99999, "99,999"},
        {100000, "100000"},
        {999999, "999999"},
        {1000000, "1.00M"},
        {99999999, "99.99M"},
        {100000000, "100M"},
        {UINT32_MAX, "4294M"},
    };
    struct panel_row row;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start();
        view.pages = cases[i].pages;
        row_of(&row, 0, 3);
        TEST_ASSERT_EQUAL_STRING(cases[i].text, row.left);
    }
}

static void thai_share_is_right_for_any_count(void)
{
    struct panel_row row;
    start();
    view.pages = view.thai_pages = UINT32_MAX;
    row_of(&row, 0, 3);
    TEST_ASSERT_EQUAL_STRING("100% Thai", row.under);
    view.thai_pages = 0;
    row_of(&row, 0, 3);
    TEST_ASSERT_EQUAL_STRING("0% Thai", row.under);
    view.pages = 0;
    row_of(&row, 0, 3);
    TEST_ASSERT_EQUAL_STRING("", row.under);
}

static void uptime_reads_like_a_clock(void)
{
    static const struct {
        uint32_t seconds;
        const char *text;
    } cases[] = {{0, "00:00"}, {59, "00:00"}, {60, "00:01"}, {86399, "23:59"}, {86400, "1d 00:00"}};
    struct panel_row row;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start();
        view.uptime_s = cases[i].seconds;
        row_of(&row, 0, 0);
        TEST_ASSERT_EQUAL_STRING(cases[i].text, row.right);
    }
}

static void card_row_tells_free_space_and_fill(void)
{
    static const struct {
        uint32_t total, free;
        unsigned percent;
        const char *text;
    } cases[] = {
        {0, 0, 0, "none"},         {1024, 1024, 0, "1.0G free"},   {7580, 3174, 59, "3.0G free"},
        {1024, 0, 100, "0M free"}, {32768, 29696, 10, "29G free"},
    };
    struct panel_row row;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        start();
        view.card_mb = cases[i].total;
        view.card_free_mb = cases[i].free;
        row_of(&row, 0, 4);
        TEST_ASSERT_EQUAL_STRING(cases[i].text, row.right);
        TEST_ASSERT_EQUAL(cases[i].percent, row.percent);
    }
}

static void long_texts_end_in_an_ellipsis(void)
{
    struct panel_row row;
    start();
    view.site = "a-very-long-host-name.example.ac.th";
    row_of(&row, 0, 2);
    TEST_ASSERT_EQUAL_STRING("a-very-long-host-nam\x7f", row.left);
    view.version = "1.0.0-of-a-build-with-a-very-long-name";
    row_of(&row, 2, 1);
    TEST_ASSERT_EQUAL_STRING("1.0.0-of-a-build-wit\x7f", row.right);
    TEST_ASSERT_EQUAL_STRING("", row.left);
    view.name = "a name that leaves no room";
    view.uptime_s = 86400U * 999;
    row_of(&row, 0, 0);
    TEST_ASSERT_EQUAL_STRING("999d 00:00", row.right);
    TEST_ASSERT_EQUAL_STRING("a name th\x7f", row.left);
}

static void missing_texts_are_empty(void)
{
    view = (struct panel_view){0};
    panel_init(&panel);
    TEST_ASSERT_EQUAL(PANEL_HEIGHT, update());
    view.notice = PANEL_RESTARTED;
    TEST_ASSERT_NOT_EQUAL(0, update());
}

/* Appends a row's text to what is there, with a blank in between. */
static void append_line(char *to, const char *line)
{
    if (to[0] != '\0' && line[0] != '\0')
        strcat(to, " ");
    strcat(to, line);
}

static void every_notice_fits_its_screen(void)
{
    static const struct {
        const char *headline, *advice;
    } notices[] = {
        {"", ""},
#define NOTICE(name, headline, advice) {headline, advice},
#include "ui/panel/notices.def"
#undef NOTICE
    };
    struct panel_row row;
    start();
    for (int notice = PANEL_NO_NOTICE + 1; notice < PANEL_NOTICES; notice++) {
        char headline[PANEL_ROWS * (ROW_TEXT_MAX + 1)] = "", advice[sizeof headline] = "";
        view.notice = (enum panel_notice)notice;
        for (unsigned i = 1; rows_get(&row, &view, 0, true, i); i++) {
            TEST_ASSERT_TRUE(strlen(row.left) <= (row.style == ROW_HEADLINE ? 10 : ROW_TEXT_MAX));
            append_line(row.style == ROW_HEADLINE ? headline : advice, row.left);
        }
        TEST_ASSERT_EQUAL_STRING(notices[notice].headline, headline);
        TEST_ASSERT_EQUAL_STRING(notices[notice].advice, advice);
    }
}

static void a_notice_that_was_put_away_says_on_the_page_what_the_box_does(void)
{
    static const struct {
        enum panel_notice notice;
        const char *text;
    } cases[] = {{PANEL_STOPPED, "Stopped"},
                 {PANEL_SAFE_TO_REMOVE, "Safe to remove"},
                 {PANEL_RESTARTED, "Ready"}}; /* it works again */
    struct panel_row row;
    start();
    view.state = "Ready";
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        view.notice = cases[i].notice;
        TEST_ASSERT_TRUE(rows_get(&row, &view, 0, false, 1));
        TEST_ASSERT_EQUAL_STRING(cases[i].text, row.left);
    }
}

static void details_follow_the_advice_word_by_word(void)
{
    struct panel_row row;
    start();
    view.notice = PANEL_RESTARTED;
    view.detail = "watchdog: crawler did not check in";
    row_of(&row, 0, 4);
    TEST_ASSERT_EQUAL_STRING("watchdog: crawler did", row.left);
    row_of(&row, 0, 5);
    TEST_ASSERT_EQUAL_STRING("not check in", row.left);
    view.detail = "averyveryverylongword-without-blanks";
    row_of(&row, 0, 4);
    TEST_ASSERT_EQUAL_STRING("averyveryverylongword", row.left);
}

static void hostile_bytes_look_like_question_marks(void)
{
    for (unsigned row = 0; row < FONT_HEIGHT; row++) {
        TEST_ASSERT_EQUAL(font_row('?', row), font_row('\x01', row));
        TEST_ASSERT_EQUAL(font_row('?', row), font_row('\xff', row));
    }
}

static void no_two_glyphs_look_the_same(void)
{
    for (int one = ' '; one <= FONT_ELLIPSIS; one++)
        for (int other = ' '; other < one; other++) {
            bool same = true;
            for (unsigned row = 0; row < FONT_HEIGHT; row++)
                same = same && font_row((char)one, row) == font_row((char)other, row);
            TEST_ASSERT_FALSE(same);
        }
}

static void a_glyph_is_drawn_the_right_way_round(void)
{
    static const unsigned letter[FONT_HEIGHT] = {0x1e, 0x11, 0x11, 0x1e, 0x14, 0x12, 0x11, 0};
    for (unsigned row = 0; row < FONT_HEIGHT; row++)
        TEST_ASSERT_EQUAL_HEX8(letter[row], font_row('R', row));
}

SUITE(panel)
{
    RUN_TEST(keeps_its_promise_about_ram);
    RUN_TEST(draws_everything_at_first);
    RUN_TEST(sends_nothing_when_nothing_changed);
    RUN_TEST(sends_only_the_row_that_changed);
    RUN_TEST(sends_everything_again_when_asked_to);
    RUN_TEST(every_screen_covers_all_lines_once);
    RUN_TEST(the_button_walks_through_the_pages);
    RUN_TEST(a_notice_takes_the_screen_and_leaves_no_trace);
    RUN_TEST(a_press_puts_a_notice_away_until_it_comes_anew);
    RUN_TEST(the_most_urgent_notice_wins);
    RUN_TEST(figures_fit_six_characters);
    RUN_TEST(thai_share_is_right_for_any_count);
    RUN_TEST(uptime_reads_like_a_clock);
    RUN_TEST(card_row_tells_free_space_and_fill);
    RUN_TEST(long_texts_end_in_an_ellipsis);
    RUN_TEST(missing_texts_are_empty);
    RUN_TEST(every_notice_fits_its_screen);
    RUN_TEST(a_notice_that_was_put_away_says_on_the_page_what_the_box_does);
    RUN_TEST(details_follow_the_advice_word_by_word);
    RUN_TEST(hostile_bytes_look_like_question_marks);
    RUN_TEST(no_two_glyphs_look_the_same);
    RUN_TEST(a_glyph_is_drawn_the_right_way_round);
}
