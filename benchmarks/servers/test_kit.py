"""Tests of the kit itself, without a JVM: `python3 -m unittest` in this folder."""
import argparse
import contextlib
import io
import os
import resource
import socket
import sys
import tempfile
import unittest
from unittest import mock

import events
import http1
import http2
import idle
import loops
import measure
import probe
import process
import report
import servers
import start
import tail
import websocket
import workloads

FAILS = "print('Exception: the port is taken'); raise SystemExit(1)"
SILENT = "raise SystemExit(3)"
# Listens on both its ports, answers as many questions as its second argument says, and dies
SERVES = """
import socket, sys
port = socket.create_server(("127.0.0.1", int(sys.argv[3])))
s = socket.create_server(("127.0.0.1", int(sys.argv[1])))
print("READY", flush=True)
for i in range(int(sys.argv[2])):
    c = s.accept()[0]
    c.makefile().readline()
    c.sendall(b"alloc=%d heap=1 threads=1\\n" % (i * 1000))
    c.close()
print("Error: out of luck", flush=True)
"""
LOAD_ALL_ITS_LIFE = 1000


class FakeDriver:
    """A protocol whose load generator prints its figures at once."""
    NEEDS = ()
    prints = "done"

    @staticmethod
    def ask(port, w, constant):
        return 200, 13

    @classmethod
    def command(cls, port, w, seconds):
        return [sys.executable, "-S", "-c", "print(%r)" % cls.prints]

    @staticmethod
    def figures(output):
        if "done" not in output:
            return None
        return dict(requests=10, duration_us=1e6, p50_us=10, p90_us=None, p99_us=None, max_us=20,
                    connect=0, read=0, write=0, timeout=0, status=0)


class Mute(FakeDriver):
    prints = "cannot connect"


