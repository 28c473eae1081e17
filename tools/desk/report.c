/* The page of `crawlbox report`. */
#include "cli.h"
#include "desk.h"
#include "output.h"
#include "problem.h"
#include "report/page.h"
#include "report/source.h"

DESK_EXPORT("desk_report") int desk_report(const char *path, const char *to)
{
    static struct facts facts;
    struct output out;
    facts_begin(&facts);
    int result = source_read(&facts, path);
    if (result == CLI_YES && output_begin(&out, to)) {
        page_write(out.file, &facts);
        result = output_end(&out, CLI_YES);
    } else {
        result = CLI_CANNOT;
    }
    facts_free(&facts);
    if (result == CLI_YES)
        return 0;
    return problem_tell(STATUS_IO, "the report could not be made");
}
