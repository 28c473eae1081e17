#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/status.h"
#include "cli.h"
#include "graph/predict/vector.h"
#include "model/table.h"

/* Columns of a table that are no feature. */
enum { COLUMN_CLASS = FEATURE_COUNT, COLUMN_HOST, COLUMN_IGNORED, MAX_COLUMNS = 256, MAX_FIELD = 512 };

struct reader {
    struct table *table;
    struct table_error *error;
    const char *at, *end;
    unsigned long line;
    char separator; /* '\0': ARFF before @data */
    unsigned columns;
    uint8_t meaning[MAX_COLUMNS];
    int keep_unlabelled;
};

__attribute__((format(printf, 2, 3))) static int fail(struct reader *reader, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(reader->error->reason, sizeof reader->error->reason, format, arguments);
    va_end(arguments);
    for (char *c = reader->error->reason; *c; c++)
        if (!isprint((unsigned char)*c))
            *c = '?';
    reader->error->line = reader->line;
    return STATUS_INVALID;
}

/* The next line without its end, cut off in front of a comment sign of ARFF; false at the end of the text. */
static bool next_line(struct reader *reader, const char **start, const char **end)
{
    if (reader->at >= reader->end)
        return false;
    const char *stop = memchr(reader->at, '\n', (size_t)(reader->end - reader->at));
    *start = reader->at;
    *end = stop ? stop : reader->end;
    reader->at = stop ? stop + 1 : reader->end;
    reader->line++;
    while (*end > *start && isspace((unsigned char)(*end)[-1]) && (*end)[-1] != '\t')
        (*end)--;
    return true;
}

/* Takes one field off a line: up to a separator, quotes and blanks around it removed. STATUS_TOO_LONG: no
 * such field. */
static int take_field(const char **at, const char *end, char separator, char field[MAX_FIELD])
{
    size_t length = 0;
    char quote = 0;
    while (*at < end && **at == ' ')
        (*at)++;
    if (*at < end && (**at == '\'' || **at == '"'))
        quote = *(*at)++;
    for (; *at < end && (quote ? **at != quote : **at != separator); (*at)++) {
        if (length == MAX_FIELD - 1)
            return STATUS_TOO_LONG;
        field[length++] = **at;
    }
    if (quote && *at < end)
        (*at)++;
    while (*at < end && **at != separator)
        (*at)++;
    while (!quote && length > 0 && isspace((unsigned char)field[length - 1]))
        length--;
    field[length] = '\0';
    return STATUS_OK;
}

static uint8_t meaning_of(const char *name)
{
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        char text[24];
        if (strcasecmp(name, table_column_name(feature, text)) == 0)
            return (uint8_t)feature;
    }
    if (strcasecmp(name, "class") == 0)
        return COLUMN_CLASS;
    return strcasecmp(name, "host") == 0 ? COLUMN_HOST : COLUMN_IGNORED;
}

static int add_column(struct reader *reader, const char *name)
{
    if (reader->columns == MAX_COLUMNS)
        return fail(reader, "too many columns at '%.40s'", name);
    uint8_t meaning = meaning_of(name);
    if (meaning != COLUMN_IGNORED && memchr(reader->meaning, meaning, reader->columns))
        return fail(reader, "the column '%.40s' is there twice", name);
    reader->meaning[reader->columns++] = meaning;
    return STATUS_OK;
}

static int check_columns(struct reader *reader)
{
    for (unsigned wanted = 0; wanted <= COLUMN_CLASS; wanted++) {
        char text[24];
        const char *name = wanted == COLUMN_CLASS ? "class" : table_column_name(wanted, text);
        bool may_lack = wanted == COLUMN_CLASS && reader->keep_unlabelled;
        if (!memchr(reader->meaning, (int)wanted, reader->columns) && !may_lack)
            return fail(reader, "there is no column '%.40s'", name);
    }
    return STATUS_OK;
}

static bool starts_with(const char *at, const char *end, const char *word)
{
    size_t length = strlen(word);
    return (size_t)(end - at) >= length && strncasecmp(at, word, length) == 0;
}

/* One line of ARFF's head. */
static int read_declaration(struct reader *reader, const char *at, const char *end)
{
    char field[MAX_FIELD];
    bool relation = starts_with(at, end, "@relation ");
    if (starts_with(at, end, "@data")) {
        reader->separator = ',';
        return check_columns(reader);
    }
    if (!relation && !starts_with(at, end, "@attribute "))
        return fail(reader, "expected @relation, @attribute or @data, not '%.*s'",
                    (int)(end - at < 40 ? end - at : 40), at);
    at += relation ? sizeof "@relation" : sizeof "@attribute";
    if (take_field(&at, end, ' ', field) != STATUS_OK)
        return fail(reader, "a name is too long");
    if (!relation)
        return add_column(reader, field);
    snprintf(reader->table->name, sizeof reader->table->name, "%.31s", field);
    return STATUS_OK;
}

