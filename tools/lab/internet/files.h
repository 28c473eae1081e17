/*
 * A folder of files as a web: FOLDER/host/path. What wget and httrack leave behind can be served as it is.
 *
 *     FOLDER/www.example.th/index.html       http://www.example.th/
 *     FOLDER/www.example.th/a/b.html         http://www.example.th/a/b.html
 *     FOLDER/www.example.th/a/b.php?c=1      http://www.example.th/a/b.php?c=1
 *
 * Addresses are made of the hosts' names. The type is told by the file's ending, or by its first bytes.
 */
#ifndef CRAWLBOX_INTERNET_FILES_H
#define CRAWLBOX_INTERNET_FILES_H

#include "source/source.h"

/* A source for the hosts of a folder; false: no memory. */
bool files_source(const char *folder, struct site_source *source);

/* Answers with a file; false if it cannot be read. */
bool files_send(const char *path, struct site_response *response);

/* Answers a request with what lies under a host's folder: a file, a redirect to a folder's slash, or 404. */
void files_answer(const char *folder, const struct site_request *request, struct site_response *response);

#endif