class LoadTest(unittest.TestCase):
    """What measure.load shows for servers that come to grief: a row of all cells, and the other rows unharmed."""

    def shown(self, programs, driver=FakeDriver, rounds=2):
        """The rows of a run's table by server, of {server: (program, questions it answers)}."""
        def command(name, flags, tls, protocol):
            program, questions = programs[name]
            ports = dict(flag.split("=") for flag in flags if "port=" in flag)
            return [sys.executable, "-S", "-c", program, ports["-Dadmin.port"], str(questions), ports["-Dport"]]

        options = argparse.Namespace(forks=1, rounds=rounds, warmup=0, measure=0, quiet=0)
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as shown, \
                contextlib.redirect_stderr(io.StringIO()), mock.patch.object(servers, "command", command), \
                mock.patch.object(servers, "speaks", lambda base, w: True), \
                mock.patch.dict(workloads.DRIVERS, fake=driver), report.Report(os.path.join(folder, "out")) as out:
            w = workloads.Workload("/plaintext", 1, size=13, protocol="fake", note="a test")
            measure.load("fake", w, list(programs), options, out)
        return rows(shown.getvalue())

    def test_a_server_that_does_not_start_has_a_row_that_says_why(self):
        shown = self.shown({"broken": (FAILS, 0), "silent": (SILENT, 0), "well": (SERVES, LOAD_ALL_ITS_LIFE)})
        self.assertEqual("did not start: Exception: the port is taken", shown["broken"][-1])
        self.assertEqual("did not start: exit code 3, nothing logged", shown["silent"][-1])
        self.assertEqual(("10", "0"), (shown["well"][1], shown["well"][-1]))
        self.assertEqual({len(report.LOAD_HEAD)}, {len(cells) for cells in shown.values()})

    def test_a_server_that_dies_before_its_first_figures_has_a_row_that_says_so(self):
        shown = self.shown({"dies": (SERVES, 1), "well": (SERVES, LOAD_ALL_ITS_LIFE)})
        self.assertEqual(["dies"] + ["-"] * 9 + ["died: Error: out of luck"], shown["dies"])
        self.assertEqual("10", shown["well"][1])

    def test_a_server_that_dies_later_keeps_its_figures_and_says_so(self):
        shown = self.shown({"dies": (SERVES, 7)}, rounds=3)  # two questions for each half of the warm-up, two for a round
        self.assertEqual(("10", "died: Error: out of luck"), (shown["dies"][1], shown["dies"][-1]))

    def test_a_load_generator_without_figures_is_named_in_the_row(self):
        shown = self.shown({"well": (SERVES, LOAD_ALL_ITS_LIFE)}, Mute)
        self.assertEqual(["well"] + ["-"] * 9 + ["load generator gave no figures"], shown["well"])

    def test_only_what_is_used_between_the_marks_of_a_load_generator_counts(self):
        class Marking(FakeDriver):
            prints = "BEGIN\ndone\nEND"

        uses = [dict.fromkeys(("time", "cpu", "client", "machine", "stolen", "alloc"), float(n)) | {"threads": {}} for n in (0, 1, 3, 9)]
        with mock.patch.object(measure, "_used", side_effect=uses):
            figures = measure.fire(mock.Mock(), workloads.Workload("/", 1, driver=Marking), 1)
        self.assertEqual((2, 2), (figures["cpu_s"], figures["wall_s"]))

    def test_a_port_in_use_is_passed_over(self):
        with socket.create_server(("127.0.0.1", 0)) as taken, \
                mock.patch.object(process.Server, "next_port", taken.getsockname()[1]):
            shown = self.shown({"well": (SERVES, LOAD_ALL_ITS_LIFE)})
        self.assertEqual(("10", "0"), (shown["well"][1], shown["well"][-1]))

    def test_idle_and_probe_have_rows_too(self):
        broken = [sys.executable, "-S", "-c", FAILS]
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as shown, \
                contextlib.redirect_stderr(io.StringIO()), mock.patch.object(servers, "command", lambda *_: broken), \
                report.Report(os.path.join(folder, "out")) as out:
            idle.idle(["jdk25-none"], argparse.Namespace(idle=3), out)
            of_idle = rows(shown.getvalue())["jdk25-none"]
            idle.events_idle(["jdk25-none", "undertow"], argparse.Namespace(idle=3), out)
            of_events = rows(shown.getvalue())["undertow"]
            probe.probe(["jdk25-none"], out)
            of_probe = rows(shown.getvalue())["jdk25-none"]
            with mock.patch.object(start, "STARTS", 1):
                start.start(["jdk25-none", "undertow"], argparse.Namespace(), out)
            of_start = rows(shown.getvalue())
        self.assertEqual(["jdk25-none"] + ["-"] * 5 + ["did not start: Exception: the port is taken"], of_idle)
        self.assertEqual(["undertow"] + ["-"] * 5 + ["did not start: Exception: the port is taken"], of_events)
        self.assertEqual(["jdk25-none", "did not start: Exception: the port is taken"] + ["-"] * 9, of_probe)
        self.assertEqual(["jdk25-none"] + ["-"] * 6 + ["no answer"], of_start["jdk25-none"])
        self.assertEqual(["undertow"] + ["-"] * 6 + ["no provider of the API"], of_start["undertow"])

    def test_a_round_is_told_beside_the_same_round_of_the_first_server(self):
        first = [dict(cpu_100k=float(n), round=n, fork=0) for n in range(1, 11) if n != 3]
        other = [dict(cpu_100k=2.0 * n, round=n, fork=0) for n in range(1, 11) if n != 7]
        self.assertEqual("2.00 (2.00–2.00)", report.beside(other, first))

    def test_a_start_is_told_beside_the_first_server_of_its_round(self):
        self.assertEqual(["300", "2.00"], start._times([(100, 1), (300, 1), (400, 1)], [(50, 1), (100, 1), (400, 1)]))


