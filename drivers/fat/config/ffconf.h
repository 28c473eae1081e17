/*
 * FatFs R0.15 as crawlbox uses it: FAT32 volumes, long names, one window of 512 bytes, no heap.
 * FatFs keeps folders and the FAT; contents of WARC files, logs and the journal go past it
 * (drivers/fat/fatfs_store.c). What each option means is said in FatFs' own ffconf.h.
 */
#define FFCONF_DEF 80286

/* Functions: f_expand for files in one piece, f_mkfs for `card format`; no wildcards, labels or streams. */
#define FF_FS_READONLY  0
#define FF_FS_MINIMIZE  0
#define FF_USE_FIND     0
#define FF_USE_MKFS     1
#define FF_USE_FASTSEEK 0
#define FF_USE_EXPAND   1
#define FF_USE_CHMOD    0
#define FF_USE_LABEL    0
#define FF_USE_FORWARD  0
#define FF_USE_STRFUNC  0
#define FF_PRINT_LLI    0
#define FF_PRINT_FLOAT  0
#define FF_STRF_ENCODE  0

/* Names: plain ASCII of our own making, so the smallest code page table; the working buffer is static (130
 * bytes). */
#define FF_CODE_PAGE   437
#define FF_USE_LFN     1
#define FF_MAX_LFN     68
#define FF_LFN_UNICODE 0
#define FF_LFN_BUF     64
#define FF_SFN_BUF     12
#define FF_FS_RPATH    0

/* One card, found in the partition table or starting at sector 0. */
#define FF_VOLUMES         1
#define FF_STR_VOLUME_ID   0
#define FF_VOLUME_STRS     "SD"
#define FF_MULTI_PARTITION 0
#define FF_MIN_SS          512
#define FF_MAX_SS          512
#define FF_LBA64           0
#define FF_MIN_GPT         0x10000000
#define FF_USE_TRIM        0

/* One window for everything; the task that uses the card holds its lock (firmware/card/card.h). */
#define FF_FS_TINY      1
#define FF_FS_EXFAT     0
#define FF_FS_NORTC     0
#define FF_NORTC_MON    1
#define FF_NORTC_MDAY   1
#define FF_NORTC_YEAR   2026
#define FF_FS_NOFSINFO  0
#define FF_FS_LOCK      0
#define FF_FS_REENTRANT 0
#define FF_FS_TIMEOUT   1000
