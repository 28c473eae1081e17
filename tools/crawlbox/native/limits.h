/*
 * How much of this machine a box may use: options of the commands that crawl. Without them it is what the
 * board has. They belong to the machine, not to the card: any box goes on with the card.
 *
 *     static const struct cli_option options[] = {LIMITS_OPTIONS, {0}};
 *     if (limits_take(&cli, option)) ...              it was one of them
 *     limits_use(&session);                           before the first card is mounted
 *     limits_tell();                                  what the box may use
 */
#ifndef CRAWLBOX_NATIVE_LIMITS_H
#define CRAWLBOX_NATIVE_LIMITS_H

#include <stdbool.h>

#include "cli.h"

struct session; /* box/session.h */

#define LIMITS_OPTIONS                                                                                       \
    {"active-sites", 'n', "N", "visit up to so many sites in turn, 4 to 64, if the card's setting is 4"},    \
        {"known-sites", 'k', "N", "give a fresh card room for so many sites, 512 to 4194304, if it has it"}, \
    {                                                                                                        \
        "window", 'w', "KB", "let a server send so much ahead, 4 to 65536 KB; the board has up to 32"        \
    }

/* Takes the value of such an option: true, or false if the option is another one. Exits with a message if the
 * value cannot be used. */
bool limits_take(const struct cli *cli, int option);

void limits_use(struct session *session);

/* Logs what was chosen; and once the crawl of a card is open, what that card has no room for. */
void limits_tell(void);
void limits_tell_card(const struct session *session);

#endif
