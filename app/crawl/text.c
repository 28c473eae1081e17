/* The texts of the lists: rejects.def and stops.def. */
#include "crawl/crawl.h"

const char *crawl_reject_name(unsigned reject)
{
    static const char *const names[] = {
#define REJECT(id, name, sentence) name,
#include "crawl/rejects.def"
#undef REJECT
    };
    return reject < REJECTS ? names[reject] : "unknown";
}

const char *crawl_reject_sentence(unsigned reject)
{
    static const char *const sentences[] = {
#define REJECT(id, name, sentence) sentence,
#include "crawl/rejects.def"
#undef REJECT
    };
    return reject < REJECTS ? sentences[reject] : "for a reason that is not known";
}

const char *crawl_site_stop_sentence(unsigned stop)
{
    switch (stop) {
#define SITE_STOP(code, id, sentence)                                                                        \
    case code:                                                                                               \
        return sentence;
#include "crawl/stops.def"
#undef SITE_STOP
    default: return "for a reason that is not known";
    }
}

const char *crawl_stop_sentence(int stop)
{
    switch (stop) {
#define CRAWL_STOP(code, id, sentence)                                                                       \
    case code:                                                                                               \
        return sentence;
#include "crawl/stops.def"
#undef CRAWL_STOP
    default: return "for a reason that is not known";
    }
}
