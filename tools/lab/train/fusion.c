#include "train/fusion.h"

#include <math.h>

double chance_of_odds(double log_odds)
{
    return 1 / (1 + exp(-log_odds));
}

double odds_of_chance(double chance)
{
    static const double SUREST = 1 - 0.5 / 256;
    double p = fmin(fmax(chance, 1 - SUREST), SUREST);
    return log(p / (1 - p));
}

struct worth fusion_worth(const struct score *cv)
{
    double others = (double)cv->count[0][0] + cv->count[0][1] + 2;
    double thai = (double)cv->count[1][0] + cv->count[1][1] + 2;
    double right = ((double)cv->count[0][0] + cv->count[1][1] + 1) / (others + thai - 2);
    struct worth worth;
    for (int said = 0; said <= 1; said++) {
        worth.bayes[said] =
            (float)(log((cv->count[1][said] + 1) / thai) - log((cv->count[0][said] + 1) / others));
        worth.weighted[said] = (float)log(right / (1 - right)) * (said ? 1.0F : -1.0F);
    }
    return worth;
}

double fusion_prior(const struct score *cv)
{
    return log((double)cv->count[1][0] + cv->count[1][1] + 1) -
           log((double)cv->count[0][0] + cv->count[0][1] + 1);
}

struct tally fusion_begin(double prior, double constant)
{
    return (struct tally){.lowest = 1, .bayes = (float)prior, .pool = (float)constant};
}

void fusion_add(struct tally *tally, float chance, float log_odds, const struct worth *worth, float weight)
{
    int said = chance >= 0.5F;
    tally->members++;
    tally->lowest = fminf(tally->lowest, chance);
    tally->highest = fmaxf(tally->highest, chance);
    tally->sum += chance;
    tally->odds += log_odds;
    tally->bayes += worth->bayes[said];
    tally->majority += said ? 1 : -1;
    tally->weighted += worth->weighted[said];
    tally->pool += weight * log_odds;
}

/* Above 0 is Thai. Where votes are equal, how sure the members are decides. */
static float margin(const struct tally *tally, enum model_fusion fusion)
{
    float mean_margin = tally->sum / tally->members - 0.5F;
    switch (fusion) {
    case FUSION_MAX:
    case FUSION_MIN: return tally->lowest + tally->highest - 1; /* with two classes both come to the same */
    case FUSION_PRODUCT: return tally->odds;
    case FUSION_AVERAGE: return mean_margin;
    case FUSION_CONFUSION: return tally->bayes;
    case FUSION_POOL: return tally->pool;
    case FUSION_MAJORITY: return tally->majority != 0 ? tally->majority : mean_margin;
    default: return fabsf(tally->weighted) > 1e-6F ? tally->weighted : mean_margin;
    }
}

/* Even is Thai, also where sums of fractions miss it by a hair. */
bool fusion_says_thai(const struct tally *tally, enum model_fusion fusion)
{
    return margin(tally, fusion) >= -1e-5F;
}

static double raw_chance(const struct tally *tally, enum model_fusion fusion)
{
    double mean = tally->sum / tally->members;
    switch (fusion) {
    case FUSION_MAX: return tally->highest / (tally->highest + 1 - tally->lowest);
    case FUSION_MIN: return tally->lowest / (tally->lowest + 1 - tally->highest);
    case FUSION_PRODUCT: return chance_of_odds(tally->odds);
    case FUSION_AVERAGE: return mean;
    case FUSION_CONFUSION: return chance_of_odds(tally->bayes);
    case FUSION_POOL: return chance_of_odds(tally->pool);
    default: /* the votes decide; how sure the members are orders those for whom they decide alike */
        return fusion_says_thai(tally, fusion) ? 0.5 + mean / 2 : mean / 2;
    }
}

double fusion_chance(const struct tally *tally, enum model_fusion fusion)
{
    double chance = raw_chance(tally, fusion);
    return fusion_says_thai(tally, fusion) ? fmax(chance, 0.5) : fmin(chance, 0.4999);
}
