/* The language packs that bring their own words: Persian, Malay and English. */
#include "suite.h"
#include "read/lang/hints.h"
#include "read/lang/kinds.h"
#include "read/lang/lang.h"
#include "read/lang/wordlist.h"

static struct lang lang;
static struct lang_result result;

static bool reads_as(const char *pack, const char *text, const struct lang_hints *hints)
{
    lang_begin(&lang, lang_pack_find(pack), NULL);
    lang_text(&lang, text, strlen(text));
    lang_end(&lang, hints, &result);
    return result.matches;
}

/* ---- Word lists ---- */

#define ROW_OF(letters, words)           {words, sizeof(words) - 1, letters},
#define ROW_OF_TWO_BYTES(letters, words) {words, sizeof(words) - 1, (letters)*2},

static const struct wordlist_row lists[] = {
#define ROOTS      ROW_OF
#define MALAY      ROW_OF
#define MALAYSIA   ROW_OF
#define INDONESIAN ROW_OF
#include "read/lang/pack_ms_words.def"
#undef ROOTS
#undef MALAY
#undef MALAYSIA
#undef INDONESIAN
#define STOP_WORDS ROW_OF_TWO_BYTES
#include "read/lang/pack_fa_words.def"
#undef STOP_WORDS
#define ENGLISH ROW_OF
#define SHARED  ROW_OF
#define COMMON  ROW_OF
#include "read/lang/pack_en_words.def"
#undef ENGLISH
#undef SHARED
#undef COMMON
};

enum { LISTS = sizeof lists / sizeof lists[0] };

static void words_are_sorted_and_of_the_length_they_claim(void)
{
    for (int i = 0; i < LISTS; i++) {
        size_t step = lists[i].word_bytes;
        TEST_ASSERT_EQUAL_INT_MESSAGE(0, (int)(lists[i].size % step), lists[i].words);
        for (size_t at = step; at < lists[i].size; at += step)
            TEST_ASSERT_TRUE_MESSAGE(memcmp(lists[i].words + at - step, lists[i].words + at, step) < 0,
                                     lists[i].words + at);
    }
}

static void no_word_is_in_two_lists(void)
{
    for (int i = 0; i < LISTS; i++)
        for (size_t at = 0; at < lists[i].size; at += lists[i].word_bytes)
            for (int j = 0; j < i; j++)
                TEST_ASSERT_FALSE_MESSAGE(
                    wordlist_has(&lists[j], 1, lists[i].words + at, lists[i].word_bytes),
                    lists[i].words + at);
}

static void the_malay_index_has_more_than_600_words(void)
{
    int roots = 0;
#define COUNT(n, words) roots += (int)((sizeof(words) - 1) / (n));
#define ROOTS           COUNT
#define MALAY           COUNT
#include "read/lang/pack_ms_words.def"
#undef ROOTS
#undef MALAY
#undef COUNT
    TEST_ASSERT_GREATER_THAN_INT(600, roots);
}

static void has_kind(enum word_language language, size_t bytes, const char *words, enum word_kind kind)
{
    for (size_t at = 0; words[at] != '\0'; at += bytes)
        TEST_ASSERT_EQUAL_MESSAGE(kind, word_kind_of(language, words + at, bytes), words + at);
}

static void every_word_of_a_list_has_its_kind(void)
{
#define STOP_WORDS(n, words) has_kind(WORD_LANGUAGE_fa, 2 * (n), words, WORD_PERSIAN);
#define ROOTS(n, words)      has_kind(WORD_LANGUAGE_ms, n, words, WORD_MALAY_ROOT);
#define MALAY(n, words)      has_kind(WORD_LANGUAGE_ms, n, words, WORD_MALAY);
#define MALAYSIA(n, words)   has_kind(WORD_LANGUAGE_ms, n, words, WORD_MALAYSIA);
#define INDONESIAN(n, words) has_kind(WORD_LANGUAGE_ms, n, words, WORD_INDONESIAN);
#define COMMON(n, words)     has_kind(WORD_LANGUAGE_en, n, words, WORD_ENGLISH_COMMON);
#define ENGLISH(n, words)    has_kind(WORD_LANGUAGE_en, n, words, WORD_ENGLISH_FUNCTION);
#define SHARED(n, words)     has_kind(WORD_LANGUAGE_en, n, words, WORD_ENGLISH_SHARED);
#define FOREIGN(n, words)    has_kind(WORD_LANGUAGE_en, n, words, WORD_NOT_ENGLISH);
#include "read/lang/pack_fa_words.def"
#include "read/lang/pack_ms_words.def"
#include "read/lang/pack_en_words.def"
#undef ENGLISH
#undef SHARED
#undef COMMON
#undef FOREIGN
#undef STOP_WORDS
#undef ROOTS
#undef MALAY
#undef MALAYSIA
#undef INDONESIAN
}

