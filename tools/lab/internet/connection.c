#include "internet/connection.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "internet/access_log.h"
#include "internet/incoming.h"
#include "internet/peer.h"
#include "internet/reply.h"

enum {
    IDLE_MS = 60000,  /* a connection on which nothing is asked is closed */
    LINGER_MS = 2000, /* the client's own close is waited for */
    DRAIN_MS = 10,    /* how often it is looked whether everything was received */
    PACE_MS = 10,     /* shortest wait of a slow answer */
    MS_PER_S = 1000,
    NS_PER_MS = 1000000,
    STATUS_BAD_REQUEST = 400,
    STATUS_MISDIRECTED = 421,
};

enum state { STATE_HANDSHAKE, STATE_READING, STATE_DELAYED, STATE_SENDING, STATE_DRAINING, STATE_SILENT };

struct connection {
    struct server *server;
    struct connection *next, **link;
    struct peer peer;
    struct loop_timer timer;
    enum state state;
    struct lab_host *host; /* of the handshake */
    unsigned long number;
    uint32_t address; /* ours */

    struct incoming incoming;
    struct site_request request;
    struct reply reply;
    size_t at; /* of the reply's bytes */
    unsigned long long sent;
    enum site_fault fault;
    bool answering;                 /* a request was read and its answer is not yet in the log */
    uint64_t asked_ms, asked_at_ms; /* since 1970, and on the loop's clock */
};

static void ready(void *context, uint32_t events);
static void time_is_up(void *context);
static void read_request(struct connection *connection);

/* ---- The log ---- */

static uint64_t utc_ms(void)
{
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * MS_PER_S + (uint64_t)now.tv_nsec / NS_PER_MS;
}

static const char *tls_word(const struct connection *connection)
{
    if (!connection->peer.ssl)
        return "-";
    if (!SSL_is_init_finished(connection->peer.ssl))
        return "failed";
    return SSL_session_reused(connection->peer.ssl) ? "resumed" : "full";
}

static void log_answer(struct connection *connection, const char *end)
{
    static const char *const words[] = {
#define FAULT(id, word, what) word,
#include "source/faults.def"
#undef FAULT
    };
    if (!connection->answering)
        return;
    connection->answering = false;
    access_log_write(connection->server->log,
                     &(struct access){.time_ms = connection->asked_ms,
                                      .connection = connection->number,
                                      .host = connection->request.host,
                                      .address = connection->address,
                                      .scheme = connection->peer.ssl ? "https" : "http",
                                      .method = connection->request.method,
                                      .target = connection->request.target,
                                      .status = connection->reply.status,
                                      .bytes = connection->sent,
                                      .took_ms = loop_now_ms() - connection->asked_at_ms,
                                      .tls = tls_word(connection),
                                      .fault = words[connection->fault],
                                      .end = end});
}

static void log_failed_handshake(const struct connection *connection)
{
    access_log_write(connection->server->log,
                     &(struct access){.time_ms = utc_ms(),
                                      .connection = connection->number,
                                      .host = connection->host ? connection->host->name : "",
                                      .address = connection->address,
                                      .scheme = "https",
                                      .method = "",
                                      .target = "",
                                      .tls = "failed",
                                      .fault = "none",
                                      .end = "gone"});
}

/* ---- Ends ---- */

void connection_close(struct connection *connection)
{
    log_answer(connection, "gone");
    loop_timer_cancel(&connection->timer);
    peer_end(&connection->peer);
    reply_free(&connection->reply);
    *connection->link = connection->next;
    if (connection->next)
        connection->next->link = connection->link;
    free(connection);
}

static void reset(struct connection *connection)
{
    peer_will_reset(&connection->peer);
    connection_close(connection);
}

/* Nothing more is said; the connection lives until the client leaves or `patience_ms` are over (0: never). */
static void fall_silent(struct connection *connection, uint32_t patience_ms)
{
    connection->state = STATE_SILENT;
    loop_watch(connection->server->loop, &connection->peer.watch, EPOLLIN | EPOLLRDHUP);
    if (patience_ms > 0)
        loop_timer_set(connection->server->loop, &connection->timer, patience_ms);
}

/* Closing a socket with unread bytes would reset it and take our last bytes with it: the client closes
 * first. */
