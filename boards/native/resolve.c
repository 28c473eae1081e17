/* Implements net_resolve() of port/net.h: it looks into the machine's list of hosts, then asks its name
 * servers. A few answers are remembered, as on the box. */
#include "resolve.h"

#include <netinet/in.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/status.h"
#include "dns.h"
#include "fetch/guard.h"
#include "port/clock.h"
#include "port/entropy.h"
#include "port/net.h"
#include "wait.h"

enum {
    SERVERS_MAX = 3,
    HOST_SIZE = 256,
    LINE_SIZE = 512,
    CACHE_ENTRIES = 8,
    TTL_MAX_S = 3600,
    TRY_MS = 2000
};

static const char servers_path[] = "/etc/resolv.conf";

struct server {
    uint32_t address;
    uint16_t port;
};

static struct {
    struct server servers[SERVERS_MAX];
    unsigned server_count; /* 0 until they were read */
    bool given;            /* resolve_use_server() has named the server */
    struct stat read_from; /* the file that they were read from, as it was then */
    struct {
        char host[HOST_SIZE];
        uint32_t address;
        uint64_t until_ms;
    } cache[CACHE_ENTRIES];
    unsigned next_entry;
} names;

void resolve_use_server(uint32_t address, uint16_t port)
{
    names.servers[0] = (struct server){address, port};
    names.server_count = 1;
    names.given = true;
}

/* Reads a.b.c.d. Returns false if it is no address or something follows. */
static bool is_address(const char *text, uint32_t *address)
{
    struct guard_range range;
    if (strchr(text, '/') != NULL || guard_parse_range(&range, text) != STATUS_OK)
        return false;
    *address = range.address;
    return true;
}

/* Reads the words of the next line that has any; comments are no words. */
static int read_words_of_line(FILE *file, char line[LINE_SIZE], char *words[], int size)
{
    while (fgets(line, LINE_SIZE, file) != NULL) {
        int count = 0;
        char *rest = line;
        line[strcspn(line, "#;\n")] = '\0';
        for (char *word; count < size && (word = strtok_r(rest, " \t\r", &rest)) != NULL;)
            words[count++] = word;
        if (count > 0)
            return count;
    }
    return 0;
}

static int find_in_hosts(const char *host, uint32_t *address)
{
    char line[LINE_SIZE], *words[16];
    int status = STATUS_NOT_FOUND;
    FILE *file = fopen("/etc/hosts", "re");
    for (int count; status != STATUS_OK && file && (count = read_words_of_line(file, line, words, 16)) > 0;)
        for (int i = 1; i < count; i++)
            if (strcasecmp(words[i], host) == 0 && is_address(words[0], address))
                status = STATUS_OK;
    if (file)
        fclose(file);
    return status;
}

/* A machine that runs for months gets another network now and then. */
static bool servers_are_current(void)
{
    struct stat now;
    if (names.given)
        return true;
    if (stat(servers_path, &now) != 0)
        return names.server_count > 0;
    return names.server_count > 0 && now.st_ino == names.read_from.st_ino &&
           now.st_size == names.read_from.st_size && now.st_mtim.tv_sec == names.read_from.st_mtim.tv_sec &&
           now.st_mtim.tv_nsec == names.read_from.st_mtim.tv_nsec;
}

static void read_servers(void)
{
    char line[LINE_SIZE], *words[2];
    FILE *file = fopen(servers_path, "re");
    names.server_count = 0;
    if (file)
        (void)fstat(fileno(file), &names.read_from);
    for (int count; file && names.server_count < SERVERS_MAX &&
                    (count = read_words_of_line(file, line, words, 2)) > 0;) {
        struct server *server = &names.servers[names.server_count];
        server->port = DNS_PORT;
        if (count == 2 && strcmp(words[0], "nameserver") == 0 && is_address(words[1], &server->address))
            names.server_count++;
    }
    if (file)
        fclose(file);
    if (names.server_count == 0)
        names.servers[names.server_count++] = (struct server){INADDR_LOOPBACK, DNS_PORT};
}

static bool find_in_memory(const char *host, uint32_t *address)
{
    for (int i = 0; i < CACHE_ENTRIES; i++) {
        if (names.cache[i].until_ms > clock_ms() && strcmp(names.cache[i].host, host) == 0) {
            *address = names.cache[i].address;
            return true;
        }
    }
    return false;
}

