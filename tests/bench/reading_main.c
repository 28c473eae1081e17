#include "reading.h"

#include <stdio.h>
#include <stdlib.h>

enum { LONGEST_PAGE = 4 << 20 };

int main(int argc, char **argv)
{
    static char page[LONGEST_PAGE];
    if (argc < 4 || !reading_begin(argv[1])) {
        fprintf(stderr, "usage: %s MODE REPEAT FILE...\n", argv[0]);
        return 2;
    }
    unsigned long sum = 0;
    for (int i = 3; i < argc; i++) {
        FILE *file = fopen(argv[i], "rb");
        if (!file) {
            perror(argv[i]);
            return 2;
        }
        size_t size = fread(page, 1, sizeof page, file);
        fclose(file);
        for (int repeat = atoi(argv[2]); repeat > 0; repeat--)
            sum += reading_page(page, size);
    }
    printf("%lu\n", sum);
    return 0;
}
