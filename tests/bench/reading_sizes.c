/* Arrays as large as what the reading path keeps in RAM: bench_reading.py reads their sizes from the symbol
 * table. */
#include "read/html/html.h"
#include "read/page.h"
#include "read/robots/robots.h"

extern const char size_of_page[sizeof(struct page)];
extern const char size_of_robots_store[ROBOTS_STORE_BYTES];
extern const char size_of_anchors[sizeof(struct html_anchors)];

const char size_of_page[sizeof(struct page)] = {1};
const char size_of_robots_store[ROBOTS_STORE_BYTES] = {1};
const char size_of_anchors[sizeof(struct html_anchors)] = {1};
