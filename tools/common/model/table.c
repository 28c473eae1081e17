#include "model/table.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "graph/predict/vector.h"

static const char *const kinds[FEATURE_KINDS] = {"thai", "other"};

static void lower(char *text)
{
    for (; *text; text++)
        *text = (char)tolower((unsigned char)*text);
}

const char *table_column_name(unsigned feature, char name[24])
{
    enum { SIZE = 24 };
    if (feature == FEATURE_COUNTRY)
        return "country";
    if (feature == FEATURE_TLD)
        return "tld";
    if (feature < FEATURE_FIRST_D) {
        unsigned index = feature - FEATURE_FIRST_L - 1;
        snprintf(name, SIZE, "%s_in_%s", kinds[index / FEATURE_COUNTRIES],
                 feature_country_name(index % FEATURE_COUNTRIES));
    } else if (feature < FEATURE_FIRST_G) {
        unsigned index = feature - FEATURE_FIRST_D - 1;
        snprintf(name, SIZE, "%s_on_%s", kinds[index / FEATURE_TLDS],
                 url_tld_name((enum url_tld)(index % FEATURE_TLDS)));
    } else if (feature < FEATURE_FIRST_N) {
        snprintf(name, SIZE, "degree_%u", feature - FEATURE_FIRST_G + 1);
    } else if (feature < FEATURE_COUNT) {
        snprintf(name, SIZE, "%s_sources", kinds[feature - FEATURE_FIRST_N]);
    } else {
        return NULL;
    }
    lower(name);
    return name;
}

static void write_arff_header(FILE *out, const char *name)
{
    fprintf(out,
            "%% Hosts as crawlbox sees them before it visits them, and whether they turned out to be Thai.\n"
            "@relation '%s'\n",
            name);
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        char text[24];
        fprintf(out, "@attribute %s ", table_column_name(feature, text));
        if (feature == FEATURE_COUNTRY)
            fputs("{TH,CN,JP,UK,US,OTHER}\n", out);
        else if (feature == FEATURE_TLD)
            fputs("{COM,NET,ORG,TH,INFO,OTHER}\n", out);
        else
            fputs("numeric\n", out);
    }
    fputs("@attribute class {thai,other}\n@data\n", out);
}

void table_write_header(FILE *out, enum table_format format, const char *name)
{
    char separator = format == TABLE_TSV ? '\t' : ',';
    if (format == TABLE_ARFF) {
        write_arff_header(out, name);
        return;
    }
    fprintf(out, "host");
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        char text[24];
        fprintf(out, "%c%s", separator, table_column_name(feature, text));
    }
    fprintf(out, "%cclass\n", separator);
}

void table_write_row(FILE *out, enum table_format format, const char *host, const struct features *features,
                     enum table_label label)
{
    static const char *const labels[] = {"other", "thai", "?"};
    char separator = format == TABLE_TSV ? '\t' : ',';
    if (format != TABLE_ARFF)
        fprintf(out, "%s%c", host ? host : "-", separator);
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        uint32_t value = feature_value(features, feature);
        if (feature == FEATURE_COUNTRY)
            fputs(feature_country_name(value), out);
        else if (feature == FEATURE_TLD)
            fputs(url_tld_name((enum url_tld)value), out);
        else if (feature_is_degree(feature))
            fprintf(out, "%u.%c", value / 2, value % 2 ? '5' : '0');
        else
            fprintf(out, "%u", value);
        fputc(separator, out);
    }
    fprintf(out, "%s\n", labels[label]);
}

int table_add(struct table *table, const char *host, const struct features *features, enum table_label label)
{
    if (table->count == table->room) {
        size_t room = table->room ? 2 * table->room : 1024;
        struct sample *samples = realloc(table->samples, room * sizeof *samples);
        if (!samples)
            return STATUS_FULL;
        table->samples = samples;
        table->room = room;
    }
    struct sample *sample = &table->samples[table->count];
    *sample = (struct sample){.features = *features, .label = (uint8_t)label};
    if (host && strcmp(host, "-") != 0 && !(sample->host = strdup(host)))
        return STATUS_FULL;
    table->count++;
    return STATUS_OK;
}

void table_free(struct table *table)
{
    for (size_t i = 0; i < table->count; i++)
        free(table->samples[i].host);
    free(table->samples);
    *table = (struct table){0};
}
