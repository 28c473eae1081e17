/*
 * A table of hosts may hold anything: it is refused with a reason, or each of its rows is written and read
 * again as the same.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/status.h"
#include "model/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void write_and_read_again(const struct table *table, enum table_format format)
{
    struct table again = {0};
    struct table_error error;
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        abort();
    table_write_header(out, format, "again");
    for (size_t i = 0; i < table->count; i++)
        table_write_row(out, format, "h", &table->samples[i].features,
                        (enum table_label)table->samples[i].label);
    fclose(out);
    if (table_read(&again, text, size, 1, &error) != STATUS_OK || again.count != table->count)
        abort();
    for (size_t i = 0; i < table->count; i++)
        if (memcmp(&again.samples[i].features, &table->samples[i].features,
                   sizeof again.samples[i].features) != 0 ||
            again.samples[i].label != table->samples[i].label)
            abort();
    table_free(&again);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    /* A head and a row that are right let the fuzzer reach the rest: the first byte chooses. */
    char *head = NULL;
    size_t head_size = 0;
    FILE *out = open_memstream(&head, &head_size);
    if (!out)
        abort();
    if (size > sizeof(struct features) && data[0] % 4 < 3) {
        enum table_format format = (enum table_format)(data[0] % 4);
        struct features features;
        memcpy(&features, data + 1, sizeof features);
        data += sizeof features;
        size -= sizeof features;
        table_write_header(out, format, "fuzz");
        table_write_row(out, format, "h", &features, TABLE_IS_THAI);
    }
    if (size > 0)
        fwrite(data + 1, 1, size - 1, out);
    fclose(out);

    struct table table = {0};
    struct table_error error;
    int status = table_read(&table, head, head_size, size % 2, &error);
    if (status == STATUS_OK)
        write_and_read_again(&table, (enum table_format)(size % 3));
    else if (error.reason[0] == '\0')
        abort();
    table_free(&table);
    free(head);
    return 0;
}
