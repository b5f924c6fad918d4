"""The workloads `idle` and `events-idle`: what connections cost that do nothing after one request each, and silent event streams."""
import collections
import resource
import socket
import time

import events
import report
import servers
import workloads
from process import Server

HEAD = ["server", "opened", "still open", "heap B/conn", "native RSS B/conn", "platform threads", "note"]


# A connection that does nothing after its first answer. `end` is the end of what the server sends then.
_Kind = collections.namedtuple("_Kind", "workload end title")
_KEPT = _Kind("plaintext", b"Hello, World!", "%d keep-alive connections after one request each")
_STREAMS = _Kind("events-broadcast-256", b"\r\n\r\n", "%d silent event streams")


def idle(chosen, options, out):
    """Measures idle connections on the servers one after the other, and shows their table."""
    _measure("idle", _KEPT, chosen, options.idle, out)


def events_idle(chosen, options, out):
    """Measures silent event streams on the servers that have them, and shows their table."""
    w = workloads.ALL[_STREAMS.workload]
    _measure("events-idle", _STREAMS, [s for s in chosen if servers.speaks(servers.split(s)[0], w)], events.most(options.idle), out)


def _measure(name, kind, chosen, count, out):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows = []
    for server in chosen:
        s = Server(server)
        try:
            s.start(protocol=workloads.ALL[kind.workload].protocol, extra=["-XX:+AlwaysPreTouch"])
            row = _row(name, kind, s, count, out) if s.ready() else report.without_figures(server, HEAD, "did not start: " + s.last_log())
        except Exception as e:  # a client can fail in any way at a broken server; its row says how
            row = report.without_figures(server, HEAD, "died: " + s.last_log() if s.died(within=1) else repr(e))
        finally:
            s.stop()
        rows.append(row)
        out.progress("%s %s" % (name, row))
    out.say("\n### %s: %s\n" % (name, kind.title % count))
    out.say(report.table(HEAD, rows))


def _row(name, kind, s, count, out):
    _warm_up(kind, s.port)
    before, rss_before = s.ask("gc"), s.rss()
    conns = []
    try:
        unanswered = _open(conns, kind, s.port, count)
        time.sleep(4)  # after two seconds, Ringer frees what only makes the next request quicker
        still = sum(_is_open(c) for c in conns)
        after, rss = s.ask("gc"), s.rss() - rss_before
    finally:
        for c in conns:
            c.close()
    heap = after["heap"] - before["heap"]
    out.writer.writerow([name, s.name, len(conns), still, heap, rss, before["threads"], after["threads"]])
    return [s.name, len(conns), still, report.number(heap / max(still, 1)), report.number(rss / max(still, 1)),
            "%d -> %d" % (before["threads"], after["threads"]),
            "%d requests unanswered, stopped there" % unanswered if unanswered else ""]


def _warm_up(kind, port):
    conns = []
    _open(conns, kind, port, 64)
    for c in conns:
        c.close()
    time.sleep(0.5)  # in which the server ends its side


def _open(conns, kind, port, count):
    """Opens connections with a request on each, up to the third that gets no answer; how many got none."""
    request = b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % workloads.ALL[kind.workload].path.encode()
    unanswered = 0
    while len(conns) < count and unanswered < 3:
        c = socket.create_connection(("127.0.0.1", port), timeout=2)
        conns.append(c)
        try:
            c.sendall(request)
            got = part = b""
            while not got.endswith(kind.end) and (part := c.recv(4096)):
                got += part
        except socket.timeout:
            unanswered += 1
    return unanswered


def _is_open(c):
    c.setblocking(False)
    try:
        return c.recv(1, socket.MSG_PEEK) != b""
    except BlockingIOError:
        return True
    except OSError:
        return False