static void remember_address(const char *host, const struct dns_found *found)
{
    unsigned entry = names.next_entry++ % CACHE_ENTRIES;
    uint32_t ttl_s = found->ttl_s < TTL_MAX_S ? found->ttl_s : TTL_MAX_S;
    snprintf(names.cache[entry].host, HOST_SIZE, "%s", host);
    names.cache[entry].address = found->address;
    names.cache[entry].until_ms = clock_ms() + ttl_s * UINT64_C(1000);
}

/* Asks on a socket that only the server can send to, and waits for what answers the question. */
static int ask_over_socket(int udp, const char *host, uint64_t end_ms, struct dns_found *found)
{
    uint8_t message[DNS_MESSAGE_MAX];
    uint16_t id;
    int size = entropy_take(&id, sizeof id);
    if (size >= 0)
        size = dns_ask(message, host, id);
    if (size < 0)
        return STATUS_NOT_FOUND;
    if (send(udp, message, (size_t)size, MSG_NOSIGNAL) < 0)
        return STATUS_REFUSED;
    int status;
    while ((status = wait_for(udp, WAIT_READ, end_ms)) == STATUS_OK) {
        ssize_t received = recv(udp, message, sizeof message, MSG_DONTWAIT);
        if (received < 0)
            return STATUS_REFUSED; /* nobody listens there */
        status = dns_answer(message, (size_t)received, host, id, found);
        if (status != STATUS_INVALID)
            return status;
    }
    return status;
}

static int ask_server(const struct server *server, const char *host, uint64_t end_ms, struct dns_found *found)
{
    struct sockaddr_in to = {
        .sin_family = AF_INET, .sin_port = htons(server->port), .sin_addr.s_addr = htonl(server->address)};
    int udp = socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
    int status = STATUS_REFUSED;
    if (udp < 0)
        return STATUS_FULL;
    if (connect(udp, (struct sockaddr *)&to, sizeof to) == 0)
        status = ask_over_socket(udp, host, end_ms, found);
    close(udp);
    return status;
}

/* Asks one server after the other, round and round, until one knows the host or the time is up. */
static int ask_all_servers(const char *host, uint64_t end_ms, struct dns_found *found)
{
    unsigned refused = 0;
    for (unsigned turn = 0; clock_ms() < end_ms; turn++) {
        uint64_t try_end_ms = clock_ms() + TRY_MS;
        int status = ask_server(&names.servers[turn % names.server_count], host,
                                try_end_ms < end_ms ? try_end_ms : end_ms, found);
        if (status == STATUS_OK || status == STATUS_NOT_FOUND || status == STATUS_UNSUPPORTED ||
            status == STATUS_CALLED_OFF)
            return status;
        refused = status == STATUS_TIMEOUT ? 0 : refused + 1;
        if (refused == names.server_count)
            return STATUS_IO; /* none of them will say: waiting does not help */
    }
    return STATUS_TIMEOUT;
}

bool resolve_asks(uint32_t address)
{
    for (unsigned i = 0; i < names.server_count; i++)
        if (names.servers[i].address == address)
            return true;
    return false;
}

static int find_host(const char *host, uint32_t *address, uint32_t timeout_ms, bool is_remembered)
{
    struct dns_found found;
    if (is_address(host, address) || find_in_memory(host, address))
        return STATUS_OK;
    if (!names.given && find_in_hosts(host, address) == STATUS_OK)
        return STATUS_OK;
    if (!servers_are_current())
        read_servers();
    int status = ask_all_servers(host, clock_ms() + timeout_ms, &found);
    if (status != STATUS_OK)
        return status;
    if (is_remembered)
        remember_address(host, &found);
    *address = found.address;
    return STATUS_OK;
}

int net_resolve(const char *host, uint32_t *address, uint32_t timeout_ms)
{
    return find_host(host, address, timeout_ms, true);
}

int net_locate(const char *host, uint32_t *address, uint32_t timeout_ms)
{
    return find_host(host, address, timeout_ms, false);
}

/* The name servers of a machine are near, and remember more than we could. */
void net_ask(const char *host)
{
    (void)host;
}
