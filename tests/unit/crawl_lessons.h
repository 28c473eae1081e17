/* A correction of the model that counts, for suites of crawls in which the box has learned. */
#ifndef CRAWLBOX_TESTS_CRAWL_LESSONS_H
#define CRAWLBOX_TESTS_CRAWL_LESSONS_H

#include "crawl_fixture.h"

/* Lets the box of the web learn from so many sites that hosts with a source in the language are wanted, and
 * others are not, although its model says the opposite; then that is in force, if it counts. */
static inline void web_teach(unsigned sites)
{
    struct learned *learned = &web.crawl.state.learned;
    learned_forget(learned, web.settings.language);
    for (unsigned i = 0; i < sites; i++) {
        struct features features = {.tld = URL_TLD_COM};
        bool is_target = i % 2;
        features_add(&features, is_target ? FEATURE_THAI : FEATURE_FOREIGN, COUNTRY_US, URL_TLD_COM, 0);
        learned_take(learned, &features, is_target ? 60 : 190, is_target);
    }
    learned_apply(learned);
}

#endif
