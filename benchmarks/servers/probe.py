"""The workload `probe`: what a provider does, not how fast."""
import http.client
import re
import socket
import statistics
import threading
import time

import report
import servers
from process import Server

HEAD = ["server", "handler thread", "8 x 200 ms", "at once", "64 kept open", "GET ms", "POST 2 writes ms", "pipelined pair",
        "says close", "100-continue", "CL+TE"]


def probe(chosen, out):
    """Looks at the providers one after the other, and shows their table."""
    rows = []
    for name in chosen:
        s = Server(name)
        if s.base in servers.NATIVE:
            continue
        try:
            s.start()
            rows.append([name] + (facts(s.port) if s.ready() else ["did not start: " + s.last_log()]))
        finally:
            s.stop()
        out.progress("probe %s" % rows[-1])
    out.say("\n### probe: what the provider does\n")
    out.say(report.table(HEAD, rows))


def facts(port):
    """The cells of a row, in the order of the head; one that cannot be had has the name of the error."""
    return [_or_error(_thread, port), *_slow(port)] + [_or_error(fact, port) for fact in (
        _kept_open, _get_ms, _post_ms, _pair, _says_close, _expect, _length_and_chunked)]


def _or_error(fact, port):
    try:
        return fact(port)
    except Exception as e:
        return type(e).__name__


def _connection(port, timeout=5):
    return http.client.HTTPConnection("127.0.0.1", port, timeout=timeout)


def _thread(port):
    c = _connection(port)
    c.request("GET", "/info")
    text = c.getresponse().read().decode()
    c.close()
    return re.sub(r"^.* on (\S*).*(\(\w+\)).*$", r"\1 \2", text)


def _slow(port):
    """How long eight requests of 200 ms take, and how many of them were in a handler at once."""
    seen, began = [], time.time()

    def one():
        try:
            c = _connection(port, 8)
            c.request("GET", "/slow")
            seen.append(int(c.getresponse().read()))
            c.close()
        except Exception:
            pass  # counted as not answered

    threads = [threading.Thread(target=one) for _ in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    return "%.1f s" % (time.time() - began), "%d (%d answered)" % (max(seen or [0]), len(seen))


def _kept_open(port):
    conns, answered = [], 0
    try:
        for _ in range(64):
            c = socket.create_connection(("127.0.0.1", port), timeout=2)
            c.sendall(b"GET /plaintext HTTP/1.1\r\nHost: h\r\n\r\n")
            conns.append(c)
        end = time.time() + 2
        for c in conns:
            c.settimeout(max(0.01, end - time.time()))
            try:
                answered += c.recv(4096).startswith(b"HTTP/1.1 200")
            except OSError:
                pass  # counted as not answered
    finally:
        for c in conns:
            c.close()
    return "%d answered" % answered


def _get_ms(port):
    c = _connection(port)
    times = []
    for _ in range(40):
        began = time.time()
        c.request("GET", "/plaintext")
        c.getresponse().read()
        times.append((time.time() - began) * 1e3)
    c.close()
    return "%.1f" % statistics.median(times[10:])


def _post_ms(port):
    times = []
    with socket.create_connection(("127.0.0.1", port), timeout=5) as c:
        c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        for _ in range(20):
            began = time.time()
            c.sendall(b"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\n\r\n")
            c.sendall(b"12345")
            got = b""
            while not got.endswith(b"12345"):
                part = c.recv(4096)
                if not part:
                    raise EOFError
                got += part
            times.append((time.time() - began) * 1e3)
    return "%.1f" % statistics.median(times[5:])


def _pair(port):
    both = _talk(port, b"GET /plaintext HTTP/1.1\r\nHost: h\r\n\r\nGET /info HTTP/1.1\r\nHost: h\r\n\r\n")
    return "%d of 2" % both.count(b"HTTP/1.1 200")


def _says_close(port):
    answer = _talk(port, b"GET /plaintext HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n")
    return "yes" if b"connection: close" in answer.lower() else "no"


def _expect(port):
    head = b"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n"
    answer = _talk(port, head + b"12345", split=len(head))
    return " ".join(x.decode() for x in re.findall(rb"HTTP/1.1 (\d+)", answer)) or "nothing"


def _length_and_chunked(port):
    answer = _talk(port, b"POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")
    status = re.search(rb"HTTP/1.1 (\d+)", answer)
    return status.group(1).decode() if status else "nothing"


def _talk(port, data, seconds=1.0, split=None):
    """Sends bytes (optionally in two writes) and returns what comes back until quiet, closed or time out."""
    with socket.create_connection(("127.0.0.1", port), timeout=2) as c:
        c.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if split is None:
            c.sendall(data)
        else:
            c.sendall(data[:split])
            time.sleep(0.2)
            c.sendall(data[split:])
        c.settimeout(seconds)
        got = b""
        try:
            while part := c.recv(65536):
                got += part
        except OSError:
            pass  # a time out: what has come by then is the answer
        return got
