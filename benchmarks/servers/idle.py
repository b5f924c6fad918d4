"""The workload `idle`: what connections cost that do nothing after one request each."""
import resource
import socket
import time

import report
import workloads
from process import Server

HEAD = ["server", "opened", "still open", "heap B/conn", "native RSS B/conn", "platform threads", "note"]


def idle(chosen, options, out):
    """Measures the servers one after the other, and shows their table."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    rows = []
    for name in chosen:
        s = Server(name)
        try:
            s.start(extra=["-XX:+AlwaysPreTouch"])
            row = _row(s, options.idle, out) if s.ready() else report.without_figures(name, HEAD, "did not start: " + s.last_log())
        except Exception as e:  # a client can fail in any way at a broken server; its row says how
            row = report.without_figures(name, HEAD, "died: " + s.last_log() if s.died(within=1) else repr(e))
        finally:
            s.stop()
        rows.append(row)
        out.progress("idle %s" % row)
    out.say("\n### idle: %d keep-alive connections after one request each\n" % options.idle)
    out.say(report.table(HEAD, rows))


def _row(s, count, out):
    plaintext = workloads.ALL["plaintext"]
    for _ in range(300):
        plaintext.driver.ask(s.port, plaintext)
    before, rss_before = s.ask("gc"), s.rss()
    conns = []
    try:
        unanswered = _open(conns, s.port, count)
        time.sleep(1.5)
        still = sum(_is_open(c) for c in conns)
        after, rss = s.ask("gc"), s.rss() - rss_before
    finally:
        for c in conns:
            c.close()
    heap = after["heap"] - before["heap"]
    out.writer.writerow(["idle", s.name, len(conns), still, heap, rss, before["threads"], after["threads"]])
    return [s.name, len(conns), still, report.number(heap / max(still, 1)), report.number(rss / max(still, 1)),
            "%d -> %d" % (before["threads"], after["threads"]),
            "%d requests unanswered, stopped there" % unanswered if unanswered else ""]


def _open(conns, port, count):
    """Opens connections with a request on each, up to the third that gets no answer; how many got none."""
    unanswered = 0
    while len(conns) < count and unanswered < 3:
        c = socket.create_connection(("127.0.0.1", port), timeout=2)
        conns.append(c)
        try:
            c.sendall(b"GET /plaintext HTTP/1.1\r\nHost: localhost\r\n\r\n")
            got = part = b""
            while not got.endswith(b"Hello, World!") and (part := c.recv(4096)):
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
