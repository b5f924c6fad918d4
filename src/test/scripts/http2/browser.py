"""A headless Chromium, by chromedriver, on the example: prints how every request of its pages travelled, or fails.

  browser.py ADDRESS
"""
import json
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

FETCHES = 100

# Fetches of all kinds, then what the browser noted of the page itself and of each resource
SCRIPT = """
const done = arguments[arguments.length - 1];
const upload = new Uint8Array(1 << 20).fill(120);
(async () => {
  performance.setResourceTimingBufferSize(1000);
  const echoed = await (await fetch("/upload/echo", { method: "POST", body: upload })).arrayBuffer();
  const loaded = await (await fetch("/download?size=1M")).arrayBuffer();
  const many = await Promise.all([...Array(%d).keys()].map(
      async i => (await (await fetch("/api/request?i=" + i)).json()).target === "/api/request?i=" + i));
  const events = await new Promise(told => {
    const source = new EventSource("/events/stream");
    source.onmessage = event => { source.close(); told(event.data); };
  });
  const entries = [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")];
  done({
    echoed: echoed.byteLength, loaded: loaded.byteLength, many: many.every(x => x), events,
    protocols: entries.filter(e => !e.name.startsWith("data:")).map(e => [e.name, e.nextHopProtocol]),
  });
})().catch(problem => done({ problem: String(problem) }));
""" % FETCHES


def call(driver, method, path, body=None):
    request = urllib.request.Request(driver + path, method=method, headers={"Content-Type": "application/json"},
                                     data=None if body is None else json.dumps(body).encode())
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)["value"]
    except urllib.error.HTTPError as problem:
        sys.exit("chromedriver: " + json.load(problem)["value"]["message"])


def address(process):
    for line in process.stdout:
        started = re.search(r"started successfully on port (\d+)", line)
        if started:
            return "http://127.0.0.1:" + started.group(1)
    sys.exit("chromedriver did not start")


def browse(driver, root, folder):
    options = {"args": ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--ignore-certificate-errors",
                        "--disable-background-networking", "--user-data-dir=" + folder]}
    capabilities = {"alwaysMatch": {"goog:chromeOptions": options, "acceptInsecureCerts": True}}
    session = "/session/" + call(driver, "POST", "/session", {"capabilities": capabilities})["sessionId"]
    try:
        call(driver, "POST", session + "/url", {"url": root + "/"})
        return call(driver, "POST", session + "/execute/async", {"script": SCRIPT, "args": []})
    finally:
        call(driver, "DELETE", session)


def main(root):
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        process = subprocess.Popen(["chromedriver", "--port=0"], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        try:
            told = browse(address(process), root, folder)
        finally:
            process.terminate()
            process.wait()
    if "problem" in told:
        sys.exit(told["problem"])
    assert told["echoed"] == told["loaded"] == 1 << 20 and told["many"] and told["events"], told
    others = [entry for entry in told["protocols"] if entry[1] != "h2"]
    paths = {entry[0].split("?")[0].removeprefix(root) for entry in told["protocols"]}
    assert {"/", "/style.css", "/upload/echo", "/download", "/api/request"} <= paths, paths
    assert not others, others
    print("well: %d requests, each by h2" % len(told["protocols"]))


main(sys.argv[1])
