package dev.ringer.admin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.LoadedClasses;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.Transport;
import java.io.File;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tests processes that SIGTERM ends. {@link RunningProgram#close} fails if a process does not end in half a minute. */
class DrainOnExitTest {
    private static final String CLASSES = String.join(File.pathSeparator, "target/classes", "target/test-classes");

    @Test
    @Needs(Ability.SIGNALS)
    void answersRequestsInProgressAndRefusesConnections() throws IOException {
        try (Ending program = Ending.with("", "ringer.drainOnExit=600", "ringer.drainDelay=0")) {
            RawClient client = program.connect(0).get("/wait");
            program.lines.awaitLine("begun");

            program.terminate();
            program.awaitRefusal(0);
            program.awaitRefusal(1);
            program.lines.say("release");

            Response response = client.readResponse();
            assertThat(response.text()).isEqualTo("complete");
            assertThat(response.value("Connection")).contains("close");
        }
    }

    @Test
    @Needs(Ability.SIGNALS)
    void servesAsUsualDuringTheDelay() throws IOException {
        try (Ending program = Ending.with("", "ringer.drainOnExit=600", "ringer.drainDelay=600")) {
            program.terminate();
            program.lines.awaitLine("ending");

            RawClient client = program.connect(0);
            for (int i = 0; i < 3; i++) {
                Response response = client.get("/").readResponse();
                assertThat(response.status()).isEqualTo(204);
                assertThat(response.value("Connection")).isEmpty();
            }
            program.lines.say("halt");
        }
    }

    @Test
    @Needs(Ability.SIGNALS)
    void isNotReadyFromTheSignalOn() throws IOException {
        int admin = FreePorts.next();
        try (Ending program =
                Ending.with("", "ringer.drainOnExit=600", "ringer.drainDelay=600", "ringer.admin=" + admin)) {
            assertThat(statusOf(admin, "/ready")).isEqualTo(200);

            program.terminate();
            Deadlines.await("not ready", () -> statusOf(admin, "/ready") == 503);

            assertThat(statusOf(admin, "/live")).isEqualTo(200);
            assertThat(program.connect(0).get("/").readResponse().status()).isEqualTo(204);
            assertThat(program.connect(1).get("/").readResponse().status()).isEqualTo(204);
            program.lines.say("halt");
        }
    }

    private static int statusOf(int port, String path) {
        try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n")
                    .readResponse()
                    .status();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    @Needs(Ability.SIGNALS)
    void makesTheStopOfTheProgramsHookWait() throws IOException {
        try (Ending program = Ending.with("own", "ringer.drainOnExit=600", "ringer.drainDelay=0")) {
            RawClient client = program.connect(0).get("/wait");
            program.lines.awaitLine("begun");

            program.terminate();
            program.lines.awaitLine("ending");
            program.awaitRefusal(0);
            program.lines.say("release");

            assertThat(client.readResponse().text()).isEqualTo("complete");
            program.lines.awaitLine("answered");
            program.lines.awaitLine("stopped");
        }
    }

    @Test
    @Needs(Ability.SIGNALS)
    void doesNotDelayAServerThatStartsAfterTheDrain() throws IOException {
        try (Ending program = Ending.with("late", "ringer.drainOnExit=600", "ringer.drainDelay=0")) {
            program.terminate();

            program.lines.awaitLine("stopped");
        }
    }

    @Test
    void endsAlthoughAHandlerNeverReturns() throws IOException {
        try (Ending program = Ending.with("", "ringer.drainOnExit=1", "ringer.drainDelay=0")) {
            for (int server = 0; server < 2; server++) { // one on a pool, one on the loop
                program.connect(server).get("/wait");
                program.lines.awaitLine("begun");
            }

            program.terminate();
        }
    }

    @Test
    void doesNotDelayAProgramThatHasStoppedItsServers() throws IOException {
        try (Ending program = Ending.with("", "ringer.drainOnExit=600", "ringer.drainDelay=600")) {
            program.lines.say("exit");
            program.lines.awaitLine("exiting");
        }
    }

    @Test
    void doesNotDelayAProgramWhoseServerHasFailedToStop() throws IOException {
        try (Ending program = Ending.with("", "ringer.drainOnExit=600", "ringer.drainDelay=600")) {
            program.lines.say("fail");
            program.lines.awaitLine("exiting");
        }
    }

    @Test
    void loadsNothingWhenOff() {
        assertThat(LoadedClasses.ofOneRequest()).contains("answer 72").doesNotContain("ExitDrain");
    }

    /** A running {@link EndingMain}. */
    private record Ending(RunningProgram lines, String[] ports) implements AutoCloseable {
        static Ending with(String argument, String... properties) {
            List<Object> command = new ArrayList<>();
            for (String property : properties) {
                command.add("-D" + property);
            }
            command.addAll(List.of(
                    "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                    "-cp",
                    CLASSES,
                    EndingMain.class.getName(),
                    argument));
            RunningProgram program = RunningProgram.started(JavaCommand.java(command.toArray()));
            return new Ending(
                    program,
                    program.awaitLine("ports ").substring("ports ".length()).split(" "));
        }

        RawClient connect(int server) throws IOException {
            return RawClient.connect(Integer.parseInt(ports[server]), Transport.CLEAR);
        }

        void terminate() {
            ProcessHandle.of(lines.pid()).orElseThrow().destroy();
        }

        void awaitRefusal(int server) {
            Deadlines.await("connections are refused", () -> {
                try {
                    connect(server).close();
                    return false;
                } catch (SocketException noConnection) { // a reset if the server is closing its socket
                    return noConnection instanceof ConnectException;
                } catch (IOException e) {
                    throw new AssertionError(e);
                }
            });
        }

        @Override
        public void close() {
            lines.close();
        }
    }
}
