"""The workload `start`: what a JVM uses until a server has answered its first request, with and without an archive of classes."""
import os
import statistics
import subprocess
import tempfile

import report
import servers

HEAD = ["server", "CPU ms", "beside", "with AppCDS", "beside", "RSS MB", "classes", "note"]
STARTS = 15


def start(chosen, options, out):
    """Starts the providers in turn, each of them 15 times for each figure, and shows their table."""
    known = {name: _command(name) for name in chosen if servers.split(name)[0] not in servers.NATIVE}
    with tempfile.TemporaryDirectory() as folder:
        archived = {name: _with_archive(command, os.path.join(folder, "%d.jsa" % i))
                    for i, (name, command) in enumerate(known.items())}
        rounds = [{name: (_used(known[name]), _used(archived[name])) for name in known} for _ in range(STARTS)]
    rows = [_row(name, known[name], rounds, out) if name in known else report.without_figures(name, HEAD, "no provider of the API")
            for name in chosen]
    out.say("\n### start: processor time until the first answer, medians of %d starts\n" % STARTS)
    out.say(report.table(HEAD, rows))


def _command(name):
    return servers.command(name, ["-Xmx256m"])[:-1] + ["bench.FirstAnswer"]


def _with_archive(command, archive):
    _used([command[0], "-XX:ArchiveClassesAtExit=" + archive, *command[1:]])
    return [command[0], "-XX:SharedArchiveFile=" + archive, *command[1:]]


def _used(command):
    """(ms of CPU, MB of memory at the most) of a start; None for one without an answer."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    answered = b"Hello, World!" in process.stdout.read()
    process.stdout.close()
    _, _, used = os.wait4(process.pid, 0)
    process.returncode = 0  # it has been waited for
    return (1000 * (used.ru_utime + used.ru_stime), used.ru_maxrss / 1024) if answered else None


def _row(name, command, rounds, out):
    plain, archived = [[r[name][i] for r in rounds] for i in (0, 1)]
    if None in plain + archived:
        return report.without_figures(name, HEAD, "no answer")
    out.progress("start %s" % name)
    log = subprocess.run([command[0], "-Xlog:class+load", *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    first = next(iter(rounds[0]))
    return [name, *_times(plain, [r[first][0] for r in rounds]), *_times(archived, [r[first][1] for r in rounds]),
            report.number(statistics.median(rss for _, rss in plain)), log.stdout.count(" source: "), ""]


def _times(used, of_first):
    """The median, and the median of what it is beside the first server in the same round."""
    if None in of_first:
        return [report.number(statistics.median(cpu for cpu, _ in used)), "-"]
    return [report.number(statistics.median(cpu for cpu, _ in used)),
            "%.2f" % statistics.median(cpu / first for (cpu, _), (first, _) in zip(used, of_first))]
