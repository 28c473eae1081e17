/* crawlbox warc check|list|cat: looks into WARC files, whoever wrote them. */
#include "cli.h"
#include "commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/status.h"
#include "warc/check.h"
#include "warc/file_port.h"

static const struct cli_option options[] = {
    {"payload", 'p', NULL, "cat: the body of the HTTP message, chunks removed, instead of the whole block"},
    {"quiet", 'q', NULL, "check: print damage only, no notes and no counts"},
    {0},
};

static const struct cli_help help = {
    "warc",
    "check [--quiet] FILE...\n"
    "list FILE\n"
    "cat [--payload] FILE OFFSET|RECORD-ID|URI",
    "Looks into WARC files (1.0 and 1.1, plain or .gz), whoever wrote them.\n\n"
    "  check  reads every record and verifies fields, lengths, digests, ends and references; exit 1 on "
    "damage\n"
    "  list   one line a record, tab-separated: offset, type, date, URI, length, status, MIME type\n"
    "  cat    writes the block of one record; a URI means its first response or resource record\n\n"
    "FILE may be - for standard input.",
    options,
};

struct file {
    const char *name;
    FILE *stream;
    unsigned long long size; /* 0 if unknown */
    bool quiet;
};

static bool open_file(struct file *file, const char *name)
{
    struct stat about;
    *file = (struct file){.name = name, .quiet = file->quiet};
    file->stream = strcmp(name, "-") == 0 ? stdin : fopen(name, "rb");
    if (!file->stream) {
        cli_error("cannot open %s: %s", name, strerror(errno));
        return false;
    }
    bool known = fstat(fileno(file->stream), &about) == 0;
    if (known && S_ISREG(about.st_mode))
        file->size = (unsigned long long)about.st_size;
    if (!known || !S_ISDIR(about.st_mode))
        return true;
    cli_error("%s is a folder: name the WARC files in it", name);
    fclose(file->stream);
    return false;
}

static void close_file(struct file *file)
{
    if (file->stream != stdin)
        fclose(file->stream);
}

static void print_finding(void *context, const struct warc_finding *finding)
{
    const struct file *file = context;
    if (file->quiet && finding->severity == WARC_NOTE)
        return;
    cli_progress_end();
    printf("%s: offset %llu: %s", file->name, (unsigned long long)finding->offset,
           finding->severity == WARC_NOTE ? "note: " : "");
    cli_print_line(stdout, finding->text);
    putchar('\n');
}

static void show_progress(void *context, uint64_t offset)
{
    const struct file *file = context;
    cli_progress("checking", offset, file->size);
}

static void print_counts(const struct file *file, const struct warc_check *check)
{
    printf("%s: %llu records, %llu bytes", file->name, (unsigned long long)check->records,
           (unsigned long long)check->bytes);
    const char *separator = ": ";
    for (int type = 0; type < WARC_TYPES; type++)
        if (check->of_type[type] > 0) {
            printf("%s%llu %s", separator, (unsigned long long)check->of_type[type],
                   warc_type_name((enum warc_type)type));
            separator = ", ";
        }
    printf("\n%s: %llu block and %llu payload digests are right\n", file->name,
           (unsigned long long)check->block_digests, (unsigned long long)check->payload_digests);
    if (check->damage == 0)
        printf("%s: no damage found\n", file->name);
    else
        printf("%s: DAMAGED in %llu places%s\n", file->name, (unsigned long long)check->damage,
               check->truncated ? "; the last record is cut off" : "");
}

static int check_file(const char *name, bool quiet)
{
    struct file file = {.quiet = quiet};
    if (!open_file(&file, name))
        return CLI_CANNOT;
    struct warc_check check = {.report = print_finding, .progress = show_progress, .context = &file};
    int status = warc_check_run(&check, warc_file_port(file.stream));
    cli_progress_end();
    if (status == STATUS_IO || status == STATUS_FULL)
        cli_error("cannot read %s to its end: %s", name, status_text(status));
    else if (check.records == 0 && check.damage == 0)
        status = STATUS_INVALID, printf("%s: empty: there is no record in it\n", name);
    else if (!quiet)
        print_counts(&file, &check);
    warc_check_free(&check);
    close_file(&file);
    if (status == STATUS_IO || status == STATUS_FULL)
        return CLI_CANNOT;
    return status == 0 ? CLI_YES : CLI_NO;
}

static int check_files(const struct cli *cli, bool quiet)
{
    int result = CLI_YES;
    for (int i = 0; i < cli->argc; i++) {
        int one = check_file(cli->argv[i], quiet);
        result = one > result ? one : result;
    }
    return result;
}

static void print_row(const struct warc_scan_result *result)
{
    const struct warc_record *record = result->record;
    const char *type = warc_record_field(record, "WARC-Type");
    const char *date = warc_record_field(record, "WARC-Date");
    const char *uri = warc_record_field(record, "WARC-Target-URI");
    const char *mime = result->http ? result->http->mime : warc_record_field(record, "Content-Type");
    const char *cells[] = {type, date, uri};

    printf("%llu", (unsigned long long)record->offset);
    for (size_t i = 0; i < sizeof cells / sizeof cells[0]; i++) {
        putchar('\t');
        cli_print_line(stdout, cells[i] && *cells[i] ? cells[i] : "-");
    }
    printf("\t%llu\t", (unsigned long long)record->length);
    if (result->http && result->http->status)
        printf("%03d\t", result->http->status);
    else
        fputs("-\t", stdout);
    cli_print_line(stdout, mime && *mime ? mime : "-");
    putchar('\n');
}

