/*
 * What programs that measure on the Cortex-M3 in QEMU need: a command line, files and a way out by
 * semihosting, and a count of instructions.
 *
 *     qemu-system-arm -M lm3s6965evb -icount shift=0 \
 *         -semihosting-config enable=on,target=native,arg=WORD ... -kernel PROGRAM
 *
 * With -icount, QEMU's clock moves by a fixed time for every instruction, so a timer that runs from the CPU's
 * clock counts instructions. How many of them make a tick is measured first, with a loop whose length is
 * known.
 */
#ifndef CRAWLBOX_BENCH_BOARD_H
#define CRAWLBOX_BENCH_BOARD_H

#include <stddef.h>
#include <stdint.h>

/* The arguments, with a blank between them. */
char *board_command_line(void);

/* How many bytes a file has, read into the buffer; leaves if there is none or it does not fit. */
uint32_t board_read_file(const char *path, void *buffer, uint32_t capacity);

void board_print_number(uint64_t number); /* on a line of its own */
_Noreturn void board_leave(const char *message, uint32_t status);

/* Counts from board_count_begin() on; at most a billion. A tick is worth about 80 instructions. */
void board_count_begin(void);
uint64_t board_count_end(void);

#endif
