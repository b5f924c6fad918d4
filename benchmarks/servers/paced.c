/*
 * An open-loop load client for HTTP/1.1, one thread that never sleeps: paced PORT PATH RATE CONNECTIONS SECONDS. Requests are due at a
 * constant rate, on the connections in turn, whether or not the server keeps up. A connection has one request on its way at a time; one
 * that is due before the answer to the one before has come waits for it. Times count from when a request was due, so that a stall shows in
 * every request that it held up (a client that counts from the sending leaves those out: coordinated omission).
 *
 * What is due in the first half second is not counted. At the end three lines say what came of the rest: the sums; how many requests took
 * so many nanoseconds; and, for each millisecond in which a request was due that took longer than one, the longest such time in us.
 */
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#define MS 1000000LL
#define LEAD (500 * MS) /* not counted */
#define GRACE (1000 * MS) /* for answers that are missing at the end */
#define STEPS 64 /* of a histogram in an octave */

typedef struct {
    int fd, waiting, got;
    int64_t due, asked, done, free_at; /* due: index of the request that is on its way or comes next */
} Client;

static uint32_t took[STEPS * 36], late[STEPS * 36];
static Client *clients;
static int count, size, lost; /* size: of an answer; all are as long as the first one */
static char request[512], in[65536];
static int request_size, *longest, millis;
static int64_t start, answered, unanswered;
static double interval;

static int64_t now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void fail(const char *what) {
    fprintf(stderr, "%s: %s\n", what, errno ? strerror(errno) : "not what was expected");
    exit(1);
}

static int64_t due(int64_t i) { return start + (int64_t)(i * interval); }

static void add(uint32_t *times, int64_t nanos) {
    int64_t n = nanos < STEPS ? STEPS : nanos >= 1LL << 41 ? (1LL << 41) - 1 : nanos;
    int shift = 57 - __builtin_clzll(n); /* so that STEPS <= n >> shift < 2 * STEPS */
    times[shift * STEPS + (n >> shift) - STEPS]++;
}

static int64_t nanos(int i) { return (int64_t)(STEPS + i % STEPS) << i / STEPS; }

static int64_t percentile(uint32_t *times, double share) {
    uint64_t sum = 0, below = 0;
    int last = 0;
    for (int i = 0; i < STEPS * 36; i++) sum += times[i];
    for (int i = 0; i < STEPS * 36 && below < share * sum; i++)
        if (times[i]) below += times[i], last = i;
    return nanos(last) / 1000;
}

/* Its requests stay without an answer. */
static void lose(Client *c, const char *why) {
    if (!lost++) fprintf(stderr, "a connection is lost: %s\n", why);
    close(c->fd);
    c->waiting = 1;
}

static void send_next(Client *c) {
    int64_t since = due(c->due);
    c->waiting = 1;
    add(late, now() - (since > c->free_at ? since : c->free_at));
    if (write(c->fd, request, request_size) != request_size) lose(c, "a request was not taken");
}

static void note(Client *c, int64_t at) {
    int64_t was = due(c->due), milli = (was - start - LEAD) / MS;
    c->due += count;
    c->done++;
    if (was - start < LEAD || milli >= millis) return;
    add(took, at - was);
    if ((at - was) / 1000 > longest[milli]) longest[milli] = (at - was) / 1000;
}

static void receive(Client *c) {
    int n = read(c->fd, in, sizeof in);
    if (n <= 0 || c->got + n > size || (!c->got && n > 13 && memcmp(in, "HTTP/1.1 200 ", 13))) {
        lose(c, n <= 0 ? "closed" : "another answer than the first one");
        return;
    }
    c->got += n;
    if (c->got < size) return;
    c->got = c->waiting = 0;
    c->free_at = now();
    answered++;
    note(c, c->free_at);
    if (c->done < c->asked) send_next(c);
}

/* Asks once, and says how long the whole answer is. */
static int first_answer(int fd) {
    int got = 0;
    char *body = NULL, *field = NULL;
    if (write(fd, request, request_size) != request_size) fail("first request");
    do {
        int n = read(fd, in + got, sizeof in - 1 - got);
        if (n <= 0) fail("first answer");
        in[got += n] = 0;
        body = strstr(in, "\r\n\r\n");
        if (body && (strncmp(in, "HTTP/1.1 200 ", 13) || !(field = strcasestr(in, "\r\ncontent-length:")))) fail("first answer");
    } while (!body || got < body + 4 - in + atoi(field + 17));
    return got;
}

static void open_all(int port, int epoll) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int on = 1;
    clients = calloc(count, sizeof *clients);
    for (int i = 0; i < count; i++) {
        Client *c = &clients[i];
        struct epoll_event e = {.events = EPOLLIN, .data.ptr = c};
        c->due = i;
        c->fd = socket(AF_INET, SOCK_STREAM, 0);
        if (c->fd < 0 || connect(c->fd, (struct sockaddr *)&to, sizeof to)) fail("connect");
        setsockopt(c->fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        size = first_answer(c->fd);
        epoll_ctl(epoll, EPOLL_CTL_ADD, c->fd, &e);
    }
}

static void poll_once(int epoll) {
    static struct epoll_event ready[256];
    int n = epoll_wait(epoll, ready, 256, 0);
    for (int i = 0; i < n; i++) receive(ready[i].data.ptr);
}

static void report(int64_t spent) {
    printf("PACED requests=%lld duration_us=%lld late_p999_us=%lld connect=0 read=%d write=0 timeout=%lld status=0\nTIMES",
           (long long)answered, (long long)spent / 1000, (long long)percentile(late, 0.999), lost, (long long)unanswered);
    for (int i = 0; i < STEPS * 36; i++)
        if (took[i]) printf(" %lld:%u", (long long)nanos(i), took[i]);
    printf("\nLONGEST");
    for (int i = 0; i < millis; i++)
        if (longest[i] > 1000) printf(" %d:%d", i, longest[i]);
    printf("\n");
}

int main(int n, char **args) {
    if (n != 6) return 2;
    int64_t next = 0, t, end;
    int epoll = epoll_create1(0);
    request_size = snprintf(request, sizeof request, "GET %.200s HTTP/1.1\r\nHost: 127.0.0.1:%.5s\r\n\r\n", args[2], args[1]);
    interval = 1e9 / atof(args[3]);
    count = atoi(args[4]);
    millis = atoi(args[5]) * 1000;
    longest = calloc(millis + 1, sizeof *longest);
    open_all(atoi(args[1]), epoll);
    start = now();
    end = start + LEAD + millis * MS;
    while ((t = now()) < end && lost < count) {
        for (; due(next) <= t; next++) {
            Client *c = &clients[next % count];
            c->asked++;
            if (!c->waiting) send_next(c);
        }
        poll_once(epoll);
    }
    while (answered < next && !lost && now() < end + GRACE) poll_once(epoll);
    for (int i = 0; i < count; i++) /* what has no answer took as long as it was waited for, at least */
        for (t = now(); clients[i].done < clients[i].asked; unanswered++) note(&clients[i], t);
    report(now() - start);
    return 0;
}
