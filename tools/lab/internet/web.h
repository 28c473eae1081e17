/*
 * Whatever can be served, told apart by looking at it: a description, a folder of files by host, WARC files,
 * a world.
 *
 *     struct lab_settings settings = {0};
 *     struct site_source source;
 *     if (!web_open(path, &settings, &source))
 *         return CLI_CANNOT;
 *     ...
 *     source.close(source.context);
 */
#ifndef CRAWLBOX_INTERNET_WEB_H
#define CRAWLBOX_INTERNET_WEB_H

#include "internet/settings.h"
#include "source/source.h"

/* The file that makes a folder a description of itself. */
#define WEB_DESCRIPTION "lab.txt"

/* False after saying why on stderr. */
bool web_open(const char *path, struct lab_settings *settings, struct site_source *source);

#endif
