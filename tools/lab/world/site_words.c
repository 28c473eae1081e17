/* Words of several languages. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "dict_list.h"
#include "read/lang/thai.h"
#include "random.h"
#include "settings/settings.h"
#include "world/site_words.h"

static const char *const english[] = {
    "the",      "of",      "and",      "to",       "in",       "a",        "is",      "for",      "our",
    "on",       "with",    "are",      "you",      "by",       "we",       "at",      "from",     "this",
    "your",     "all",     "new",      "more",     "has",      "was",      "will",    "home",     "about",
    "news",     "contact", "page",     "search",   "products", "company",  "service", "hotel",    "travel",
    "island",   "beach",   "river",    "temple",   "city",     "market",   "food",    "rice",     "school",
    "students", "science", "research", "health",   "doctor",   "water",    "energy",  "road",     "station",
    "airport",  "ticket",  "price",    "offer",    "member",   "forum",    "music",   "film",     "sport",
    "football", "garden",  "house",    "family",   "children", "office",   "library", "archive",  "book",
    "paper",    "letter",  "report",   "meeting",  "project",  "software", "network", "computer", "machine",
    "engine",   "factory", "export",   "import",   "bank",     "money",    "law",     "court",    "police",
    "weather",  "rain",    "forest",   "mountain", "elephant", "orchid",   "silk",    "pottery",  "painting",
    "museum",
};
static const char *const german[] = {
    "der",    "die",    "und",     "in",     "das",    "mit",  "von",   "ist",     "auf",    "für",
    "eine",   "wir",    "sie",     "nicht",  "auch",   "bei",  "nach",  "über",    "zum",    "aus",
    "Haus",   "Stadt",  "Schule",  "Wasser", "Reise",  "Buch", "Zeit",  "Jahr",    "Mensch", "Arbeit",
    "Garten", "Straße", "Bahnhof", "Kirche", "Museum", "Bild", "Musik", "Freunde", "Sommer", "Winter",
};
static const char *const chinese[] = {
    "我们", "中国", "公司", "产品", "服务", "新闻", "联系", "关于", "北京", "上海",
    "学校", "学生", "技术", "市场", "城市", "历史", "文化", "音乐", "电影", "旅游",
    "酒店", "天气", "经济", "银行", "社会", "科学", "研究", "网站",
};
static const char *const japanese[] = {
    "会社", "製品",   "です",     "ます",     "こと",     "日本",     "東京", "学校", "学生",
    "旅行", "ホテル", "ニュース", "お知らせ", "について", "サービス", "音楽", "映画", "天気",
    "歴史", "文化",   "研究",     "大学",     "図書館",   "駅",       "電車", "料理",
};
static const char *const lao[] = {
    "ລາວ",   "ປະເທດ", "ວຽງຈັນ", "ຂ່າວ", "ພາສາ", "ຄົນ", "ບ້ານ", "ເມືອງ", "ນ້ຳ", "ເຂົ້າ", "ປຶ້ມ", "ໂຮງຮຽນ",
    "ນັກຮຽນ", "ວັດ",    "ແມ່ນ້ຳ",  "ຂອງ", "ແລະ",  "ໃນ", "ທີ່",   "ມີ",    "ໄປ", "ມາ",  "ກິນ", "ດີ",
};

static const char *const arabic[] = {
    "في",      "من",      "على",      "إلى",     "عن",      "مع",      "هذا",     "هذه",   "التي",  "الذي",
    "كان",     "كانت",    "بعد",      "قبل",     "بين",     "كل",      "أن",      "لم",    "ثم",    "حتى",
    "العربية", "المدينة", "الرئيسية", "الأخبار", "المدرسة", "الجامعة", "الحكومة", "اليوم", "السنة", "العالم",
    "الكتاب",  "اللغة",   "الشركة",   "الخدمات", "الصحة",   "السوق",   "البيت",   "الماء", "الناس", "الثقافة",
    "مدرسة",   "جامعة",   "شركة",     "خدمة",    "إدارة",   "مكتبة",   "سياحة",   "رياضة", "قصيرة", "جديدة",
};

/* Lists of packs: rows of words of one length. */
struct row {
    const char *words;
    uint32_t bytes, word_bytes;
};
#define ROW(letters, words)         {words, sizeof(words) - 1, letters},
#define PERSIAN_ROW(letters, words) {words, sizeof(words) - 1, 2 * (letters)},

static const struct row persian_rows[] = {
#define STOP_WORDS PERSIAN_ROW
#include "read/lang/pack_fa_words.def"
#undef STOP_WORDS
};
static const struct row root_rows[] = {
#define ROOTS ROW
#include "read/lang/pack_ms_words.def"
#undef ROOTS
};
static const struct row malay_rows[] = {
#define MALAY ROW
#include "read/lang/pack_ms_words.def"
#undef MALAY
};
static const struct row indonesian_rows[] = {
#define INDONESIAN ROW
#include "read/lang/pack_ms_words.def"
#undef INDONESIAN
};
#define ROWS(rows)                                                                                           \
    {                                                                                                        \
        rows, sizeof(rows) / sizeof *(rows)                                                                  \
    }

