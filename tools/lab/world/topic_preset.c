/* The three topics: published figures, and the words of each. */
#include <string.h>

#include "world/topic_internal.h"

static const char *const tourism[] = {
    "hotel",  "beach",   "island",   "tour",     "travel",    "temple",  "resort",  "guide",  "holiday",
    "market", "cruise",  "jungle",   "trip",     "booking",   "flight",  "village", "hostel", "ferry",
    "trek",   "spa",     "sight",    "weekend",  "palace",    "massage", "bus",     "tropic", "sunset",
    "visa",   "airport", "backpack", "elephant", "waterfall", NULL,
};
static const char *const estate[] = {
    "condo",  "villa",  "apartment", "property", "rent",     "sale",     "bedroom", "land",
    "lease",  "agent",  "house",     "owner",    "mortgage", "pool",     "plot",    "buyer",
    "invest", "living", "tenant",    "floor",    "price",    "build",    "develop", "furnish",
    "title",  "office", "garden",    "view",     "balcony",  "freehold", NULL,
};
static const char *const diving[] = {
    "scuba",      "dive",  "reef",   "liveaboard", "snorkel", "coral",      "wreck",    "depth",
    "instructor", "shark", "boat",   "course",     "padi",    "visibility", "turtle",   "fish",
    "island",     "mask",  "fins",   "current",    "night",   "shore",      "pinnacle", "manta",
    "tank",       "buddy", "bubble", "ocean",      "lagoon",  "surface",    NULL,
};

static const struct topicweb_preset presets[] = {
    {.name = "topic-tourism",
     .facts = {82.35, 0.46, 83.73, 37.55, 91.98, 36.81},
     .g_mean = 87.3,
     .relevant = 0.55,
     .misleads = 0.10,
     .words = tourism},
    {.name = "topic-estate",
     .facts = {59.39, 22.01, 63.42, 48.14, 80.41, 45.81},
     .g_mean = 88.6,
     .relevant = 0.53,
     .misleads = 0.05,
     .words = estate},
    {.name = "topic-diving",
     .facts = {62.47, 6.73, 69.10, 39.29, 81.45, 40.70},
     .g_mean = 85.6,
     .relevant = 0.50,
     .misleads = 0.08,
     .words = diving},
};

const struct topicweb_preset *topicweb_preset_find(const char *name)
{
    for (unsigned i = 0; i < sizeof presets / sizeof *presets; i++)
        if (strcmp(presets[i].name, name) == 0)
            return &presets[i];
    return NULL;
}

const char *topicweb_preset_name(unsigned index)
{
    return index < sizeof presets / sizeof *presets ? presets[index].name : NULL;
}

/* Bayes' rule: of links to (relevant, other) segments, how many have what splits them into `with` and
 * `without`? */
struct topicweb_rates topicweb_rates(double relevant, double with, double without)
{
    double share = (relevant - without) / (with - without); /* of all links that have it */
    return (struct topicweb_rates){.in_relevant = share * with / relevant,
                                   .in_other = share * (1 - with) / (1 - relevant),
                                   .share = share};
}
