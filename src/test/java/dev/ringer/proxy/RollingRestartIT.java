package dev.ringer.proxy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.JavaCommand;
import dev.ringer.process.RingerJar;
import dev.ringer.process.RunningProgram;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the recipes of {@code docs/deploy.md} under load: no request fails while processes are replaced. */
@Timeout(240)
@Tag("outer")
@Isolated("its load keeps all processors busy")
class RollingRestartIT {
    private static final Path PAGE = Path.of("docs", "deploy.md");
    private static final int STATUS = 17; // index of the column in HAProxy's statistics
    private static final int ENOUGH = 200;

    private final HttpClient client = HttpClient.newHttpClient();

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(ints = {0, 8})
    void haproxyLosesNothing(int threads) throws Exception {
        int[] ports = {FreePorts.next(), FreePorts.next()};
        int[] admins = {FreePorts.next(), FreePorts.next()};
        RunningProgram[] programs = {program(ports[0], admins[0], threads), program(ports[1], admins[1], threads)};
        String config = onThisMachine(recipe("option httpchk"), ports, admins)
                .replace("*:80", "127.0.0.1:${port}")
                .replace("inter 1s", "inter 100ms")
                .replace("default_backend", "stats enable\n    stats uri /haproxy\n    default_backend")
                .concat("\n    retries 0\n    no option redispatch\n"); // retries would hide lost requests
        Load load = null;
        try (ProxyProcess proxy = ProxyProcess.start("haproxy", List.of("-db", "-f", "${config}"), config, folder)) {
            awaitStatus(proxy, "one", "UP");
            awaitStatus(proxy, "two", "UP");
            load = Load.on("http://127.0.0.1:" + proxy.port() + "/", true, folder);
            for (int i = 0; i < programs.length; i++) {
                String name = i == 0 ? "one" : "two";
                awaitAnswers(programs[i], ENOUGH);
                programs[i].close(); // sends SIGTERM and waits for the end
                awaitStatus(proxy, name, "DOWN");
                programs[i] = program(ports[i], admins[i], threads);
                awaitStatus(proxy, name, "UP");
                awaitAnswers(programs[i], ENOUGH);
            }
            assertThat(load.end(folder)).isGreaterThan(4 * ENOUGH);
        } finally {
            end(load, programs);
        }
    }

    @Test
    void nginxLosesNothing() throws Exception {
        int[] ports = {FreePorts.next(), FreePorts.next()};
        int[] admins = {FreePorts.next(), FreePorts.next()};
        RunningProgram[] programs = {program(ports[0], admins[0], 8), program(ports[1], admins[1], 8)};
        String config = ProxyProcess.NGINX
                + onThisMachine(recipe("proxy_next_upstream"), ports, admins)
                        .replace("listen 80", "listen 127.0.0.1:${port}")
                + "}";
        Load load = null;
        try (ProxyProcess proxy = ProxyProcess.start(
                "nginx", List.of("-p", "${folder}", "-e", "stderr", "-c", "${config}"), config, folder)) {
            load = Load.on("http://127.0.0.1:" + proxy.port() + "/", false, folder);
            for (int i = 0; i < programs.length; i++) {
                awaitAnswers(programs[i], ENOUGH);
                programs[i].close();
                programs[i] = program(ports[i], admins[i], 8);
                awaitAnswers(programs[i], ENOUGH);
            }
            assertThat(load.end(folder)).isGreaterThan(4 * ENOUGH);
        } finally {
            end(load, programs);
        }
    }

    private static void end(Load load, RunningProgram... programs) {
        if (load != null) {
            load.abandon();
        }
        for (RunningProgram program : programs) {
            program.close();
        }
    }

    /** Returns the block of the page that contains a text, without indentation. */
    private static String recipe(String text) throws IOException {
        return Pattern.compile("(?m)(?:^(?:    .*)?\\n)+")
                .matcher(Files.readString(PAGE))
                .results()
                .map(block ->
                        block.group().lines().map(RollingRestartIT::outdented).collect(Collectors.joining("\n")))
                .filter(block -> block.contains(text))
                .findFirst()
                .orElseThrow();
    }

    private static String outdented(String line) {
        return line.isEmpty() ? line : line.substring(4);
    }

    private static String onThisMachine(String config, int[] ports, int[] admins) {
        return config.replace("10.0.5.1:8080 port 9404", "127.0.0.1:" + ports[0] + " port " + admins[0])
                .replace("10.0.5.2:8080 port 9404", "127.0.0.1:" + ports[1] + " port " + admins[1])
                .replace("10.0.5.1:8080", "127.0.0.1:" + ports[0])
                .replace("10.0.5.2:8080", "127.0.0.1:" + ports[1]);
    }

    private void awaitStatus(ProxyProcess proxy, String server, String status) {
        Deadlines.await(server + " is " + status, () -> status(proxy, server).startsWith(status));
    }

    private String status(ProxyProcess proxy, String server) {
        try {
            URI uri = URI.create("http://127.0.0.1:" + proxy.port() + "/haproxy;csv");
            return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofLines())
                    .body()
                    .filter(line -> line.startsWith("app," + server + ","))
                    .findFirst()
                    .map(line -> line.split(",")[STATUS])
                    .orElse("");
        } catch (IOException | InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Waits until a program has answered this many more requests. */
    private static void awaitAnswers(RunningProgram program, int more) {
        int before = answers(program);
        Deadlines.await(more + " answers", () -> answers(program) >= before + more);
    }

    private static int answers(RunningProgram program) {
        program.say("count");
        return Integer.parseInt(program.awaitLine("answered ").substring("answered ".length()));
    }

    private static RunningProgram program(int port, int admin, int threads) {
        RunningProgram program = RunningProgram.started(JavaCommand.java(
                "-Dringer.drainOnExit=20",
                "-Dringer.admin=" + admin,
                "-cp",
                String.join(File.pathSeparator, RingerJar.path().toString(), "target/test-classes"),
                RestartedMain.class.getName(),
                port,
                threads));
        program.awaitLine("listening ");
        return program;
    }
}
