"""Who is measured: every server with its JDK, its class path, its switches, and what it speaks."""
import collections
import fnmatch
import glob
import os
import shutil
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
DIST = os.path.join(HERE, "dist")
JDKS = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(shutil.which("javac") or "javac"))))

# A provider of com.sun.net.httpserver. `speaks` has the protocols besides HTTP/1.1, each with the properties that turn it on.
Provider = collections.namedtuple("Provider", "jdk folders properties speaks")

# A server with an interface of its own. `paths` has the paths that it answers, by protocol.
Native = collections.namedtuple("Native", "jdk folder main properties paths")


def _chosen(provider_class):
    return ["-Dcom.sun.net.httpserver.HttpServerProvider=" + provider_class]


_RINGER = _chosen("dev.ringer.RingerProvider")
_RINGER_SPEAKS = {"h2c": ["-Dringer.http2=on"], "h2": [], "ws": [], "sse": []}
PROVIDERS = {
    "ringer": Provider(25, ["spi"], _RINGER, _RINGER_SPEAKS),
    "ringer17": Provider(17, ["spi"], _RINGER, _RINGER_SPEAKS),
    "before": Provider(25, ["spi"], _RINGER, _RINGER_SPEAKS),
    "before17": Provider(17, ["spi"], _RINGER, _RINGER_SPEAKS),
    "oldest": Provider(25, ["spi"], _RINGER, _RINGER_SPEAKS),
    "jdk17": Provider(17, ["spi"], [], {}),
    "jdk25": Provider(25, ["spi"], [], {}),
    "robaho": Provider(25, ["spi", "robaho"], _chosen("robaho.net.httpserver.DefaultHttpServerProvider"),
                       {"h2c": ["-Drobaho.net.httpserver.http2OverNonSSL=true"],
                        "h2": ["-Drobaho.net.httpserver.http2OverSSL=true"]}),
    "jetty": Provider(25, ["spi", "jetty"], _chosen("org.eclipse.jetty.http.spi.JettyHttpServerProvider"), {}),
}
EXECUTORS = ["none", "fixed", "fixed16", "cached", "virtual"]

# The builds of Ringer, each with the environment variable that names its jar.
VARIABLES = {"ringer": "RINGER_JAR", "ringer17": "RINGER_JAR",
             "before": "BEFORE_JAR", "before17": "BEFORE_JAR", "oldest": "OLDEST_JAR"}
_THIS_BUILD = os.path.join(HERE, "..", "..", "target", "ringer.jar")


def _jar(variable):
    """The jar that a variable names, None if it names none; RINGER_JAR names this build unless it is set."""
    named = os.environ.get(variable) or (_THIS_BUILD if variable == "RINGER_JAR" else None)
    return named and os.path.abspath(named)


JARS = {build: _jar(variable) for build, variable in VARIABLES.items()}

_SMALL = {"/plaintext", "/headers"}
_EVERY = {"h1": _SMALL, **dict.fromkeys(("h2c", "h2"), _SMALL | {"/fixed-1m", "/sink"})}
_SOCKETS = dict(_EVERY, ws={"/ws/echo", "/ws/all"})
_PUSHING = dict(_SOCKETS, sse={"/events"})
_SWITCHES = {"h2c": ["-Dhttp2=true"], "h2": ["-Dhttp2=true"], "ws": ["-Dws=true"], "sse": ["-Dsse=true"]}  # of those below, by protocol
_ADDED = {"ws": ["ringer"], "sse": ["ringer"]}  # what is no part of the JDK's API, by protocol: folders of classes that the application finds
NATIVE = {
    "floor-1": Native(25, "common", "bench.NioFloor", ["-Dloops=1"], {"h1": _SMALL}),
    "floor-2": Native(25, "common", "bench.NioFloor", ["-Dloops=2"], {"h1": _SMALL}),
    "floor-fixed": Native(25, "common", "bench.NioFloor", ["-Dexecutor=fixed"], {"h1": _SMALL}),
    "floor-cached": Native(25, "common", "bench.NioFloor", ["-Dexecutor=cached"], {"h1": _SMALL}),
    "floor-virtual": Native(25, "common", "bench.NioFloor", ["-Dexecutor=virtual"], {"h1": _SMALL}),
    "floor-h2": Native(25, "common", "bench.Http2Floor", [], {"h2c": _SMALL | {"/sink"}}),
    "netty-epoll": Native(25, "netty", "bench.NettyApp", ["-Dtransport=epoll"], _PUSHING),
    "netty-nio": Native(25, "netty", "bench.NettyApp", ["-Dtransport=nio"], _PUSHING),
    "undertow": Native(25, "undertow", "bench.UndertowApp", [], _PUSHING),
    "vertx": Native(25, "vertx", "bench.VertxApp", [], _PUSHING),
    "helidon": Native(25, "helidon", "bench.HelidonApp", [], _EVERY),
    "jetty12": Native(25, "jetty12", "bench.JettyApp", [], _SOCKETS),
    "microhttp": Native(25, "microhttp", "bench.MicrohttpApp", [], {"h1": _SMALL}),
}

