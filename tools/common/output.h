/*
 * Files that a command writes: there whole or not at all, whatever happens on the way.
 *
 *     struct output out;
 *     if (!output_begin(&out, path))
 *         return CLI_CANNOT;
 *     fprintf(out.file, ...);
 *     return output_end(&out, CLI_YES);
 *
 * Until it is whole the file is called PATH.part; output_end() gives it its name, over a file that was there.
 * A failure, a full disk or ctrl-C removes it and leaves an old file as it was. What is no regular file, such
 * as /dev/null, is written in place.
 */
#ifndef CRAWLBOX_OUTPUT_H
#define CRAWLBOX_OUTPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

struct output {
    FILE *file;       /* may also be read, unless it is written in place */
    const char *path; /* as the user gave it; "-" is standard output */
    char *part;       /* what it is called meanwhile, NULL: it is written in place */
};

/* False after saying on stderr why it cannot be written. */
bool output_begin(struct output *output, const char *path);

/*
 * Ends it: keeps the file if `result` is CLI_YES, drops it otherwise. Returns `result`, or CLI_CANNOT after
 * saying why the file could not be written to its end. One that is all zeros, because nobody wanted it, needs
 * no ending and may have it.
 */
int output_end(struct output *output, int result);

/* The same in one call, for bytes that are in memory. */
int output_bytes(const char *path, const void *bytes, size_t size);

#endif
