/* Runs the one suite that this program was linked with. */
#include "suite.h"

#include <stdio.h>

void runner_put(int c)
{
    putchar(c);
}

void setUp(void)
{
}

void tearDown(void)
{
}

int main(void)
{
    UnityBegin(suite_name);
    suite_run();
    return UnityEnd() ? 1 : 0;
}
