"""The workload `loops`: servers with several event loops, and how evenly those share connections and work."""
import collections
import http.client
import statistics

import measure
import report
import servers
import workloads
from process import Server

LOADS = ("plaintext", "headers")
HEAD = ["server", "req/s", "rounds", "CPU s/100k", "beside", "cores", "busiest two", "connections", "others", "errors"]
CONNECTIONS = 64


def loops(chosen, options, out):
    """Shows a table for each load; `ringer-none+ringer.handlers=loops` and `floor-2` are those to compare."""
    spread = {name: _connections(name) for name in chosen}
    for load in LOADS:
        w = workloads.ALL[load]
        results, why = measure.rounds("loops-" + load, w, chosen, options, out)
        first = next(iter(results.values()), [])
        out.say("\n### loops: %s\n" % w.note)
        out.say(report.table(HEAD, [_row(s, rounds, first, spread[s], why.get(s)) if rounds
                                    else report.without_figures(s, HEAD, why.get(s, "no figures")) for s, rounds in results.items()]))


def _connections(name):
    """How many of 64 connections each thread serves, as the providers' application says at /info; None for other servers."""
    if servers.split(name)[0] in servers.NATIVE:
        return None
    server, opened, threads = Server(name), [], collections.Counter()
    try:
        server.start()
        if not server.ready():
            return None
        for _ in range(CONNECTIONS):
            opened.append(http.client.HTTPConnection("127.0.0.1", server.port, timeout=5))
            opened[-1].connect()
        for connection in opened:
            connection.request("GET", "/info")
            threads[connection.getresponse().read()] += 1
        return sorted(threads.values(), reverse=True)
    except (OSError, http.client.HTTPException):
        return None  # what is wrong shows under load
    finally:
        for connection in opened:
            connection.close()
        server.stop()


def _row(server, rounds, first, spread, fault):
    rates = [r["rps"] for r in rounds]
    fault = ", ".join(n for n in (report.errors(rounds), fault) if n and n != "0")
    return [server, report.number(statistics.median(rates)), "±%.0f%%" % (50 * (max(rates) - min(rates)) / statistics.median(rates)),
            report.number(statistics.median(r["cpu_100k"] for r in rounds), "{:.2f}"), report.ratio(rounds, first, "cpu_100k"),
            report.number(statistics.median(r["cpu_s"] / r["wall_s"] for r in rounds), "{:.2f}"), _busiest(rounds),
            _shown(spread), report.number(max(r["other"] + r["steal"] for r in rounds), "{:.2f}"), fault or "0"]


def _busiest(rounds):
    """The shares that the two busiest threads have of the server's processor time."""
    shares = [[t / max(sum(r["threads"]), 0.01) for t in (*r["threads"], 0, 0)[:2]] for r in rounds]
    return " ".join("%.0f%%" % (100 * statistics.median(column)) for column in zip(*shares))


def _shown(spread):
    return "-" if spread is None else " ".join(map(str, spread[:8])) + (" …" if len(spread) > 8 else "")
