/*
 * A host graph from a card that someone else wrote: the mark, then the sectors, which are sealed (so that
 * nothing but their contents can give them away) or not, then what is asked of it. Whatever is there, each
 * call ends, with an answer in range or a status.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/bytes.h"
#include "base/crc32.h"
#include "graph/hosts/hosts.h"
#include "../unit/state_fixture.h"

enum { NAME = 12, STEPS_MAX = 100, PREPARE_MAX = 100000 };

static struct state_fixture fixture;
static struct hosts hosts;

static void seal(unsigned file, uint32_t sector)
{
    uint8_t *bytes = fixture.sectors[fixture_at(file, sector)];
    bytes_put32(bytes + STATE_PAYLOAD_BYTES, file << 24 | sector);
    bytes_put32(bytes + STATE_PAYLOAD_BYTES + 4, crc32_update(CRC32_INIT, bytes, STATE_PAYLOAD_BYTES + 4));
}

static void fill(const uint8_t *data, size_t size, bool sealed)
{
    for (unsigned at = 0; size > 0 && at < FIXTURE_SECTORS; at++)
        for (unsigned i = 0; i < STATE_SECTOR_BYTES; i++)
            fixture.sectors[at][i] = data[(at * 131u + i) % size];
    for (unsigned file = STATE_HOSTS; sealed && file <= STATE_SITE0; file++)
        for (uint32_t sector = 0; sector < fixture.files.sectors[file]; sector++)
            seal(file, sector);
}

static void expect(bool holds)
{
    if (!holds)
        abort();
}

static void prepare(void)
{
    unsigned steps = 0;
    while (hosts_prepare(&hosts) > 0)
        expect(++steps < PREPARE_MAX);
}

static void ask(uint8_t what, const char *name, uint32_t number)
{
    const struct host *host;
    struct features features;
    int32_t id = STATUS_NOT_FOUND;
    switch (what % 8) {
    case 0:
        id = what & 8 ? hosts_add(&hosts, name, NAME, NULL) : hosts_add_linked(&hosts, name, NAME, what & 16);
        break;
    case 1: id = hosts_find(&hosts, name, NAME); break;
    case 2: hosts_next(&hosts, &number, 1u << what / 8 % HOST_STATES, &host); break;
    case 3: hosts_apply(&hosts, number, what & 8 ? HOSTS_APPLY : HOSTS_UNAPPLY); break;
    case 4: hosts_apply_step(&hosts, 5); break;
    case 5: id = hosts_queue_id(&hosts, number); break;
    case 6: id = hosts_list_target(&hosts, number, what / 8); break;
    default: prepare(); break;
    }
    expect(id < 0 || (uint32_t)id < hosts.mark.hosts);
    if (id >= 0 && hosts_read(&hosts, (uint32_t)id, &host) == 0) {
        host_features(host, &features);
        expect(features.country < FEATURE_COUNTRIES && features.tld < FEATURE_TLDS);
        expect(memchr(host->name, '\0', HOST_NAME_SIZE) != NULL);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct hosts_mark mark;
    if (size < 1 + sizeof mark)
        return 0;
    fixture_begin(&fixture);
    fill(data, size, data[0] & 1);
    fixture_boot(&fixture);
    memcpy(&mark, data + 1, sizeof mark);
    if (data[0] & 2) /* a mark that is not refused at once */
        mark.hosts %= FIXTURE_HOSTS * 2;
    if (hosts_open(&hosts, &fixture.state, &mark) < 0)
        return 0;
    data += 1 + sizeof mark;
    size -= 1 + sizeof mark;
    for (unsigned step = 0; step < STEPS_MAX && size > NAME; step++, data++, size--)
        ask(data[0], (const char *)data + 1, data[1] % 64);
    expect(state_flush(&fixture.state) == 0);
    return 0;
}
