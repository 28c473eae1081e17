/* Before every file of the desk: what the shared code takes from the C library, and wasi-libc does not
 * declare. */
#ifndef CRAWLBOX_DESK_WASI_H
#define CRAWLBOX_DESK_WASI_H

char *mkdtemp(char *template);

#endif
