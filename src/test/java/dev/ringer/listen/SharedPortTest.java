package dev.ringer.listen;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import java.io.File;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests several processes on one port ({@code ringer.reusePort}). */
@Needs(Ability.LINUX)
class SharedPortTest {
    private static final int ENOUGH_CONNECTIONS = 64; // all reach the same of two sockets with probability 2 in 2^64

    @Test
    void isServedByAllProcessesAndThenByThoseThatAreLeft() throws IOException {
        try (RunningProgram first = RunningProgram.started(command(0))) {
            int port = Pids.port(first.awaitLine("listening "));
            try (RunningProgram second = RunningProgram.started(command(port))) {
                second.awaitLine("listening ");

                assertThat(pids(port)).containsExactlyInAnyOrder(first.pid(), second.pid());

                first.close();
                assertThat(pids(port)).containsExactly(second.pid());
            }
        }
    }

    @Test
    void warnsWhereTheKernelSpreadsNoConnections() {
        try (RunningProgram elsewhere = RunningProgram.started(command(0, "Mac OS X"))) {
            elsewhere.awaitLine("WARNING: ringer.reusePort: only Linux");
        }
    }

    private static Set<Long> pids(int port) throws IOException {
        Set<Long> pids = new TreeSet<>();
        for (int i = 0; i < ENOUGH_CONNECTIONS; i++) {
            pids.add(Pids.answering(port));
        }
        return pids;
    }

    private static JavaCommand command(int port) {
        return command(port, System.getProperty("os.name"));
    }

    private static JavaCommand command(int port, String system) {
        return JavaCommand.java(
                "-Dos.name=" + system,
                "-Dringer.reusePort=true",
                "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                "-cp",
                String.join(File.pathSeparator, "target/classes", "target/test-classes"),
                ListeningMain.class.getName(),
                port);
    }
}
