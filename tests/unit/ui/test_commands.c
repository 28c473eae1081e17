/* The console's commands, typed in a program that has a lamp: what they say, whom they ask, and what a locked
 * console refuses. */
#include "suite.h"

#include "base/status.h"
#include "port/log.h"
#include "ports_fake.h"
#include "ui/console/console.h"

/* ---- A program with a lamp ---- */

static int command_lamp(int count, char **words)
{
    if (count != 2)
        return STATUS_INVALID;
    console_fact("lamp light", "%s", words[1]);
    return STATUS_OK;
}

static int command_window(int count, char **words)
{
    (void)count;
    (void)words;
    console_print("It is day.\n");
    return STATUS_OK;
}

static const struct command commands[] = {{"lamp", command_lamp}, {"window", command_window}};

static struct store store;
static struct store_settings store_settings;
static struct session session;
static struct console console;

const struct console_program console_program = {
    .session = &session,
    .console = &console,
    .board = "desk",
    .kernel = "none 1",
    .commands = {.commands = commands,
                 .usages = "lamp on|off\0"
                           "window\0",
                 .helps = "switch the light\0"
                          "look out of it\0",
                 .open = "window",
                 .count = 2},
};

void console_program_greeting(void)
{
    console_print("The lamp is off.\n");
}

void console_program_status(void)
{
    console_fact("lamps", "1");
}

void console_program_card(void)
{
    console_fact("device", "none");
}

/* ---- A box with a card that has two WARC files ---- */

static int list_two(void *context, const char *folder,
                    int (*each)(void *user, const char *name, uint32_t bytes), void *user)
{
    (void)context;
    TEST_ASSERT_EQUAL_STRING("WARC", folder);
    int found = each(user, "a.warc", 1000);
    return found != 0 ? found : each(user, "b.warc.open", 20);
}

static int tell_space(void *context, int recount, struct store_space *space)
{
    (void)context;
    (void)recount;
    *space = (struct store_space){.total_kb = 64 * 1024, .free_kb = 32 * 1024, .cluster_bytes = 4096};
    return STATUS_OK;
}

static int find_nothing(void *context, const char *path, struct store_extent *extent)
{
    (void)context;
    (void)path;
    (void)extent;
    return STATUS_NOT_FOUND;
}

static int remove_nothing(void *context, const char *path)
{
    (void)context;
    (void)path;
    return STATUS_OK;
}

static const struct lang_pack *no_language(const char *code)
{
    (void)code;
    return NULL;
}

static void begin(void)
{
    static const struct store_port port = {
        .list = list_two, .space = tell_space, .find = find_nothing, .remove = remove_nothing};
    static const struct session_parts parts = {
        .store = &store, .store_settings = &store_settings, .version = "1.2.3", .language = no_language};
    ports_fake_begin();
    memset(&store, 0, sizeof store);
    memset(&console, 0, sizeof console);
    store.port = &port;
    store.state = STORE_READY;
    session_init(&session, &parts);
    console_begin();
}

/* What is said after this line was typed, without its echo and the next prompt. */
static const char *answer(const char *line)
{
    static const char prompt[] = "crawlbox> ";
    memset(ports_fake.said, 0, sizeof ports_fake.said);
    for (const char *at = line; *at != '\0'; at++)
        console_take(*at);
    size_t echoed = strlen(ports_fake.said) + 2; /* and the end of the line */
    console_take('\r');
    char *end = ports_fake.said + strlen(ports_fake.said) - strlen(prompt);
    TEST_ASSERT_EQUAL_STRING(prompt, end);
    *end = '\0';
    return ports_fake.said + echoed;
}

static void expect(const char *said, const char *line)
{
    TEST_ASSERT_EQUAL_STRING_MESSAGE(said, answer(line), line);
}

static void expect_within(const char *said, const char *line)
{
    TEST_ASSERT_NOT_NULL_MESSAGE(strstr(answer(line), said), line);
}

/* ---- One table of two ---- */

static void it_greets_with_what_it_is_and_what_the_program_adds(void)
{
    begin();
    TEST_ASSERT_EQUAL_STRING("\r\n\r\ncrawlbox 1.2.3 on desk\r\nThe lamp is off.\r\n"
                             "Type 'help' for the commands.\r\ncrawlbox> ",
                             ports_fake.said);
}

static void help_lists_the_commands_of_the_box_and_then_those_of_the_program(void)
{
    begin();
    const char *help = answer("help");
    const char *box = strstr(help, "\n  eject     close"),
               *program = strstr(help, "\n  lamp      switch the light");
    TEST_ASSERT_NOT_NULL(box);
    TEST_ASSERT_NOT_NULL(program);
    TEST_ASSERT_TRUE(box < program);
    expect("lamp on|off\r\n  switch the light\r\n", "help lamp");
    expect_within("skip HOST\r\n  ", "help skip");
}

