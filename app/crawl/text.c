/* The texts of the tables rejects.def and stops.def. */
#include "crawl/crawl.h"

#include "base/packed.h"

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
    static const char sentences[] PACKED_PLACE =
#define REJECT(id, name, sentence) sentence "\0"
#include "crawl/rejects.def"
#undef REJECT
        "for a reason that is not known";
    return packed_nth(sentences, reject < REJECTS ? reject : REJECTS);
}

const char *crawl_site_stop_sentence(unsigned stop)
{
    switch (stop) {
#define SITE_STOP(code, id, sentence)                                                                        \
    case code:                                                                                               \
        return PACKED(sentence);
#include "crawl/stops.def"
#undef SITE_STOP
    default: return PACKED("for a reason that is not known");
    }
}

const char *crawl_stop_sentence(int stop)
{
    switch (stop) {
#define CRAWL_STOP(code, id, sentence)                                                                       \
    case code:                                                                                               \
        return PACKED(sentence);
#include "crawl/stops.def"
#undef CRAWL_STOP
    default: return PACKED("for a reason that is not known");
    }
}
