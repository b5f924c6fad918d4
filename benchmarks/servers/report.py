"""What a run writes: tables for the terminal and OUT.md, and the rows of every round for OUT.csv."""
import csv
import os
import statistics
import sys

FIGURES = ["rps", "p50", "p90", "p99", "max", "requests", "cpu_s", "wall_s", "client_cpu_s", "other", "steal", "cpu_100k", "alloc_req",
           "e_connect", "e_read", "e_write", "e_timeout", "e_status", "p999"]
LOAD_HEAD = ["server", "req/s", "rounds", "p50 ms", "p99 ms", "CPU s/100k", "beside", "cores", "others", "B/req", "errors"]


class Report:
    """The two files of a run and the terminal; used in a `with`."""

    def __init__(self, out):
        os.makedirs(os.path.dirname(os.path.abspath(out)), exist_ok=True)
        self.rows, self.page = open(out + ".csv", "w", newline=""), open(out + ".md", "w")
        self.writer = csv.writer(self.rows)
        self.writer.writerow(["workload", "server", "round"] + FIGURES)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.rows.close()
        self.page.close()

    def say(self, text):
        print(text, flush=True)
        self.page.write(text + "\n")
        self.page.flush()
        self.rows.flush()

    def row(self, names, figures):
        """The row of one round: [workload, server, round] and what was measured."""
        values = [figures[k] for k in FIGURES]
        self.writer.writerow(names + [round(v, 3) if isinstance(v, float) else v for v in values])
        self.progress("%-10s %-24s round %d %12s req/s  %s" % (*names, number(figures["rps"]), errors([figures])))

    def progress(self, text):
        print("  " + text, file=sys.stderr, flush=True)


def number(v, spec="{:,.0f}"):
    return "-" if v is None else spec.format(v)


def table(head, rows):
    """A Markdown table; rows that are too short are filled up with dashes."""
    if not rows:
        return "no server takes part"
    cells = [head] + [[str(c) for c in row] + ["-"] * (len(head) - len(row)) for row in rows]
    widths = [max(len(row[i]) for row in cells) for i in range(len(head))]
    lines = ["| " + " | ".join(c.ljust(w) if i == 0 else c.rjust(w) for i, (c, w) in enumerate(zip(row, widths))) + " |"
             for row in cells]
    rule = "|" + "|".join("-" * (w + 1) + ("-" if i == 0 else ":") for i, w in enumerate(widths)) + "|"
    return "\n".join([lines[0], rule, *lines[1:]])


def without_figures(server, head, why):
    """The row of a server that was not measured: dashes, and why in the last cell."""
    return [server] + ["-"] * (len(head) - 2) + [why]


def load_table(w, results, why):
    """A workload's table, of {server: figures of its rounds} and {server: what went wrong with it}."""
    first = next(iter(results.values()), [])
    return table(LOAD_HEAD, [_load_row(s, w, rounds, first, why.get(s)) if rounds
                             else without_figures(s, LOAD_HEAD, why.get(s, "no figures")) for s, rounds in results.items()])


def _load_row(server, w, rounds, first, fault):
    rates = [r["rps"] for r in rounds]
    rate = statistics.median(rates)
    spread = 100 * (max(rates) - min(rates)) / rate if rate else 0
    notes = [errors(rounds)] + _starving(w, rate, _median(rounds, "p50")) + ([fault] if fault else [])
    return [server, number(rate), "±%.0f%%" % (spread / 2),
            number(_median(rounds, "p50"), "{:.2f}"), number(_median(rounds, "p99"), "{:.2f}"),
            number(_median(rounds, "cpu_100k"), "{:.2f}"), beside(rounds, first),
            number(statistics.median(r["cpu_s"] / r["wall_s"] for r in rounds), "{:.2f}"),
            number(max(r["other"] + r["steal"] for r in rounds), "{:.2f}"),
            number(_median(rounds, "alloc_req")),
            ", ".join(n for n in notes if n != "0") or "0"]


def _starving(w, rate, p50):
    """By Little's law: connections that never get an answer are no error to wrk."""
    served = rate * (p50 or 0) / 1e3
    return ["serves about %d of %d" % (max(1, round(served)), w.conns)] if p50 and served < w.conns / 8 and w.conns >= 32 else []


def _median(rounds, key):
    values = [r[key] for r in rounds if r.get(key) is not None]
    return statistics.median(values) if values else None


def ratio(rounds, first, key):
    """The median of what a figure is of the first server's in the same round."""
    of_first = {r["round"]: r[key] for r in first}
    ratios = [r[key] / of_first[r["round"]] for r in rounds if r[key] and of_first.get(r["round"])]
    return "%.2f" % statistics.median(ratios) if ratios else "-"


def errors(rounds):
    sums = {kind: sum(r["e_" + kind] for r in rounds) for kind in ("connect", "read", "write", "timeout", "status")}
    return ", ".join("%s %d" % (kind, n) for kind, n in sums.items() if n) or "0"


def beside(rounds, first):
    """CPU beside that of the first server in the same round, as the median over the rounds, and where that lies: from the least to the
    most of the forks, or, of a single JVM, in 19 of 20 runs by the ranks alone."""
    of_first = {f["round"]: f["cpu_100k"] for f in first}
    ratios = {}
    for r in rounds:
        if r["cpu_100k"] and of_first.get(r["round"]):
            ratios.setdefault(r["fork"], []).append(r["cpu_100k"] / of_first[r["round"]])
    every = sorted(sum(ratios.values(), []))
    if len(every) < 8:
        return "-"
    skipped = int((len(every) - 1.96 * len(every) ** 0.5) / 2)
    ends = [statistics.median(v) for v in ratios.values()] if len(ratios) > 1 else every[skipped:len(every) - skipped]
    return "%.2f (%.2f–%.2f)" % (statistics.median(every), min(ends), max(ends))
