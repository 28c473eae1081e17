#include "train/dataset.h"

#include <stdlib.h>
#include <string.h>

#include "allocate.h"
#include "model/sets.h"
#include "random.h"

void dataset_make(struct dataset *data, const struct table *table)
{
    data->count = table->count;
    data->thai = must_allocate(table->count);
    data->fold = must_allocate(table->count);
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        data->bins[feature] = must_allocate(table->count);
        data->values[feature] = must_allocate(table->count * sizeof(float));
    }
    for (size_t row = 0; row < table->count; row++) {
        const struct sample *sample = &table->samples[row];
        uint8_t vector[FEATURE_COUNT];
        vector_make(vector, &sample->features);
        data->thai[row] = sample->label == TABLE_IS_THAI;
        for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
            float value = (float)feature_value(&sample->features, feature);
            data->bins[feature][row] = vector[feature];
            data->values[feature][row] = feature_is_degree(feature) ? value / 2 : value;
        }
    }
}

void dataset_free(struct dataset *data)
{
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++) {
        free(data->bins[feature]);
        free(data->values[feature]);
    }
    free(data->thai);
    free(data->fold);
    *data = (struct dataset){0};
}

void dataset_vector(const struct dataset *data, uint32_t row, uint8_t vector[FEATURE_COUNT])
{
    for (unsigned feature = 0; feature < FEATURE_COUNT; feature++)
        vector[feature] = data->bins[feature][row];
}

static struct rows rows_room(size_t count)
{
    return (struct rows){.row = must_allocate(count * sizeof(uint32_t))};
}

struct rows rows_all(const struct dataset *data)
{
    struct rows rows = rows_room(data->count);
    for (; rows.count < data->count; rows.count++)
        rows.row[rows.count] = (uint32_t)rows.count;
    return rows;
}

void rows_free(struct rows *rows)
{
    free(rows->row);
    *rows = (struct rows){0};
}

static void shuffle(struct rows *rows, uint64_t seed)
{
    struct random random = {seed};
    for (size_t left = rows->count; left > 1; left--) {
        size_t at = random_below(&random, (uint32_t)left);
        uint32_t kept = rows->row[left - 1];
        rows->row[left - 1] = rows->row[at];
        rows->row[at] = kept;
    }
}

/* The rows in random order, those of the one class before those of the other. */
static struct rows shuffled_by_class(const struct dataset *data, const struct rows *rows, uint64_t seed,
                                     size_t *others)
{
    struct rows mixed = rows_room(rows->count), sorted = rows_room(rows->count);
    memcpy(mixed.row, rows->row, rows->count * sizeof rows->row[0]);
    mixed.count = rows->count;
    shuffle(&mixed, seed);
    for (unsigned thai = 0; thai <= 1; thai++) {
        for (size_t i = 0; i < mixed.count; i++)
            if (data->thai[mixed.row[i]] == thai)
                sorted.row[sorted.count++] = mixed.row[i];
        if (!thai)
            *others = sorted.count;
    }
    rows_free(&mixed);
    return sorted;
}

void rows_split(const struct dataset *data, const struct rows *rows, unsigned percent, uint64_t seed,
                struct rows *first, struct rows *second)
{
    size_t others;
    struct rows sorted = shuffled_by_class(data, rows, seed, &others);
    size_t first_others = others * percent / 100, first_thai = (sorted.count - others) * percent / 100;
    *first = rows_room(sorted.count);
    *second = rows_room(sorted.count);
    for (size_t i = 0; i < sorted.count; i++) {
        struct rows *part = (i < others ? i < first_others : i - others < first_thai) ? first : second;
        part->row[part->count++] = sorted.row[i];
    }
    rows_free(&sorted);
}

void dataset_fold(struct dataset *data, const struct rows *rows, unsigned folds, uint64_t seed)
{
    size_t others;
    struct rows sorted = shuffled_by_class(data, rows, seed, &others);
    for (size_t i = 0; i < sorted.count; i++)
        data->fold[sorted.row[i]] = (uint8_t)(i % folds);
    rows_free(&sorted);
}

struct rows rows_of_fold(const struct dataset *data, const struct rows *rows, unsigned fold, bool inside,
                         const struct training_set *set)
{
    struct rows chosen = rows_room(rows->count);
    for (size_t i = 0; i < rows->count; i++) {
        uint32_t row = rows->row[i];
        if ((data->fold[row] == fold) == inside && training_set_covers(set, data->bins[FEATURE_TLD][row]))
            chosen.row[chosen.count++] = row;
    }
    return chosen;
}

struct rows rows_covered(const struct dataset *data, const struct rows *rows, const struct training_set *set)
{
    struct rows chosen = rows_room(rows->count);
    for (size_t i = 0; i < rows->count; i++)
        if (training_set_covers(set, data->bins[FEATURE_TLD][rows->row[i]]))
            chosen.row[chosen.count++] = rows->row[i];
    return chosen;
}
