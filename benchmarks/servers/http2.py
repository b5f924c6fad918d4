"""The HTTP/2 workloads of run: what they ask for, h2load that asks it, and curl that asks once before and looks at the answer."""
import os
import re
import subprocess
import tempfile

# What Chromium sends for a page, 14 with the authority, as wrk/browser.lua has it for HTTP/1: `priority` instead of `Connection`
BROWSER = {
    "sec-ch-ua": '"Not=A?Brand";v="24", "Chromium";v="140"',
    "sec-ch-ua-mobile": "?0",
    "sec-ch-ua-platform": '"Linux"',
    "upgrade-insecure-requests": "1",
    "user-agent": "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36",
    "accept": "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,image/apng,*/*;q=0.8",
    "sec-fetch-site": "same-origin",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
    "accept-encoding": "gzip, deflate, br, zstd",
    "accept-language": "en-GB,en;q=0.9",
    "cookie": "session=8f14e45fceea167a5a36dedd4bea2543; theme=dark; consent=1",
    "priority": "u=0, i",
}
NEEDS = ("h2load", "curl")
READ_BY_HANDLER = ("accept", "user-agent", "accept-language", "cookie")  # and the host

MIB = 1 << 20
CLEAR, SECURE = "h2c", "h2"
_SHAPES = {  # suffix of the name: what a workload is made of, without its protocol
    "": dict(path="/plaintext", conns=16, streams=32, size=13, note="13 bytes, 16 connections x 32 streams"),
    "-headers": dict(path="/headers", conns=16, streams=32, size=13, headers=BROWSER,
                     note="14 request headers, 5 read, 3 set, 16 connections x 32 streams"),
    "-streams": dict(path="/plaintext", conns=1, streams=1000, size=13,
                     note="13 bytes, 1 connection, 1,000 streams wanted at once (the server says how many it lets in)"),
    "-down": dict(path="/fixed-1m", conns=8, streams=1, size=MIB, note="1 MiB download, 8 connections x 1 stream"),
    "-up": dict(path="/sink", conns=8, streams=1, size=7, post=MIB, note="1 MiB POST counted, 8 connections x 1 stream"),
}


def workloads():
    """{name: arguments of a workload}, in clear text with prior knowledge and over TLS."""
    kinds = ((CLEAR, "HTTP/2 with prior knowledge"), (SECURE, "HTTP/2 over TLS 1.3"))
    return {protocol + suffix: dict(shape, protocol=protocol, tls=protocol == SECURE, note=words + ", " + shape["note"])
            for protocol, words in kinds for suffix, shape in _SHAPES.items()}


def _upload(length):
    """A file of that many bytes; h2load and curl read bodies from files."""
    path = os.path.join(tempfile.gettempdir(), "ringer-bench-upload-%d-%d" % (os.getuid(), length))
    if not os.path.exists(path) or os.path.getsize(path) != length:
        with open(path, "wb") as f:
            f.write(b"x" * length)
    return path


def _fields(w, option):
    return [part for name, value in w.headers.items() for part in (option, name + ": " + value)]


def _url(port, w):
    return "http%s://127.0.0.1:%d%s" % ("s" if w.tls else "", port, w.path)


def command(port, w, seconds):
    """h2load for one run of a workload."""
    body = ["-d", _upload(w.post), "-H", "content-type: application/octet-stream"] if w.post else []
    return ["h2load", "-t1", "-c%d" % w.conns, "-m%d" % w.streams, "-D%d" % seconds, *body, *_fields(w, "-H"), _url(port, w)]


def figures(out):
    """What h2load printed, in the form of wrk's report; it knows the mean, shown as p50, and the largest time, no percentiles."""
    counts = re.search(r"requests: .* done, (\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout", out)
    took = re.search(r"finished in ([\d.]+(?:us|ms|s))", out)
    times = re.search(r"time for request:\s+(\S+)\s+(\S+)\s+(\S+)", out)
    if not counts or not took:
        return None
    succeeded, failed, _, timeout = (int(n) for n in counts.groups())
    longest, mean = (_micros(times.group(2)), _micros(times.group(3))) if times else (0, 0)
    return dict(requests=succeeded, duration_us=_micros(took.group(1)), p50_us=mean, p90_us=None, p99_us=None, max_us=longest,
                connect=0, read=0, write=0, timeout=timeout, status=failed)


def _micros(text):
    value, unit = re.match(r"([\d.]+)(us|ms|s)", text).groups()
    return float(value) * {"us": 1, "ms": 1e3, "s": 1e6}[unit]


def ask(port, w, constant):
    """One request by curl: (status, body length), or what is wrong with the answer. A constant server reads no header."""
    how = ["--http2", "--insecure"] if w.tls else ["--http2-prior-knowledge"]
    body = ["--data-binary", "@" + _upload(w.post), "-H", "content-type: application/octet-stream"] if w.post else []
    with tempfile.NamedTemporaryFile("r") as head:
        p = subprocess.run(["curl", "-sS", "--max-time", "30", "-o", os.devnull, "-D", head.name, *how, *body, *_fields(w, "-H"),
                            "-w", "%{http_version} %{response_code} %{size_download}", _url(port, w)],
                           capture_output=True, text=True)
        answer = head.read().lower()
    if p.returncode:
        return p.stderr.strip()
    version, status, length = p.stdout.split()
    if version != "2":
        return "HTTP/" + version
    if w.headers and not constant:
        seen = sum(len(w.headers[name]) for name in READ_BY_HANDLER) + len("127.0.0.1:%d" % port)
        for line in ("x-seen: %d" % seen, "content-type: text/plain; charset=utf-8", "cache-control: no-store"):
            if "\n" + line not in answer:
                return "no " + line
    return int(status), int(length)