static int damaged_at(const struct file *file, const struct warc_reader *reader, int status)
{
    fflush(stdout);
    cli_error("%s: offset %llu: %s; try 'crawlbox warc check'", file->name,
              (unsigned long long)warc_reader_problem_offset(reader), warc_reader_problem(reader));
    return status == STATUS_IO ? CLI_CANNOT : CLI_NO;
}

static int list_file(const char *name)
{
    struct file file = {0};
    if (!open_file(&file, name))
        return CLI_CANNOT;
    struct warc_scan *scan = warc_scan_new(warc_file_port(file.stream), 0);
    int result = CLI_YES, status;
    while (scan && (status = warc_scan_next(scan)) != 0) {
        if (status > 0) {
            print_row(warc_scan_result(scan));
            continue;
        }
        result = damaged_at(&file, warc_scan_reader(scan), status);
        if (result == CLI_CANNOT || !warc_reader_resync(warc_scan_reader(scan)))
            break;
    }
    warc_scan_free(scan);
    close_file(&file);
    return scan ? result : cli_no_memory();
}

static void write_bytes(void *context, const uint8_t *bytes, size_t size)
{
    fwrite(bytes, 1, size, context);
}

static int write_record(const struct file *file, struct warc_reader *reader, bool payload_only)
{
    static struct warc_payload payload;
    static uint8_t buffer[65536];
    bool decode = payload_only && warc_record_is_http(warc_reader_record(reader));
    long got;

    warc_payload_begin(&payload, write_bytes, stdout);
    while ((got = warc_reader_read(reader, buffer, sizeof buffer)) > 0) {
        if (decode)
            warc_payload_add(&payload, buffer, (size_t)got);
        else
            write_bytes(stdout, buffer, (size_t)got);
    }
    int status = got < 0 ? (int)got : warc_reader_finish(reader);
    if (status < 0)
        return damaged_at(file, reader, status);
    if (fflush(stdout) != 0)
        return cli_error("cannot write the record: %s", strerror(errno));
    return CLI_YES;
}

/* Whether a record is what was asked for by its id or its URI. */
static bool is_wanted(const struct warc_record *record, const char *wanted)
{
    const char *id = warc_record_field(record, "WARC-Record-ID");
    const char *uri = warc_record_field(record, "WARC-Target-URI");
    size_t length = strlen(wanted);
    if (id && (strcmp(id, wanted) == 0 ||
               (strlen(id) == length + 2 && id[0] == '<' && memcmp(id + 1, wanted, length) == 0)))
        return true;
    return uri && strcmp(uri, wanted) == 0 &&
           (record->type == WARC_RESPONSE || record->type == WARC_RESOURCE);
}

static int cat_record(const char *name, const char *wanted, bool payload_only)
{
    struct file file = {0};
    bool by_offset = *wanted && wanted[strspn(wanted, "0123456789")] == '\0';
    uint64_t offset = by_offset ? strtoull(wanted, NULL, 10) : 0;
    if (!open_file(&file, name))
        return CLI_CANNOT;
    if (by_offset && fseeko(file.stream, (off_t)offset, SEEK_SET) != 0)
        return close_file(&file),
               cli_error("cannot go to offset %s of %s: %s", wanted, name, strerror(errno));
    struct warc_reader *reader = warc_reader_new(warc_file_port(file.stream), offset);
    int result = CLI_NO, status = 0;
    while (reader && (status = warc_reader_next(reader)) > 0)
        if (by_offset || is_wanted(warc_reader_record(reader), wanted)) {
            result = write_record(&file, reader, payload_only);
            break;
        }
    if (!reader)
        result = cli_no_memory();
    else if (status < 0)
        result = damaged_at(&file, reader, status);
    else if (status == 0)
        cli_error("%s has no record %s %s; 'crawlbox warc list' shows what it has", name,
                  by_offset ? "at offset" : "of", wanted);
    warc_reader_free(reader);
    close_file(&file);
    return result;
}

struct wish {
    bool payload, quiet;
};

static void take_options(struct cli *cli, struct wish *wish)
{
    for (int option; (option = cli_next(cli)) != CLI_END;) {
        wish->payload |= option == 'p';
        wish->quiet |= option == 'q';
    }
}

int cmd_warc(int argc, char **argv)
{
    struct cli cli = cli_begin(&help, argc, argv);
    struct wish wish = {0};
    take_options(&cli, &wish);
    const char *action = cli_action(&cli);
    if (strcmp(action, "check") == 0 && cli.argc >= 1)
        return check_files(&cli, wish.quiet);
    if (strcmp(action, "list") == 0 && cli.argc == 1)
        return list_file(cli.argv[0]);
    if (strcmp(action, "cat") == 0 && cli.argc == 2)
        return cat_record(cli.argv[0], cli.argv[1], wish.payload);
    return cli_action_error(&cli, action);
}