/* A language is made of up to two lists. */
static const struct source {
    const struct row *rows;
    size_t count;
} persian_source[] = {ROWS(persian_rows), {0}}, malay_source[] = {ROWS(root_rows), ROWS(malay_rows)},
  indonesian_source[] = {ROWS(root_rows), ROWS(indonesian_rows)};
enum { SOURCES = 2 };

static const struct list {
    const char *const *words;
    uint32_t count;
} lists[WORLD_LANGUAGES] = {
    [WORLD_ENGLISH] = {english, sizeof english / sizeof *english},
    [WORLD_GERMAN] = {german, sizeof german / sizeof *german},
    [WORLD_CHINESE] = {chinese, sizeof chinese / sizeof *chinese},
    [WORLD_JAPANESE] = {japanese, sizeof japanese / sizeof *japanese},
    [WORLD_NEIGHBOUR] = {lao, sizeof lao / sizeof *lao},
};

struct filling {
    char *text;         /* NULL: only counts */
    const char **words; /* where each begins */
    size_t used;
    uint32_t count;
};

static void fill_word(struct filling *filling, const char *text, size_t size)
{
    if (filling->text) {
        char *place = filling->text + filling->used;
        memcpy(place, text, size);
        place[size] = '\0';
        filling->words[filling->count] = place;
    }
    filling->used += size + 1;
    filling->count++;
}

static void fill_dictionary_word(void *context, const uint8_t *letters, size_t count)
{
    char text[DICT_LONGEST * UTF8_MAX_BYTES];
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += utf8_encode((uint32_t)THAI_BLOCK + letters[i], text + size);
    fill_word(context, text, size);
}

/* NULL stands for the dictionary. */
static int fill_from(struct filling *filling, const struct source *source)
{
    struct dict dict;
    if (!source) {
        int status = dict_open(&dict, dict_builtin, dict_builtin_size);
        if (status == STATUS_OK)
            dict_list_words(&dict, fill_dictionary_word, filling);
        return status;
    }
    for (unsigned i = 0; i < SOURCES; i++)
        for (size_t j = 0; j < source[i].count; j++)
            for (uint32_t at = 0; at < source[i].rows[j].bytes; at += source[i].rows[j].word_bytes)
                fill_word(filling, source[i].rows[j].words + at, source[i].rows[j].word_bytes);
    return STATUS_OK;
}

static void shuffle(const char **words, uint32_t count)
{
    struct random random = {count};
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = random_below(&random, i);
        const char *kept = words[i - 1];
        words[i - 1] = words[other];
        words[other] = kept;
    }
}

/* Counts first; then writes. */
static int take_words(const struct source *source, char **text, const char ***words, uint32_t *count)
{
    struct filling filling = {0};
    int status = fill_from(&filling, source);
    if (status != STATUS_OK)
        return status;
    *text = malloc(filling.used + 1);
    *words = malloc((filling.count + 1) * sizeof **words);
    *count = filling.count;
    if (!*text || !*words)
        return STATUS_FULL;
    filling = (struct filling){.text = *text, .words = *words};
    fill_from(&filling, source);
    shuffle(*words, *count);
    return STATUS_OK;
}

int vocabulary_open(struct vocabulary *vocabulary, uint32_t language)
{
    static const struct source *const own[] = {
        [LANGUAGE_TH] = NULL, [LANGUAGE_FA] = persian_source, [LANGUAGE_MS] = malay_source};
    memset(vocabulary, 0, sizeof *vocabulary);
    vocabulary->language = language;
    int status = take_words(own[language], &vocabulary->text, &vocabulary->own, &vocabulary->own_count);
    if (status == STATUS_OK && language == LANGUAGE_MS)
        status = take_words(indonesian_source, &vocabulary->neighbour_text, &vocabulary->neighbour,
                            &vocabulary->neighbour_count);
    if (status != STATUS_OK)
        vocabulary_close(vocabulary);
    return status;
}

void vocabulary_close(struct vocabulary *vocabulary)
{
    free(vocabulary->text);
    free(vocabulary->own);
    free(vocabulary->neighbour_text);
    free(vocabulary->neighbour);
    memset(vocabulary, 0, sizeof *vocabulary);
}

static struct list list_of(const struct vocabulary *vocabulary, enum world_language language)
{
    if (language == WORLD_THAI)
        return (struct list){vocabulary->own, vocabulary->own_count};
    if (language == WORLD_NEIGHBOUR && vocabulary->language == LANGUAGE_FA)
        return (struct list){arabic, sizeof arabic / sizeof *arabic};
    if (language == WORLD_NEIGHBOUR && vocabulary->neighbour)
        return (struct list){vocabulary->neighbour, vocabulary->neighbour_count};
    return lists[language];
}

const char *vocabulary_word(const struct vocabulary *vocabulary, enum world_language language,
                            uint64_t number)
{
    struct list list = list_of(vocabulary, language);
    uint32_t rank = (uint32_t)(pow(list.count + 1.0, random_fraction(number)) - 1.0);
    return list.words[rank < list.count ? rank : list.count - 1];
}

bool vocabulary_has_blanks(const struct vocabulary *vocabulary, enum world_language language)
{
    if (language == WORLD_THAI || language == WORLD_NEIGHBOUR)
        return vocabulary->language != LANGUAGE_TH;
    return language == WORLD_ENGLISH || language == WORLD_GERMAN;
}
