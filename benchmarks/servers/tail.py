"""The workload `tail`: how long answers take at a constant rate, which does not wait for the server. Its client is paced.c.

The module is the driver of its own loads, as workloads.py asks for one; the rates are shares of what wrk gets out of `floor-1` before."""
import collections
import os
import re
import statistics
import subprocess

import http1
import measure
import report
import servers
import workloads
from process import Server

NEEDS = ("wrk", "cc")
SHARES = (50, 80)
CONNECTIONS = 64
HEAD = ["server", "answers/s", "p50 µs", "p99 µs", "p99.9 µs", "beside", "max ms", "stalls/s", "of ms", "client late", "CPU s/100k",
        "others", "errors"]
OCTAVES = ["%d" % (64 << i) for i in range(11)]  # the upper ends in µs; what is longer has a column of its own
_CLIENT = os.path.join(servers.DIST, "paced")
BUMP = 1.5  # how much more often than times of half the length times must be found to be called a mode

ask = http1.ask


def command(port, w, seconds):
    return [_CLIENT, str(port), w.path, w.arg, str(w.conns), str(seconds)]


def figures(out):
    """What paced.c prints: the sums, {nanoseconds: requests}, and {millisecond of the run: longest time in µs}."""
    line = re.search(r"^PACED (.*)$", out, re.M)
    if not line:
        return None
    counted = {k: int(v) for k, v in (pair.split("=") for pair in line.group(1).split())}
    times, longest = [{int(k): int(v) for k, v in (pair.split(":") for pair in re.search("^%s(.*)$" % name, out, re.M).group(1).split())}
                      for name in ("TIMES", "LONGEST")]
    counted.update(("p%s_us" % name, percentile(times, share)) for name, share in
                   (("50", 0.5), ("90", 0.9), ("99", 0.99), ("999", 0.999)))
    return dict(counted, max_us=max(times, default=0) / 1e3, more=dict(times=times, stalls=stalls(longest), late=counted["late_p999_us"]))


def percentile(times, share):
    """In µs, of {nanoseconds: requests}."""
    wanted, below = share * sum(times.values()), 0
    for nanos in sorted(times):
        below += times[nanos]
        if below >= wanted:
            return nanos / 1e3
    return None


def stalls(longest):
    """The lengths in ms of the times in which nobody got an answer at once: what was due in one of them is part of it."""
    lengths, until = [], -1.0
    for milli in sorted(longest):
        if milli >= until:
            lengths.append(longest[milli] / 1e3)
            until = milli + longest[milli] / 1e3
    return lengths


def tail(chosen, options, out):
    """Shows two tables for each share of the capacity: the percentiles, and how often times of each length were seen."""
    _build()
    capacity = _capacity(options)
    if not capacity:
        return out.say("\n### tail: floor-1 gave no figures\n")
    for share in SHARES:
        rate = round(capacity * share / 100)
        w = workloads.Workload("/plaintext", CONNECTIONS, arg=str(rate), size=13, driver=__import__(__name__))
        results, why = measure.rounds("tail%d" % share, w, chosen, options, out)
        first = next(iter(results.values()), [])
        out.say("\n### tail%d: 13 bytes on %d connections, %s requests due in a second, %d %% of what wrk gets out of floor-1\n"
                % (share, CONNECTIONS, report.number(rate), share))
        out.say(report.table(HEAD, [_row(s, rounds, first, why.get(s)) if rounds
                                    else report.without_figures(s, HEAD, why.get(s, "no figures")) for s, rounds in results.items()]))
        out.say("\nOf a million requests so many took up to so many µs (`*`: a mode, more than of half the length):\n")
        out.say(report.table(["server", *OCTAVES, "more"], [[s, *_spread(rounds)] for s, rounds in results.items() if rounds]))


def _build():
    source = os.path.join(servers.HERE, "paced.c")
    if not os.path.exists(_CLIENT) or os.path.getmtime(_CLIENT) < os.path.getmtime(source):
        subprocess.run(["cc", "-O2", "-D_GNU_SOURCE", "-o", _CLIENT, source], check=True)


def _capacity(options):
    """Requests a second that wrk gets out of one loop of NIO without a pause."""
    floor = Server("floor-1")
    try:
        floor.start()
        if not floor.ready():
            return None
        measure.fire(floor, workloads.ALL["plaintext"], options.warmup)
        rates = []
        for _ in range(options.rounds):
            measure.wait_quiet(options.quiet)
            rates.append(measure.fire(floor, workloads.ALL["plaintext"], options.measure)["rps"])
        return statistics.median(rates)
    finally:
        floor.stop()


def _row(server, rounds, first, fault):
    def median(key, digits="{:,.0f}", of=lambda r: r):
        return report.number(statistics.median(of(r)[key] for r in rounds), digits)

    lengths = [length for r in rounds for length in r["more"]["stalls"]]
    fault = ", ".join(n for n in (report.errors(rounds), fault) if n and n != "0")
    return [server, median("rps"), *(report.number(1e3 * statistics.median(r[p] for r in rounds)) for p in ("p50", "p99", "p999")),
            report.ratio(rounds, first, "p999"), report.number(max(r["max"] for r in rounds), "{:.1f}"),
            report.number(len(lengths) / sum(r["wall_s"] for r in rounds), "{:.1f}"),
            report.number(statistics.median(lengths) if lengths else None, "{:.1f}"), median("late", of=lambda r: r["more"]),
            median("cpu_100k", "{:.2f}"), report.number(max(r["other"] + r["steal"] for r in rounds), "{:.2f}"), fault or "0"]


def _spread(rounds):
    return spread(sum((collections.Counter(r["more"]["times"]) for r in rounds), collections.Counter()))


def spread(times):
    """How many of a million took up to so many µs, by octaves; modes beyond the first are marked."""
    counts = [0] * (len(OCTAVES) + 1)
    for nanos, n in times.items():
        counts[next((i for i, end in enumerate(OCTAVES) if nanos < int(end) * 1000), len(OCTAVES))] += n
    peak, least = counts.index(max(counts)), sum(counts) / 1e6
    marks = ["*" if i > peak and n > max(BUMP * counts[i - 1], 10, least) else "" for i, n in enumerate(counts)]
    return [report.number(n * 1e6 / sum(counts), "{:,.0f}" if n * 1e6 >= 10 * sum(counts) or not n else "{:.1f}") + mark
            for n, mark in zip(counts, marks)]
