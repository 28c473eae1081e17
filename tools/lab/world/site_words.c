/* Words of several languages. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "base/utf8.h"
#include "dict_list.h"
#include "read/lang/thai.h"
#include "random.h"
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

static const struct list {
    const char *const *words;
    uint32_t count;
} lists[WORLD_LANGUAGES] = {
    [WORLD_ENGLISH] = {english, sizeof english / sizeof *english},
    [WORLD_GERMAN] = {german, sizeof german / sizeof *german},
    [WORLD_CHINESE] = {chinese, sizeof chinese / sizeof *chinese},
    [WORLD_JAPANESE] = {japanese, sizeof japanese / sizeof *japanese},
    [WORLD_LAO] = {lao, sizeof lao / sizeof *lao},
};

struct filling {
    struct vocabulary *vocabulary;
    size_t used, room;
    uint32_t words;
};

/* Counts first, without room; then writes. */
static void take_word(void *context, const uint8_t *letters, size_t count)
{
    struct filling *filling = context;
    char text[DICT_LONGEST * UTF8_MAX_BYTES];
    size_t size = 0;
    for (size_t i = 0; i < count; i++)
        size += utf8_encode((uint32_t)THAI_BLOCK + letters[i], text + size);
    if (filling->room >= filling->used + size + 1) {
        char *place = filling->vocabulary->thai_text + filling->used;
        memcpy(place, text, size);
        place[size] = '\0';
        filling->vocabulary->thai[filling->words] = place;
    }
    filling->used += size + 1;
    filling->words++;
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

int vocabulary_open(struct vocabulary *vocabulary)
{
    struct dict dict;
    struct filling filling = {.vocabulary = vocabulary};
    memset(vocabulary, 0, sizeof *vocabulary);
    int status = dict_open(&dict, dict_builtin, dict_builtin_size);
    if (status != STATUS_OK)
        return status;
    dict_list_words(&dict, take_word, &filling);
    vocabulary->thai_count = filling.words;
    vocabulary->thai_text = malloc(filling.used);
    vocabulary->thai = malloc(filling.words * sizeof *vocabulary->thai);
    if (!vocabulary->thai_text || !vocabulary->thai) {
        vocabulary_close(vocabulary);
        return STATUS_FULL;
    }
    filling = (struct filling){.vocabulary = vocabulary, .room = filling.used};
    dict_list_words(&dict, take_word, &filling);
    shuffle(vocabulary->thai, vocabulary->thai_count);
    return STATUS_OK;
}

void vocabulary_close(struct vocabulary *vocabulary)
{
    free(vocabulary->thai_text);
    free(vocabulary->thai);
    memset(vocabulary, 0, sizeof *vocabulary);
}

const char *vocabulary_word(const struct vocabulary *vocabulary, enum world_language language,
                            uint64_t number)
{
    const char *const *words = language == WORLD_THAI ? vocabulary->thai : lists[language].words;
    uint32_t count = language == WORLD_THAI ? vocabulary->thai_count : lists[language].count;
    uint32_t rank = (uint32_t)(pow(count + 1.0, random_fraction(number)) - 1.0);
    return words[rank < count ? rank : count - 1];
}