static void commands_of_the_program_are_run_like_those_of_the_box(void)
{
    begin();
    expect("lamp light        on\r\n", "lamp on");
    expect("lamp_light=on\r\n", "lamp on -k");
    expect("Usage: lamp on|off\r\n", "lamp");
    expect("Usage: skip HOST\r\n", "skip");
}

static void the_nearest_command_of_both_is_suggested(void)
{
    begin();
    expect("There is no command 'lmap'. Did you mean 'lamp'?\r\n", "lmap");
    expect("There is no command 'statsu'. Did you mean 'status'?\r\n", "statsu");
    expect("There is no command 'frobnicate'. 'help' lists those there are.\r\n", "frobnicate");
}

static void lines_that_are_no_commands_are_answered_in_words(void)
{
    begin();
    expect("", "   ");
    expect("That line has too many words.\r\n", "1 2 3 4 5 6 7 8 9");
    expect("That line has a quote without its closing quote.\r\n", "set operator \"A");
}

static void the_program_says_who_it_is_and_ends_the_status(void)
{
    begin();
    expect_within("version=1.2.3\r\nboard=desk\r\nkernel=none 1\r\n", "version -k");
    ports_fake.ms = 61000;
    expect_within("uptime=61\r\n", "status -k");
    expect_within("uptime            00:01:01\r\n", "status");
    expect_within("\r\nlamps=1\r\n", "status -k");
    expect_within("size=64 MB\r\n", "card -k");
    expect_within("device=none\r\n", "card -k");
}

/* ---- Settings ---- */

static void a_setting_is_set_by_a_job_and_shown(void)
{
    begin();
    expect("tau=7\r\n", "set tau 7 -k");
    TEST_ASSERT_EQUAL(1, ports_fake.jobs);
    TEST_ASSERT_EQUAL(7, session.settings.values.tau);
    expect("operator          A Public Library\r\n", "set operator A Public Library");
    expect("operator=A Public Library\r\n", "show operator -k");
    expect_within("Not saved yet", "show");
}

static void a_value_that_is_none_is_answered_with_the_range(void)
{
    begin();
    expect_within("tau must be ", "set tau many");
    expect_within("There is no setting 'tow'.", "set tow 1");
    expect_within("tau: ", "help tau");
}

static void a_job_that_cannot_be_done_is_told_with_its_reason(void)
{
    begin();
    ports_fake.is_busy = true;
    const char *said = answer("set tau 7");
    TEST_ASSERT_EQUAL_STRING_LEN("set: ", said, 5);
    TEST_ASSERT_NOT_NULL(strstr(said, status_text(STATUS_BUSY)));
}

/* ---- The PIN ---- */

static void lock(void)
{
    begin();
    answer("set console_pin 1234");
    TEST_ASSERT_EQUAL_STRING("1234", session.settings.values.console_pin);
}

static void a_locked_console_looks_and_ejects_but_changes_nothing(void)
{
    static const char refusal[] = "The console is locked. Unlock it with: pin NUMBER\r\n";
    lock();
    expect(refusal, "set tau 9");
    expect(refusal, "card format yes");
    expect(refusal, "lamp on");
    TEST_ASSERT_EQUAL(0, ports_fake.formatted);
    expect("console_pin=****\r\n", "show console_pin -k");
    expect("It is day.\r\n", "window");
    expect_within(store_sentence(STORE_EJECTED), "eject");
    TEST_ASSERT_EQUAL(1, ports_fake.ejected);
}

static void the_pin_opens_it_until_it_is_locked_again(void)
{
    lock();
    expect("The console is unlocked.\r\n", "pin 1234");
    expect("tau               9\r\n", "set tau 9");
    expect("The console is locked.\r\n", "pin");
    expect_within("locked", "set tau 8");
    TEST_ASSERT_EQUAL(9, session.settings.values.tau);
    TEST_ASSERT_EQUAL(0, ports_fake.paused_ms);
}

static void each_wrong_pin_makes_the_next_wait_longer_up_to_a_minute(void)
{
    static const uint32_t waits_ms[] = {2000, 4000, 8000, 16000, 32000, 64000, 64000};
    lock();
    for (unsigned i = 0; i < sizeof waits_ms / sizeof waits_ms[0]; i++) {
        ports_fake.paused_ms = 0;
        expect("The console is locked.\r\n", "pin 1111");
        TEST_ASSERT_EQUAL_UINT32(waits_ms[i], ports_fake.paused_ms);
    }
    answer("pin 1234");
    ports_fake.paused_ms = 0;
    answer("pin 1111");
    TEST_ASSERT_EQUAL_UINT32(waits_ms[0], ports_fake.paused_ms);
}

/* ---- The card, the crawl, the model ---- */

static void files_of_the_card_are_listed_one_by_one(void)
{
    begin();
    expect("      1000  a.warc\r\n        20  b.warc.open\r\nfiles             2\r\n", "card list");
}

static void a_card_is_formatted_only_when_that_was_confirmed(void)
{
    begin();
    expect_within("card format yes", "card format");
    TEST_ASSERT_EQUAL(0, ports_fake.formatted);
    expect_within("The card is empty.", "card format yes");
    TEST_ASSERT_EQUAL(1, ports_fake.formatted);
}