/* 17,576 strings of three letters and an x, none of which is a word. A Malay kind has 4 of 1,024 chances. */
static void hardly_any_other_word_has_a_kind(void)
{
    enum { LETTERS = 26, MOST = LETTERS * LETTERS * LETTERS / 200 };
    int malay = 0, persian = 0;
    for (int i = 0; i < LETTERS * LETTERS * LETTERS; i++) {
        char word[] = {(char)('a' + i % LETTERS), (char)('a' + i / LETTERS % LETTERS),
                       (char)('a' + i / LETTERS / LETTERS), 'x'};
        malay += word_kind_of(WORD_LANGUAGE_ms, word, sizeof word) != WORD_UNKNOWN;
        persian += word_kind_of(WORD_LANGUAGE_fa, word, sizeof word) != WORD_UNKNOWN;
    }
    TEST_ASSERT_LESS_THAN_INT(MOST, malay);
    TEST_ASSERT_LESS_THAN_INT(MOST / 4, persian);
}

static void a_word_is_found_only_as_a_whole(void)
{
    static const struct wordlist_row rows[] = {WORDLIST_ENTRY(3, "ada"
                                                                 "aku"
                                                                 "apa") WORDLIST_ENTRY(4, "akan"
                                                                                          "atau")};
    TEST_ASSERT_TRUE(wordlist_has(rows, 2, "ada", 3));
    TEST_ASSERT_TRUE(wordlist_has(rows, 2, "apa", 3));
    TEST_ASSERT_TRUE(wordlist_has(rows, 2, "atau", 4));
    TEST_ASSERT_FALSE(wordlist_has(rows, 2, "daa", 3));
    TEST_ASSERT_FALSE(wordlist_has(rows, 2, "ata", 3));
    TEST_ASSERT_FALSE(wordlist_has(rows, 2, "akana", 5));
    TEST_ASSERT_FALSE(wordlist_has(rows, 2, "", 0));
}

static void a_tag_is_read_up_to_its_subtags(void)
{
    TEST_ASSERT_TRUE(lang_tag_is("fa", "fa fas"));
    TEST_ASSERT_TRUE(lang_tag_is(" FA-IR", "fa fas"));
    TEST_ASSERT_TRUE(lang_tag_is("fas", "fa fas"));
    TEST_ASSERT_TRUE(lang_tag_is("fa, en", "fa fas"));
    TEST_ASSERT_FALSE(lang_tag_is("far", "fa fas"));
    TEST_ASSERT_FALSE(lang_tag_is("en-fa", "fa fas"));
    TEST_ASSERT_FALSE(lang_tag_is("", "fa fas"));
    TEST_ASSERT_FALSE(lang_tag_is(NULL, "fa fas"));
}

/* ---- Persian ---- */

/* Laid out by hand: clang-format would put every word on a line of its own. */
/* clang-format off */
/* The third is as an old page in windows-1256 has it: Arabic kaf and yeh, no non-joiner. */
static const char *const persian_texts[] = {
    "کتابخانه هر روز از ساعت هشت باز است و شما می‌توانید کتاب‌ها را برای دو هفته به خانه ببرید.",
    "در این شهر بزرگ مردم بیشتر با دوچرخه به سر کار می‌روند، اما هوا همیشه خوب نیست.",
    "اين كتاب درباره تاريخ ايران است و نويسنده آن را براي دانشجويان نوشته است.",
    "قیمت این گوشی چند است؟ لطفاً پاسخ دهید.",
    "خانه - درباره ما - تماس با ما - ورود کاربران - سبد خرید",
    "در این مقاله یاد می‌گیرید چطور با پایتون یک برنامه بنویسید.",
    "هوا امروز ابری است و فردا باران می‌بارد.",
};

