package dev.ringer.abuse;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.process.Holdings;
import dev.ringer.process.JavaCommand;
import dev.ringer.process.RingerJar;
import dev.ringer.process.RunningProgram;
import dev.ringer.process.Sources;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.Transport;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * Runs a server of {@code src/test/apps/abuse} in its own process: one with short time limits, or besieged ones with
 * given limits.
 */
final class AbusedServer implements AutoCloseable {
    /** The size of the answer of {@code /large} and {@code /large-later}, in bytes. */
    static final int LARGE_ANSWER = Ring.choose(16, 64) << 20;

    private static final long POOL_KEEPS_THREADS_NANOS = TimeUnit.MILLISECONDS.toNanos(500);
    private static final long POLL_NANOS = 50_000_000;
    private static final Duration PROMPT = Duration.ofSeconds(5);

    private static final List<String> EVERY_OPTION = List.of(
            "-Xmx256m",
            "-XX:MaxDirectMemorySize=64m",
            "-Dabuse.large=" + LARGE_ANSWER,
            "-Dringer.jmx=true",
            "-Djava.util.logging.SimpleFormatter.format=%4$s: %5$s%6$s%n");

    private static final List<String> USUAL_OPTIONS = List.of(
            "-Dringer.headTimeout=1", // no less: a JVM that has just been started is slow on a busy machine
            "-Dringer.bodyStallTimeout=1",
            "-Dringer.writeStallTimeout=1",
            "-Dringer.drainTimeout=300",
            "-Dsun.net.httpserver.idleInterval=300", // a busy machine needs long to use many connections
            "-Dsun.net.httpserver.maxReqTime=" + Ring.choose(2, 6),
            "-Dsun.net.httpserver.maxRspTime=" + Ring.choose(2, 6)); // enough for large answers on a busy machine

    /** Matches what the log may say of the handlers' own exceptions. */
    private static final String MEANT =
            "WARNING: The handler at /[^;\\s]* failed; (closed the connection|repeated within a minute: .*)"
                    + "|java.lang.IllegalStateException: meant"
                    + "|java.lang.OutOfMemoryError: Java heap space"
                    + "|\\tat .*|";

    private final Mode mode;
    private final Transport transport;
    private final Path keyStore; // null in the clear
    private final Path errors;
    private final RunningProgram program;
    private final List<Integer> ports;

    /** Starts a server in this mode. The given JVM options override the usual ones. */
    static AbusedServer started(Mode mode, String... moreOptions) throws IOException {
        return started(mode, Transport.CLEAR, moreOptions);
    }

    /** Does the same as {@link #started(Mode, String...)}, over this transport. */
    static AbusedServer started(Mode mode, Transport transport, String... moreOptions) throws IOException {
        return new AbusedServer(mode, transport, command -> command, moreOptions);
    }

    /** Starts a server whose process may open at most so many descriptors. */
    static AbusedServer startedWithDescriptors(int most, Mode mode, String... moreOptions) throws IOException {
        return new AbusedServer(mode, Transport.CLEAR, command -> command.withDescriptors(most), moreOptions);
    }

    /** Starts three servers in one process: see {@code abuse.BesiegedServer}. */
    static AbusedServer besieged(Mode mode, List<String> options) throws IOException {
        return new AbusedServer(
                mode, Transport.CLEAR, command -> command, options, "BesiegedServer", TestKeys.writtenServerStore());
    }

    private AbusedServer(Mode mode, Transport transport, UnaryOperator<JavaCommand> limits, String... moreOptions)
            throws IOException {
        this(
                mode,
                transport,
                limits,
                Stream.concat(USUAL_OPTIONS.stream(), Stream.of(moreOptions)).toList(),
                "AbusedServer",
                transport == Transport.TLS ? TestKeys.writtenServerStore() : null);
    }

    private AbusedServer(
            Mode mode,
            Transport transport,
            UnaryOperator<JavaCommand> limits,
            List<String> options,
            String main,
            Path keyStore)
            throws IOException {
        List<String> arguments = new ArrayList<>(EVERY_OPTION);
        arguments.addAll(options);
        arguments.add("-Dringer.loops=" + loops(mode));
        arguments.add("-Dabuse.password=" + TestKeys.password());
        arguments.addAll(List.of("-cp", RingerJar.path() + File.pathSeparator + Classes.FOLDER));
        arguments.addAll(List.of("abuse." + main, mode.name()));
        if (keyStore != null) {
            arguments.add(keyStore.toString());
        }
        this.keyStore = keyStore;
        this.mode = mode;
        this.transport = transport;
        errors = Files.createTempFile("abused", ".err");
        var command = JavaCommand.java(arguments.toArray()).withErrorsTo(errors);
        program = RunningProgram.started(limits.apply(command));
        ports = Stream.of(program.awaitLine("READY ").split(" "))
                .skip(1)
                .map(Integer::valueOf)
                .toList();
    }

