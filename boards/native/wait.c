#include "wait.h"

#include <errno.h>
#include <limits.h>
#include <poll.h>

#include "clock.h"
#include "net.h"

void net_breathe(void)
{
}

bool wait_for(int socket, enum wait_what what, uint64_t end_ms)
{
    struct pollfd poll_socket = {.fd = socket, .events = what == WAIT_READ ? POLLIN : POLLOUT};
    for (;;) {
        uint64_t now_ms = clock_ms();
        uint64_t left_ms = now_ms < end_ms ? end_ms - now_ms : 0;
        int ready = poll(&poll_socket, 1, left_ms < INT_MAX ? (int)left_ms : INT_MAX);
        if (ready > 0)
            return true;
        if (left_ms == 0 || (ready < 0 && errno != EINTR))
            return false;
    }
}
