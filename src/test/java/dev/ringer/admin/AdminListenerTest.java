package dev.ringer.admin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.FreePorts;
import dev.ringer.testkit.LoadedClasses;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.RecordedLog;
import dev.ringer.testkit.Response;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests what {@code ringer.admin} opens. A process has one admin listener, so these tests run one after the other. */
@Isolated("a process has one admin listener")
class AdminListenerTest {
    private final int port = FreePorts.next();

    @Test
    void showsTheMetricsOfAllServersOfTheProcess() throws IOException {
        try (TestServer first = started("127.0.0.1:" + port);
                TestServer second = started("127.0.0.1:" + port)) {
            first.connect().get("/nothing").readResponse();

            assertThat(get("/metrics").text())
                    .contains("ringer_loops{port=\"" + first.port() + "\"} 1\n")
                    .contains("ringer_loops{port=\"" + second.port() + "\"} 1\n")
                    .containsPattern("ringer_responses_total\\{port=\"" + first.port() + "\",.*status=\"4xx\"} 1\n")
                    .containsPattern("ringer_responses_total\\{port=\"" + second.port() + "\",.*status=\"4xx\"} 0\n")
                    .doesNotContain("port=\"" + port + '"');
        }
    }

    @Test
    @Needs(Ability.LINUX)
    void namesServersOnOnePortApartUntilTheyStop() throws IOException {
        HttpServer first = onPort("127.0.0.1", 0);
        int shared = first.getAddress().getPort();
        HttpServer second = onPort("127.0.0.1", shared);
        HttpServer third = onPort("127.0.0.1", shared);
        HttpServer fourth = onPort("127.0.0.2", shared);
        try {
            String address = "127.0.0.1:" + shared;
            assertThat(labelsOfServers()).containsExactly("" + shared, address, address + " #2", "127.0.0.2:" + shared);
            first.stop(0);

            assertThat(labelsOfServers()).containsExactly(address, address + " #2", "127.0.0.2:" + shared);
        } finally {
            List.of(first, second, third, fourth).forEach(server -> server.stop(0));
        }
    }

    private HttpServer onPort(String address, int shared) throws IOException {
        HttpServer server = TestServer.createServer(
                Provider.RINGER,
                Transport.CLEAR,
                Mode.NO_EXECUTOR,
                new InetSocketAddress(address, shared),
                Map.of("ringer.admin", "127.0.0.1:" + port, "ringer.reusePort", "true"));
        server.start();
        return server;
    }

    /** Returns the label of each server in the metrics, and checks that no series occurs twice. */
    private List<String> labelsOfServers() throws IOException {
        List<String> samples = get("/metrics")
                .text()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .toList();
        assertThat(samples).extracting(line -> line.replaceFirst(" [^ ]*$", "")).doesNotHaveDuplicates();
        return samples.stream()
                .filter(line -> line.startsWith("ringer_loops{"))
                .map(line -> line.replaceFirst(".*port=\"(.*)\"} 1", "$1"))
                .toList();
    }

    @Test
    void livesUntilTheLastServerHasStopped() throws IOException {
        try (TestServer first = started("127.0.0.1:" + port)) {
            try (TestServer second = started("127.0.0.1:" + port)) {
                assertThat(second.started()).isTrue();
                assertThat(get("/live").status()).isEqualTo(200);
                assertThat(get("/ready").text()).isEqualTo("ready\n");
            }

            assertThat(get("/ready").status()).isEqualTo(200);
            first.server().stop(0);

            assertThat(refused("127.0.0.1")).isTrue();
        }
        try (TestServer next = started("127.0.0.1:" + port)) {
            assertThat(next.started()).isTrue();
            assertThat(get("/ready").status()).isEqualTo(200);
        }
    }