/* Six times Arabic, then Urdu, Kurdish, Pashto and others. */
static const char *const not_persian_texts[] = {
    "المكتبة مفتوحة كل يوم من الساعة الثامنة ويمكنكم استعارة الكتب لمدة أسبوعين إلى البيت.",
    "في هذه المدينة الكبيرة يذهب الناس إلى العمل بالدراجة لأن الطقس جميل دائما.",
    "قال الرئيس إن الحكومة تعمل على تحسين الخدمات الصحية في القرى البعيدة",
    "الرئيسية من نحن اتصل بنا تسجيل الدخول سلة التسوق",
    "هذا كتاب عن تاريخ إيران وضعه كاتب معروف لطلاب الجامعات.",
    "تعلم كيف تكتب برنامجا بلغة بايثون في دقائق معدودة",
    "کتب خانہ ہر روز آٹھ بجے کھلتا ہے اور آپ کتابیں دو ہفتے کے لیے گھر لے جا سکتے ہیں۔",
    "کتێبخانەکە هەموو ڕۆژێک کراوەیە و دەتوانیت کتێبەکان بۆ ماوەی دوو هەفتە بەریت.",
    "کتابتون هره ورځ خلاص دی او تاسو کولی شئ کتابونه د دوو اوونیو لپاره کور ته یوسئ ښه ده.",
    "The library is open every day. The Persian word for book is کتاب and that is all there is to say.",
    "ห้องสมุดเปิดทุกวัน",
    "",
};
/* clang-format on */

static void persian_is_told_from_its_text(void)
{
    for (size_t i = 0; i < sizeof persian_texts / sizeof persian_texts[0]; i++)
        TEST_ASSERT_TRUE_MESSAGE(reads_as("fa", persian_texts[i], NULL), persian_texts[i]);
}

static void arabic_and_its_other_heirs_are_not_persian(void)
{
    for (size_t i = 0; i < sizeof not_persian_texts / sizeof not_persian_texts[0]; i++)
        TEST_ASSERT_FALSE_MESSAGE(reads_as("fa", not_persian_texts[i], NULL), not_persian_texts[i]);
}

static void a_declaration_helps_a_page_with_little_persian(void)
{
    static const char page[] =
        "static int main void return 0 printf hello world include stdio exit status gcc make "
        "install build test run debug: آموزش برنامه";
    const struct lang_hints declared = {.html_lang = "fa-IR"}, meta = {.meta_language = "Persian"};
    TEST_ASSERT_FALSE(reads_as("fa", page, NULL));
    TEST_ASSERT_TRUE(reads_as("fa", page, &declared));
    TEST_ASSERT_TRUE(reads_as("fa", page, &meta));
}

static void a_declaration_does_not_make_arabic_persian(void)
{
    const struct lang_hints declared = {.html_lang = "fa"};
    for (int i = 0; i < 3; i++)
        TEST_ASSERT_FALSE(reads_as("fa", not_persian_texts[i], &declared));
    TEST_ASSERT_FALSE(reads_as("fa", "an English page of a Persian template", &declared));
}

static void persian_words_are_counted(void)
{
    reads_as("fa", "این کتاب the book مدرسة", NULL);
    TEST_ASSERT_EQUAL_UINT32(5, result.words);
    TEST_ASSERT_EQUAL_UINT32(3, result.script_words);
    TEST_ASSERT_EQUAL_UINT32(1, result.dictionary_words);
    TEST_ASSERT_EQUAL_UINT32(2000, result.ratio);
    reads_as("fa", "می‌شود", NULL);
    TEST_ASSERT_EQUAL_UINT32(2, result.dictionary_words);
}

/* ---- Malay ---- */

static const char *const malay_texts[] = {
    "Orang ramai boleh membuat permohonan di pejabat daerah atau melalui laman web kerajaan. Sila bawa kad "
    "pengenalan "
    "dan borang yang telah diisi kerana semakan akan dibuat di kaunter.",
    "Beliau berkata, syarikat itu mahu menambah pelaburan daripada dua juta kepada lima juta ringgit tahun "
    "depan.",
    "Perpustakaan dibuka setiap hari Isnin hingga Jumaat. Anda boleh meminjam buku secara percuma selama dua "
    "minggu.",
    "Saya nak pergi ke kedai sekejap, awak tunggu di rumah sahaja ya.",
    "Kesihatan kanak-kanak perlu dijaga dengan pemakanan yang baik dan rawatan di hospital.",
    "Perisian ini menyokong beberapa bahasa. Muat turun fail, buka tetapan dan semak versi semasa sebelum "
    "memasang semula.",
    "Pasukan bola sepak negeri itu menang dalam kejohanan antarabangsa selepas jurulatih baharu dilantik.",
    "Resipi hari ini: tumis bawang dan cili, masukkan ayam, kicap dan garam, kemudian hidangkan dengan nasi.",
    "Jabatan Pendidikan akan menghantar surat kepada semua guru besar mengenai yuran dan pendaftaran murid.",
    "Universiti Kebangsaan Malaysia membuka permohonan biasiswa bagi pelajar fakulti kejuruteraan.",
};

