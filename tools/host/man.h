/*
 * The manual pages, made from the same texts as --help, so that they never differ: `crawlbox --man` and `crawlbox COMMAND --man`
 * print them in roff, for man.
 */
#ifndef CRAWLBOX_MAN_H
#define CRAWLBOX_MAN_H

#include "cli.h"

void man_write(const struct cli_help *help); /* crawlbox-COMMAND(1) */
void man_write_program(void);                /* crawlbox(1) */

/* What an exit status means; the last line of `crawlbox --help`. */
#define MAN_EXIT_STATUS "0 yes or done, 1 the answer is no, 2 it cannot be done"

#endif