    /** Compiles the servers when the first test needs them. */
    private static final class Classes {
        static final Path FOLDER =
                Sources.compiled("abuse/BesiegedServer.java", List.of(RingerJar.file()), Sources.folder("abuse"));
    }

    int port() {
        return ports.get(0);
    }

    /** Returns the ports of all servers of the process; {@link #port()} is the first. */
    List<Integer> ports() {
        return ports;
    }

    long pid() {
        return program.pid();
    }

    RawClient connect() throws IOException {
        return RawClient.connect(port(), transport);
    }

    /** Connects as {@link #connect()} does, but with a small receive buffer. */
    RawClient connectNarrow() throws IOException {
        return RawClient.connectNarrow(port(), transport);
    }

    /** Sends a command to the server, and waits until the server has executed it. */
    void tell(String command) {
        program.say(command);
        program.awaitLine("DONE");
    }

    Duration processorTime() {
        return program.processorTime();
    }

    Holdings holdings() {
        program.say("tell");
        return Holdings.parsed(program.awaitLine("HOLDS "));
    }

    /** Warms the server up, and returns what it holds once temporary threads have ended. */
    Holdings holdingsOnceWarm() throws IOException {
        for (var round = 0; round < 3; round++) {
            warmUp();
        }
        try (var client = connect().get("/large-later")) {
            assertThat(client.readResponse().body()).hasSize(LARGE_ANSWER);
        }
        LockSupport.parkNanos(POOL_KEEPS_THREADS_NANOS); // until the pool's idle threads have ended
        return holdings();
    }

    /** Sends pipelined requests, then requests with late bodies, so that all permanent threads exist. */
    private void warmUp() throws IOException {
        try (var client = connect().send("GET /ok?pipelined HTTP/1.1\r\nHost: test\r\n\r\n".repeat(5))) {
            for (var i = 0; i < 5; i++) {
                assertThat(client.readResponse().text()).isEqualTo("pipelined");
            }
        }
        List<RawClient> clients = new ArrayList<>();
        for (var i = 0; i < 32; i++) {
            clients.add(connect().request("POST", "/count", "Transfer-Encoding: chunked", "Incremental: ?1"));
        }
        for (var client : clients) {
            client.send("5\r\nhello\r\n0\r\n\r\n");
        }
        for (var client : clients) {
            assertThat(client.readResponse().text()).isEqualTo("5");
            client.close();
        }
    }

    /** Waits until the server holds what it held before, and fails if it does not. */
    void assertBackTo(Holdings before) {
        // A thread of a cached pool lives for a minute after its last task, and a busy machine may have needed two at
        // once.
        assertBackTo(before, Deadlines.PATIENCE.plusSeconds(mode == Mode.CACHED_POOL ? 60 : 0));
    }

    /** Does the same as {@link #assertBackTo(Holdings)}, within this time. */
    void assertBackTo(Holdings before, Duration patience) {
        var end = System.nanoTime() + patience.toNanos();
        var now = holdings();
        while (!isBack(now, before) && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(POLL_NANOS);
            now = holdings();
        }
        assertThat(now).matches(holdings -> isBack(holdings, before), "back to " + before);
    }

    private boolean isBack(Holdings now, Holdings before) {
        return now.backTo(before);
    }

    private static int loops(Mode mode) {
        return mode == Mode.CACHED_POOL ? 2 : 1;
    }

    /** Checks that the server answers a new client's ordinary request within {@link #PROMPT}. */
    void assertServes() throws IOException {
        var begin = System.nanoTime();
        try (var client = connect()) {
            assertThat(client.get("/ok?neighbour").readResponse().text()).isEqualTo("neighbour");
        }
        assertPrompt(begin);
        assertCounted();
    }

    /** Checks that the server refuses a new client's nonsense within {@link #PROMPT}, even while handlers wait. */
    void assertHears() throws IOException {
        var begin = System.nanoTime();
        try (var client = connect()) {
            assertThat(client.send("nonsense\r\n\r\n").readResponse().status()).isEqualTo(400);
        }
        assertPrompt(begin);
        assertCounted();
    }

    /** Checks that the memory account covers what the server retains for clients. */
    void assertCounted() {
        tell("compare");
    }

    private static void assertPrompt(long begin) {
        assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(PROMPT);
    }

    /**
     * Checks that the server has logged or printed only handlers' failures, and lines that begin with the given texts.
     */
    void assertSilent(String... except) throws IOException {
        assertThat(Files.readAllLines(errors))
                .filteredOn(line -> !line.matches(MEANT))
                .filteredOn(line -> List.of(except).stream().noneMatch(line::startsWith))
                .isEmpty();
    }

    /** Whether the log has a line that begins like this. */
    boolean hasLogged(String begin) {
        try {
            return Files.readAllLines(errors).stream().anyMatch(line -> line.startsWith(begin));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() throws IOException {
        program.close();
        Files.delete(errors);
        if (keyStore != null) {
            Files.delete(keyStore);
        }
    }
}