static void say_goodbye(struct connection *connection, bool with_tls)
{
    peer_say_goodbye(&connection->peer, with_tls);
    fall_silent(connection, LINGER_MS);
}

/* ---- Answers ---- */

static void end_answer(struct connection *connection)
{
    enum reply_end end = connection->reply.end;
    switch (end) {
    case REPLY_KEEP:
        log_answer(connection, "kept");
        reply_free(&connection->reply);
        incoming_drop(&connection->incoming);
        connection->state = STATE_READING;
        loop_timer_set(connection->server->loop, &connection->timer, IDLE_MS);
        read_request(connection);
        break;
    case REPLY_CLOSE:
    case REPLY_BREAK:
        log_answer(connection, "closed");
        say_goodbye(connection, end == REPLY_CLOSE);
        break;
    case REPLY_RESET:
        log_answer(connection, "reset");
        connection->state = STATE_DRAINING;
        peer_wait_for_end(&connection->peer);
        time_is_up(connection);
        break;
    case REPLY_STALL:
        log_answer(connection, "stalled");
        fall_silent(connection, 0);
        break;
    }
}

/* How many bytes the answer's pace allows now; 0: a timer waits for the next. */
static size_t budget(struct connection *connection)
{
    uint64_t rate = connection->reply.bytes_per_s;
    if (rate == 0)
        return SIZE_MAX;
    uint64_t elapsed_ms = loop_now_ms() - connection->asked_at_ms;
    uint64_t allowed = elapsed_ms * rate / MS_PER_S;
    if (allowed > connection->sent)
        return (size_t)(allowed - connection->sent);
    uint64_t wait_ms = ((connection->sent + 1) * MS_PER_S + rate - 1) / rate - elapsed_ms;
    peer_wait_for_end(&connection->peer);
    loop_timer_set(connection->server->loop, &connection->timer,
                   wait_ms > PACE_MS ? (uint32_t)wait_ms : PACE_MS);
    return 0;
}

static void send_more(struct connection *connection)
{
    struct reply *reply = &connection->reply;
    for (;;) {
        if (connection->at == reply->size)
            connection->at = reply->repeat_from;
        if (connection->at == reply->size) {
            end_answer(connection);
            return;
        }
        size_t size = reply->size - connection->at, allowed = budget(connection);
        if (allowed == 0)
            return;
        long gone =
            peer_give(&connection->peer, reply->bytes + connection->at, size < allowed ? size : allowed);
        if (gone < 0)
            connection_close(connection);
        if (gone <= 0)
            return;
        connection->at += (size_t)gone;
        connection->sent += (unsigned long long)gone;
    }
}

static void begin_sending(struct connection *connection)
{
    connection->state = STATE_SENDING;
    send_more(connection);
}

/* Asks the source, or says itself what is wrong with the request. */
static void find_answer(struct connection *connection, bool valid, struct site_response *response,
                        struct lab_host **host)
{
    *response = (struct site_response){0};
    *host = valid ? lab_hosts_find(connection->server->hosts, connection->request.host) : NULL;
    if (!valid)
        response->status = STATUS_BAD_REQUEST;
    else if (!*host && connection->request.host[0] != '\0')
        response->status = STATUS_MISDIRECTED;
    else
        lab_hosts_answer(connection->server->hosts, &connection->request, response);
}

static void answer(struct connection *connection)
{
    struct site_response response;
    struct lab_host *host;
    connection->request = (struct site_request){.host = "", .method = "", .target = ""};
    bool valid = incoming_parse(&connection->incoming, &connection->request);
    if (!valid)
        connection->request = (struct site_request){.host = "", .method = "?", .target = "?"};
    connection->request.https = connection->peer.ssl != NULL;
    connection->asked_ms = utc_ms();
    connection->asked_at_ms = loop_now_ms();
    find_answer(connection, valid, &response, &host);

    if (response.bytes_per_s == 0 && host)
        response.bytes_per_s = host->site.bytes_per_s;
    bool made = reply_make(&connection->request, &response, valid && connection->incoming.keep_alive,
                           &connection->reply);
    uint32_t delay_ms = response.delay_ms + (host ? host->site.delay_ms : 0);
    connection->fault = response.fault;
    connection->at = 0;
    connection->sent = 0;
    connection->answering = true;
    if (response.release)
        response.release(&response);
    if (!made) {
        connection_close(connection);
    } else if (delay_ms > 0) {
        connection->state = STATE_DELAYED;
        peer_wait_for_end(&connection->peer);
        loop_timer_set(connection->server->loop, &connection->timer, delay_ms);
    } else {
        loop_timer_cancel(&connection->timer);
        begin_sending(connection);
    }
}

