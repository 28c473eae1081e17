#include "suite.h"
#include "base/status.h"
#include "ui/console/command.h"

static const char *const names[] = {"help", "version", "status", "mem", "tasks",
                                    "log",  "card",    "reboot", NULL};

static const char *name_of(const void *table, unsigned index)
{
    return ((const char *const *)table)[index];
}

static const char *nearest(const char *word)
{
    int which = command_nearest(word, name_of, names);
    return which < 0 ? status_text(which) : names[which];
}

static void splits_at_blanks_and_keeps_quoted_words_together(void)
{
    char line[] = "  seed  add \"two words\" \"\" end ";
    char *words[COMMAND_WORDS_MAX];
    TEST_ASSERT_EQUAL_INT(5, command_split(line, words, COMMAND_WORDS_MAX));
    TEST_ASSERT_EQUAL_STRING("seed", words[0]);
    TEST_ASSERT_EQUAL_STRING("add", words[1]);
    TEST_ASSERT_EQUAL_STRING("two words", words[2]);
    TEST_ASSERT_EQUAL_STRING("", words[3]);
    TEST_ASSERT_EQUAL_STRING("end", words[4]);
}

static void an_empty_line_has_no_words(void)
{
    char *words[1];
    char empty[] = "", blank[] = "   ";
    TEST_ASSERT_EQUAL_INT(0, command_split(empty, words, 1));
    TEST_ASSERT_EQUAL_INT(0, command_split(blank, words, 1));
}

static void refuses_too_many_words_and_open_quotes(void)
{
    char *words[2];
    char many[] = "a b c", open[] = "a \"b", exact[] = "a b ";
    TEST_ASSERT_EQUAL_INT(STATUS_FULL, command_split(many, words, 2));
    TEST_ASSERT_EQUAL_INT(STATUS_INVALID, command_split(open, words, 2));
    TEST_ASSERT_EQUAL_INT(2, command_split(exact, words, 2));
}

static void finds_whole_names_only(void)
{
    TEST_ASSERT_EQUAL_INT(2, command_find("status", name_of, names));
    TEST_ASSERT_EQUAL_INT(STATUS_NOT_FOUND, command_find("stat", name_of, names));
    TEST_ASSERT_EQUAL_INT(STATUS_NOT_FOUND, command_find("", name_of, names));
}

static void guesses_what_was_meant(void)
{
    static const struct {
        const char *typed, *meant;
    } cases[] = {
        {"statsu", "status"}, {"sttus", "status"}, {"staatus", "status"}, {"stat", "status"},
        {"taskd", "tasks"},   {"men", "mem"},      {"reboto", "reboot"},  {"ver", "version"},
        {"hlep", "help"},     {"lgo", "log"},      {"v", "version"},      {"crad", "card"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_STRING(cases[i].meant, nearest(cases[i].typed));
}

static void does_not_guess_wildly(void)
{
    static const char *const cases[] = {"xyz", "crawl", "", "q", "statistically-improbable", "mxn"};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_INT(STATUS_NOT_FOUND, command_nearest(cases[i], name_of, names));
}

static void takes_a_flag_out_wherever_it_stands(void)
{
    char status[] = "status", flag[] = "-k", word[] = "word";
    char *words[] = {status, flag, word};
    int count = 3;
    TEST_ASSERT_TRUE(command_take_flag(&count, words, "-k"));
    TEST_ASSERT_EQUAL_INT(2, count);
    TEST_ASSERT_EQUAL_STRING("word", words[1]);
    TEST_ASSERT_FALSE(command_take_flag(&count, words, "-k"));
    words[0] = flag;
    TEST_ASSERT_FALSE(command_take_flag(&count, words, "-k")); /* the command's own name is no flag */
}

static void a_list_of_commands_says_which_are_meant(void)
{
    static const char list[] = "help* log card card:list seed:list eject";
    static const struct {
        const char *line;
        bool is_listed;
    } cases[] = {
        {"help", true},       {"help set", true},  {"log", true},          {"log debug", false},
        {"card", true},       {"card list", true}, {"card format", false}, {"card list x", true},
        {"seed", false},      {"seed list", true}, {"seed add x", false},  {"eject", true},
        {"eject now", false}, {"car", false},      {"lis", false},         {"list", false},
        {"ard:list", false},  {"hel", false},      {"reboot", false},      {"card li", false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char line[32];
        char *words[COMMAND_WORDS_MAX];
        strcpy(line, cases[i].line);
        int count = command_split(line, words, COMMAND_WORDS_MAX);
        TEST_ASSERT_EQUAL_MESSAGE(cases[i].is_listed, command_is_listed(count, words, list), cases[i].line);
    }
}

SUITE(console_command)
{
    RUN_TEST(a_list_of_commands_says_which_are_meant);
    RUN_TEST(splits_at_blanks_and_keeps_quoted_words_together);
    RUN_TEST(an_empty_line_has_no_words);
    RUN_TEST(refuses_too_many_words_and_open_quotes);
    RUN_TEST(finds_whole_names_only);
    RUN_TEST(guesses_what_was_meant);
    RUN_TEST(does_not_guess_wildly);
    RUN_TEST(takes_a_flag_out_wherever_it_stands);
}
