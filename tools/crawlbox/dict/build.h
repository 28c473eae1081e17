/* `crawlbox dict build`; also a program of its own (tools/dictgen.c) that makes the image's dictionary. */
#ifndef CRAWLBOX_DICT_BUILD_H
#define CRAWLBOX_DICT_BUILD_H

int dict_build(int argc, char **argv);

#endif
