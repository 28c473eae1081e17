/* Writes the tables of a comparison. */
#include "sim/report.h"

#include <string.h>

#include "base/status.h"
#include "cli.h"

enum { NUMBER_BYTES = 16 };

/* 1,234,567 */
static const char *grouped(uint32_t number, char text[NUMBER_BYTES])
{
    char digits[NUMBER_BYTES];
    int length = snprintf(digits, sizeof digits, "%u", (unsigned)number);
    char *to = text;
    for (int i = 0; i < length; i++) {
        if (i > 0 && (length - i) % 3 == 0)
            *to++ = ',';
        *to++ = digits[i];
    }
    *to = '\0';
    return text;
}

void report_head(FILE *out, const char *web)
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang='en'>\n<meta charset='utf-8'>\n"
            "<meta name='viewport' content='width=device-width'>\n<title>Crawls of %s</title>\n"
            "<style>body{font:15px/1.45 sans-serif;color:#111;max-width:62em;margin:2em auto;padding:0 1em}"
            "h1{font-size:1.5em}h2{font-size:1.15em;margin:2em 0 .3em}p{max-width:48em}"
            "table{border-collapse:collapse;margin:.6em 0;font-variant-numeric:tabular-nums;font-size:14px}"
            "td,th{border-bottom:1px solid #ccc;padding:.25em .7em;text-align:right;font-weight:normal}"
            "tr:first-child>*{border-bottom:2px solid #666;vertical-align:bottom;font-weight:bold}"
            "tr>:first-child{text-align:left;white-space:nowrap}.default{background:#eef3f8}svg{width:100%%;"
            "height:auto;margin:."
            "5em 0}"
            "@media print{body{margin:0;max-width:none;font-size:10pt}table{font-size:9pt}"
            "svg,table{break-inside:avoid}h2{break-after:avoid}}</style>\n",
            web);
}

void report_begin(FILE *out, const struct world *world, uint32_t pages)
{
    char hosts[NUMBER_BYTES], most[NUMBER_BYTES];
    report_head(out, world->preset);
    fprintf(out,
            "<h1>Crawls of the simulated web %s, seed %llu</h1>\n"
            "<p>%s hosts. Each crawl ends after %s pages, or when nothing is left that looks promising. "
            "<b>Harvest rate</b>: Thai pages among those fetched. <b>Coverage</b>: Thai pages fetched among "
            "all that "
            "there are. The engine, the host graph and the predictor are the box's own; the web and the "
            "clock are not."
            "</p>\n",
            world->preset, (unsigned long long)world->seed, grouped(world->host_count, hosts),
            grouped(pages, most));
}

void report_end(FILE *out)
{
    fprintf(out, "</html>\n");
}

int report_close(struct output *output, int status)
{
    int result = status == STATUS_OK ? CLI_YES : cli_error("a crawl failed: %s", status_text(status));
    result = output_end(output, result);
    if (result == CLI_YES && strcmp(output->path, "-") != 0)
        printf("%s: open it in a browser\n", output->path);
    return result;
}

void report_crawls_begin(FILE *out)
{
    fprintf(out,
            "<table><tr><th>crawl<th>pages<th>harvest<br>rate %%<th>published %%<th>coverage %%<th>Thai GB"
            "<th>other GB<th>sites<th>Thai sites<th>rounds\n");
}

void report_crawl(FILE *out, const char *name, const struct sim_result *result, const char *published)
{
    const struct sim_point *end = &result->end;
    char pages[NUMBER_BYTES], sites[NUMBER_BYTES], thai[NUMBER_BYTES];
    fprintf(out, "<tr><th>%s<td>%s<td>%.2f<td>%s<td>%.2f<td>%.1f<td>%.1f<td>%s<td>%s<td>%u\n", name,
            grouped(end->pages, pages), sim_harvest(end), published, result->coverage,
            (double)end->bytes_thai / 1e9, (double)end->bytes_other / 1e9, grouped(end->sites, sites),
            grouped(end->thai_sites, thai), (unsigned)end->round);
}

void report_variants_begin(FILE *out, const char *what, const char *extra)
{
    fprintf(out,
            "<table><tr><th>%s<th>pages<th>harvest rate %%<th>coverage %%<th>other GB<th>Thai sites<th>days",
            what);
    fprintf(out, "%s%s\n", *extra ? "<th>" : "", extra);
}

void report_variant(FILE *out, const char *value, bool is_default, const struct sim_result *result,
                    const char *extra)
{
    const struct sim_point *end = &result->end;
    char pages[NUMBER_BYTES], thai[NUMBER_BYTES];
    fprintf(out, "<tr%s><th>%s%s<td>%s<td>%.2f<td>%.2f<td>%.2f<td>%s<td>%.1f",
            is_default ? " class='default'" : "", value, is_default ? " (default)" : "",
            grouped(end->pages, pages), sim_harvest(end), result->coverage, (double)end->bytes_other / 1e9,
            grouped(end->thai_sites, thai), result->days);
    fprintf(out, "%s%s\n", *extra ? "<td>" : "", extra);
}

void report_table_end(FILE *out)
{
    fprintf(out, "</table>\n");
}
