#include "console/port.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include "cli.h"

static int failed(int fd, const char *name, const char *advice)
{
    cli_error("cannot open %s: %s%s", name, strerror(errno), advice);
    if (fd >= 0)
        close(fd);
    return -1;
}

static int open_serial(const char *name)
{
    struct termios line;
    int fd = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
    if (fd < 0)
        return failed(fd, name,
                      errno == EACCES ? "; ask for membership in the group dialout, then log in again" : "");
    if (tcgetattr(fd, &line) != 0)
        return failed(fd, name, "; is it a serial line?");
    cfmakeraw(&line);
    line.c_cflag |= CLOCAL | CREAD;
    line.c_cflag &= ~(tcflag_t)(CSTOPB | CRTSCTS);
    cfsetispeed(&line, B115200);
    cfsetospeed(&line, B115200);
    if (tcsetattr(fd, TCSANOW, &line) != 0)
        return failed(fd, name, "; it does not take 115,200 baud");
    return fd;
}

static int open_unix(const char *name)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (strlen(name) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return failed(-1, name, "");
    }
    memcpy(address.sun_path, name, strlen(name));
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd < 0 || connect(fd, (const struct sockaddr *)&address, sizeof address) != 0)
        return failed(fd, name, "; is QEMU running with -serial unix:PATH,server=on,wait=off?");
    return fd;
}

static int open_tcp(const char *name)
{
    char host[256];
    const char *colon = strrchr(name, ':');
    struct addrinfo wanted = {.ai_socktype = SOCK_STREAM}, *found;
    snprintf(host, sizeof host, "%.*s", (int)(colon - name), name);
    int status = getaddrinfo(host, colon + 1, &wanted, &found);
    if (status != 0) {
        cli_error("cannot find %s: %s", name, gai_strerror(status));
        return -1;
    }
    int fd = -1;
    for (const struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
        fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
        if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) != 0) {
            int reason = errno;
            close(fd);
            errno = reason;
            fd = -1;
        }
    }
    freeaddrinfo(found);
    return fd >= 0 ? fd
                   : failed(fd, name, "; is QEMU running with -serial tcp:HOST:PORT,server=on,wait=off?");
}

int port_open(const char *name)
{
    struct stat about;
    signal(SIGPIPE, SIG_IGN); /* that a box has hung up is told where something is written to it */
    if (stat(name, &about) == 0)
        return S_ISSOCK(about.st_mode) ? open_unix(name) : open_serial(name);
    if (strchr(name, ':') && !strchr(name, '/'))
        return open_tcp(name);
    return failed(-1, name, "; 'ls /dev/ttyUSB* /dev/ttyACM*' lists serial lines that are plugged in");
}