    @Test
    void isNotReadyWhileAServerDrains() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        try (TestServer server = TestServer.create(
                Provider.RINGER, Transport.CLEAR, Mode.FIXED_POOL, Map.of("ringer.admin", "127.0.0.1:" + port))) {
            server.handle("/wait", exchange -> {
                        begun.countDown();
                        Deadlines.await(released);
                        exchange.sendResponseHeaders(204, -1);
                    })
                    .start();
            RawClient client = server.connect().get("/wait");
            Deadlines.await(begun);
            CompletableFuture<Void> stop =
                    CompletableFuture.runAsync(() -> server.server().stop(600));
            Deadlines.await("not ready", () -> status("/ready") == 503);

            assertThat(get("/ready").text()).isEqualTo("draining\n");
            assertThat(get("/live").status()).isEqualTo(200);
            assertThat(get("/").text()).contains(">draining</p>");
            released.countDown();

            assertThat(client.readResponse().status()).isEqualTo(204);
            stop.get();
            assertThat(refused("127.0.0.1")).isTrue();
        }
    }

    @Test
    void showsNothingThatAClientHasSent() throws IOException {
        try (TestServer server = started("127.0.0.1:" + port)) {
            server.connect()
                    .get("/secret?secret=1", "Authorization: Bearer secret", "Cookie: secret")
                    .readResponse();

            Response page = get("/");
            assertThat(page.text())
                    .startsWith("<!DOCTYPE html>")
                    .contains("127.0.0.1:" + server.port())
                    .doesNotContain("secret", "<script");
            assertThat(get("/metrics").text()).doesNotContain("secret");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "/metrics", "/live", "/ready", "/other"})
    void keepsBrowsersFromMisuse(String path) throws IOException {
        try (TestServer server = started("127.0.0.1:" + port)) {
            assertThat(server.started()).isTrue();
            Response response = get(path);

            assertThat(response.status()).isEqualTo(path.equals("/other") ? 404 : 200);
            assertThat(response.value("Content-Security-Policy"))
                    .hasValueSatisfying(policy -> assertThat(policy)
                            .startsWith("default-src 'none'; style-src 'sha256-")
                            .doesNotContain("unsafe"));
            assertThat(response.value("X-Content-Type-Options")).contains("nosniff");
            assertThat(response.value("Cache-Control")).contains("no-store");
            try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
                String host = "Host: localhost\r\n";
                Response refused = client.send("POST " + path + " HTTP/1.1\r\nContent-Length: 0\r\n" + host + "\r\n")
                        .readResponse();
                assertThat(refused.status()).isEqualTo(405);
                assertThat(refused.value("Allow")).contains("GET, HEAD");
                Response head = client.send("HEAD " + path + " HTTP/1.1\r\n" + host + "\r\n")
                        .readResponse("HEAD");
                assertThat(head.status()).isEqualTo(response.status());
                assertThat(head.has("Content-Length")).isTrue();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"rebound.example", "localhost.rebound.example", "127.0.0.1.example:80", "localhost."})
    void knowsNoForeignNameOnTheLoopback(String host) throws IOException {
        try (TestServer server = started("127.0.0.1:" + port)) {
            assertThat(server.started()).isTrue();
            for (String path : new String[] {"/", "/metrics", "/ready"}) {
                Response response = withHost(host, path);
                assertThat(response.status()).isEqualTo(421);
                assertThat(response.text()).doesNotContain(host, "ringer_");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"localhost", "LocalHost:9404", "127.0.0.1", "127.0.0.1:80", "[::1]", "[::1]:80"})
    void knowsTheNamesOfTheLoopback(String host) throws IOException {
        try (TestServer server = started("127.0.0.1:" + port)) {
            assertThat(server.started()).isTrue();
            assertThat(withHost(host, "/ready").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":", "localhost:", "127.0.0.1:"})
    void listensOnTheLoopbackAlone(String before) throws IOException {
        try (TestServer server = started(before + port)) {
            assertThat(server.started()).isTrue();
            assertThat(get("/ready").status()).isEqualTo(200);
            assertThat(refused("127.0.0.2")).isTrue(); // a listener on all addresses would answer
        }
    }

    @ParameterizedTest
    @CsvSource({"'', true", ":, true", "localhost:, true", "LOCALHOST:, true", "127.0.0.1:, false"})
    void listensOnBothLoopbackAddressesUnlessOneIsSpelledOut(String before, boolean both) throws IOException {
        assumeTrue(NetworkInterface.getByInetAddress(InetAddress.getByName("::1")) != null);
        try (TestServer server = started(before + port)) {
            assertThat(server.started()).isTrue();
            assertThat(refused("127.0.0.1")).isFalse();
            assertThat(refused("::1")).isEqualTo(!both);
        }
        assertThat(refused("127.0.0.1")).isTrue();
        assertThat(refused("::1")).isTrue();
    }

    @Test
    void listensOnTheAddressThatIsSpelledOut() throws IOException {
        try (TestServer server = started("0.0.0.0:" + port)) {
            assertThat(server.started()).isTrue();
            assertThat(refused("127.0.0.2")).isFalse();
            assertThat(withHost("metrics.example", "/ready").status()).isEqualTo(200);
        }
    }

    @Test
    @Needs(Ability.UNIX_SOCKETS)
    void listensOnAUnixDomainSocket(@TempDir Path folder) throws IOException {
        Path path = folder.resolve("admin");
        try (TestServer server = started("unix:" + path)) {
            assertThat(server.started()).isTrue();
            try (SocketChannel channel = SocketChannel.open(StandardProtocolFamily.UNIX)) {
                channel.connect(UnixDomainSocketAddress.of(path));
                channel.write(ByteBuffer.wrap("GET /ready HTTP/1.0\r\n\r\n".getBytes(StandardCharsets.US_ASCII)));
                String answer = new String(Channels.newInputStream(channel).readAllBytes(), StandardCharsets.US_ASCII);
                assertThat(answer).contains(" 200 ").endsWith("\r\n\r\nready\n");
            }
        }
        assertThat(path).doesNotExist();
    }

    @Test
    void leavesTheServersAloneIfItCannotOpen() throws IOException {
        try (RecordedLog log = RecordedLog.of("dev.ringer", java.util.logging.Level.ALL);
                ServerSocket taken = new ServerSocket(port, 1, InetAddress.getLoopbackAddress());
                TestServer first = started("127.0.0.1:" + port);
                TestServer second = started("127.0.0.1:" + port)) {
            assertThat(taken.isBound()).isTrue();
            assertThat(first.connect().get("/nothing").readResponse().status()).isEqualTo(404);
            assertThat(second.connect().get("/nothing").readResponse().status()).isEqualTo(404);
            assertThat(log.records(entry -> entry.getMessage().contains(":" + port)))
                    .singleElement()
                    .extracting(java.util.logging.LogRecord::getMessage)
                    .asString()
                    .startsWith("ringer.admin: cannot listen on 127.0.0.1:" + port + ": ");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "GET /live HTTP/1.1\r\nHo",
                "GET /live HTTP/1.1\r\nHost: localhost\r\n\r\n",
                "POST /live HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\n"
            })
    void answersAProbeWhateverItsOtherClientsLeaveUndone(String sent) throws IOException {
        List<RawClient> silent = new ArrayList<>();
        try (TestServer server = started("localhost:" + port)) {
            assertThat(server.started()).isTrue();
            for (int i = 0; i < 270; i++) { // more than the limit of 256 connections
                RawClient client = RawClient.connect(port, Transport.CLEAR).send(sent);
                silent.add(client);
                if (sent.startsWith("GET") && sent.endsWith("\r\n\r\n")) { // idle only when its handler has ended
                    assertThat(client.stream().read()).isEqualTo('H');
                }
            }
            assertThat(get("/live").text()).isEqualTo("live\n");
            assertThat(get("/ready").text()).isEqualTo("ready\n");
        } finally {
            for (RawClient client : silent) {
                client.close();
            }
        }
    }

    @Test
    void opensOnePlaceAtATime() throws IOException {
        int other = FreePorts.next();
        try (RecordedLog log = RecordedLog.of("dev.ringer", java.util.logging.Level.ALL);
                TestServer first = started("127.0.0.1:" + port);
                TestServer second = started("127.0.0.1:" + other)) {
            assertThat(get("/metrics").text()).contains("\"" + first.port() + '"', "\"" + second.port() + '"');
            assertThat(log.records(entry -> entry.getMessage()
                            .equals("ringer.admin: 127.0.0.1:" + other
                                    + " is ignored because this process already has an admin listener, on 127.0.0.1:"
                                    + port)))
                    .hasSize(1);
        }
    }

    @Test
    void isLoadedOnlyWhenOnAndKeepsNoProgramAlive() {
        assertThat(LoadedClasses.ofOneRequest()).contains("answer 72").doesNotContain("dev.ringer.internal.admin.");
        assertThat(LoadedClasses.ofOneRequest("-Dringer.admin=" + port))
                .contains("answer 72", "dev.ringer.internal.admin.AdminServer");
    }

    // ---- fixtures

    private static TestServer started(String place) throws IOException {
        return TestServer.create(Provider.RINGER, Transport.CLEAR, Mode.NO_EXECUTOR, Map.of("ringer.admin", place))
                .start();
    }

    private Response get(String path) throws IOException {
        return withHost("127.0.0.1:" + port, path);
    }

    private Response withHost(String host, String path) throws IOException {
        try (RawClient client = RawClient.connect(port, Transport.CLEAR)) {
            return client.send("GET " + path + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n")
                    .readResponse();
        }
    }

    private int status(String path) {
        try {
            return get(path).status();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private boolean refused(String address) throws IOException {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(address, port));
            return false;
        } catch (ConnectException refused) {
            return true;
        }
    }
}
