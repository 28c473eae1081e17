/*
 * The display as a PNG file, which is replaced at once: whoever looks sees the picture before or the one
 * after.
 *
 *     picture_show_line(y, pixels);                 as struct panel_screen wants it
 *     if (picture_save("/run/crawlbox/panel.png") < 0) ...          errno says why
 *
 * The picture is stored as it is, not compressed: 8 KB.
 */
#ifndef CRAWLBOX_APPLIANCE_PICTURE_H
#define CRAWLBOX_APPLIANCE_PICTURE_H

#include <stdint.h>

#include "ui/panel/panel.h"

void picture_show_line(void *unused, unsigned y, const uint8_t pixels[PANEL_LINE_BYTES]);
int picture_save(const char *path);

#endif
