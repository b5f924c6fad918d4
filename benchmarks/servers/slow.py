"""The workload `slow`: how long other clients wait while slow ones send, read and download. Run it with a fixed pool of ten threads.

A client asks for /plaintext every ten milliseconds, first alone and then beside the slow clients of one kind. The slow clients are a
process of their own, with a thread for each, so that they cost the fast client nothing but the processor."""
import multiprocessing
import os
import socket
import ssl
import struct
import tempfile
import threading
import time

import report
import servers
from process import Server
from workloads import Workload

POOL = 10
SECONDS = 15  # of each measurement
PATIENCE = 5  # seconds that the fast client waits for an answer
PAUSE = 0.01  # between two of its requests
TICK = 0.1
BODY, PAGE, FILE = 20_000, 200_000, 1 << 30
LARGE = 100_000_000
STORED = 1_000_000  # what is larger goes to a file first, where the server can do that
BYTES_A_SECOND = 300
DOWNLOAD_A_SECOND = 16 << 10
TRANSPORTS = {
    "http/1.1": Workload("/plaintext", 1),
    "https/1.1": Workload("/plaintext", 1, tls=True),
    "h2c": Workload("/plaintext", 1, protocol="h2c"),
    "h2": Workload("/plaintext", 1, protocol="h2", tls=True),
}
KINDS = {"senders": 20, "chunked": 20, "large": 20, "forms": 20, "readers": 20, "downloads": 200}
HEAD = ["server", "over", "idle p99", *("%d %s: p99, max" % (n, kind) for kind, n in KINDS.items()), "lived", "threads", "RSS MB"]


def slow(chosen, options, out):
    """Measures the servers one after the other, and shows their table."""
    with tempfile.NamedTemporaryFile(prefix="slow-", suffix=".bin") as file:
        os.truncate(file.name, FILE)
        rows = [_row(name, over, file.name, out) for over in TRANSPORTS for name in chosen if _speaks(name, over)]
    out.say("\n### slow: ms for another client's request beside slow clients, pool of %d threads, %d s each\n" % (POOL, SECONDS))
    out.say(report.table(HEAD, rows))


def _speaks(name, over):
    base = servers.split(name)[0]
    return base not in servers.NATIVE and servers.speaks(base, TRANSPORTS[over])


def _row(name, over, file, out):
    tls, protocol = TRANSPORTS[over].tls, TRANSPORTS[over].protocol
    s = Server(name)
    try:
        # where a provider has an interface of its own for files, the folder of what the JDK's API lacks has it, too
        speaks = servers.PROVIDERS[s.base.rpartition("-")[0]].speaks
        own = "ws" in speaks
        flags = speaks.get(protocol, []) if own else []
        s.start(tls, "ws" if own else protocol, ["-Dpool=%d" % POOL, "-Dfile=" + file, "-Dringer.bodyFile=%d" % STORED, *flags])
        if not s.ready():
            return report.without_figures(name, HEAD, "did not start: " + s.last_log())
        _fast(s.port, over, 5)
        cells = [name, over, _cell(_fast(s.port, over, SECONDS), worst=False)]
        lived = []
        for kind, count in KINDS.items():
            with _Slow(kind, count, s.port, over, "/ringer-" if own else "/") as clients:
                time.sleep(3)  # all have connected, and those that can hold a thread do
                cells.append(_cell(_fast(s.port, over, SECONDS)))
                if kind == "downloads":
                    figures = [s.ask("stat")["threads"], round(s.rss() / 1e6)]
            lived.append(clients.lived)
        row = cells + [" / ".join(map(str, lived))] + figures
    except Exception as e:  # a client can fail in any way at a broken server; its row says how
        row = report.without_figures(name, HEAD, "died: " + s.last_log() if s.died(within=1) else repr(e))
    finally:
        s.stop()
    out.progress("slow %s" % row)
    out.writer.writerow(["slow", *row])
    return row


