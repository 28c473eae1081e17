/*
 * A crawl over the host table, step by step, that power may cut at any write. For suites of app/graph/hosts.
 *
 *     static int do_step(void) { ... script.step++; return hosts_script_commit(); }      1: the last
 *     int status = hosts_script_run(do_step);                       1: the end, STATUS_CLOSED: power failed
 *     hosts_script_cut_everywhere(do_step, writes, look);
 */
#ifndef CRAWLBOX_TESTS_HOSTS_FIXTURE_H
#define CRAWLBOX_TESTS_HOSTS_FIXTURE_H

#include "base/status.h"
#include "graph/hosts/hosts.h"
#include "state_fixture.h"
#include "suite.h"

static struct state_fixture fixture;
static struct hosts hosts;

/* What a crawler keeps in its state block. */
static struct {
    struct hosts_mark mark;
    uint32_t step;
} script;

static inline int hosts_script_commit(void)
{
    script.mark = hosts.mark;
    int status = state_flush(&fixture.state);
    if (status == 0)
        status = fixture_put(&fixture, &script, sizeof script);
    return status < 0 ? status : fixture_commit(&fixture);
}

static inline int hosts_script_prepare(void)
{
    int more;
    while ((more = hosts_prepare(&hosts)) > 0)
        if ((more = hosts_script_commit()) < 0)
            break;
    return more < 0 ? more : hosts_script_commit();
}

/* Mounts and crawls on until the end, or until power fails. */
static inline int hosts_script_run(int (*do_step)(void))
{
    memset(&script, 0, sizeof script);
    int status = fixture_get(&fixture, &script, sizeof script);
    status = hosts_open(&hosts, &fixture.state, status == STATUS_NOT_FOUND ? NULL : &script.mark);
    if (status == 0)
        status = hosts_script_prepare();
    while (status == 0)
        status = do_step();
    return status;
}

/* Cuts power at each of the writes, in every way, goes on with what was committed, and looks at the end. */
static inline void hosts_script_cut_everywhere(int (*do_step)(void), unsigned writes, void (*look)(void))
{
    TEST_ASSERT_GREATER_THAN_UINT(100, writes);
    for (unsigned write = 1; write <= writes; write++) {
        for (int cut = 0; cut < FIXTURE_CUTS; cut++) {
            fixture_begin(&fixture);
            fixture.power_until = write;
            fixture.cut = (enum fixture_cut)cut;
            int status = hosts_script_run(do_step);
            if (status != 1)
                TEST_ASSERT_EQUAL_INT(STATUS_CLOSED, status);
            TEST_ASSERT_EQUAL_INT(0, fixture_boot(&fixture));
            TEST_ASSERT_EQUAL_INT(1, hosts_script_run(do_step));
            look();
        }
    }
}

#endif
