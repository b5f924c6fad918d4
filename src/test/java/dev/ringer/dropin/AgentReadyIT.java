package dev.ringer.dropin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.RingerJar;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that a process is not ready because an agent has a server, but only when the program itself serves. */
@Tag("outer")
class AgentReadyIT {
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    /** An agent that serves on a port. */
    enum Agent {
        JMX_EXPORTER("/metrics") {
            @Override
            String[] flags(int port, Path folder) throws IOException {
                var rules = Files.writeString(folder.resolve("rules.yaml"), "rules:\n- pattern: '.*'\n");
                var agent = Artifacts.file("io.prometheus.jmx:jmx_prometheus_javaagent:1.0.1");
                return new String[] {"-javaagent:" + agent + "=localhost:" + port + ":" + rules};
            }
        },

        JOLOKIA("/jolokia/version") {
            @Override
            String[] flags(int port, Path folder) {
                var agent = Artifacts.file("org.jolokia:jolokia-agent-jvm:jar:javaagent:2.6.0");
                return new String[] {"-javaagent:" + agent + "=host=localhost,port=" + port};
            }
        },

        OPEN_TELEMETRY("/metrics") {
            @Override
            String[] flags(int port, Path folder) {
                var agent = Artifacts.file("io.opentelemetry.javaagent:opentelemetry-javaagent:2.10.0");
                return new String[] {
                    "-javaagent:" + agent,
                    "-Dotel.traces.exporter=none",
                    "-Dotel.logs.exporter=none",
                    "-Dotel.metrics.exporter=prometheus",
                    "-Dotel.exporter.prometheus.host=127.0.0.1",
                    "-Dotel.exporter.prometheus.port=" + port
                };
            }
        };

        private final String path;

        Agent(String path) {
            this.path = path;
        }

        /** Returns the flags of the JVM that start the agent. */
        abstract String[] flags(int port, Path folder) throws IOException;
    }

    /** Returns each agent with both ways to get Ringer into the process. */
    static Stream<Arguments> pairs() {
        return Stream.of(Agent.values())
                .flatMap(agent -> Stream.of(false, true).map(onClassPath -> Arguments.of(agent, onClassPath)));
    }

    @ParameterizedTest(name = "{0}, Ringer on the class path: {1}")
    @MethodSource("pairs")
    void waitsForTheServerOfTheProgram(Agent agent, boolean onClassPath) throws Exception {
        var port = FreePorts.next();
        var ringer = onClassPath ? Stream.<String>of() : Stream.of("-javaagent:" + RingerJar.path());
        var flags = Stream.concat(ringer, Stream.of(agent.flags(port, folder))).toArray(String[]::new);
        try (var process = Late.started(flags, onClassPath)) {
            Deadlines.await("the agent serves", () -> status(port, agent.path) == 200);

            assertThat(status(process.admin, "/ready")).isEqualTo(503);
            process.startServer();
            assertThat(status(process.admin, "/ready")).isEqualTo(200);
        }
    }

    /** A JVM whose program starts its server late. */
    private record Late(RunningProgram program, int admin, int port) implements AutoCloseable {
        static Late started(String[] flags, boolean onClassPath) {
            var program = Program.using("LateServer");
            var classes = program.compiled();
            var admin = FreePorts.next();
            var port = FreePorts.next();
            var running = program.withFlags(flags)
                    .withFlags("-Dringer.admin=" + admin, "-Dserver.port=" + port)
                    .start(onClassPath ? Provider.RINGER : Provider.JDK, classes);
            running.awaitLine("BEGUN");
            return new Late(running, admin, port);
        }

        void startServer() {
            program.say("serve");
            assertThat(program.awaitLine("READY ")).endsWith(" " + Provider.RINGER.className());
            assertThat(status(port, "/")).isEqualTo(204);
        }

        @Override
        public void close() {
            program.close();
        }
    }

    /** Returns the status of a response, or 0 if there is none. */
    private static int status(int port, String path) {
        try {
            var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
            return CLIENT.send(request.timeout(Deadlines.PATIENCE).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException notYet) {
            return 0;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
