#include "wait.h"

#include <errno.h>
#include <poll.h>
#include <stddef.h>

#include "base/status.h"
#include "port/clock.h"
#include "port/net.h"
#include "port/platform.h"

enum { SLICE_MS = 500 }; /* how often a waiting program looks whether it is called off */

static bool (*is_called_off)(void);

void net_call_off_when(bool (*asked)(void))
{
    is_called_off = asked;
}

bool net_goes_on(void)
{
    platform_check_in();
    return is_called_off == NULL || !is_called_off();
}

int wait_for(int socket, enum wait_what what, uint64_t end_ms)
{
    struct pollfd poll_socket = {.fd = socket, .events = what == WAIT_READ ? POLLIN : POLLOUT};
    while (net_goes_on()) {
        uint64_t now_ms = clock_ms();
        uint64_t left_ms = now_ms < end_ms ? end_ms - now_ms : 0;
        int ready = poll(&poll_socket, 1, left_ms < SLICE_MS ? (int)left_ms : SLICE_MS);
        if (ready > 0)
            return STATUS_OK;
        if (left_ms == 0 || (ready < 0 && errno != EINTR))
            return STATUS_TIMEOUT;
    }
    return STATUS_CALLED_OFF;
}
