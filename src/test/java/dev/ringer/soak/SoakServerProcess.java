package dev.ringer.soak;

import dev.ringer.process.Holdings;
import dev.ringer.process.JavaCommand;
import dev.ringer.process.RingerJar;
import dev.ringer.process.RunningProgram;
import dev.ringer.process.Sources;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Runs the soak server in its own small JVM, with short time limits. */
final class SoakServerProcess implements AutoCloseable {
    /** The value of all time limits of the server. */
    static final Duration TIME_LIMIT = Duration.ofSeconds(3);

    static final int LOOPS = 2;

    private static final Path CLASSES = Sources.folder("soak");

    private final RunningProgram program;
    private final int port;

    SoakServerProcess(String executor) {
        var classes = Sources.compiled("soak/SoakServer.java", List.of(), CLASSES);
        program = RunningProgram.started(JavaCommand.java(
                "-Xmx96m",
                "-XX:MaxDirectMemorySize=64m",
                "-Dsun.net.httpserver.maxRspTime=" + TIME_LIMIT.toSeconds(),
                "-Dringer.writeStallTimeout=" + TIME_LIMIT.toSeconds(),
                "-Dringer.bodyStallTimeout=" + TIME_LIMIT.toSeconds(),
                "-Dringer.headTimeout=" + TIME_LIMIT.toSeconds(),
                "-Dringer.http2=on",
                "-Dringer.jmx=true",
                "-Dringer.loops=" + LOOPS,
                "-cp",
                RingerJar.path() + File.pathSeparator + classes,
                "soak.SoakServer",
                executor));
        port = Integer.parseInt(program.awaitLine("READY ").split(" ")[1]);
    }

    int port() {
        return port;
    }

    Holdings holdings() {
        program.say("tell");
        return Holdings.parsed(program.awaitLine("HOLDS "));
    }

    /** {@return the number of unexpected entries in the server's log} */
    int complaints() {
        program.say("complain");
        return Integer.parseInt(program.awaitLine("COMPLAINTS ").split(" ")[1]);
    }

    @Override
    public void close() {
        program.close();
    }
}
