#include "scenes.h"

#define BUSY_BOX                                                                                             \
    .name = "crawlbox", .version = "0.1.0+b42fe65a", .state = "Crawling", .site = "www.lib.ku.ac.th",        \
    .last_reset = "power on", .uptime_s = 273120, .pages = 12345, .thai_pages = 11987, .wanted = "Thai",     \
    .sites = 312, .waiting = 1204, .errors = 87, .card_mb = 7580, .card_free_mb = 3174,                      \
    .ram_free_bytes = 8512, .address = {192, 168, 100, 123}, .cpu_percent = 7

const struct scene scenes[] = {
    {"test", 0, {0}},
    {"test_counters", 1, {0}},
    {"test_box", 2, {0}},
    {"crawl", 0, {BUSY_BOX}},
    {"counters", 1, {BUSY_BOX}},
    {"box", 2, {BUSY_BOX}},
    {"start",
     0,
     {.name = "crawlbox", .version = "0.1.0", .state = "Waiting for the network", .last_reset = "power on"}},
    {"long",
     0,
     {.name = "crawlbox of the library",
      .state = "Waiting 30 s before the next request",
      .site = "xn--12c1fe0br.a-rather-long-name.example.ac.th",
      .uptime_s = 86400U * 999,
      .pages = 4294967295U,
      .thai_pages = 4294967295U,
      .wanted = "Thai",
      .card_mb = 1048576,
      .card_free_mb = 1,
      .address = {255, 255, 255, 255}}},
    {"safe_to_remove", 0, {BUSY_BOX, .notice = PANEL_SAFE_TO_REMOVE}},
    {"card_full", 0, {BUSY_BOX, .notice = PANEL_CARD_FULL}},
    {"no_card", 0, {BUSY_BOX, .notice = PANEL_NO_CARD}},
    {"card_error", 0, {BUSY_BOX, .notice = PANEL_CARD_ERROR}},
    {"not_fat32", 0, {BUSY_BOX, .notice = PANEL_NOT_FAT32, .detail = "It has exFAT."}},
    {"too_small", 0, {BUSY_BOX, .notice = PANEL_TOO_SMALL}},
    {"read_only", 0, {BUSY_BOX, .notice = PANEL_READ_ONLY}},
    {"damaged", 0, {BUSY_BOX, .notice = PANEL_DAMAGED}},
    {"other_version", 0, {BUSY_BOX, .notice = PANEL_OTHER_VERSION}},
    {"not_set_up", 0, {BUSY_BOX, .notice = PANEL_NOT_SET_UP}},
    {"other_language", 0, {BUSY_BOX, .notice = PANEL_OTHER_LANGUAGE}},
    {"old_crawl", 0, {BUSY_BOX, .notice = PANEL_OLD_CRAWL}},
    {"no_network", 0, {BUSY_BOX, .notice = PANEL_NO_NETWORK, .detail = "waiting for an address (DHCP)"}},
    {"no_time", 0, {BUSY_BOX, .notice = PANEL_NO_TIME}},
    {"no_seeds", 0, {BUSY_BOX, .notice = PANEL_NO_SEEDS}},
    {"foreign_seeds", 0, {BUSY_BOX, .notice = PANEL_FOREIGN_SEEDS}},
    {"stopped", 0, {BUSY_BOX, .notice = PANEL_STOPPED}},
    {"paused", 0, {BUSY_BOX, .notice = PANEL_PAUSED}},
    {"all_done", 0, {BUSY_BOX, .notice = PANEL_ALL_DONE}},
    {"resting", 0, {BUSY_BOX, .notice = PANEL_RESTING}},
    {"restarted", 0, {BUSY_BOX, .notice = PANEL_RESTARTED, .detail = "watchdog: crawler did not check in"}},
    {"stopped_and_read", 1, {BUSY_BOX, .notice = PANEL_STOPPED}},
};

const unsigned scene_count = sizeof scenes / sizeof scenes[0];
