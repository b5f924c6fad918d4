"""Drives servers with a workload in rounds, and reads what each used for it."""
import os
import resource
import subprocess
import threading
import time

import report
import servers
from process import Server, process_cpu

DISTURBED = 0.25  # CPUs used by others in a round, from which on it is repeated once
ERRORS = ("connect", "read", "write", "timeout", "status")


def machine():
    """Seconds of CPU so far: (used by processes, stolen by the host), of all CPUs together."""
    with open("/proc/stat") as f:
        v = [int(x) / os.sysconf("SC_CLK_TCK") for x in f.readline().split()[1:9]]
    return v[0] + v[1] + v[2], v[7]


def wait_quiet(limit, cores=0.2):
    """Waits, at most limit seconds, for a half second in which the machine is about idle."""
    end = time.time() + limit
    while time.time() < end:
        used, _ = machine()
        time.sleep(0.5)
        if machine()[0] - used < cores * 0.5:
            return


def load(name, w, chosen, options, out):
    """Measures one workload on all servers that speak it, and shows its table."""
    results, why = rounds(name, w, chosen, options, out)
    out.say("\n### %s: %s\n" % (name, w.note))
    out.say(report.load_table(w, results, why))


def rounds(name, w, chosen, options, out):
    """{server: figures of its rounds} and {server: what went wrong} of one workload on all servers that speak it."""
    results, why = {}, {}
    for fork in range(options.forks):
        _fork(name, w, [Server(s) for s in chosen if servers.speaks(servers.split(s)[0], w)], options, fork, results, why, out)
    return results, why


def _fork(name, w, group, options, fork, results, why, out):
    """Starts the servers, and drives each in every round, whose first is another one each time."""
    try:
        live = _started(w, group, results, why)
        _warm_up(w, options.warmup, live, why)
        for rnd in range(fork * options.rounds + 1, (fork + 1) * options.rounds + 1):
            turn = rnd % len(live) if live else 0
            for s in live[turn:] + live[:turn]:
                figures = _round(s, w, options, live, why)
                if figures:
                    results[s.name].append(dict(figures, fork=fork, round=rnd))
                    out.row([name, s.name, rnd], figures)
        for s in live:
            count = s.log_errors()
            if count:
                out.say("<!-- %s/%s logged %d exception lines, first: %s -->" % (name, s.name, count, s.last_log()))
    finally:
        for s in group:
            s.stop()


def _warm_up(w, seconds, live, why):
    """In two halves: when connections close for the first time, a JVM drops what it has compiled without that, and the next load waits for
    the compiler, by up to 0.3 s at a constant rate."""
    for part in (seconds - seconds // 2, seconds // 2):
        for s in list(live):
            _drive(s, w, part, live, why)


def _started(w, group, results, why):
    """The servers of a group that have started and given the right answer; `why` says it of the others."""
    for s in group:
        results.setdefault(s.name, [])
        s.start(tls=w.tls, protocol=w.protocol)
    live = []
    for s in group:
        fault = None if s.ready() else "did not start: " + s.last_log()
        fault = fault or _wrong_answer(s, w)
        if fault:
            why[s.name] = fault
            s.stop()
        else:
            live.append(s)
    return live


def _wrong_answer(s, w):
    try:
        answer = w.driver.ask(s.port, w, s.base.startswith("floor"))
    except Exception as e:  # a client can fail in any way at a broken server; its row says how
        answer = repr(e)
    return None if answer == (200, w.size) else "wrong answer: %s" % (answer,)


def _round(s, w, options, live, why):
    """The figures of one server's round, once more if others disturbed it; None if it gave none."""
    time.sleep(0.3)
    wait_quiet(options.quiet)
    figures = _drive(s, w, options.measure, live, why)
    if figures and options.quiet and _disturbance(figures) > DISTURBED:
        wait_quiet(options.quiet)
        again = _drive(s, w, options.measure, live, why)
        if again and _disturbance(again) < _disturbance(figures):
            return again
    if not figures:
        why.setdefault(s.name, "load generator gave no figures")
    return figures


def _disturbance(figures):
    return figures["other"] + figures["steal"]


def _drive(s, w, seconds, live, why):
    """One run of the load generator; a server that does not survive it leaves the group, and `why` says how it ended."""
    figures = lost = None
    try:
        figures = fire(s, w, seconds)
    except (OSError, ValueError) as e:
        lost = "does not answer any more: %r" % e
    if s.died(within=1 if lost else 0):
        figures, lost = None, "died: " + s.last_log()
    if lost:
        why.setdefault(s.name, lost)
        live.remove(s)
        s.stop()
    return figures


def fire(s, w, seconds):
    """Drives one server with the load generator of the workload and returns its figures, or None."""
    moments = [_used(s)]
    output = _output(w.driver.command(s.port, w, seconds), seconds + 20 + w.conns / 1000,
                     lambda client: moments.append(_used(s, client)))
    moments.append(_used(s))
    counted = w.driver.figures(output)
    if not counted:
        return None
    before, after = moments[1:3] if len(moments) == 4 else (moments[0], moments[-1])
    used = {key: after[key] - before[key] for key in before if key != "threads"}
    n, wall, cpu = counted["requests"], used["time"], used["cpu"]
    figures = {p: None if counted.get(p + "_us") is None else counted[p + "_us"] / 1e3 for p in ("p50", "p90", "p99", "p999", "max")}
    figures.update(rps=n / (counted["duration_us"] / 1e6), requests=n, cpu_s=cpu, wall_s=wall, client_cpu_s=used["client"],
                   other=max(0, used["machine"] - cpu - used["client"]) / wall, steal=used["stolen"] / wall,
                   cpu_100k=cpu / n * 1e5 if n else None, alloc_req=used["alloc"] / n if n else None, more=counted.get("more"),
                   threads=sorted((t - before["threads"].get(thread, 0) for thread, t in after["threads"].items()), reverse=True))
    figures.update(("e_" + kind, counted[kind]) for kind in ERRORS)
    return figures


def _used(s, client=None):
    """What has been used so far: by the server, by all load generators with the one that runs, and by the machine."""
    now, cpu, children, (machine_cpu, stolen) = time.time(), s.cpu(), resource.getrusage(resource.RUSAGE_CHILDREN), machine()
    running = process_cpu(client) if client else 0
    return dict(time=now, cpu=cpu, client=children.ru_utime + children.ru_stime + running, machine=machine_cpu, stolen=stolen,
                threads=s.threads(), alloc=s.ask("stat")["alloc"])


def _output(command, seconds, on_mark):
    """What a command printed; it is ended when it takes longer than so many seconds. Calls on_mark with its process number when it prints
    BEGIN or END."""
    p = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    limit = threading.Timer(seconds, p.kill)
    limit.start()
    lines = []
    try:
        with p:  # waits for its end
            for line in p.stdout:
                lines.append(line)
                if line in ("BEGIN\n", "END\n"):
                    on_mark(p.pid)
    finally:
        limit.cancel()
    return "".join(lines)
