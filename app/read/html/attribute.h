/* Says what the values of some attributes mean. html.c calls it. */
#ifndef CRAWLBOX_READ_HTML_ATTRIBUTE_H
#define CRAWLBOX_READ_HTML_ATTRIBUTE_H

#include <stdbool.h>
#include <stddef.h>

/* Returns the HTML_REL_ bits of html.h for the words of a rel attribute. */
unsigned html_rel_of(const char *value, size_t size);

/* Returns what a preload link is for, by its `as` attribute: an enum embed. */
unsigned html_as_of(const char *value, size_t size);

/* Returns the HTML_ROBOTS_ bits of html.h for the content of <meta name="robots">. */
unsigned html_robots_of(const char *value, size_t size);

/*
 * Finds the address in the content of <meta http-equiv="refresh">, such as `0; url='/home'`: *value and *size
 * are narrowed to it. Returns false if there is none: the page reloads itself, or the content is no refresh
 * at all.
 */
bool html_refresh_address(const char **value, size_t *size);

#endif
