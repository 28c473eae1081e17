/* What lwIP asks of a compiler and a processor. */
#ifndef CRAWLBOX_FIRMWARE_NET_ARCH_CC_H
#define CRAWLBOX_FIRMWARE_NET_ARCH_CC_H

#include <stdint.h>

uint32_t net_random(void);
void crash_assert(int line) __attribute__((noreturn));

#define LWIP_RAND()                   net_random()
#define LWIP_PLATFORM_DIAG(message)   ((void)0)
#define LWIP_PLATFORM_ASSERT(message) crash_assert(__LINE__)
#define LWIP_NO_INTTYPES_H            1
#define LWIP_NO_UNISTD_H              1
#define LWIP_NO_CTYPE_H               1
#define PACK_STRUCT_STRUCT            __attribute__((packed))
#define X8_F                          "02x"
#define U16_F                         "u"
#define S16_F                         "d"
#define X16_F                         "x"
#define U32_F                         "lu"
#define S32_F                         "ld"
#define X32_F                         "lx"
#define SZT_F                         "zu"

#endif
