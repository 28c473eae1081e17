/* Words, their stems and sounds, and the names among them. */
#include "topic_fixture.h"

#include "topic/sound.h"

/* ---- Words ---- */

static char cut[256]; /* words separated by blanks, stop-words in brackets */

static void take(void *context, const struct word *word)
{
    (void)context;
    size_t used = strlen(cut);
    TEST_ASSERT_LESS_THAN(sizeof cut - 4, used + word->size);
    if (used > 0)
        cut[used++] = ' ';
    if (word->is_stop)
        cut[used++] = '[';
    memcpy(cut + used, word->text, word->size);
    used += word->size;
    if (word->is_stop)
        cut[used++] = ']';
    cut[used] = '\0';
}

static const char *words_of(const char *text, size_t step)
{
    struct words words = {0};
    cut[0] = '\0';
    for (size_t at = 0; at < strlen(text); at += step) {
        size_t left = strlen(text) - at;
        words_text(&words, text + at, left < step ? left : step, take, NULL);
    }
    words_end(&words, take, NULL);
    return cut;
}

static void text_is_cut_at_blanks_and_special_characters(void)
{
    TEST_ASSERT_EQUAL_STRING("diving [off] ko tao", words_of("Diving off Ko-Tao!", 100));
    TEST_ASSERT_EQUAL_STRING("[2014] hotels samui [s] beaches",
                             words_of("(2014) HOTELS: Samui's *beaches*", 100));
    TEST_ASSERT_EQUAL_STRING("", words_of(" ... ", 100));
}

static void how_text_comes_changes_nothing(void)
{
    static const char text[] = "Twenty-two resorts on the island of Phuket, and more";
    char whole[sizeof cut];
    strcpy(whole, words_of(text, 1000));
    for (size_t step = 1; step < 9; step++)
        TEST_ASSERT_EQUAL_STRING(whole, words_of(text, step));
}

static void letters_with_accents_belong_to_words_and_quotes_do_not(void)
{
    TEST_ASSERT_EQUAL_STRING("caf\xc3\xa9 samui",
                             words_of("caf\xc3\xa9 \xe2\x80\x9cSamui\xe2\x80\x9d", 1000));
}

static void a_long_word_is_cut_at_a_whole_character(void)
{
    TEST_ASSERT_EQUAL_STRING("krungthepmahanakhonamonr [is] long",
                             words_of("Krungthepmahanakhonamonrattanakosin is long", 1000));
    TEST_ASSERT_EQUAL_STRING("abcdefghijklmnopqrstuvw x1",
                             words_of("abcdefghijklmnopqrstuvw\xc3\xa9yz x1", 1000));
}

static bool same_term(const char *a, const char *b)
{
    struct word first = fixture_word(a), second = fixture_word(b);
    return word_term(&first) == word_term(&second);
}

static void forms_of_a_word_are_one_term(void)
{
    static const char *const same[][2] = {
        {"island", "islands"}, {"dive", "diving"},   {"dives", "dived"},        {"beach", "beaches"},
        {"city", "cities"},    {"plan", "planning"}, {"stopped", "stop"},       {"snorkel", "snorkelling"},
        {"class", "classes"},  {"week", "weekly"},   {"snorkeling", "snorkel"}, {"house", "houses"},
    };
    static const char *const different[][2] = {
        {"bus", "bu"}, {"thing", "th"}, {"this", "thi"}, {"red", "r"}, {"dive", "divan"}, {"string", "str"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++)
        TEST_ASSERT_TRUE_MESSAGE(same_term(same[i][0], same[i][1]), same[i][1]);
    for (size_t i = 0; i < sizeof different / sizeof different[0]; i++)
        TEST_ASSERT_FALSE_MESSAGE(same_term(different[i][0], different[i][1]), different[i][0]);
}

/* ---- Sounds ---- */

static const char *sound(const char *word)
{
    static char code[SOUND_BYTES + 1];
    code[sound_of(word, strlen(word), code)] = '\0';
    return code;
}

static void spellings_of_a_name_sound_the_same(void)
{
    static const char *const names[][2] = {
        {"nakhon", "nakorn"},
        {"pathom", "prathom"},
        {"ayutthaya", "ayuthaya"},
        {"phuket", "puket"},
        {"jomtien", "chomthian"},
        {"sukhumvit", "sukhumwit"},
        {"kanchanaburi", "karnchanaburi"},
        {"thonburi", "tonburee"},
        {"khlong", "klong"},
        {"phetchaburi", "petchburee"},
    };
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char first[SOUND_BYTES + 1];
        strcpy(first, sound(names[i][0]));
        TEST_ASSERT_EQUAL_STRING_MESSAGE(first, sound(names[i][1]), names[i][1]);
    }
}

static void codes_are_those_of_the_header(void)
{
    TEST_ASSERT_EQUAL_STRING("NKN", sound("nakhon"));
    TEST_ASSERT_EQUAL_STRING("PTM", sound("pathom"));
    TEST_ASSERT_EQUAL_STRING("AYTY", sound("ayutthaya"));
    TEST_ASSERT_EQUAL_STRING("PGKK", sound("bangkok"));
    TEST_ASSERT_EQUAL_STRING("SNGKM", sound("sanongkhem"));
    TEST_ASSERT_EQUAL_STRING("LPL", sound("lopburi"));
    TEST_ASSERT_EQUAL_STRING("H", sound("hua"));
}

