/*
 * The box as a program that runs for months (`crawlbox box`): what its parts know of each other. The session
 * and its policy are app/box, the commands app/ui/console; here is what the image has in firmware/.
 *
 *     crawler.c       the thread that has the session and the card: main()'s own
 *     dialogues.c     lines to people: standard input, sockets, serial lines
 *     commands.c      what the console asks of this program
 *     front.c         the display's picture, light and button
 *     supervisor.c    the watchdog
 */
#ifndef CRAWLBOX_APPLIANCE_APPLIANCE_H
#define CRAWLBOX_APPLIANCE_APPLIANCE_H

#include <stdbool.h>

#include "appliance/front.h"
#include "box/session.h"
#include "box/slot.h"
#include "card_reader.h"
#include "native/card.h"

/* The box itself. Only the crawler's thread changes it; others look, and send jobs (port/crawler.h). */
struct appliance {
    struct session session;
    struct slot slot;
    struct front front; /* the thread `panel` has it */
    struct card_reader reader;
    struct native_card card; /* but for its image: the reader has one */
};

extern struct appliance appliance;

/* ---- crawler.c ---- */

void crawler_init(const char *card_path);

/* Crawls until somebody asks to stop, then ejects the card: CLI_YES, or CLI_CANNOT if it could not be
 * closed. */
int crawler_run(void);

/* From any thread or signal: ends crawler_run(). */
void crawler_stop(void);

/* The same, and appliance_restarts() is true afterwards. */
void crawler_restart(void);
bool appliance_restarts(void);

/* ---- dialogues.c ---- */

/* Opens a line: "-" is standard input, a device a serial line, any other path a UNIX socket that is made
 * there. CLI_YES, or CLI_CANNOT after saying why. */
int dialogues_add(const char *where);

/* The thread `console`; does not end. */
void dialogues_run(void);

/* Leaves the terminal as it was, and no socket behind; also done when the program ends. */
void dialogues_close(void);

/* ---- front.c ---- */

/* Where the front is, before its thread is started; NULL: there is no such part. `picture` is a PNG file that
 * is replaced whenever the display would change; `light` the folder of an LED in /sys/class/leds; `button` a
 * file that reads 1 while the button is pressed, such as the value of a GPIO. */
struct front_parts {
    const char *picture, *light, *button;
};

/* CLI_YES, or CLI_CANNOT after saying which of them cannot be used, and why. */
int front_open(const struct front_parts *parts);

/* The thread `panel`; does not end. */
void front_run(void);

/* ---- supervisor.c ---- */

/* How this program was started, for starting it again. */
void supervisor_init(char **arguments);

/* The thread `supervisor`; does not end. */
void supervisor_run(void);

/* Starts the program again in its own place; returns if that cannot be done. `why` is told by the new one. */
void supervisor_start_anew(const char *why);

/* Why the program was started anew, NULL: it was not. */
const char *supervisor_reason(void);

/* Tells whoever runs services, if somebody does: "READY=1". */
void supervisor_notify(const char *message);

/* A thread's share of a processor's time over the last seconds, in tenths of a percent. */
unsigned supervisor_load(unsigned thread);

#endif
