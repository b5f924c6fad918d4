package dev.ringer.proxy;

import static java.util.concurrent.TimeUnit.SECONDS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.ringer.testkit.FreePorts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** An installed proxy or other server in a process of its own. {@link #close} ends the process. */
public record ProxyProcess(Process process, int port, Path log) implements AutoCloseable {
    /** The beginning of each nginx configuration, with the block {@code http} still open. */
    static final String NGINX = """
            daemon off;
            master_process off;
            pid ${folder}/nginx.pid;
            events { worker_connections 1024; }
            http {
                access_log off;
                client_body_temp_path ${folder}/body;
                proxy_temp_path ${folder}/proxy;
                fastcgi_temp_path ${folder}/fastcgi;
                uwsgi_temp_path ${folder}/uwsgi;
                scgi_temp_path ${folder}/scgi;
            """;

    private static final Duration DEADLINE = Duration.ofSeconds(10);

    /**
     * Starts a proxy. Without the proxy, the test is skipped, or fails in CI.
     *
     * @param command the name of the program
     * @param arguments the arguments, which may contain {@code ${config}} and the placeholders of the configuration
     * @param config the configuration, in which {@code ${port}} is the port to listen on; may contain {@code ${folder}}
     * @param folder the folder for the files of this proxy
     */
    public static ProxyProcess start(String command, List<String> arguments, String config, Path folder) {
        var executable = installed(command);
        try {
            var port = FreePorts.next();
            UnaryOperator<String> filled =
                    text -> text.replace("${port}", Integer.toString(port)).replace("${folder}", folder.toString());
            var file = Files.writeString(folder.resolve("config"), filled.apply(config));
            var line = Stream.concat(
                            Stream.of(executable),
                            arguments.stream()
                                    .map(argument -> filled.apply(argument).replace("${config}", file.toString())))
                    .toList();
            var log = folder.resolve("log");
            var process = new ProcessBuilder(line)
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            var running = new ProxyProcess(process, port, log);
            running.awaitListening();
            return running;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Returns the path of a program. Without the program, the test is skipped, or fails in CI. */
    public static String installed(String command) {
        var executable = executable(command);
        assumeTrue(executable.isPresent() || System.getenv("CI") != null, () -> command + " is not installed");
        return executable.orElseThrow().toString();
    }

    private static Optional<Path> executable(String command) {
        return Stream.concat(Stream.of(System.getenv("PATH").split(":")), Stream.of("/usr/sbin", "/usr/local/sbin"))
                .map(folder -> Path.of(folder, command))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private void awaitListening() throws IOException {
        var end = System.nanoTime() + DEADLINE.toNanos();
        while (!listens()) {
            assertThat(process.isAlive() && System.nanoTime() < end)
                    .as(() -> "started: " + text())
                    .isTrue();
            LockSupport.parkNanos(10_000_000);
        }
    }

    private boolean listens() {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.isConnected();
        } catch (IOException notYet) {
            return false;
        }
    }

    String text() {
        try {
            return Files.readString(log);
        } catch (IOException e) {
            return e.toString();
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            assertThat(process.waitFor(DEADLINE.toSeconds(), SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            process.destroyForcibly();
        }
    }
}
