/* How the desk's functions begin and fail. */
#ifndef CRAWLBOX_DESK_PROBLEM_H
#define CRAWLBOX_DESK_PROBLEM_H

#include "base/status.h"
#include "cardfs/fs.h"
#include "message.h"

/* Tells why it did not work, as a message "problem"; an empty text stands for the status alone. Returns the
 * status. */
int problem_tell(int status, const char *text);

/* Opens /card, which has to look like a card or a collection: STATUS_UNSUPPORTED if it does not. Tells of any
 * failure. */
int problem_open_card(struct card_fs *fs, enum card_mode mode);

#endif
