"""A server that runs: a JVM of its own, which is started, asked for its figures, and ended."""
import os
import re
import socket
import subprocess
import tempfile
import time

import servers

HEAP = os.environ.get("BENCH_HEAP", "512m")
_TROUBLE = re.compile(r"Exception|Error|Insufficient")


def _free_port():
    """The next port on which nobody listens."""
    while True:
        port, Server.next_port = Server.next_port, Server.next_port + 1
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)  # remains of connections do not count
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                pass


def _cpu(stat):
    with open(stat) as f:
        parts = f.read().rsplit(")", 1)[1].split()
    return (int(parts[11]) + int(parts[12])) / os.sysconf("SC_CLK_TCK")


def process_cpu(pid):
    """Seconds of CPU that a process has used, user and system."""
    return _cpu("/proc/%d/stat" % pid)


class Server:
    """One server, from start() to stop(); it writes READY when it listens, and answers on a port of its own what it has used."""
    next_port = 20000 + os.getpid() % 500 * 20  # another run at the same time most likely begins elsewhere

    def __init__(self, name):
        self.name = name
        self.base = servers.split(name)[0]
        self.proc = self.log = None

    def start(self, tls=False, protocol="h1", extra=()):
        self.port, self.admin = _free_port(), _free_port()
        flags = ["-Xms" + HEAP, "-Xmx" + HEAP, "-XX:+UseG1GC", "-Dport=%d" % self.port, "-Dadmin.port=%d" % self.admin, *extra]
        self.run(servers.command(self.name, flags, tls, protocol))

    def run(self, command):
        self.log = tempfile.NamedTemporaryFile("w+", prefix="server-%s-" % self.base, suffix=".log", delete=False)
        self.proc = subprocess.Popen(command, stdout=self.log, stderr=subprocess.STDOUT)

    def ready(self, seconds=30):
        """Waits until the server listens; False if it ends before, or takes too long."""
        end = time.time() + seconds
        while time.time() < end:
            if "READY" in self._logged():
                return True
            if self.proc.poll() is not None:
                return False
            time.sleep(0.05)
        return False

    def died(self, within=0):
        """Whether the process has ended, or does so in so many seconds."""
        try:
            self.proc.wait(within)
            return True
        except subprocess.TimeoutExpired:
            return False

    def last_log(self):
        """The line of the log that tells most: the first exception, else the last line, else how the process ended."""
        lines = [line.strip() for line in self._logged().splitlines() if line.strip()]
        telling = [line for line in lines if _TROUBLE.search(line)] or lines[-1:]
        if telling:
            return telling[0][:160].replace("|", "/")
        return "exit code %d, nothing logged" % self.proc.poll() if self.died() else "nothing logged"

    def log_errors(self):
        return sum(1 for line in self._logged().splitlines() if re.search(r"Exception|Error", line))

    def _logged(self):
        with open(self.log.name, errors="replace") as f:
            return f.read()

    def ask(self, command):
        """What the server says of itself: {"alloc": …, "heap": …, "threads": …}."""
        with socket.create_connection(("127.0.0.1", self.admin), timeout=20) as s:
            s.sendall((command + "\n").encode())
            answer = s.makefile().readline()
        if not answer:
            raise ConnectionError("no answer from the server's own port")
        return {k: int(v) for k, v in (pair.split("=") for pair in answer.split())}

    def cpu(self):
        """Seconds of CPU that the process has used, user and system."""
        return process_cpu(self.proc.pid)

    def threads(self):
        """The same of each of its threads, by the number of the thread."""
        used = {}
        for thread in os.listdir("/proc/%d/task" % self.proc.pid):
            try:
                used[thread] = _cpu("/proc/%d/task/%s/stat" % (self.proc.pid, thread))
            except OSError:
                pass  # it has just ended
        return used

    def rss(self):
        with open("/proc/%d/status" % self.proc.pid) as f:
            return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1)) * 1024

    def stop(self):
        if self.proc is None:
            return
        if self.proc.poll() is None:
            self.proc.kill()
        self.proc.wait()
        self.log.close()
        os.unlink(self.log.name)
        self.proc = None
