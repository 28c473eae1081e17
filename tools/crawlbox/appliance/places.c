#include "appliance/places.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <termios.h>
#include <unistd.h>

#include "cli.h"
#include "log.h"
#include "port/clock.h"

enum { RETRY_MS = 2000, CLIENTS_WAITING = 64 /* while a file is received */, SOCKET_RIGHTS = 0660 };

/* ---- Standard input ---- */

static struct termios terminal_before;
static bool terminal_is_changed;

/* Keys come one by one and are echoed by the console itself; ctrl-C still ends the program. */
static void take_terminal(void)
{
    struct termios line;
    if (!isatty(STDIN_FILENO) || tcgetattr(STDIN_FILENO, &terminal_before) != 0)
        return;
    line = terminal_before;
    line.c_lflag &= ~(tcflag_t)(ICANON | ECHO | IEXTEN);
    line.c_iflag &= ~(tcflag_t)(ICRNL | INLCR | IXON);
    terminal_is_changed = tcsetattr(STDIN_FILENO, TCSANOW, &line) == 0;
    log_keep_to_ring(); /* the console shows its lines, where they do not tear what is being typed */
}

/* ---- A serial line ---- */

static int open_serial(const char *path)
{
    struct termios line;
    int fd = open(path, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (tcgetattr(fd, &line) == 0) {
        cfmakeraw(&line);
        line.c_cflag |= CLOCAL | CREAD;
        cfsetispeed(&line, B115200);
        cfsetospeed(&line, B115200);
        if (tcsetattr(fd, TCSANOW, &line) == 0)
            return fd;
    }
    close(fd);
    return -1;
}

void place_lost(struct place *place)
{
    place->is_used = false;
    place->tried_ms = clock_ms_short();
}

static int next_serial_line(struct place *place)
{
    if (place->is_used || clock_ms_short() - place->tried_ms < RETRY_MS)
        return -1;
    int fd = open_serial(place->path);
    place->tried_ms = clock_ms_short();
    place->is_used = fd >= 0;
    return fd;
}

/* ---- A socket ---- */

static bool somebody_listens(const struct sockaddr_un *address)
{
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    bool is_answered = fd >= 0 && connect(fd, (const struct sockaddr *)address, sizeof *address) == 0;
    if (fd >= 0)
        close(fd);
    return is_answered;
}

/* A program that was killed leaves its socket behind: it makes way, and nothing else does. */
static int listen_at(const char *path)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    struct stat about;
    if (strlen(path) >= sizeof address.sun_path) {
        errno = ENAMETOOLONG;
        return -1;
    }
    memcpy(address.sun_path, path, strlen(path));
    if (lstat(path, &about) == 0 && S_ISSOCK(about.st_mode) && !somebody_listens(&address))
        unlink(path);
    int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd >= 0 && bind(fd, (const struct sockaddr *)&address, sizeof address) == 0 &&
        chmod(path, SOCKET_RIGHTS) == 0 && listen(fd, CLIENTS_WAITING) == 0)
        return fd;
    int reason = errno;
    if (fd >= 0)
        close(fd);
    errno = reason;
    return -1;
}

/* ---- Any of them ---- */

/* Of one that is not plugged in yet. */
static bool is_name_of_serial_line(const char *path)
{
    static const char *const beginnings[] = {"/dev/tty", "/dev/serial/"};
    for (unsigned i = 0; i < sizeof beginnings / sizeof beginnings[0]; i++)
        if (strncmp(path, beginnings[i], strlen(beginnings[i])) == 0)
            return true;
    return false;
}

static enum place_kind kind_of(const char *where)
{
    struct stat about;
    if (strcmp(where, "-") == 0)
        return PLACE_STANDARD;
    bool is_device = stat(where, &about) == 0 ? S_ISCHR(about.st_mode) : is_name_of_serial_line(where);
    return is_device ? PLACE_SERIAL : PLACE_SOCKET;
}

static int open_socket_place(struct place *place)
{
    place->listener = listen_at(place->path);
    if (place->listener >= 0)
        return CLI_YES;
    return errno == EADDRINUSE
               ? cli_error("%s is there already: another box answers there, or it is no socket", place->path)
               : cli_error("cannot make the console's socket %s: %s", place->path, strerror(errno));
}

int place_open(struct place *place, const char *where)
{
    *place = (struct place){.kind = kind_of(where), .path = where, .listener = -1};
    place->tried_ms = clock_ms_short() - RETRY_MS;
    if (place->kind == PLACE_SOCKET)
        return open_socket_place(place);
    if (place->kind == PLACE_STANDARD)
        take_terminal();
    else if (access(where, F_OK) == 0 && access(where, R_OK | W_OK) != 0)
        return cli_error("cannot use %s: %s; ask for membership in the group dialout", where,
                         strerror(errno));
    return CLI_YES;
}

int place_next_line(struct place *place)
{
    switch (place->kind) {
    case PLACE_SOCKET: return accept4(place->listener, NULL, NULL, SOCK_CLOEXEC | SOCK_NONBLOCK);
    case PLACE_SERIAL: return next_serial_line(place);
    case PLACE_STANDARD: break;
    }
    if (place->is_used)
        return -1;
    place->is_used = true;
    return STDIN_FILENO;
}

void place_close(struct place *place)
{
    if (place->kind == PLACE_SOCKET)
        unlink(place->path);
    if (place->kind == PLACE_STANDARD && terminal_is_changed)
        tcsetattr(STDIN_FILENO, TCSANOW, &terminal_before);
}