static void seeds_are_listed_without_what_drives_a_terminal(void)
{
    static const char seeds[] = "# libraries\r\none.example\r\n\x1b[2Jtwo.example\r\n";
    begin();
    ports_fake_file("SEEDS.TXT", seeds, sizeof seeds - 1);
    expect("# libraries\r\none.example\r\n[2Jtwo.example\r\n", "seed list");
    expect_within("is no site or URL", "seed add \"no site\"");
}

static void without_a_crawl_orders_say_what_keeps_it(void)
{
    begin();
    expect_within("There is no crawl. ", "start");
    expect_within("There is no crawl. ", "skip one.example");
    expect_within(session_sentence(&session), "sites");
    expect_within(session_sentence(&session), "site one.example");
}

static void without_a_card_nothing_is_saved_and_that_is_told(void)
{
    begin();
    store.state = STORE_NO_CARD;
    expect_within("There is no card to save to: ", "save");
    expect_within(status_text(STATUS_CLOSED), "card list");
}

static void the_model_tells_where_it_is_from_and_a_file_that_does_not_come_is_told(void)
{
    begin();
    session_card_mounted(&session);
    expect_within("model=built in\r\n", "model -k");
    expect_within("There is no earlier model.", "model rollback");
    session.box.crawl.state.learned.sites = 8;
    session.box.crawl.state.learned.right = 6;
    session.box.crawl.state.learned.model_right = 5;
    expect_within("right_with_it=75.00 %\r\nright_without=62.50 %\r\n", "model -k");
    expect_within("learned_from=0\r\n", "model forget -k");
    ports_fake.receive_status = STATUS_TIMEOUT;
    expect_within(model_problem(STATUS_TIMEOUT), "model receive");
    TEST_ASSERT_TRUE(ports_fake_arena_is_empty());
}

static void what_is_no_url_is_not_fetched(void)
{
    begin();
    expect_within("ftp://one.example/: ", "fetch ftp://one.example/");
    TEST_ASSERT_TRUE(ports_fake_arena_is_empty());
}

/* ---- The log ---- */

static void news_appear_above_the_line_that_is_being_typed(void)
{
    begin();
    console_show_news();
    console_take('s');
    memset(ports_fake.said, 0, sizeof ports_fake.said);
    ports_fake.ms = 1234;
    log_warning("the bulb of lamp %u is old", 3u);
    console_show_news();
    TEST_ASSERT_EQUAL_STRING("\r\x1b[K[     1.234] warning: the bulb of lamp 3 is old\r\ncrawlbox> s",
                             ports_fake.said);
    memset(ports_fake.said, 0, sizeof ports_fake.said);
    console_show_news();
    TEST_ASSERT_EQUAL_STRING("", ports_fake.said);
}

static void the_log_is_shown_again_and_its_level_set(void)
{
    begin();
    log_warning("the bulb of lamp %u is old", 3u);
    expect_within("warning: the bulb of lamp 3 is old\r\nlog level         info\r\n", "log");
    expect("log_level=debug\r\n", "log debug -k");
    TEST_ASSERT_EQUAL(LOG_DEBUG, log_get_level());
    expect_within("Usage: log ", "log loud");
}

SUITE(commands)
{
    RUN_TEST(it_greets_with_what_it_is_and_what_the_program_adds);
    RUN_TEST(help_lists_the_commands_of_the_box_and_then_those_of_the_program);
    RUN_TEST(commands_of_the_program_are_run_like_those_of_the_box);
    RUN_TEST(the_nearest_command_of_both_is_suggested);
    RUN_TEST(lines_that_are_no_commands_are_answered_in_words);
    RUN_TEST(the_program_says_who_it_is_and_ends_the_status);
    RUN_TEST(a_setting_is_set_by_a_job_and_shown);
    RUN_TEST(a_value_that_is_none_is_answered_with_the_range);
    RUN_TEST(a_job_that_cannot_be_done_is_told_with_its_reason);
    RUN_TEST(a_locked_console_looks_and_ejects_but_changes_nothing);
    RUN_TEST(the_pin_opens_it_until_it_is_locked_again);
    RUN_TEST(each_wrong_pin_makes_the_next_wait_longer_up_to_a_minute);
    RUN_TEST(files_of_the_card_are_listed_one_by_one);
    RUN_TEST(a_card_is_formatted_only_when_that_was_confirmed);
    RUN_TEST(seeds_are_listed_without_what_drives_a_terminal);
    RUN_TEST(without_a_crawl_orders_say_what_keeps_it);
    RUN_TEST(without_a_card_nothing_is_saved_and_that_is_told);
    RUN_TEST(the_model_tells_where_it_is_from_and_a_file_that_does_not_come_is_told);
    RUN_TEST(what_is_no_url_is_not_fetched);
    RUN_TEST(news_appear_above_the_line_that_is_being_typed);
    RUN_TEST(the_log_is_shown_again_and_its_level_set);
}
