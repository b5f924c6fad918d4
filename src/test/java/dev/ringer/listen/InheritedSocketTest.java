package dev.ringer.listen;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import java.io.EOFException;
import java.io.File;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests servers on a socket that another process opened, for example systemd ({@code ringer.listen=inherited}). */
@Needs(Ability.LINUX)
class InheritedSocketTest {
    private static final int RESTARTS = 4;

    @TempDir
    private Path folder;

    @Test
    void answersTheConnectionThatHasStartedIt() throws Exception {
        int port = FreePorts.next();
        try (RunningProgram program = RunningProgram.started(activated("127.0.0.1:" + port, server("0")))) {
            assertThat(answering(port)).isEqualTo(program.pid());
            assertThat(program.awaitLine("listening ")).endsWith("/127.0.0.1:" + port);

            assertThat(ProcessHandle.of(program.pid()).orElseThrow().destroy()).isTrue();
            assertThat(program.awaitLine("stopped")).isEqualTo("stopped"); // the output does not go to the socket
        }
    }

    @Test
    void servesUnixSockets() throws Exception {
        Path socket = folder.resolve("app.sock");
        try (RunningProgram program = RunningProgram.started(activated(socket.toString(), server("0")))) {
            assertThat(answering(socket)).isEqualTo(program.pid());
            assertThat(program.awaitLine("listening ")).contains("unix:" + socket);
        }
    }

    @Test
    void givesTheSocketToOneServerAfterTheOther() throws Exception {
        int port = FreePorts.next();
        try (RunningProgram program = RunningProgram.started(activated("127.0.0.1:" + port, server("0", "twice")))) {
            assertThat(answering(port)).isEqualTo(program.pid());
            program.awaitLine("refused Another server");
            program.awaitLine("listening ");
        }
    }

    @Test
    void refusesNoConnectionWhileProcessesFollowOneAnother() throws Exception {
        int port = FreePorts.next();
        List<String> holder = new ArrayList<>(List.of(HolderMain.class.getName(), Integer.toString(RESTARTS)));
        holder.addAll(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        holder.addAll(server("0"));
        List<String> arguments = new ArrayList<>(server("0").subList(0, 4));
        arguments.addAll(holder);
        AtomicBoolean over = new AtomicBoolean();
        try (RunningProgram program = RunningProgram.started(activated("127.0.0.1:" + port, arguments))) {
            answering(port);
            CompletableFuture<Set<Long>> pids = CompletableFuture.supplyAsync(() -> askUntil(over, port));
            program.awaitLine("done");
            over.set(true);

            assertThat(pids.get(60, TimeUnit.SECONDS)).hasSizeGreaterThanOrEqualTo(RESTARTS - 1);
            ProcessHandle.of(program.pid()).orElseThrow().destroy();
            program.awaitLine("ended"); // after its last server, which a killed program would leave running
        }
    }

    @Test
    void saysClearlyThatThereIsNone() {
        assertThatThrownBy(() ->
                        TestServer.create(Provider.RINGER, Mode.NO_EXECUTOR, Map.of("ringer.listen", "inherited")))
                .isInstanceOf(BindException.class)
                .hasMessageContaining("Standard input");
    }

    private static Set<Long> askUntil(AtomicBoolean over, int port) {
        Set<Long> pids = new TreeSet<>();
        while (!over.get()) {
            try {
                pids.add(Pids.answering(port));
            } catch (ConnectException refused) {
                throw new AssertionError("a connection was refused", refused);
            } catch (EOFException | SocketException closedUnanswered) {
                // a stopping server may close a connection before a request arrives: the client tries again
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }
        return pids;
    }

    /** Returns the ID of the process that answers on a port. Retries until a process answers. */
    private static long answering(int port) throws IOException {
        while (true) {
            try {
                return Pids.answering(port);
            } catch (EOFException | SocketException notYet) {
                Thread.onSpinWait();
            }
        }
    }

    /** Returns the ID of the process that answers on a Unix domain socket. Retries until a process answers. */
    private static long answering(Path socket) throws IOException {
        while (true) {
            try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
                client.write(US_ASCII.encode("GET / HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n"));
                String answer = new String(Channels.newInputStream(client).readAllBytes(), US_ASCII);
                return Long.parseLong(answer.substring(answer.indexOf("\r\n\r\n") + 4));
            } catch (SocketException notYet) {
                Thread.onSpinWait();
            }
        }
    }

    private static List<String> server(String... arguments) {
        List<String> line = new ArrayList<>(List.of(
                "-Dringer.listen=inherited",
                "-Dcom.sun.net.httpserver.HttpServerProvider=dev.ringer.RingerProvider",
                "-cp",
                String.join(File.pathSeparator, "target/classes", "target/test-classes"),
                ListeningMain.class.getName()));
        line.addAll(List.of(arguments));
        return line;
    }

    /** Has the first connection to a socket start a program, with the socket as standard input, as systemd does. */
    private static JavaCommand activated(String address, List<String> arguments) {
        return JavaCommand.java(arguments.toArray())
                .startedBy(
                        Command.path("systemd-socket-activate"),
                        "-l",
                        address,
                        Command.path("sh"),
                        "-c",
                        "exec \"$0\" \"$@\" 0<&3 3<&-");
    }
}
