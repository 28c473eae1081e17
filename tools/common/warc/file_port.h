/* A WARC port over a stdio file. */
#ifndef CRAWLBOX_WARC_FILE_PORT_H
#define CRAWLBOX_WARC_FILE_PORT_H

#include <stdio.h>

#include "warc/input.h"

struct warc_port warc_file_port(FILE *file);

#endif
