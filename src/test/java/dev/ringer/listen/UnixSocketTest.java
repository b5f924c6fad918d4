package dev.ringer.listen;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.Ringer;
import dev.ringer.files.FileHandler;
import dev.ringer.options.Listen;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.process.JavaCommand;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.OutputStream;
import java.net.BindException;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests a server on a Unix domain socket. */
@Needs(Ability.UNIX_SOCKETS)
class UnixSocketTest {
    private static final int LARGE = 3_000_000;
    private static final String GET = "GET /who HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n";

    @TempDir
    private Path folder;

    private Path socket;

    @BeforeEach
    void nameSocket() {
        socket = folder.resolve("app.sock");
    }

    @InModes
    void servesInEveryMode(Mode mode) throws IOException {
        try (TestServer server = server(mode, Map.of()).start()) {
            assertThat(server.started()).isTrue();
            byte[] upload = new byte[LARGE];
            Arrays.fill(upload, (byte) 'x');

            assertThat(exchange(GET)).startsWith("HTTP/1.1 200 ");
            assertThat(exchange("POST /echo HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: " + LARGE
                            + "\r\n\r\n" + new String(upload, ISO_8859_1)))
                    .endsWith("\r\n\r\n" + new String(upload, ISO_8859_1));
            assertThat(exchange("GET /stream HTTP/1.0\r\n\r\n")).endsWith("\r\n\r\nto the end");
        }
    }

    @ParameterizedTest
    @EnumSource
    void servesEveryProtocolToCurl(Transport transport) throws Exception {
        String scheme = transport.isSecure() ? "https" : "http";
        String version = switch (transport) {
            case CLEAR, TLS -> "--http1.1";
            case H2C -> "--http2-prior-knowledge";
            case H2 -> "--http2";
        };
        Files.write(folder.resolve("file"), new byte[LARGE]);
        try (TestServer server = create(transport, Mode.FIXED_POOL, Map.of())
                .handle("/files", FileHandler.of(folder))
                .start()) {
            assertThat(server.started()).isTrue();
            Path copy = folder.resolve("copy");
            String output = Command.output(
                    Command.path("curl"),
                    "-sSk",
                    version,
                    "--unix-socket",
                    socket.toString(),
                    "-o",
                    copy.toString(),
                    "-w",
                    "%{http_version}",
                    scheme + "://test/files/file");

            assertThat(output).isEqualTo(transport.isHttp2() ? "2" : "1.1");
            assertThat(Files.size(copy)).isEqualTo(LARGE);
        }
    }

