/* Memory for programs that can only end when there is none. */
#ifndef CRAWLBOX_ALLOCATE_H
#define CRAWLBOX_ALLOCATE_H

#include <stddef.h>

/* Memory full of zeros that the caller frees, as calloc() gives it; ends the program with a message rather
 * than return NULL. */
void *must_allocate(size_t bytes);

#endif