def _cell(times, worst=True):
    """"p99, max" in ms, and how many requests had no answer; "no answer" where none had one."""
    answered = sorted(t for t in times if t is not None)
    failed = len(times) - len(answered)
    if not answered:
        return "no answer"
    cell = "%.1f" % (1e3 * answered[min(len(answered) - 1, int(0.99 * len(answered)))])
    if worst:
        cell += ", %.0f" % (1e3 * answered[-1])
    return cell + (", %d unanswered" % failed if failed else "")


def _fast(port, over, seconds):
    """Seconds of each request of a client in a hurry; None for one without an answer."""
    times, client, end = [], None, time.time() + seconds
    while time.time() < end:
        began = time.perf_counter()
        try:
            client = client or _Client(port, over)
            client.get("/plaintext")
            times.append(time.perf_counter() - began)
        except OSError:
            times.append(None)
            client = None
        time.sleep(PAUSE)
    return times


class _Client:
    """A connection that speaks HTTP/1.1 or HTTP/2, just enough for these loads."""

    def __init__(self, port, over, window=65_535, receive=None, patience=PATIENCE):
        tls, protocol = TRANSPORTS[over].tls, TRANSPORTS[over].protocol
        s = socket.socket()
        try:
            if receive:
                s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, receive)
            s.settimeout(patience)
            s.connect(("127.0.0.1", port))
            s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if tls:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
                context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
                context.set_alpn_protocols(["h2" if protocol == "h2" else "http/1.1"])
                s = context.wrap_socket(s)
        except BaseException:
            s.close()
            raise
        self.socket, self.tls, self.http2, self.patience = s, tls, protocol != "h1", patience
        self.stream, self._received, self._chunked = -1, b"", False
        if self.http2:
            s.sendall(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + _frame(4, 0, 0, struct.pack(">HI", 4, window)))
            self._read_frame()

    def send_head(self, method, path, length=None, chunked=False, kind=None):
        self._chunked = chunked
        if not self.http2:
            fields = "Transfer-Encoding: chunked\r\n" if chunked else "" if length is None else "Content-Length: %d\r\n" % length
            fields += "Content-Type: %s\r\n" % kind if kind else ""
            return self.socket.sendall(("%s %s HTTP/1.1\r\nHost: localhost\r\n%s\r\n" % (method, path, fields)).encode())
        self.stream += 2
        block = (b"\x82" if method == "GET" else b"\x83") + (b"\x87" if self.tls else b"\x86")
        block += b"\x04" + _text(path) + b"\x01" + _text("localhost")
        if length is not None:
            block += b"\x0f\x0d" + _text(str(length))
        if kind:
            block += b"\x0f\x10" + _text(kind)
        self.socket.sendall(_frame(1, 4 if length or chunked else 5, self.stream, block))

    def send_body(self, part, last):
        if self.http2:
            part = _frame(0, int(last), self.stream, part)
        elif self._chunked:
            part = b"%x\r\n%s\r\n" % (len(part), part) + b"0\r\n\r\n" * last
        self.socket.sendall(part)

    def get(self, path):
        """One whole response to a GET, whose body has 13 bytes."""
        self.send_head("GET", path)
        if self.http2:
            while not self._read_frame()[1]:
                pass
        else:
            got = b""
            while not got.endswith(b"Hello, World!"):
                got += self._some(4096)

    def hear(self):
        """Takes what has come without waiting; raises ConnectionError where the server has ended the request."""
        self.socket.settimeout(0)
        try:
            self._received += self._some(4096)
        except (BlockingIOError, ssl.SSLWantReadError):
            return
        finally:
            self.socket.settimeout(self.patience)
        if not self.http2:
            raise ConnectionError("answered early")
        while len(self._received) >= 9 + int.from_bytes(self._received[:3], "big"):
            self._read_frame()
            if len(self._received) < 9:
                return

    def read(self, most):
        """Reads about so many bytes of a response at once, and lets the server send as many more."""
        if not self.http2:
            return len(self._some(most))
        read = 0
        while read < most:
            length, ended = self._read_frame()
            read += length
            if ended:
                raise EOFError
        grant = struct.pack(">I", read)
        self.socket.sendall(_frame(8, 0, 0, grant) + _frame(8, 0, self.stream, grant))
        return read

    def _read_frame(self):
        """(bytes of data, whether it ends the stream); answers the server's SETTINGS and PING."""
        head = self._exactly(9)
        length, kind, flags = int.from_bytes(head[:3], "big"), head[3], head[4]
        payload = self._exactly(length)
        if kind in (4, 6) and not flags & 1:
            self.socket.sendall(_frame(kind, 1, 0, payload if kind == 6 else b""))
        if kind in (3, 7):
            raise ConnectionError("stream or connection ended by the server")
        return (length if kind == 0 else 0), kind in (0, 1) and bool(flags & 1)

    def _exactly(self, count):
        while len(self._received) < count:
            self._received += self._some(count - len(self._received))
        got, self._received = self._received[:count], self._received[count:]
        return got

    def _some(self, most):
        got = self.socket.recv(most)
        if not got:
            raise ConnectionError("closed by the server")
        return got


