/* Words to write links and pages with. */
#include "world/topic_internal.h"

static const char *const others[] = {
    "news",    "report",  "school",   "student",  "company", "product", "service",  "member",   "forum",
    "music",   "film",    "sport",    "football", "family",  "child",   "library",  "book",     "paper",
    "letter",  "meeting", "project",  "software", "network", "machine", "engine",   "factory",  "bank",
    "money",   "court",   "police",   "weather",  "forest",  "river",   "history",  "painting", "museum",
    "recipe",  "kitchen", "doctor",   "health",   "energy",  "station", "camera",   "phone",    "ticket",
    "review",  "gallery", "contact",  "about",    "archive", "science", "research", "law",      "fashion",
    "vehicle", "winter",  "mountain", "city",     "country", "culture",
};

static const char *const stop_words[] = {"the", "of",   "and", "to",   "in",   "is",
                                         "for", "with", "are", "this", "from", "that"};

/* Names that any list of Thai places has. */
static const char *const names[] = {
    "thailand",    "bangkok", "phuket",       "pattaya",     "chiang mai",    "krabi",
    "koh samui",   "hua hin", "ayutthaya",    "koh phangan", "chiang rai",    "sukhothai",
    "koh tao",     "phi phi", "kanchanaburi", "koh chang",   "nakhon pathom", "hat yai",
    "surat thani", "lampang", "phang nga",    "khon kaen",   "udon thani",    "ranong",
};

#define COUNT(list) (sizeof(list) / sizeof *(list))

/* Zipf-like without a logarithm: the product of two fractions leans to the small ones. */
static uint32_t rank(uint64_t number, uint32_t count)
{
    double first = random_fraction(number), second = random_fraction(random_mix(number));
    return (uint32_t)(first * second * count);
}

const char *topicweb_topic_word(const struct topicweb *web, uint64_t number)
{
    uint32_t count = 0;
    while (web->preset->words[count])
        count++;
    return web->preset->words[rank(number, count)];
}

const char *topicweb_other_word(uint64_t number)
{
    enum { STOP_WORD_PERCENT = 30 };
    uint64_t mixed = random_mix(number);
    if (mixed % 100 < STOP_WORD_PERCENT)
        return stop_words[rank(number, COUNT(stop_words))];
    return others[rank(number, COUNT(others))];
}

const char *topicweb_thai_name(uint64_t number)
{
    return names[rank(number, COUNT(names))];
}
