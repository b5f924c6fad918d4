"""The workloads with server-sent events: their shapes, and the load client of common/ that opens the streams and publishes."""
import resource

import websocket

NEEDS = ()
PATH = "/events"
SPARE = 100  # descriptors of a server, or of a client, that are no streams


def most(count):
    """As many streams as were asked for, or as the descriptors of one process allow."""
    _, limit = resource.getrlimit(resource.RLIMIT_NOFILE)
    return count if limit == resource.RLIM_INFINITY else min(count, limit - SPARE)


def workloads():
    return {"events-broadcast-%d" % count: dict(
        path=PATH, conns=most(count), size=1024, protocol="sse",
        note="an event of 1 KiB for each of %s streams, while one more client reads nothing; one event at a time; a request is an event that "
             "one client gets; CPU without the opening of the streams" % format(most(count), ",")) for count in (256, 5000, 20000)}


def command(port, w, seconds):
    return _client(port, w, seconds, w.conns, "slow")


def _client(port, w, seconds, streams, *more):
    return websocket.client("bench.EventLoad", port, w.size, streams, seconds, *more)


figures = websocket.figures


def ask(port, w, constant=False):
    """A second on two streams, as an HTTP request would be answered: (200, an event's size)."""
    return websocket.tried(_client(port, w, 1, 2), w.size)