    @Test
    void saysWhereItListensAndWhoConnects() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start()) {
            InetSocketAddress address = server.server().getAddress();

            assertThat(address.getHostString()).isEqualTo("unix:" + socket);
            assertThat(address.getPort()).isZero();
            assertThat(address.getAddress().isLoopbackAddress()).isTrue();
            assertThat(exchange(GET)).endsWith("unix/127.0.0.1:0 at unix/127.0.0.1:0 by null");
        }
    }

    @Test
    void believesWhoeverMayConnectIfThatIsSet() throws IOException {
        String forwarded = GET.replace("\r\n\r\n", "\r\nX-Forwarded-For: 192.0.2.1\r\n\r\n");
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of("ringer.trustedProxies", "unix"))
                .start()) {
            assertThat(server.started()).isTrue();
            assertThat(exchange(forwarded)).endsWith("/192.0.2.1:0 at unix/127.0.0.1:0 by unix/127.0.0.1:0");
        }
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of("ringer.trustedProxies", "127.0.0.1"))
                .start()) {
            assertThat(server.started()).isTrue();
            assertThat(exchange(forwarded)).endsWith("unix/127.0.0.1:0 at unix/127.0.0.1:0 by null");
        }
        try (TestServer server = server(
                        Mode.NO_EXECUTOR, Map.of("ringer.trustedProxies", "unix", "ringer.proxyProtocol", "required"))
                .start()) {
            assertThat(server.started()).isTrue();
            assertThat(exchange("PROXY TCP4 192.0.2.1 192.0.2.2 3 4\r\n" + GET))
                    .endsWith("/192.0.2.1:3 at /192.0.2.2:4 by unix/127.0.0.1:0");
        }
    }

    @Test
    void holdsNobodyBehindTheSocketToTheLimitsOfOneClient() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of("ringer.maxConnectionsPerClient", "1"))
                        .start();
                SocketChannel first = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            assertThat(server.started() && first.isConnected()).isTrue();
            assertThat(exchange(GET)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void letsNobodyConnectButThoseWhoMay() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of())) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-rw----");
            assertThat(server.started()).isFalse();
        }
        String group =
                Files.readAttributes(folder, PosixFileAttributes.class).group().getName();
        Map<String, String> listen = Map.of("ringer.listen", "unix:" + socket + ",mode=600,group=" + group);
        try (TestServer server = server(Mode.NO_EXECUTOR, listen)) {
            assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(socket)))
                    .isEqualTo("rw-------");
            assertThat(server.started()).isFalse();
        }
    }

    @Test
    void leavesNothingButItsLockBehind() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start()) {
            assertThat(server.started()).isTrue();
            assertThat(names()).containsExactlyInAnyOrder("app.sock", "app.sock.lock");
        }
        assertThat(names()).containsExactly("app.sock.lock");

        Path tooLong = folder.resolve("x".repeat(200)).resolve("app.sock");
        Files.createDirectory(tooLong.getParent());
        assertThatThrownBy(() -> server(Mode.NO_EXECUTOR, Map.of("ringer.listen", "unix:" + tooLong)))
                .isInstanceOf(IOException.class);
        try (Stream<Path> left = Files.list(tooLong.getParent())) {
            assertThat(left.map(path -> path.getFileName().toString())).containsExactly("app.sock.lock");
        }
    }

    @Test
    void replacesTheSocketThatNobodyListensOn() throws IOException {
        try (ServerSocketChannel killed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            killed.bind(UnixDomainSocketAddress.of(socket)); // closing leaves the file, as a killed process does
        }
        assertThat(Files.exists(socket)).isTrue();

        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start()) {
            assertThat(server.started()).isTrue();
            assertThat(exchange(GET)).startsWith("HTTP/1.1 200 ");
        }
    }

    @Test
    void leavesAloneWhereSomebodyListens() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start()) {
            assertThat(server.started()).isTrue();
            assertThatThrownBy(() -> server(Mode.NO_EXECUTOR, Map.of())).isInstanceOf(BindException.class);

            assertThat(exchange(GET)).startsWith("HTTP/1.1 200 ");
        }
        Files.writeString(socket, "precious");
        assertThatThrownBy(() -> server(Mode.NO_EXECUTOR, Map.of())).isInstanceOf(BindException.class);
        assertThat(socket).hasContent("precious");
    }

    @Test
    void doesNotWaitForTheListenerWhoseQueueIsFull() throws IOException {
        try (ServerSocketChannel busy = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
                SocketChannel first = SocketChannel.open(StandardProtocolFamily.UNIX);
                SocketChannel second = SocketChannel.open(StandardProtocolFamily.UNIX)) {
            busy.bind(UnixDomainSocketAddress.of(socket), 1);
            first.connect(busy.getLocalAddress());
            second.connect(busy.getLocalAddress()); // the kernel queues one connection more than the backlog

            assertTimeoutPreemptively(
                    Deadlines.PATIENCE,
                    () -> assertThatThrownBy(() -> server(Mode.NO_EXECUTOR, Map.of()))
                            .isInstanceOf(BindException.class));
            assertThat(Files.exists(socket)).isTrue();
        }
    }

    /**
     * macOS refuses connections to a socket whose queue is full, as it does when nobody listens. A closed listener stands
     * for the full queue.
     */
    @Test
    void leavesALivingServerItsPathEvenIfItRefusesConnections() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start()) {
            assertThat(server.started()).isTrue();
            Files.delete(socket);
            try (ServerSocketChannel closed = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
                closed.bind(UnixDomainSocketAddress.of(socket));
            }
            Object refusing = Files.getAttribute(socket, "unix:ino");

            for (int i = 0; i < 2; i++) { // a failed attempt must not release the lock
                assertThatThrownBy(() -> server(Mode.NO_EXECUTOR, Map.of()))
                        .isInstanceOf(BindException.class)
                        .hasMessageContaining("Address already in use");
            }
            assertThat(bindsInAnotherProcess()).isFalse();

            assertThat(Files.getAttribute(socket, "unix:ino")).isEqualTo(refusing);
        }
        assertThat(bindsInAnotherProcess()).isTrue();
    }

    /** Binds a server in another process, which holds no locks of this one. */
    private boolean bindsInAnotherProcess() {
        String output = JavaCommand.java(
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Dringer.listen=unix:" + socket,
                        Binding.class.getName())
                .output();
        assertThat(output).containsAnyOf("bound", "Address already in use");
        return output.contains("bound");
    }

    /** Makes a server, and says whether that was possible. */
    static final class Binding {
        private Binding() {}

        public static void main(String[] args) throws IOException {
            try {
                HttpServer.create(TestServer.anyPort(), 0).stop(0);
                System.out.println("bound");
            } catch (BindException e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void fitsWhereItsPathFits() throws IOException {
        Path deep = folder.resolve("d".repeat(90 - folder.toString().length()));
        Files.createDirectory(deep);
        Path fits = deep.resolve("app.sock"); // 99 bytes

        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of("ringer.listen", "unix:" + fits))) {
            assertThat(fits).exists();
            assertThat(server.started()).isFalse();
        }
    }

    /** Uses an archive as a file system without Unix permissions, in place of a disk of Windows. */
    @Test
    void needsAFileSystemWithUnixPermissions() throws Exception {
        URI archive = URI.create("jar:" + folder.resolve("archive.zip").toUri());
        try (FileSystem zip = FileSystems.newFileSystem(archive, Map.of("create", "true"))) {
            Path inside = zip.getPath("/socket");
            ServerOptions options = ServerOptions.builder()
                    .set(Settings.LISTEN, Listen.unix(inside))
                    .build();

            assertThatThrownBy(() -> Ringer.create(TestServer.anyPort(), 0, options))
                    .isInstanceOf(BindException.class)
                    .hasMessageContaining("does not support Unix permissions")
                    .hasMessageContaining("/socket");
            assertThat(inside.resolveSibling("socket.lock")).doesNotExist();
        }
    }

    @Test
    void leavesPipesAlone() throws Exception {
        Command.output(Command.path("mkfifo"), socket.toString());
        Object pipe = Files.getAttribute(socket, "unix:ino");

        assertThatThrownBy(() -> server(Mode.NO_EXECUTOR, Map.of())).isInstanceOf(BindException.class);

        assertThat(Files.getAttribute(socket, "unix:ino")).isEqualTo(pipe);
    }

    @Test
    void leavesTheSocketOfAnotherInItsPlace() throws IOException {
        try (ServerSocketChannel other = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
            try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start()) {
                assertThat(server.started()).isTrue();
                Files.delete(socket);
                other.bind(UnixDomainSocketAddress.of(socket));
            }

            assertThat(Files.exists(socket)).isTrue();
        }
    }

    @Test
    void cutsOffWhatIsOpenAtTheEnd() throws IOException {
        try (TestServer server = server(Mode.NO_EXECUTOR, Map.of()).start();
                SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            server.server().stop(0);

            Deadlines.await("the end of the connection", () -> ended(client));
        }
    }

    private static boolean ended(SocketChannel client) {
        try {
            return client.read(ByteBuffer.allocate(1)) < 0;
        } catch (IOException reset) {
            return true;
        }
    }

    private List<String> names() throws IOException {
        try (Stream<Path> names = Files.list(folder)) {
            return names.map(path -> path.getFileName().toString()).toList();
        }
    }

    /** Sends a request and reads to the end of the connection. */
    private String exchange(String request) throws IOException {
        try (SocketChannel client = SocketChannel.open(UnixDomainSocketAddress.of(socket))) {
            Thread writer = new Thread(() -> write(client, request));
            writer.start();
            return new String(Channels.newInputStream(client).readAllBytes(), ISO_8859_1);
        }
    }

    private static void write(SocketChannel client, String request) {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(request.getBytes(ISO_8859_1));
            while (bytes.hasRemaining()) {
                client.write(bytes);
            }
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private TestServer server(Mode mode, Map<String, String> properties) throws IOException {
        return create(Transport.CLEAR, mode, properties);
    }

    private TestServer create(Transport transport, Mode mode, Map<String, String> properties) throws IOException {
        Map<String, String> settings = new HashMap<>(Map.of("ringer.listen", "unix:" + socket));
        settings.putAll(properties);
        return TestServer.create(Provider.RINGER, transport, mode, settings)
                .handle(
                        "/who",
                        exchange -> respond(
                                exchange,
                                exchange.getRemoteAddress() + " at " + exchange.getLocalAddress() + " by "
                                        + exchange.getAttribute("dev.ringer.proxyAddress")))
                .handle(
                        "/echo",
                        exchange -> respond(
                                exchange, new String(exchange.getRequestBody().readAllBytes(), ISO_8859_1)))
                .handle("/stream", exchange -> {
                    exchange.sendResponseHeaders(200, 0);
                    try (OutputStream out = exchange.getResponseBody()) {
                        out.write("to the ".getBytes(ISO_8859_1));
                        out.flush();
                        out.write("end".getBytes(ISO_8859_1));
                    }
                });
    }

    private static void respond(HttpExchange exchange, String text) throws IOException {
        byte[] body = text.getBytes(ISO_8859_1);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }
}
