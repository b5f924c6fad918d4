package dev.ringer.wire;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.observe.Limit;
import dev.ringer.testkit.Ability;
import dev.ringer.testkit.Counted;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Fate;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Needs;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Tests a client that wants all connections or handshakes: it gets its share, and other clients get theirs. */
class ConnectionHoardTest {
    private static final byte[] REQUEST = "GET / HTTP/1.1\r\nHost: test\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] HELLO_BEGINS = {22, 3, 1};

    @InModes
    void isClosedBeyondTheShareOfAClient(Mode mode) throws IOException {
        try (TestServer server = server(Transport.current(), mode, "ringer.maxConnectionsPerClient", 3)) {
            List<RawClient> clients = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                clients.add(server.connect());
                assertThat(clients.get(i).get("/").readResponse().status()).isEqualTo(204);
            }

            try (Socket oneTooMany = Transport.connect(server.port())) {
                assertThat(ends(oneTooMany)).isTrue();
            }
            for (RawClient client : clients) {
                assertThat(client.fate()).isEqualTo(Fate.USABLE);
            }

            clients.get(0).close();
            awaitThatItServes(server);
            assertThat(Counted.of(server).of(Limit.MAX_CONNECTIONS_PER_CLIENT)).isPositive();
        }
    }

    @InModes
    @Needs(Ability.LINUX) // where all of 127.0.0.0/8 is the loopback
    void leavesOtherClientsTheirShare(Mode mode) throws IOException {
        try (TestServer server = server(Transport.CLEAR, mode, "ringer.maxConnectionsPerClient", 1);
                Socket hoarder = Transport.connect(server.port())) {
            assertThat(status(hoarder)).isEqualTo("HTTP/1.1 204");

            try (Socket again = Transport.connect(server.port());
                    Socket other = connectFrom("127.0.0.2", server.port())) {
                assertThat(ends(again)).isTrue();
                assertThat(status(other)).isEqualTo("HTTP/1.1 204");
            }
        }
    }

    @InModes
    void givesItsPlaceBackHoweverItEnds(Mode mode) throws IOException {
        try (TestServer server = server(Transport.current(), mode, "ringer.maxConnectionsPerClient", 2)) {
            for (int i = 0; i < 10; i++) {
                awaitThatItServes(server);
                RawClient client = server.connect();
                switch (i % 3) {
                    case 0 -> client.get("/").reset();
                    case 1 -> client.send("nonsense\r\n\r\n").readToEnd();
                    default -> client.reset();
                }
            }
            awaitThatItServes(server);
        }
    }

    @InModes
    void ofHandshakesIsClosedBeyondTheShareOfAClient(Mode mode) throws IOException {
        try (TestServer server = server(Transport.TLS, mode, "ringer.maxHandshakesPerClient", 2);
                Socket silent = Transport.connect(server.port()); // has begun no handshake
                Socket first = begun(server);
                Socket second = begun(server)) {
            try (Socket third = begun(server)) {
                Deadlines.await("one of three is closed", () -> hasEnded(first) || hasEnded(second) || hasEnded(third));
            }
            assertThat(hasEnded(silent)).isFalse();

            first.close();
            second.close();
            awaitThatItServes(server);
            assertThat(Counted.of(server).of(Limit.MAX_HANDSHAKES_PER_CLIENT)).isPositive();
        }
    }

    @InModes
    void ofHandshakesDoesNotCountThoseThatAreOver(Mode mode) throws IOException {
        try (TestServer server = server(Transport.TLS, mode, "ringer.maxHandshakesPerClient", 1)) {
            for (int i = 0; i < 5; i++) {
                RawClient client = server.connect();
                assertThat(client.get("/").readResponse().status()).isEqualTo(204); // and stays connected
            }
            assertThat(Counted.by(server)).isEmpty();
            for (int i = 0; i < 3; i++) {
                try (Socket clear = Transport.connect(server.port())) {
                    clear.getOutputStream().write("?nonsense".getBytes()); // the server answers with a TLS alert
                    assertThat(clear.getInputStream().read()).isEqualTo(21);
                }
                awaitThatItServes(server);
            }
        }
    }

    private static TestServer server(Transport transport, Mode mode, String property, int value) throws IOException {
        return TestServer.create(Provider.RINGER, transport, mode, Map.of(property, Integer.toString(value)))
                .handle("/", exchange -> exchange.sendResponseHeaders(204, -1))
                .start();
    }

    private static Socket begun(TestServer server) throws IOException {
        Socket socket = Transport.connect(server.port());
        socket.getOutputStream().write(HELLO_BEGINS);
        return socket;
    }

    private static Socket connectFrom(String local, int port) throws IOException {
        Socket socket = new Socket();
        socket.bind(new InetSocketAddress(InetAddress.getByName(local), 0));
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    private static String status(Socket socket) throws IOException {
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        socket.getOutputStream().write(REQUEST);
        return new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII);
    }

    private static void awaitThatItServes(TestServer server) {
        Deadlines.await("a new connection is served", () -> {
            try (RawClient client = RawClient.connect(server.port(), server.transport())) {
                return client.get("/").readResponse().status() == 204;
            } catch (IOException closed) {
                return false;
            }
        });
    }

    private static boolean ends(Socket socket) throws IOException {
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        return end(socket);
    }

    private static boolean hasEnded(Socket socket) {
        try {
            socket.setSoTimeout(1);
            return end(socket);
        } catch (IOException closed) {
            return true;
        }
    }

    private static boolean end(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketTimeoutException open) {
            return false;
        } catch (IOException reset) {
            return true;
        }
    }
}
