"""What the servers are asked for. Each protocol has a module that lists its workloads and knows the tools that drive them:

  NEEDS                         the programs that have to be installed
  workloads()                   {name: arguments of Workload}
  ask(port, w, constant)        one request before the load: (status, length of the body), or a text that says what is wrong;
                                a constant server reads no header
  command(port, w, seconds)     the load generator's command line; if it prints the lines BEGIN and END, only what happens between
                                them counts for the CPU
  figures(output)               what it printed: requests, duration_us, p50_us, p90_us, p99_us, max_us (None where it knows
                                no such figure) and the errors connect, read, write, timeout, status; None if it gave no figures.
                                p999_us and more (what the workload's own table wants) may be left out

A further protocol needs such a module and its line in DRIVERS; servers.py says who speaks it.
"""
import events
import http1
import http2
import websocket

DRIVERS = {"h1": http1, "h2c": http2, "h2": http2, "ws": websocket, "sse": events}  # by protocol


class Workload:
    """One kind of load. `size` is the length of the right answer's body, `post` that of the request's."""

    def __init__(self, path, conns, script="report", arg="", size=None, post=0, tls=False, protocol="h1",
                 streams=1, headers=(), close=False, note="", driver=None):
        self.path, self.conns, self.script, self.arg = path, conns, script, arg
        self.size, self.post, self.tls, self.close, self.note = size, post, tls, close, note
        self.protocol, self.streams, self.headers = protocol, streams, dict(headers)  # streams and headers: for HTTP/2
        self._driver = driver  # of its own, if it is not its protocol's

    @property
    def driver(self):
        return self._driver or DRIVERS[self.protocol]


ALL = {name: Workload(**arguments) for driver in dict.fromkeys(DRIVERS.values())
       for name, arguments in driver.workloads().items()}
# Those with modules and tables of their own, with the programs that they need: connections and event streams that do nothing, what a
# provider does, first answers, times at a constant rate, how evenly loops share the work, and other clients beside slow ones
SPECIAL = {"idle": (), "events-idle": (), "probe": (), "start": (), "tail": ("wrk", "cc"), "loops": ("wrk",), "slow": ()}
GROUPS = {
    "core": ["plaintext", "pipelined", "headers", "c512", "c1", "chunked", "fixed1m", "echo", "sink", "close"],
    "native": ["plaintext", "pipelined", "headers"],
    "http2": list(http2.workloads()),
    "websocket": list(websocket.workloads()),
    "events": [*events.workloads(), "events-idle"],
    "all": [*ALL, *SPECIAL],
}


class NoSuchWorkload(Exception):
    """A workload that was asked for does not exist, or lacks a program; the message says which, in one line."""


def pick(text, installed):
    """The names of the workloads that a list of names and groups chooses; `installed` finds a program as shutil.which does."""
    chosen = [name for part in text.split(",") for name in GROUPS.get(part, [part])]
    for name in chosen:
        if name not in ALL and name not in SPECIAL:
            raise NoSuchWorkload("no workload %s; `run list` names them" % name)
        for program in ALL[name].driver.NEEDS if name in ALL else SPECIAL[name]:
            if not installed(program):
                raise NoSuchWorkload("%s needs %s on the PATH" % (name, program))
    return chosen
