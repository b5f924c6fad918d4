package dev.ringer.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JarBuilder;
import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests what is used for the first time while a resource is gone. A class whose static initialiser fails stays broken
 * for the rest of the process's life, so afterwards the tests ask for everything.
 */
@Tag("outer")
@Needs(Ability.LINUX)
@Timeout(120)
class FirstUseTest {
    private static final int DESCRIPTORS = 128;

    @TempDir
    private static Path folder;

    private static Path jar;

    /** A class that is not in a jar needs a descriptor to be loaded. Programs come in jars. */
    @BeforeAll
    static void build() {
        jar = new JarBuilder()
                .folder(Path.of("target", "classes"))
                .folder("dev/ringer/engine/", Path.of("target", "test-classes", "dev", "ringer", "engine"))
                .writtenTo(folder.resolve("program.jar"));
    }

    private static JavaCommand program(String mode, String... options) {
        List<String> command = new ArrayList<>(List.of(options));
        command.addAll(List.of("-cp", jar.toString(), ExhaustedMain.class.getName(), mode));
        return JavaCommand.java(command.toArray());
    }

    private static int portOf(RunningProgram program) {
        return Integer.parseInt(program.awaitLine("port ").substring("port ".length()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "pool"})
    void serverLogsAndKeepsTimeZonesWhenItsFirstMessageComesAtTheLimitOfDescriptors(String mode) throws IOException {
        try (RunningProgram program = RunningProgram.started(program(mode).withDescriptors(DESCRIPTORS))) {
            int port = portOf(program);
            List<RawClient> idle = new ArrayList<>();
            for (int i = 0; i < DESCRIPTORS; i++) {
                idle.add(RawClient.connect(port, Transport.CLEAR));
            }
            program.awaitLine("WARNING: Cannot accept connections");
            for (RawClient client : idle) {
                client.close();
            }

            assertEverythingWorks(program, port);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "pool"})
    void serverKeepsFilesLogAndTimeZonesWhenItsFirstRequestsComeWithoutMemory(String mode) throws IOException {
        try (RunningProgram program = RunningProgram.started(program(mode, "-Xmx48m"))) {
            int port = portOf(program);
            awaitFirstUses(port);
            program.say("h");
            program.awaitLine("held");
            for (int i = 0; i < 4; i++) {
                for (String path : List.of("/file.txt", "/fail", "/missing")) {
                    try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
                        client.get(path).hasEventWithin(Duration.ofMillis(500));
                    } catch (SocketException reset) { // the server need not answer without memory
                    }
                }
            }
            program.say("f");
            program.awaitLine("freed");

            assertEverythingWorks(program, port);
        }
    }

    /** Opens so many connections that the server prepares itself before it accepts the last one. */
    private static void awaitFirstUses(int port) throws IOException {
        List<RawClient> clients = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            clients.add(RawClient.connect(port, Transport.CLEAR));
        }
        assertThat(clients.get(19).get("/alive").readResponse().status()).isEqualTo(204);
        for (RawClient client : clients) {
            client.close();
        }
    }

    private static void assertEverythingWorks(RunningProgram program, int port) throws IOException {
        try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
            assertThat(client.get("/zone").readResponse().text()).isEqualTo("Europe/Paris Europe/Paris");
            assertThat(client.get("/file.txt").readResponse().text()).isEqualTo("content");
            client.get("/other").readToEnd();
            program.awaitLine("java.lang.UnsupportedOperationException: another fault");
        }
    }
}