/* ---- Requests ---- */

static void read_request(struct connection *connection)
{
    while (!incoming_is_complete(&connection->incoming)) {
        char *place;
        size_t room = incoming_room(&connection->incoming, &place);
        long got = room > 0 ? peer_take(&connection->peer, place, room) : -1;
        if (got < 0)
            connection_close(connection);
        if (got <= 0)
            return;
        connection->incoming.size += (size_t)got;
    }
    answer(connection);
}

static void shake_hands(struct connection *connection)
{
    enum peer_tls outcome = peer_shake_hands(&connection->peer);
    if (outcome == PEER_TLS_DONE) {
        connection->state = STATE_READING;
        read_request(connection);
        return;
    }
    if (outcome == PEER_TLS_LATER)
        return;
    log_failed_handshake(connection);
    if (outcome == PEER_TLS_FAILED)
        connection_close(connection);
    else if (connection->host->site.tls == SITE_TLS_CLOSED)
        reset(connection);
    else {
        loop_timer_cancel(&connection->timer);
        fall_silent(connection, 0);
    }
}

/* ---- Events ---- */

/* What a client says into the silence is thrown away, until it leaves. */
static void listen_in_silence(struct connection *connection)
{
    char nothing[4096];
    ssize_t got = recv(connection->peer.watch.fd, nothing, sizeof nothing, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN))
        connection_close(connection);
}

static void ready(void *context, uint32_t events)
{
    struct connection *connection = context;
    if (events & (EPOLLERR | EPOLLHUP)) {
        connection_close(connection);
        return;
    }
    switch (connection->state) {
    case STATE_HANDSHAKE: shake_hands(connection); break;
    case STATE_READING: read_request(connection); break;
    case STATE_SENDING:
        if (events & EPOLLRDHUP)
            connection_close(connection);
        else
            send_more(connection);
        break;
    case STATE_DELAYED:
    case STATE_DRAINING: connection_close(connection); break;
    case STATE_SILENT: listen_in_silence(connection); break;
    }
}

static void time_is_up(void *context)
{
    struct connection *connection = context;
    switch (connection->state) {
    case STATE_DELAYED: begin_sending(connection); break;
    case STATE_SENDING: send_more(connection); break;
    case STATE_DRAINING: /* a reset throws away what was not yet received: wait until it was */
        if (peer_unsent(&connection->peer) > 0)
            loop_timer_set(connection->server->loop, &connection->timer, DRAIN_MS);
        else
            reset(connection);
        break;
    default: connection_close(connection); break;
    }
}

static uint32_t own_address(int socket)
{
    struct sockaddr_in own = {0};
    socklen_t size = sizeof own;
    getsockname(socket, (struct sockaddr *)&own, &size);
    return ntohl(own.sin_addr.s_addr);
}

void connection_open(struct server *server, int socket, bool https)
{
    int yes = 1;
    struct connection *connection = calloc(1, sizeof *connection);
    SSL *ssl = connection && https ? handshake_begin(server->handshakes, socket, &connection->host) : NULL;
    if (!connection || (https && !ssl)) {
        free(connection);
        close(socket);
        return;
    }
    setsockopt(socket, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    connection->server = server;
    connection->state = https ? STATE_HANDSHAKE : STATE_READING;
    connection->number = ++server->count;
    connection->address = own_address(socket);
    connection->peer = (struct peer){
        .loop = server->loop, .ssl = ssl, .watch = {.fd = socket, .ready = ready, .context = connection}};
    connection->timer = (struct loop_timer){.fire = time_is_up, .context = connection};
    connection->next = server->connections;
    connection->link = &server->connections;
    if (connection->next)
        connection->next->link = &connection->next;
    server->connections = connection;
    loop_timer_set(server->loop, &connection->timer, IDLE_MS);
    if (loop_watch(server->loop, &connection->peer.watch, EPOLLIN) != 0)
        connection_close(connection);
}