static const char *const not_malay_texts[] = {
    /* Indonesian */
    "Masyarakat bisa mengajukan permohonan di kantor kabupaten atau lewat situs pemerintah. Silakan membawa "
    "kartu "
    "identitas dan formulir yang sudah diisi karena akan diperiksa petugas.",
    "Dia mengatakan bahwa perusahaan itu mau menambah investasi dari dua miliar menjadi lima miliar rupiah "
    "tahun depan.",
    "Perpustakaan dibuka setiap hari Senin sampai Jumat. Anda bisa meminjam buku secara gratis selama dua "
    "minggu.",
    "Aku mau pergi ke toko sebentar, kamu tunggu di rumah saja ya.",
    "Kesehatan anak-anak harus dijaga dengan makanan yang baik dan perawatan di rumah sakit.",
    "Aplikasi ini mendukung beberapa bahasa. Unduh berkas, buka pengaturan dan periksa versi terbaru saat "
    "menginstal.",
    "Tim sepak bola provinsi itu menang dalam turnamen internasional karena pelatih baru bekerja keras.",
    "Resep hari ini: tumis bawang dan cabai, masukkan ayam, kecap dan garam, lalu sajikan dengan nasi.",
    "Dinas Pendidikan akan mengirim surat kepada semua kepala sekolah mengenai biaya pendidikan siswa.",
    "Kereta api dari Jakarta tiba di stasiun pukul tujuh, dan penumpang boleh turun karena sudah tiba.",
    /* and others */
    "The library is open every day from Monday to Friday and you can borrow books for two weeks.",
    "Kuala Lumpur, Selangor and Johor are states of Malaysia; Sabah Tourism Sdn Bhd sells tours to Sarawak.",
    "Bukas ang aklatan araw-araw at maaari kayong humiram ng mga libro sa loob ng dalawang linggo.",
    "Thư viện mở cửa hàng ngày và bạn có thể mượn sách trong hai tuần.",
    "ห้องสมุดเปิดทุกวัน",
    "",
};

static void malay_is_told_from_its_text(void)
{
    for (size_t i = 0; i < sizeof malay_texts / sizeof malay_texts[0]; i++)
        TEST_ASSERT_TRUE_MESSAGE(reads_as("ms", malay_texts[i], NULL), malay_texts[i]);
}

static void indonesian_and_others_are_not_malay(void)
{
    for (size_t i = 0; i < sizeof not_malay_texts / sizeof not_malay_texts[0]; i++)
        TEST_ASSERT_FALSE_MESSAGE(reads_as("ms", not_malay_texts[i], NULL), not_malay_texts[i]);
}

