#include "internet/space.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/if_tun.h>
#include <net/if.h>
#include <net/if_arp.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <unistd.h>

#include "cli.h"
#include "internet/route.h"

#define TUN "/dev/net/tun"

static bool write_text(const char *path, const char *text)
{
    int file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0)
        return false;
    bool written = write(file, text, strlen(text)) == (ssize_t)strlen(text);
    return close(file) == 0 && written;
}

/* Whoever we were outside is root in here, and nobody else exists. */
static bool map_ids(unsigned uid, unsigned gid)
{
    char uids[32], gids[32];
    snprintf(uids, sizeof uids, "0 %u 1\n", uid);
    snprintf(gids, sizeof gids, "0 %u 1\n", gid);
    return write_text("/proc/self/setgroups", "deny") && write_text("/proc/self/uid_map", uids) &&
           write_text("/proc/self/gid_map", gids);
}

/* ---- Devices ---- */

static struct ifreq request_for(const char *device)
{
    struct ifreq request = {0};
    snprintf(request.ifr_name, sizeof request.ifr_name, "%s", device);
    return request;
}

static bool set_flags(int control, const char *device, int flags)
{
    struct ifreq request = request_for(device);
    if (ioctl(control, SIOCGIFFLAGS, &request) != 0)
        return false;
    request.ifr_flags = (short)(request.ifr_flags | flags);
    return ioctl(control, SIOCSIFFLAGS, &request) == 0;
}

static bool set_address(int control, const char *device, unsigned long what, uint32_t address)
{
    struct ifreq request = request_for(device);
    struct sockaddr_in in = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(address)};
    memcpy(&request.ifr_addr, &in, sizeof in);
    return ioctl(control, what, &request) == 0;
}

/* The descriptor of a new tap device, or -1. */
static int make_tap(const char *device, bool lasting)
{
    struct ifreq request = request_for(device);
    request.ifr_flags = IFF_TAP | IFF_NO_PI;
    int tap = open(TUN, O_RDWR | O_CLOEXEC | O_NONBLOCK);
    if (tap < 0)
        return -1;
    if (ioctl(tap, TUNSETIFF, &request) == 0 && (!lasting || ioctl(tap, TUNSETPERSIST, 1) == 0))
        return tap;
    int reason = errno;
    close(tap);
    errno = reason;
    return -1;
}

/* Without a wire tap0 itself has the gateway's address; with one tap0 is a mere socket in the wall. */
static bool make_devices(struct space *space, int control, bool with_wire)
{
    space->device = SPACE_TAP;
    if (with_wire) {
        space->device = SPACE_BEHIND_WIRE;
        space->wire_tap = make_tap(SPACE_BEHIND_WIRE, false);
        if (space->wire_tap < 0 || !set_flags(control, SPACE_TAP, IFF_NOARP | IFF_UP))
            return false;
    }
    return set_address(control, space->device, SIOCSIFADDR, SPACE_GATEWAY) &&
           set_address(control, space->device, SIOCSIFNETMASK, SPACE_NETMASK) &&
           set_flags(control, space->device, IFF_UP);
}

/* ---- The network ---- */

/* Whoever may not do this has a network that he cannot set up. */
static bool start_loopback(void)
{
    int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool started = control >= 0 && set_flags(control, "lo", IFF_UP);
    if (control >= 0)
        close(control);
    return started;
}

static bool unshare_network(void)
{
    unsigned uid = geteuid(), gid = getegid();
    if (unshare(CLONE_NEWNET | CLONE_NEWNS) == 0 && start_loopback())
        return true;
    if (unshare(CLONE_NEWUSER | CLONE_NEWNET | CLONE_NEWNS) == 0 && map_ids(uid, gid) && start_loopback())
        return true;
    cli_error("the lab needs a private network, which nobody may make here: run it as root outside a "
              "container, start the container with --privileged, or let users have namespaces of their own "
              "('sysctl -w user.max_user_namespaces=10000' as root)");
    return false;
}

/* Programs in the lab do without a tap device; QEMU and a wire do not. */
static bool do_without_tap(bool needs_tap)
{
    if (needs_tap)
        cli_error("there is no tap device for QEMU (%s: %s): as root, type 'modprobe tun' and 'chmod 666 " TUN
                  "', or start the container that you are in with --device " TUN,
                  TUN, strerror(errno));
    else
        fprintf(stderr, "crawlbox: no tap device for QEMU (%s: %s); programs in the lab work all the same\n",
                TUN, strerror(errno));
    return !needs_tap && route_add_local(0, 0);
}

static bool make_network(struct space *space, bool with_wire, bool needs_tap)
{
    int tap = make_tap(SPACE_TAP, true);
    if (tap < 0)
        return do_without_tap(with_wire || needs_tap);
    close(tap);
    int control = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    bool made = control >= 0 && make_devices(space, control, with_wire) && route_add_local(0, 0);
    if (!made)
        cli_error("cannot set up the lab's network: %s", strerror(errno));
    if (control >= 0)
        close(control);
    return made;
}

/* ---- Files that programs in the lab see instead of the machine's ---- */

static void cover(const struct space *space, const char *name, const char *target, const char *text)
{
    char path[128];
    snprintf(path, sizeof path, "%s/%s", space->folder, name);
    if (!write_text(path, text) || mount(path, target, NULL, MS_BIND, NULL) != 0)
        fprintf(stderr, "crawlbox: programs in the lab keep the machine's %s (%s)\n", target,
                strerror(errno));
}

/* Names are asked of the lab alone: a resolver of the machine that is reached through a file would be a way
 * out. */
static bool cover_resolver(struct space *space)
{
    const char *temporary = getenv("TMPDIR");
    snprintf(space->folder, sizeof space->folder, "%s/crawlbox-lab-XXXXXX",
             temporary && strlen(temporary) < 32 ? temporary : "/tmp");
    if (!mkdtemp(space->folder)) {
        cli_error("cannot make a temporary folder: %s", strerror(errno));
        return false;
    }
    mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL);
    cover(space, "resolv.conf", "/etc/resolv.conf", "nameserver " SPACE_GATEWAY_TEXT "\noptions timeout:2\n");
    cover(space, "nsswitch.conf", "/etc/nsswitch.conf",
          "passwd: files\ngroup: files\nhosts: files dns\nservices: files\n");
    return true;
}

bool space_enter(struct space *space, bool with_wire, bool needs_tap)
{
    *space = (struct space){.wire_tap = -1};
    return unshare_network() && make_network(space, with_wire, needs_tap) && cover_resolver(space);
}

void space_leave(struct space *space)
{
    static const char *const files[] = {"resolv.conf", "nsswitch.conf", "roots.pem"};
    umount2("/etc/resolv.conf", MNT_DETACH);
    umount2("/etc/nsswitch.conf", MNT_DETACH);
    for (size_t i = 0; i < sizeof files / sizeof files[0]; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s/%s", space->folder, files[i]);
        unlink(path);
    }
    rmdir(space->folder);
    if (space->wire_tap >= 0)
        close(space->wire_tap);
}
