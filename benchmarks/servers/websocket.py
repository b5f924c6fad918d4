"""The WebSocket workloads: what they send, and the load client of common/ that sends it, and looks at what comes back."""
import os
import re
import subprocess

import servers

NEEDS = ()
_SHAPES = {  # `size` is a message's, `arg` how the client sends
    "ws-echo-125": dict(path="/ws/echo", conns=64, size=125, note="125 octets sent back, 64 connections, one message at a time on each"),
    "ws-echo-16k": dict(path="/ws/echo", conns=64, size=16384, note="16 KiB sent back, 64 connections, one message at a time on each"),
    "ws-broadcast": dict(path="/ws/all", conns=256, size=1024, arg="all",
                   note="1 KiB sent on to all of 256 connections, one such message at a time; a request is what one client gets"),
    "ws-broadcast-5000": dict(path="/ws/all", conns=5000, size=1024, arg="slow",
                   note="1 KiB sent on to all of 5,000 connections and one more that takes nothing, one such message at a time; a request is what one "
                        "client gets, the handshakes are part of the CPU"),
}


def workloads():
    return {name: dict(shape, protocol="ws", note="WebSocket, " + shape["note"]) for name, shape in _SHAPES.items()}


def command(port, w, seconds):
    return _client(port, w, seconds, w.conns)


def _client(port, w, seconds, conns):
    return client("bench.WebSocketLoad", port, w.path, w.size, conns, seconds, *([w.arg] if w.arg else []))


def client(main, *arguments):
    """The command line of a client of common/. Its hot code is small: what the first compiler makes of it is there soon, and good enough."""
    java = [servers.java(25), "-Xmx256m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"]
    return [*java, "-cp", os.path.join(servers.DIST, "common", "*"), main, *map(str, arguments)]


def figures(out):
    """The line that a client of common/ prints."""
    line = re.search(r"^LOAD (.*)$", out, re.M)
    return {name: int(value) for name, value in (pair.split("=") for pair in line.group(1).split())} if line else None


def ask(port, w, constant=False):
    """A second on two connections, as an HTTP request would be answered: (200, a message's size)."""
    return tried(_client(port, w, 1, 2), w.size)


def tried(command, size):
    """(200, size) if a client of common/ got answers and no errors, else its first line."""
    p = subprocess.run(command, capture_output=True, text=True, timeout=20)
    told = figures(p.stdout)
    well = told and told["requests"] and not told["read"] and not told["timeout"]
    return (200, size) if well else (p.stderr.strip() or p.stdout.strip()).split("\n")[0]