static void where_the_words_are_silent_tag_and_address_decide(void)
{
    static const char common[] = "Saya suka membaca buku dan makan ikan.";
    static const struct {
        struct lang_hints hints;
        bool malay;
    } cases[] = {
        {{0}, false},
        {{.html_lang = "ms"}, true},
        {{.html_lang = "ms-MY"}, true},
        {{.meta_language = "Malay"}, true},
        {{.html_lang = "id"}, false},
        {{.html_lang = "msx"}, false},
        {{.url = "http://www.example.my/"}, true},
        {{.url = "http://www.example.my:8080"}, true},
        {{.url = "http://www.example.com/ms/index.html"}, true},
        {{.url = "http://www.example.com/my/"}, true},
        {{.url = "http://my.example.com/"}, false},
        {{.url = "http://www.example.com/army/"}, false},
        {{.url = "http://example.com/?u=.my"}, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        TEST_ASSERT_EQUAL_INT(cases[i].malay, reads_as("ms", common, &cases[i].hints));
}

static void a_declaration_does_not_make_a_page_malay(void)
{
    const struct lang_hints declared = {.html_lang = "ms", .url = "http://a.my/"};
    for (size_t i = 0; i < sizeof not_malay_texts / sizeof not_malay_texts[0]; i++)
        TEST_ASSERT_FALSE_MESSAGE(reads_as("ms", not_malay_texts[i], &declared), not_malay_texts[i]);
}

static void affixes_do_not_hide_a_root(void)
{
    static const char *const words[] = {"membaca",    "menulis",    "menyimpan",    "mengirim",
                                        "pembelian",  "pengajaran", "dibuatnya",    "berjalanlah",
                                        "perjalanan", "keadilan",   "terbesar",     "memperbaiki",
                                        "sebesar",    "pemimpin",   "Perkhidmatan", "kerajaannya"};
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        reads_as("ms", words[i], NULL);
        TEST_ASSERT_EQUAL_UINT32_MESSAGE(1, result.dictionary_words, words[i]);
    }
}

static void malay_words_are_counted(void)
{
    reads_as("ms", "Buku-buku ini 2 kilogram ภาษาไทย", NULL);
    TEST_ASSERT_EQUAL_UINT32(7, result.words); /* eight Thai letters count as two words */
    TEST_ASSERT_EQUAL_UINT32(3, result.dictionary_words);
    reads_as("ms", "bukuß caféini supercalifragilisticexpialidocious", NULL);
    TEST_ASSERT_EQUAL_UINT32(3, result.words);
    TEST_ASSERT_EQUAL_UINT32(0, result.dictionary_words);
}

/* ---- English ---- */

static const char english_text[] =
    "The library is open every day and you can take the books that you like home with you.";

static void english_is_told_from_its_text(void)
{
    TEST_ASSERT_TRUE(reads_as("en", english_text, NULL));
    TEST_ASSERT_TRUE(reads_as("en", "Where to stay: hotels near the beach from 20 dollars a night", NULL));
}

static void other_languages_in_latin_letters_are_not_english(void)
{
    static const char *const texts[] = {
        "Die Bibliothek ist jeden Tag von acht bis zehn Uhr offen, und man kann also alle B\xc3\xbc"
        "cher leihen.",
        "De bibliotheek is elke dag open en we hebben van alles: over dieren, of over muziek.",
        "La biblioth\xc3\xa8que est ouverte tous les jours et on peut emporter les livres.",
        "La biblioteca est\xc3\xa1 abierta todos los d\xc3\xad"
        "as y no se paga por los libros.",
        "Biblioteket er \xc3\xa5"
        "bent hver dag for alle, og her kan man l\xc3\xa5ne b\xc3\xb8ger.",
        "Perpustakaan ini dibuka setiap hari dan buku boleh dipinjam selama dua minggu.",
        "",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        TEST_ASSERT_FALSE_MESSAGE(reads_as("en", texts[i], NULL), texts[i]);
}

static void lists_and_shops_are_english_without_a_sentence(void)
{
    TEST_ASSERT_TRUE(reads_as("en",
                              "Home Rooms Rates Gallery Contact Map Samui Tours Boats Dive Spa Bar Wifi News "
                              "Press Our Team Jobs Login",
                              NULL));
    TEST_ASSERT_TRUE(reads_as("en",
                              "Blue Mug, price 4.50, add to cart. Red Mug, price 5.20, add to cart. Free "
                              "shipping, customer reviews, product details",
                              NULL));
    TEST_ASSERT_FALSE(reads_as("en",
                               "Blaue Tasse, Preis 4,50, in den Warenkorb. Rote Tasse, Preis 5,20, in den "
                               "Warenkorb. Versand frei, Bewertungen, Login, Service",
                               NULL));
}

static void a_page_that_is_half_in_another_language_is_not_english(void)
{
    static const char half[] =
        "The library is open and you can take these books with you. "
        "Die Bibliothek ist offen und man kann alle mit nach Hause nehmen, das ist nicht "
        "f\xc3\xbcr alle. Wir sind auch bei den B\xc3\xbc"
        "chern und auf dem Dach.";
    const struct lang_hints german = {.html_lang = "de"};
    TEST_ASSERT_FALSE(reads_as("en", half, NULL));
    TEST_ASSERT_TRUE_MESSAGE(
        reads_as("en", "The library is open and you can take these books with you.", &german),
        "templates carry tags into pages of other languages");
}

/* "Arabic", "Bulgarian", "Bengali", "Greek" and so on, each as its speakers write it; and some Russian. */
static void a_menu_of_languages_is_no_text_in_other_languages(void)
{
    static const char menu[] =
        "\xd8\xa7\xd9\x84\xd8\xb9\xd8\xb1\xd8\xa8\xd9\x8a\xd8\xa9 "
        "\xd0\x91\xd1\x8a\xd0\xbb\xd0\xb3\xd0\xb0\xd1\x80\xd1\x81\xd0\xba\xd0\xb8 "
        "\xe0\xa6\xac\xe0\xa6\xbe\xe0\xa6\x82\xe0\xa6\xb2\xe0\xa6\xbe "
        "\xce\x95\xce\xbb\xce\xbb\xce\xb7\xce\xbd\xce\xb9\xce\xba\xce\xac "
        "\xd9\x81\xd8\xa7\xd8\xb1\xd8\xb3\xdb\x8c "
        "\xe0\xaa\x97\xe0\xab\x81\xe0\xaa\x9c\xe0\xaa\xb0\xe0\xaa\xbe\xe0\xaa\xa4\xe0\xab\x80 "
        "\xe0\xa4\xb9\xe0\xa4\xbf\xe0\xa4\xa8\xe0\xa5\x8d\xe0\xa4\xa6\xe0\xa5\x80 "
        "\xd2\x9a\xd0\xb0\xd0\xb7\xd0\xb0\xd2\x9b "
        "\xe0\xb2\x95\xe0\xb2\xa8\xe0\xb3\x8d\xe0\xb2\xa8\xe0\xb2\xa1 "
        "\xd0\x9c\xd0\xb0\xd0\xba\xd0\xb5\xd0\xb4\xd0\xbe\xd0\xbd\xd1\x81\xd0\xba\xd0\xb8 "
        "\xe0\xb4\xae\xe0\xb4\xb2\xe0\xb4\xaf\xe0\xb4\xbe\xe0\xb4\xb3\xe0\xb4\x82 "
        "\xd0\xa0\xd1\x83\xd1\x81\xd1\x81\xd0\xba\xd0\xb8\xd0\xb9 "
        "\xe0\xae\xa4\xe0\xae\xae\xe0\xae\xbf\xe0\xae\xb4\xe0\xaf\x8d "
        "\xe0\xb0\xa4\xe0\xb1\x86\xe0\xb0\xb2\xe0\xb1\x81\xe0\xb0\x97\xe0\xb1\x81 "
        "\xd0\xa3\xd0\xba\xd1\x80\xd0\xb0\xd1\x97\xd0\xbd\xd1\x81\xd1\x8c\xd0\xba\xd0\xb0 "
        "\xd8\xa7\xd8\xb1\xd8\xaf\xd9\x88 ";
    static const char russian[] = "\xd0\xa1\xd0\xba\xd0\xb0\xd1\x87\xd0\xb0\xd1\x82\xd1\x8c "
                                  "\xd0\xbf\xd1\x80\xd0\xbe\xd0\xb3\xd1\x80\xd0\xb0\xd0\xbc\xd0\xbc\xd1\x83 "
                                  "\xd0\xb4\xd0\xbb\xd1\x8f "
                                  "\xd1\x82\xd0\xb5\xd0\xbb\xd0\xb5\xd1\x84\xd0\xbe\xd0\xbd\xd0\xb0 "
                                  "\xd0\xb1\xd0\xb5\xd1\x81\xd0\xbf\xd0\xbb\xd0\xb0\xd1\x82\xd0\xbd\xd0\xbe "
                                  "\xd0\xbc\xd0\xbe\xd0\xb6\xd0\xbd\xd0\xbe "
                                  "\xd0\xb7\xd0\xb4\xd0\xb5\xd1\x81\xd1\x8c ";
    static char text[1000] = "Download the program and open it with your phone. ";
    strcat(text, menu);
    TEST_ASSERT_TRUE(reads_as("en", text, NULL));
    strcat(text, russian);
    strcat(text, russian);
    strcat(text, russian);
    TEST_ASSERT_FALSE(reads_as("en", text, NULL));
}

static void pages_of_malay_and_indonesian_sites_are_not_english_whatever_they_declare(void)
{
    const struct lang_hints declared = {.html_lang = "en"};
    TEST_ASSERT_FALSE(reads_as("en",
                               "Home Laman Utama Produk Galeri Hubungi Kami Alamat Printer Laser Harga Login "
                               "Password Wifi Tentang Kami Semua Layanan",
                               &declared));
}

static void a_declaration_helps_a_page_with_few_sentences(void)
{
    static const char names[] = "Home Spa Gallery Samui Tours Boats Dive Bar Wifi Panorama Bistro Pizza Koh "
                                "Tao Phangan Chumphon Hat Rin "
                                "Our Team Lamai Chaweng Maenam Bophut Login";
    const struct lang_hints declared = {.html_lang = "en-GB"};
    TEST_ASSERT_FALSE(reads_as("en", names, NULL));
    TEST_ASSERT_TRUE(reads_as("en", names, &declared));
    TEST_ASSERT_FALSE(reads_as("en", "Zimmer Preise Kontakt Bilder", &declared));
}

/* ---- All ---- */

static void pieces_of_text_give_the_same_result(void)
{
    static const char *const packs[] = {"fa", "ms", "en"};
    const char *texts[] = {persian_texts[0], malay_texts[0], english_text};
    for (int i = 0; i < 3; i++) {
        reads_as(packs[i], texts[i], NULL);
        struct lang_result whole = result;
        lang_begin(&lang, lang_pack_find(packs[i]), NULL);
        for (const char *at = texts[i]; *at;) {
            size_t length = 1;
            while (((unsigned char)at[length] & 0xc0) == 0x80)
                length++;
            lang_text(&lang, at, length);
            at += length;
        }
        lang_end(&lang, NULL, &result);
        TEST_ASSERT_EQUAL_MEMORY(&whole, &result, sizeof whole);
    }
}

static void a_break_ends_a_word(void)
{
    static const char *const packs[] = {"fa", "ms"};
    for (int i = 0; i < 2; i++) {
        lang_begin(&lang, lang_pack_find(packs[i]), NULL);
        lang_text(&lang, "ini", 3);
        lang_break(&lang);
        lang_text(&lang, "buku", 4);
        lang_break(&lang);
        lang_text(&lang, "این", 6);
        lang_break(&lang);
        lang_text(&lang, "است", 6);
        lang_end(&lang, NULL, &result);
        TEST_ASSERT_EQUAL_UINT32(4, result.words);
        TEST_ASSERT_EQUAL_UINT32(2, result.dictionary_words);
    }
}

SUITE(lang_packs)
{
    RUN_TEST(words_are_sorted_and_of_the_length_they_claim);
    RUN_TEST(no_word_is_in_two_lists);
    RUN_TEST(the_malay_index_has_more_than_600_words);
    RUN_TEST(every_word_of_a_list_has_its_kind);
    RUN_TEST(hardly_any_other_word_has_a_kind);
    RUN_TEST(a_word_is_found_only_as_a_whole);
    RUN_TEST(a_tag_is_read_up_to_its_subtags);
    RUN_TEST(persian_is_told_from_its_text);
    RUN_TEST(arabic_and_its_other_heirs_are_not_persian);
    RUN_TEST(a_declaration_helps_a_page_with_little_persian);
    RUN_TEST(a_declaration_does_not_make_arabic_persian);
    RUN_TEST(persian_words_are_counted);
    RUN_TEST(malay_is_told_from_its_text);
    RUN_TEST(indonesian_and_others_are_not_malay);
    RUN_TEST(where_the_words_are_silent_tag_and_address_decide);
    RUN_TEST(a_declaration_does_not_make_a_page_malay);
    RUN_TEST(affixes_do_not_hide_a_root);
    RUN_TEST(malay_words_are_counted);
    RUN_TEST(english_is_told_from_its_text);
    RUN_TEST(other_languages_in_latin_letters_are_not_english);
    RUN_TEST(lists_and_shops_are_english_without_a_sentence);
    RUN_TEST(a_page_that_is_half_in_another_language_is_not_english);
    RUN_TEST(a_menu_of_languages_is_no_text_in_other_languages);
    RUN_TEST(pages_of_malay_and_indonesian_sites_are_not_english_whatever_they_declare);
    RUN_TEST(a_declaration_helps_a_page_with_few_sentences);
    RUN_TEST(pieces_of_text_give_the_same_result);
    RUN_TEST(a_break_ends_a_word);
}
