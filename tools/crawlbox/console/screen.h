/*
 * The console on a terminal: how the box is doing on top, renewed all the time, and its command line below.
 * What is typed is edited here and sent as a whole line, so that asking for the status never gets in its way.
 */
#ifndef CRAWLBOX_CONSOLE_SCREEN_H
#define CRAWLBOX_CONSOLE_SCREEN_H

/* Until ctrl-] or ctrl-D is typed, or the line to the box is gone: an exit status. */
int screen_run(int fd, const char *port);

#endif
