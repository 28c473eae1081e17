#include "store/progress.h"

#include "base/utc.h"

void progress_emit_head(struct sink *sink)
{
    sink_text(sink, "time\tpages\trelevant\tkilobytes\tqueued\tsites_queued\tfailed\tpages_per_hour\t"
                    "bytes_per_second\tram_free_bytes\n");
}

void progress_emit(struct sink *sink, const struct progress *progress)
{
    const uint32_t columns[] = {
        progress->pages,          progress->relevant,         progress->kilobytes,
        progress->queued,         progress->sites_queued,     progress->failed,
        progress->pages_per_hour, progress->bytes_per_second, progress->ram_free_bytes};
    sink_utc_iso(sink, progress->seconds);
    for (unsigned i = 0; i < sizeof columns / sizeof columns[0]; i++) {
        sink_text(sink, "\t");
        sink_number(sink, columns[i]);
    }
    sink_text(sink, "\n");
}