def _frame(kind, flags, stream, payload):
    return len(payload).to_bytes(3, "big") + bytes((kind, flags)) + stream.to_bytes(4, "big") + payload


def _text(value):
    return bytes((len(value),)) + value.encode()


class _Slow:
    """Slow clients of one kind in a process of their own; `lived` counts those that the server has neither refused nor closed."""

    def __init__(self, kind, count, port, over, prefix):
        self._go_on, self._lived = multiprocessing.Event(), multiprocessing.Value("i", count)
        self._go_on.set()
        self._process = multiprocessing.Process(target=_all_slow, args=(kind, count, port, over, prefix, self._go_on, self._lived))
        self._count = count

    def __enter__(self):
        self._process.start()
        return self

    def __exit__(self, *_):
        self._go_on.clear()
        self._process.join(1)
        self._process.kill()
        self._process.join()
        self.lived = "%d of %d" % (self._lived.value, self._count)


def _all_slow(kind, count, port, over, prefix, go_on, lived):
    def one(number):
        time.sleep(number * 0.005)
        try:
            _ONE[kind](port, over, prefix, go_on)
        except (OSError, EOFError):
            with lived.get_lock():
                lived.value -= int(go_on.is_set())

    threads = [threading.Thread(target=one, args=(n,)) for n in range(count)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    os._exit(0)


def _send(client, size, go_on, first=b""):
    """Sends a body of `size` bytes that begins with `first`."""
    part = bytes(int(BYTES_A_SECOND * TICK))
    client.send_body(first or part, last=False)
    for _ in range(size // len(part) - 1):
        if not go_on.is_set():
            return
        client.send_body(part, last=False)
        client.hear()
        time.sleep(TICK)


def _send_announced(size):
    def send(port, over, prefix, go_on):
        client = _Client(port, over, patience=60)
        client.send_head("POST", "/sink", size)
        _send(client, size, go_on)
    return send


def _send_chunks(port, over, prefix, go_on):
    client = _Client(port, over, patience=60)
    client.send_head("POST", "/sink", chunked=True)
    _send(client, BODY, go_on)


def _send_form(port, over, prefix, go_on):
    client = _Client(port, over, patience=60)
    client.send_head("POST", prefix + "form" if prefix != "/" else "/sink", LARGE, kind="multipart/form-data; boundary=b")
    _send(client, LARGE, go_on, b'--b\r\nContent-Disposition: form-data; name="file"; filename="large"\r\n\r\n')


def _read(port, over, prefix, go_on):
    _take("/page", int(BYTES_A_SECOND * TICK),
          _Client(port, over, BYTES_A_SECOND, receive=2304, patience=60), go_on)


def _download(port, over, prefix, go_on):
    _take(prefix + "file", int(DOWNLOAD_A_SECOND * TICK),
          _Client(port, over, DOWNLOAD_A_SECOND, receive=DOWNLOAD_A_SECOND, patience=60), go_on)


def _take(path, rate, client, go_on):
    client.send_head("GET", path)
    owed = 0.0
    while go_on.is_set():
        owed += rate
        while owed > 0:
            owed -= client.read(rate)
        time.sleep(TICK)


_ONE = {"senders": _send_announced(BODY), "chunked": _send_chunks, "large": _send_announced(LARGE), "forms": _send_form,
        "readers": _read, "downloads": _download}
