/*
 * A web described in a text file: hosts, pages, faults. LAB.md has the language; it is read into a source.
 *
 *     struct lab_settings settings = {0};
 *     struct site_source source;
 *     if (!description_source("faults.lab", &settings, &source))
 *         return CLI_CANNOT;                               (said why, with the line's number)
 */
#ifndef CRAWLBOX_INTERNET_DESCRIPTION_H
#define CRAWLBOX_INTERNET_DESCRIPTION_H

#include "internet/settings.h"
#include "source/source.h"

bool description_source(const char *path, struct lab_settings *settings, struct site_source *source);

#endif
