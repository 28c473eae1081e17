/*
 * Counts the instructions that reading a page takes on the Cortex-M3 (board.h); the arguments are MODE and
 * FILE. The page lies in RAM as a whole (that is the bench's RAM, not the reader's) and is fed in pieces, as
 * on the host. Prints instructions and bytes.
 */
#include <string.h>

#include "board.h"
#include "reading.h"

enum { PAGE_BYTES = 40 * 1024 };

int main(void);

/* The second word of the command line, cut off from the first. */
static char *split(char *text)
{
    char *space = strchr(text, ' ');
    if (!space)
        board_leave("usage: MODE FILE\n", 2);
    *space = '\0';
    return space + 1;
}

int main(void)
{
    static char page[PAGE_BYTES];
    char *mode = board_command_line();
    uint32_t size = board_read_file(split(mode), page, sizeof page);
    if (!reading_begin(mode))
        board_leave("unknown mode\n", 2);
    board_count_begin();
    unsigned long sum = reading_page(page, size);
    uint64_t instructions = board_count_end();
    board_print_number(instructions);
    board_print_number(size);
    board_leave(sum == 0 ? "nothing was read\n" : "", sum == 0);
}
