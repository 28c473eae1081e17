/*
 * The manual pages, made from the same texts as --help, so that they never differ: `crawlbox --man` and
 * `crawlbox COMMAND --man` print them in roff, for man.
 *
 * Written by hand because help2man, which reads the output of --help, knows no commands of a program:
 * `crawlbox card` gets a page that is called crawlbox(1), without a synopsis, and the forms of its usage run
 * together in one paragraph.
 */
#ifndef CRAWLBOX_MAN_H
#define CRAWLBOX_MAN_H

#include "program.h"

/* Prints the page of the program, such as crawlbox(1). */
void man_write_program(const struct program *program);

/* From now on, --help of a command of the program prints its page, such as crawlbox-card(1). */
void man_begin(const struct program *program);

#endif
