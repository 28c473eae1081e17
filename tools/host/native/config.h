/* What the operator put on the card: CRAWLBOX.INI and SEEDS.TXT, read as the box reads them. */
#ifndef CRAWLBOX_HOST_NATIVE_CONFIG_H
#define CRAWLBOX_HOST_NATIVE_CONFIG_H

#include "crawl/crawl.h"
#include "settings/settings.h"

/* Reads the settings of the mounted card over the defaults, and says on stderr what it does not understand.
 * CLI_YES, also if the card has none, or CLI_CANNOT. */
int config_read(struct settings *settings);

/* "KEY=VALUE" as in the file. CLI_YES, or CLI_CANNOT after saying why. */
int config_set(struct settings *settings, const char *assignment);

/* Whether all is said without which there is no crawl. CLI_YES, or CLI_CANNOT after saying what is missing. */
int config_check(const struct settings *settings);

/* Adds the seeds of the mounted card, and says on stderr what is none. Their number, or a negative status of the card. */
int config_seed(struct crawl *crawl);

#endif
