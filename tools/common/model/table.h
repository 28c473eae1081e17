/*
 * Hosts with the predictor's features and their label, as text: what `crawlbox-lab world hosts --features`
 * and `crawlbox card hosts` write and `crawlbox-lab train` reads. ARFF (Weka's), CSV and TSV hold the same
 * columns:
 *
 *     host  country  thai_in_th .. other_in_other  tld  thai_on_com .. other_on_other  degree_1 .. degree_5
 *     thai_sources  other_sources  class
 *
 * country, tld and class are words (TH, COM, thai or other); degrees are percent; the rest are counts. ARFF
 * has no host column: Weka would learn it by heart.
 *
 *     table_write_header(stdout, TABLE_TSV, "closed-2009");
 *     for each host: table_write_row(stdout, TABLE_TSV, name, &features, TABLE_IS_THAI);
 *
 *     struct table table = {0};
 *     if (table_load(&table, path) != 0) return CLI_CANNOT;        // it has said why
 *     ... table.samples[i].features ... table_free(&table);
 *
 * When reading, columns are found by their names (in any order and case), others are left alone, and rows
 * whose class is "?" or empty are counted and left out.
 */
#ifndef CRAWLBOX_MODEL_TABLE_H
#define CRAWLBOX_MODEL_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "graph/predict/features.h"

enum table_format { TABLE_ARFF, TABLE_CSV, TABLE_TSV };
enum table_label { TABLE_IS_OTHER, TABLE_IS_THAI, TABLE_UNLABELLED };

struct sample {
    struct features features;
    uint8_t label; /* enum table_label */
    char *host;    /* NULL if the table names none */
    /* Of hosts off a card (crawlbox-lab train --from). */
    bool is_of_box; /* box_says is what the box says of the host with all that it has learned by itself */
    bool
        is_assumed; /* nobody was there: the label is what the box says, to learn from and not to test with */
    uint8_t box_says; /* a confidence */
};

struct table {
    struct sample *samples;
    size_t count;
    size_t room;
    size_t unlabelled; /* rows left out */
    char name[32];     /* of the data: the ARFF relation, or the file's name */
};

/* Writes a table. A host of NULL is written as "-". */
void table_write_header(FILE *out, enum table_format format, const char *name);
void table_write_row(FILE *out, enum table_format format, const char *host, const struct features *features,
                     enum table_label label);

/* The name of a feature's column; NULL behind the last. */
const char *table_column_name(unsigned feature, char name[24]);

/* What is wrong with a table, and where. */
struct table_error {
    unsigned long line;
    char reason[96];
};

/* Adds the rows of a table's text to a table; `keep_unlabelled` keeps those without a class too. 0 or a
 * status. */
int table_read(struct table *table, const char *text, size_t size, int keep_unlabelled,
               struct table_error *error);

/* The same from a file ("-" is standard input); says on stderr what is wrong and returns CLI_CANNOT. */
int table_load(struct table *table, const char *path, int keep_unlabelled);

/* Adds one host; 0 or STATUS_FULL. */
int table_add(struct table *table, const char *host, const struct features *features, enum table_label label);

void table_free(struct table *table);

#endif
