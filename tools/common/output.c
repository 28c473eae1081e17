#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"

enum { PARTS_MAX = 4 }; /* no command writes more files at a time */

/* What has to go if the program is told to end. */
static const char *volatile parts[PARTS_MAX];

static void remove_parts(int signal_number)
{
    for (int i = 0; i < PARTS_MAX; i++)
        if (parts[i])
            unlink(parts[i]);
    signal(signal_number, SIG_DFL);
    raise(signal_number);
}

/* Where a signal is ignored, as under nohup, or somebody else waits for it, it stays so. */
static void watch_signals(void)
{
    static const int ends[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
        void (*before)(int) = signal(ends[i], remove_parts);
        if (before != SIG_DFL)
            signal(ends[i], before);
    }
}

static void remember(const char *old, const char *new)
{
    for (int i = 0; i < PARTS_MAX; i++) {
        if (parts[i] == old) {
            parts[i] = new;
            return;
        }
    }
}

static bool is_replaceable(const char *path)
{
    struct stat info;
    return lstat(path, &info) != 0 || S_ISREG(info.st_mode);
}

bool output_begin(struct output *output, const char *path)
{
    *output = (struct output){.path = path};
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        return true;
    }
    if (is_replaceable(path) && asprintf(&output->part, "%s.part", path) < 0)
        return cli_no_memory(), false;
    if (output->part) {
        watch_signals();
        remember(NULL, output->part);
    }
    output->file = output->part ? fopen(output->part, "w+b") : fopen(path, "wb");
    if (output->file)
        return true;
    cli_cannot_write(path);
    if (output->part)
        remember(output->part, NULL);
    free(output->part);
    return false;
}

int output_end(struct output *output, int result)
{
    if (!output->file)
        return result;
    errno = 0;
    bool good = fflush(output->file) == 0 && !ferror(output->file);
    if (output->file != stdout)
        good = fclose(output->file) == 0 && good;
    if (good && result == CLI_YES && output->part)
        good = rename(output->part, output->path) == 0;
    if (!good && result == CLI_YES)
        result = cli_cannot_write(output->path);
    if (output->part && result != CLI_YES)
        unlink(output->part);
    if (output->part)
        remember(output->part, NULL);
    free(output->part);
    return result;
}

int output_bytes(const char *path, const void *bytes, size_t size)
{
    struct output output;
    if (!output_begin(&output, path))
        return CLI_CANNOT;
    fwrite(bytes, 1, size, output.file);
    return output_end(&output, CLI_YES);
}
