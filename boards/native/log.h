/* Lets a program do something before each line of the log on this machine (port/log.h): one that draws a
 * progress line ends it then. */
#ifndef CRAWLBOX_BOARDS_NATIVE_LOG_H
#define CRAWLBOX_BOARDS_NATIVE_LOG_H

void log_call_before_lines(void (*call)(void));

#endif