TAGS = {  # switches of the JDK's own implementation, of robaho's and of Ringer, and of the JVM, whose last word counts
    "nodelay": ["-Dsun.net.httpserver.nodelay=true"],
    "rnodelay": ["-Drobaho.net.httpserver.nodelay=true"],
    "maxidle": ["-Dsun.net.httpserver.maxIdleConnections=20000"],
    "accesslog": ["-Dringer.accessLog.maxFiles=1",
                  "-Dringer.accessLog=combined:" + os.path.join(tempfile.gettempdir(), "ringer-bench-access.log")],
    "heap64": ["-Xms64m", "-Xmx64m"],
    "zgc": ["-XX:-UseG1GC", "-XX:+UseZGC"],
    "jfr": ["-XX:StartFlightRecording:settings=default,maxsize=50m"],
    "jfrplain": ["-XX:StartFlightRecording:settings=default,settings=%s,maxsize=50m" % os.path.join(HERE, "jfr-plain.jfc")],
}


class NoSuchServer(Exception):
    """A server that was asked for cannot be run; the message says why, in one line."""


def names():
    """Every server that can be chosen; `before` and `oldest` only if there is such a build."""
    providers = [p for p in PROVIDERS if p not in JARS or JARS[p]]
    return ["%s-%s" % (p, e) for p in providers for e in EXECUTORS
            if e != "virtual" or PROVIDERS[p].jdk >= 21] + list(NATIVE)


def pick(patterns):
    """The servers that the patterns name, with their tags, in the order of the patterns; checks that they can be run."""
    chosen = []
    for pattern in patterns.split(","):
        base, plus, tags = pattern.partition("+")
        hits = [name for name in names() if fnmatch.fnmatch(name, base)]
        build = base.rpartition("-")[0]
        if not hits and build in JARS and not JARS[build]:
            raise NoSuchServer("%s needs %s, the jar of an earlier build" % (base, VARIABLES[build]))
        if not hits:
            raise NoSuchServer("no server matches %s; `run list` names them" % pattern)
        for name in hits:
            check(name, split(pattern)[1])
            if name + plus + tags not in chosen:
                chosen.append(name + plus + tags)
    return chosen


def check(base, tags):
    """Raises NoSuchServer where the server lacks a jar, a JDK, or the meaning of a tag."""
    if base in NATIVE:
        jdk, folders, jar = NATIVE[base].jdk, [NATIVE[base].folder], None
    else:
        provider = base.rpartition("-")[0]
        jdk, folders, jar = PROVIDERS[provider].jdk, PROVIDERS[provider].folders, JARS.get(provider)
    if jar and not os.path.exists(jar):
        raise NoSuchServer("no jar at %s: `mvn package -DskipTests` builds it, or %s names another" % (jar, VARIABLES[provider]))
    for folder in folders:
        if not os.path.isdir(os.path.join(DIST, folder)):
            raise NoSuchServer("no servers in %s: `benchmarks/servers/build` builds them" % os.path.join(DIST, folder))
    if not java(jdk):
        raise NoSuchServer("no JDK %d in %s: JAVA%d may name its folder" % (jdk, os.environ.get("JAVA%d" % jdk, JDKS), jdk))
    for tag in tags:
        if tag not in TAGS and "=" not in tag:
            raise NoSuchServer("no tag +%s; `run list` names them" % tag)


def split(name):
    """("ringer-none", ["jfr"]) of "ringer-none+jfr"."""
    base, *tags = name.split("+")
    return base, [tag for tag in tags if tag]


def speaks(base, w):
    """Whether a server takes part in a workload at all."""
    if base not in NATIVE:
        return w.protocol == "h1" or w.protocol in PROVIDERS[base.rpartition("-")[0]].speaks
    if w.protocol == "h1" and (w.tls or w.close):
        return False
    return w.path in NATIVE[base].paths.get(w.protocol, ())


def command(name, flags, tls=False, protocol="h1"):
    """The command line of a server; `flags` are the JVM's that are the same for all of them."""
    base, tags = split(name)
    flags = list(flags)
    for tag in tags:
        flags += ["-D" + tag] if "=" in tag else TAGS[tag]
    flags += ["-Dkeystore=" + os.path.join(DIST, "keystore.p12")] if tls else []
    if base in NATIVE:
        jdk, folder, main, properties, _ = NATIVE[base]
        flags += properties + _SWITCHES.get(protocol, [])
        path = [os.path.join(DIST, folder, "*")]
    else:
        provider, _, executor = base.rpartition("-")
        jdk, folders, properties, protocols = PROVIDERS[provider]
        flags += properties + ["-Dexec=" + executor] + protocols.get(protocol, [])
        path = [os.path.join(DIST, folder, "*") for folder in folders + _ADDED.get(protocol, [])]
        path += [JARS[provider]] if provider in JARS else []
        main = "bench.SpiApp"
    return [java(jdk), *flags, "-cp", os.pathsep.join(path), main]


def java(version):
    """The java of a JDK of that version, beside the javac on the PATH or where JAVA17, JAVA25 say; None if there is none."""
    named = os.environ.get("JAVA%d" % version)
    for home in [named] if named else sorted(glob.glob(os.path.join(JDKS, "*%d*" % version))):
        path = os.path.join(home, "bin", "java")
        if os.path.exists(path):
            return path
    return None