class ChoiceTest(unittest.TestCase):
    def test_a_server_that_cannot_be_run_is_refused_in_one_line(self):
        for pattern, why, changed in (
                ("nothing-*", "no server matches nothing-*", {"JARS": servers.JARS}),
                ("before-none", "before-none needs BEFORE_JAR", {"JARS": dict(servers.JARS, before=None)}),
                ("oldest-*", "oldest-* needs OLDEST_JAR", {"JARS": dict(servers.JARS, oldest=None)}),
                ("ringer-none", "no jar at /nowhere/ringer.jar: `mvn package -DskipTests` builds it, or RINGER_JAR",
                 {"JARS": dict(servers.JARS, ringer="/nowhere/ringer.jar")}),
                ("jdk25-none", "no servers in /nowhere/spi: `benchmarks/servers/build`", {"DIST": "/nowhere"}),
                ("jdk25-none", "no JDK 25 in ", {"DIST": servers.HERE, "java": lambda version: None}),
                ("jdk25-none+fast", "no tag +fast", {"DIST": servers.HERE, "java": lambda version: "java"})):
            with self.subTest(why), mock.patch.multiple(servers, **changed):
                with self.assertRaisesRegex(servers.NoSuchServer, "^" + why.replace("*", r"\*").replace("+", r"\+")) as refused:
                    servers.pick(pattern)
                self.assertNotIn("\n", str(refused.exception))

    def test_a_tag_is_a_switch_or_a_property(self):
        with mock.patch.object(servers, "java", lambda version: "java%d" % version):
            command = servers.command("ringer17-fixed+jfr+ringer.http2.maxStreams=9", ["-Xmx1m"], protocol="h2c")
        self.assertEqual("java17", command[0])
        self.assertEqual("bench.SpiApp", command[-1])
        for flag in ("-Xmx1m", "-Dexec=fixed", "-Dringer.http2=on", "-Dringer.http2.maxStreams=9", *servers.TAGS["jfr"]):
            self.assertIn(flag, command)
        self.assertTrue(command[-2].endswith(os.pathsep + servers.JARS["ringer"]))

    def test_what_is_not_the_jdks_is_added_where_it_is_asked_for(self):
        with mock.patch.object(servers, "java", lambda version: "java"):
            added = os.path.join(servers.DIST, "ringer", "*")
            self.assertIn(added, servers.command("ringer-none", [], protocol="ws")[-2].split(os.pathsep))
            self.assertNotIn(added, servers.command("ringer-none", [], protocol="h2c")[-2].split(os.pathsep))
            self.assertIn("-Dws=true", servers.command("netty-nio", [], protocol="ws"))

    def test_there_are_no_more_event_streams_than_descriptors(self):
        with mock.patch.object(resource, "getrlimit", lambda kind: (1024, 20_000)):
            self.assertEqual((5000, 20_000 - events.SPARE), (events.most(5000), events.most(20_000)))

    def test_workloads_are_chosen_by_name_and_group(self):
        self.assertEqual(["idle"] + workloads.GROUPS["native"], workloads.pick("idle,native", lambda program: True))
        with self.assertRaisesRegex(workloads.NoSuchWorkload, "no workload fast"):
            workloads.pick("fast", lambda program: True)
        with self.assertRaisesRegex(workloads.NoSuchWorkload, "tail needs cc"):
            workloads.pick("tail", lambda program: program == "wrk")
        with self.assertRaisesRegex(workloads.NoSuchWorkload, "h2c needs h2load"):
            workloads.pick("plaintext,h2c", lambda program: program == "wrk")


class OutputTest(unittest.TestCase):
    def test_short_rows_are_filled(self):
        self.assertEqual(["x", "1", "-"], rows(report.table(["a", "b", "c"], [["x", 1]]))["x"])

    def test_wrk(self):
        self.assertEqual(dict(requests=7, p50_us=None), http1.figures("Running\nWRK requests=7 p50_us=-\n"))
        self.assertIsNone(http1.figures("unable to connect"))

    def test_the_client_for_websockets(self):
        self.assertEqual(dict(requests=7, p50_us=21), websocket.figures("LOAD requests=7 p50_us=21\n"))
        self.assertIsNone(websocket.figures("a connection is lost"))

    def test_the_client_that_does_not_wait(self):
        figures = tail.figures("PACED requests=100 duration_us=9 late_p999_us=4\nTIMES 7000:90 8000:9 40000000:1\nLONGEST 3:2500 5:1500 9:40000\n")
        self.assertEqual((100, 7, 8, 40000), tuple(figures[k] for k in ("requests", "p50_us", "p99_us", "p999_us")))
        self.assertEqual(([2.5, 40.0], 4), (figures["more"]["stalls"], figures["more"]["late"]))
        self.assertIsNone(tail.figures("connect: Connection refused"))

    def test_what_is_due_in_a_stall_is_no_stall_of_its_own(self):
        self.assertEqual([2.5, 1.2], tail.stalls({10: 2500, 11: 1500, 12: 1001, 13: 1200}))

    def test_times_that_are_more_than_those_of_half_the_length_are_marked(self):
        shown = tail.spread({20_000: 999_000, 70_000: 500, 130_000: 400, 40_000_000: 100})
        self.assertEqual(["999,000", "500", "400", "0"], shown[:4])
        self.assertEqual("100*", shown[tail.OCTAVES.index("65536")])

    def test_the_busiest_threads_are_told_by_their_share(self):
        self.assertEqual("50% 25%", loops._busiest([dict(threads=[2.0, 1.0, 0.5, 0.5])]))
        self.assertEqual("100% 0%", loops._busiest([dict(threads=[2.0])]))
        self.assertEqual("32 32", loops._shown([32, 32]))

    def test_h2load(self):
        figures = http2.figures("finished in 2.00s, 5 req/s\nrequests: 10 total, 10 started, 10 done, 9 succeeded, 1 failed, 0 errored, "
                                "0 timeout\ntime for request:      100us      2.00ms      1.00ms      50us    80%\n")
        self.assertEqual((9, 1, 2e6, 1000, None, 2000), tuple(figures[k] for k in (
            "requests", "status", "duration_us", "p50_us", "p99_us", "max_us")))
        self.assertIsNone(http2.figures("connection refused"))


def rows(text):
    """The cells of the tables in a text, by the first one."""
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("| ")]
    return {row[0]: row for row in cells}


if __name__ == "__main__":
    unittest.main()
