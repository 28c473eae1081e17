/* What is learned about whom to believe: arithmetic of the learner that the box does not have. */
#include <math.h>
#include <stdio.h>

#include "suite.h"
#include "train/fusion.h"
#include "train/pool.h"

enum { ROWS = 4000 };

static uint8_t thai[ROWS];
static float first[ROWS], second[ROWS], copy[ROWS], noise[ROWS];
static uint32_t numbers[ROWS];
static const struct dataset data = {.count = ROWS, .thai = thai};
static const struct rows rows = {numbers, ROWS};
static struct pool pool;

/* Unity is without floating point here, as on the box. */
static void assert_near(double expected, double actual, double within)
{
    char message[80];
    snprintf(message, sizeof message, "expected %g, was %g", expected, actual);
    TEST_ASSERT_TRUE_MESSAGE(fabs(expected - actual) <= within, message);
}

static double random_share(uint32_t *state)
{
    *state = *state * 1664525u + 1013904223u;
    return (*state >> 8) / (double)(1u << 24);
}

/* Hosts whose odds really are 0.3 + first + second / 2. */
static void make_hosts(void)
{
    uint32_t state = 1;
    for (uint32_t i = 0; i < ROWS; i++) {
        numbers[i] = i;
        first[i] = (float)(6 * random_share(&state) - 3);
        second[i] = (float)(6 * random_share(&state) - 3);
        noise[i] = (float)(6 * random_share(&state) - 3);
        copy[i] = first[i];
        thai[i] = random_share(&state) < chance_of_odds(0.3 + first[i] + second[i] / 2);
    }
}

static void begin_with(const float *one, const float *other)
{
    make_hosts();
    pool_begin(&pool, &data, &rows);
    pool_add(&pool, one);
    if (other)
        pool_add(&pool, other);
    pool_fit(&pool);
}

static double log_likelihood(void)
{
    double sum = 0;
    for (size_t i = 0; i < ROWS; i++) {
        double chance = chance_of_odds(pool.log_odds[i]);
        sum += log(thai[i] ? chance : 1 - chance);
    }
    return sum;
}

static void members_are_believed_as_far_as_they_are_right(void)
{
    begin_with(first, second);
    assert_near(0.3, pool.constant, 0.1);
    assert_near(1.0, pool.weight[0], 0.1);
    assert_near(0.5, pool.weight[1], 0.1);
    pool_free(&pool);
}

/* There, no weight can be changed to advantage: what is missed hangs together with nothing that a member
 * said. */
static void the_weights_are_at_the_summit(void)
{
    begin_with(first, second);
    double slope = 0, bias = 0;
    for (size_t i = 0; i < ROWS; i++) {
        double missed = thai[i] - chance_of_odds(pool.log_odds[i]);
        slope += missed * second[i];
        bias += missed;
    }
    assert_near(pool.weight[1], slope, 1e-3); /* all that holds it back */
    assert_near(0, bias, 1e-3);
    pool_free(&pool);
}

static void two_who_say_the_same_share_a_weight(void)
{
    begin_with(first, NULL);
    double alone = pool.weight[0];
    pool_add(&pool, copy);
    pool_fit(&pool);
    assert_near(alone, (pool.weight[0] + pool.weight[1]), 1e-2);
    assert_near(pool.weight[0], pool.weight[1], 1e-2);
    pool_free(&pool);
}

static void the_gain_is_what_the_likelihood_will_grow_by(void)
{
    begin_with(first, NULL);
    double before = log_likelihood(), promised = pool_gain(&pool, second);
    pool_add(&pool, second);
    pool_fit(&pool);
    double kept = 2 * (log_likelihood() - before);
    assert_near(kept, promised, (0.15 * kept));
    TEST_ASSERT_TRUE(kept > 100);
    pool_free(&pool);
}

static void who_only_repeats_or_guesses_promises_nothing(void)
{
    begin_with(first, second);
    TEST_ASSERT_TRUE(pool_gain(&pool, copy) < log(ROWS));
    TEST_ASSERT_TRUE(pool_gain(&pool, noise) < log(ROWS));
    pool_free(&pool);
}

static void the_worth_is_what_the_likelihood_would_shrink_by(void)
{
    begin_with(first, second);
    double with = log_likelihood(), promised = pool_worth(&pool, 1);
    pool_drop(&pool, 1);
    pool_fit(&pool);
    double lost = 2 * (with - log_likelihood());
    assert_near(lost, promised, 0.15 * lost);
    pool_free(&pool);
}

static void who_is_dropped_leaves_no_trace(void)
{
    begin_with(second, NULL);
    double weight = pool.weight[0], constant = pool.constant;
    pool_free(&pool);
    begin_with(first, second);
    pool_drop(&pool, 0);
    pool_fit(&pool);
    assert_near(weight, pool.weight[0], 1e-4);
    assert_near(constant, pool.constant, 1e-4);
    pool_free(&pool);
}

static void accuracy_counts_what_is_right(void)
{
    begin_with(first, second);
    size_t right = 0;
    for (size_t i = 0; i < ROWS; i++)
        right += (pool.constant + pool.weight[0] * first[i] + pool.weight[1] * second[i] >= 0) == thai[i];
    assert_near(100.0 * (double)right / ROWS, pool_accuracy(&pool), 1e-3);
    TEST_ASSERT_TRUE(pool_accuracy(&pool) > 75);
    pool_free(&pool);
}

SUITE(pool)
{
    RUN_TEST(members_are_believed_as_far_as_they_are_right);
    RUN_TEST(the_weights_are_at_the_summit);
    RUN_TEST(two_who_say_the_same_share_a_weight);
    RUN_TEST(the_gain_is_what_the_likelihood_will_grow_by);
    RUN_TEST(who_only_repeats_or_guesses_promises_nothing);
    RUN_TEST(the_worth_is_what_the_likelihood_would_shrink_by);
    RUN_TEST(who_is_dropped_leaves_no_trace);
    RUN_TEST(accuracy_counts_what_is_right);
}