/* The first line of CSV and TSV names the columns. */
static int read_names(struct reader *reader, const char *at, const char *end)
{
    int status = STATUS_OK;
    reader->separator = memchr(at, '\t', (size_t)(end - at)) ? '\t' : ',';
    for (; status == STATUS_OK; at++) {
        char field[MAX_FIELD];
        if (take_field(&at, end, reader->separator, field) != STATUS_OK)
            return fail(reader, "a column's name is too long");
        status = add_column(reader, field);
        if (at >= end)
            break;
    }
    return status == STATUS_OK ? check_columns(reader) : status;
}

static int class_index(const char *const *names, unsigned count, const char *text)
{
    for (unsigned i = 0; i < count; i++)
        if (strcasecmp(names[i], text) == 0)
            return (int)i;
    return -1;
}

static int parse_class(struct features *features, unsigned feature, const char *text)
{
    static const char *const countries[] = {"TH", "CN", "JP", "UK", "US", "OTHER"};
    static const char *const tlds[] = {"COM", "NET", "ORG", "TH", "INFO", "OTHER"};
    bool country = feature == FEATURE_COUNTRY;
    int index = class_index(country ? countries : tlds, 6, text);
    if (index < 0)
        return STATUS_INVALID;
    *(country ? &features->country : &features->tld) = (uint8_t)index;
    return STATUS_OK;
}

static int parse_feature(struct features *features, unsigned feature, const char *text)
{
    if (feature_is_class(feature))
        return parse_class(features, feature, text);
    char *end;
    double value = strtod(text, &end);
    if (end == text || *end || !(value >= 0 && value <= 1e9))
        return STATUS_INVALID;
    if (feature_is_degree(feature)) {
        if (value > 100)
            return STATUS_INVALID;
        features->degree[feature - FEATURE_FIRST_G] = (uint8_t)(2 * value + 0.5);
    } else if (feature < FEATURE_FIRST_G) {
        bool country = feature < FEATURE_FIRST_D;
        unsigned index = feature - 1 - (country ? FEATURE_FIRST_L : FEATURE_FIRST_D);
        unsigned kind = index / FEATURE_COUNTRIES, class = index % FEATURE_COUNTRIES;
        *(country ? &features->by_country[kind][class] : &features->by_tld[kind][class]) =
            value < UINT16_MAX ? (uint16_t)value : UINT16_MAX;
    }
    return STATUS_OK; /* group N is the sum of L's counts */
}

static int parse_label(const char *text, enum table_label *label)
{
    static const char *const labels[] = {"other", "thai", "?"};
    int index = *text ? class_index(labels, 3, text) : TABLE_UNLABELLED;
    *label = (enum table_label)index;
    return index < 0 ? STATUS_INVALID : STATUS_OK;
}

static int read_row(struct reader *reader, const char *at, const char *end)
{
    struct features features = {0};
    enum table_label label = TABLE_UNLABELLED;
    char host[MAX_FIELD] = "-", field[MAX_FIELD];

    for (unsigned column = 0; column < reader->columns; column++, at++) {
        unsigned meaning = reader->meaning[column];
        int status = STATUS_OK;
        if (at > end)
            return fail(reader, "the line has too few fields");
        if (take_field(&at, end, reader->separator, field) != STATUS_OK)
            return fail(reader, "a field is too long");
        if (meaning < FEATURE_COUNT)
            status = parse_feature(&features, meaning, field);
        else if (meaning == COLUMN_CLASS)
            status = parse_label(field, &label);
        else if (meaning == COLUMN_HOST)
            memcpy(host, field, sizeof host);
        if (status != STATUS_OK)
            return fail(reader, "'%.40s' is not a value of its column", field);
    }
    if (label == TABLE_UNLABELLED && !reader->keep_unlabelled) {
        reader->table->unlabelled++;
        return STATUS_OK;
    }
    return table_add(reader->table, host, &features, label);
}

int table_read(struct table *table, const char *text, size_t size, int keep_unlabelled,
               struct table_error *error)
{
    struct reader reader = {
        .table = table, .error = error, .at = text, .end = text + size, .keep_unlabelled = keep_unlabelled};
    bool arff = false;
    int status = STATUS_OK;
    const char *start, *end;

    *error = (struct table_error){0};
    while (status == STATUS_OK && next_line(&reader, &start, &end)) {
        if (start == end || *start == '%' || *start == '#')
            continue;
        arff |= reader.columns == 0 && *start == '@';
        if (reader.separator)
            status = read_row(&reader, start, end);
        else if (arff)
            status = read_declaration(&reader, start, end);
        else
            status = read_names(&reader, start, end);
    }
    if (status == STATUS_OK && !reader.separator)
        status = fail(&reader, "%s", arff ? "there is no @data line" : "the table is empty");
    if (status == STATUS_FULL)
        fail(&reader, "%s", "not enough memory");
    return status;
}

int table_load(struct table *table, const char *path, int keep_unlabelled)
{
    size_t size;
    struct table_error error;
    char *text = cli_read_file(path, &size);
    if (!text)
        return CLI_CANNOT;
    if (!table->name[0]) {
        const char *slash = strrchr(path, '/');
        snprintf(table->name, sizeof table->name, "%.31s", slash ? slash + 1 : path);
    }
    int status = table_read(table, text, size, keep_unlabelled, &error);
    free(text);
    return status == STATUS_OK ? CLI_YES : cli_error("%s, line %lu: %s", path, error.line, error.reason);
}