static void what_is_no_plain_word_has_no_sound(void)
{
    TEST_ASSERT_EQUAL_STRING("", sound("route66"));
    TEST_ASSERT_EQUAL_STRING("", sound("caf\xc3\xa9"));
    TEST_ASSERT_EQUAL_STRING("", sound(""));
    TEST_ASSERT_EQUAL_INT(SOUND_BYTES, (int)strlen(sound("banakatamasapakatanamalatapakasa")));
}

/* ---- Names ---- */

static struct keywords keywords;
static struct keyword_finder finder;
static uint8_t sector[TOPIC_SECTOR_BYTES];

static void put(void *context, const struct word *word)
{
    keyword_put(context, word);
}

static void look(const char *text)
{
    struct words words = {0};
    finder = (struct keyword_finder){.keywords = &keywords};
    words_text(&words, text, strlen(text), put, &finder);
    words_end(&words, put, &finder);
    keyword_flush(&finder);
}

static void open_dictionary(void)
{
    fixture_make();
    keywords = (struct keywords){
        .read = fixture_read,
        .context = fixture_bytes,
        .offset = PACK_AT_KEYWORDS,
        .sectors = FIXTURE_SECTORS,
        .held = KEYWORDS_NO_SECTOR,
        .filter = fixture_bytes + PACK_AT_TABLES + PACK_PAGE_TERMS + PACK_LINK_TERMS,
        .sector = sector,
    };
}

static void check(const char *text, unsigned words, unsigned names)
{
    look(text);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(words, finder.words, text);
    TEST_ASSERT_EQUAL_UINT_MESSAGE(names, finder.names, text);
}

static void names_are_counted_among_words(void)
{
    open_dictionary();
    check("Hotels in Phuket", 2, 1);
    check("diving on Ko Tao is cheap", 3, 1);
    check("Ko Samui", 2, 0);
    check("tao ko", 2, 0);
    check("Phuket", 1, 1);
    check("", 0, 0);
    check("in the of", 0, 0);
    check("phuket ko tao phuket", 3, 3);
}

static void the_longest_name_counts_once(void)
{
    open_dictionary();
    fixture_name("ko", NULL, KEYWORD_TEXT);
    check("Ko Tao", 1, 1);
    check("Ko Ko Tao Ko", 3, 3);
}

static void a_name_is_found_by_its_sound_in_other_spellings(void)
{
    open_dictionary();
    check("the Nakorn Prathom road", 2, 1);
    check("Nakon Patom", 1, 1);
    check("Nakhon alone", 2, 0);
    check("nicken pattern", 2, 0);
    check("Puket", 1, 0); /* this one is to be found by its text only */
}

static void what_was_looked_up_is_remembered(void)
{
    open_dictionary();
    check("Phuket", 1, 1);
    int reads = fixture_reads;
    TEST_ASSERT_EQUAL_INT(1, reads);
    check("Phuket Phuket Phuket", 3, 3);
    TEST_ASSERT_EQUAL_INT(reads, fixture_reads);
}

static void words_that_are_no_names_hardly_need_the_card(void)
{
    open_dictionary();
    check("mortgage rates fell again while banks waited for better numbers", 7, 0);
    TEST_ASSERT_EQUAL_INT(0, fixture_reads);
}

static void a_card_that_fails_ends_the_search(void)
{
    open_dictionary();
    fixture_failing_at = 1;
    check("Phuket and Phuket", 2, 0);
    TEST_ASSERT_EQUAL_INT(STATUS_IO, keywords.status);
    TEST_ASSERT_EQUAL_INT(1, fixture_reads);
}

static void a_count_that_lies_reads_nothing_beyond_its_sector(void)
{
    open_dictionary();
    for (int i = 0; i < FIXTURE_SECTORS; i++)
        bytes_put16(fixture_bytes + PACK_AT_KEYWORDS + i * TOPIC_SECTOR_BYTES, UINT16_MAX);
    check("Phuket", 1, 1);
}

SUITE(keywords)
{
    RUN_TEST(text_is_cut_at_blanks_and_special_characters);
    RUN_TEST(how_text_comes_changes_nothing);
    RUN_TEST(letters_with_accents_belong_to_words_and_quotes_do_not);
    RUN_TEST(a_long_word_is_cut_at_a_whole_character);
    RUN_TEST(forms_of_a_word_are_one_term);
    RUN_TEST(spellings_of_a_name_sound_the_same);
    RUN_TEST(codes_are_those_of_the_header);
    RUN_TEST(what_is_no_plain_word_has_no_sound);
    RUN_TEST(names_are_counted_among_words);
    RUN_TEST(the_longest_name_counts_once);
    RUN_TEST(a_name_is_found_by_its_sound_in_other_spellings);
    RUN_TEST(what_was_looked_up_is_remembered);
    RUN_TEST(words_that_are_no_names_hardly_need_the_card);
    RUN_TEST(a_card_that_fails_ends_the_search);
    RUN_TEST(a_count_that_lies_reads_nothing_beyond_its_sector);
}
