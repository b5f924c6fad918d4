"""The HTTP/1.1 workloads of run: what they ask for, wrk that asks it, and a plain client that asks once before."""
import http.client
import os
import re
import ssl

NEEDS = ("wrk",)
MIB = 1 << 20
_SCRIPTS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "wrk")


def workloads():
    """{name: arguments of a workload}."""
    return {
        "plaintext": dict(path="/plaintext", conns=64, size=13, note="13 bytes, keep-alive, 64 connections"),
        "pipelined": dict(path="/plaintext", conns=64, script="pipeline", arg="16", size=13,
                          note="16 requests per write, 64 connections"),
        "headers": dict(path="/headers", conns=64, script="browser", size=13,
                        note="14 request headers, 5 read, 3 set, 64 connections"),
        "c512": dict(path="/plaintext", conns=512, size=13, note="13 bytes, 512 connections"),
        "c1": dict(path="/plaintext", conns=1, size=13, note="13 bytes, 1 connection: latency and stalls"),
        "chunked": dict(path="/chunked-1m", conns=8, size=MIB, note="1 MiB in 8 KiB writes, chunked, 8 connections"),
        "fixed1m": dict(path="/fixed-1m", conns=8, size=MIB, note="1 MiB in 8 KiB writes, Content-Length, 8 connections"),
        "echo": dict(path="/echo", conns=64, script="post", arg="1024", size=1024, post=1024,
                     note="1 KiB POST answered with itself, 64 connections"),
        "sink": dict(path="/sink", conns=8, script="post", arg=str(MIB), size=7, post=MIB,
                     note="1 MiB POST counted, 8 connections"),
        "close": dict(path="/plaintext", conns=32, script="close", size=13, close=True,
                      note="one request per connection, 32 at a time"),
        "tls": dict(path="/plaintext", conns=64, size=13, tls=True,
                    note="plaintext over TLS 1.3, keep-alive, 64 connections"),
        "tls-close": dict(path="/plaintext", conns=16, script="close", size=13, tls=True, close=True,
                          note="one TLS handshake per request, 16 at a time"),
    }


def command(port, w, seconds):
    """wrk for one run of a workload; its scripts find each other by WRK_LIB."""
    url = "http%s://127.0.0.1:%d%s" % ("s" if w.tls else "", port, w.path)
    return ["env", "WRK_LIB=" + _SCRIPTS, "wrk", "-t1", "-c%d" % w.conns, "-d%ds" % seconds, "--timeout", "2s",
            "-s", os.path.join(_SCRIPTS, w.script + ".lua"), url, "--", w.arg]


def figures(out):
    """The line that wrk/report.lua prints."""
    line = re.search(r"^WRK (.*)$", out, re.M)
    if not line:
        return None
    pairs = (pair.split("=") for pair in line.group(1).split())
    return {k: None if v == "-" else int(v) for k, v in pairs}


def ask(port, w, constant=False):
    """One request by a plain client: (status, length of the body)."""
    if w.tls:
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        c = http.client.HTTPSConnection("127.0.0.1", port, timeout=5, context=trusting)
    else:
        c = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        c.request("POST" if w.post else "GET", w.path, body=b"x" * w.post if w.post else None)
        r = c.getresponse()
        return r.status, len(r.read())
    finally:
        c.close()
