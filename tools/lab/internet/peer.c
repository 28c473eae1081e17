#include "internet/peer.h"

#include <errno.h>
#include <linux/sockios.h>
#include <openssl/err.h>
#include <sys/epoll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <unistd.h>

enum { WRITE_MAX = 65536 };

static long later(struct peer *peer, uint32_t events)
{
    return loop_watch(peer->loop, &peer->watch, events | EPOLLRDHUP) == 0 ? 0 : -1;
}

static long after_tls(struct peer *peer, int result)
{
    switch (SSL_get_error(peer->ssl, result)) {
    case SSL_ERROR_WANT_READ: return later(peer, EPOLLIN);
    case SSL_ERROR_WANT_WRITE: return later(peer, EPOLLOUT);
    default: return -1;
    }
}

long peer_take(struct peer *peer, void *buffer, size_t size)
{
    if (peer->ssl) {
        ERR_clear_error();
        int got = SSL_read(peer->ssl, buffer, (int)size);
        return got > 0 ? got : after_tls(peer, got);
    }
    ssize_t got = recv(peer->watch.fd, buffer, size, 0);
    if (got > 0)
        return got;
    return got < 0 && errno == EAGAIN ? later(peer, EPOLLIN) : -1;
}

long peer_give(struct peer *peer, const void *bytes, size_t size)
{
    if (size > WRITE_MAX)
        size = WRITE_MAX;
    if (peer->ssl) {
        ERR_clear_error();
        int gone = SSL_write(peer->ssl, bytes, (int)size);
        return gone > 0 ? gone : after_tls(peer, gone);
    }
    ssize_t gone = send(peer->watch.fd, bytes, size, MSG_NOSIGNAL);
    if (gone > 0)
        return gone;
    return gone < 0 && errno == EAGAIN ? later(peer, EPOLLOUT) : -1;
}

enum peer_tls peer_shake_hands(struct peer *peer)
{
    ERR_clear_error();
    int result = SSL_accept(peer->ssl);
    if (result == 1)
        return PEER_TLS_DONE;
    if (SSL_get_error(peer->ssl, result) == SSL_ERROR_WANT_CLIENT_HELLO_CB)
        return PEER_TLS_HELD;
    return after_tls(peer, result) < 0 ? PEER_TLS_FAILED : PEER_TLS_LATER;
}

void peer_wait_for_end(struct peer *peer)
{
    loop_watch(peer->loop, &peer->watch, EPOLLRDHUP);
}

void peer_say_goodbye(struct peer *peer, bool with_tls)
{
    if (peer->ssl && with_tls)
        SSL_shutdown(peer->ssl);
    shutdown(peer->watch.fd, SHUT_WR);
}

void peer_will_reset(struct peer *peer)
{
    struct linger at_once = {.l_onoff = 1};
    setsockopt(peer->watch.fd, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
}

int peer_unsent(const struct peer *peer)
{
    int unsent = 0;
    return ioctl(peer->watch.fd, SIOCOUTQ, &unsent) == 0 ? unsent : 0;
}

void peer_end(struct peer *peer)
{
    loop_unwatch(peer->loop, &peer->watch);
    if (peer->ssl) /* however it ended: the session may be resumed */
        SSL_set_shutdown(peer->ssl, SSL_SENT_SHUTDOWN | SSL_RECEIVED_SHUTDOWN);
    SSL_free(peer->ssl);
    close(peer->watch.fd);
}
