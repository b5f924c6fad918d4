package dev.ringer.example.small;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Servers;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Over;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import dev.ringer.testkit.WebSocketClient;
import dev.ringer.testkit.WebSocketStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;

/** Tests rooms whose visitors each use an HTTP/1.1 connection or a stream of one HTTP/2 connection. */
class RoomsTest {
    private static final Path PAGE = Path.of("example/small/pages/rooms");

    @Over({Transport.CLEAR, Transport.TLS})
    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void passesMessagesOnInsideARoomOnly(Mode mode) throws Exception {
        try (TestServer server = start(TestServer.create(Provider.RINGER, mode));
                WebSocketClient ada = enter(server, "garden", "Ada")) {
            assertThat(ada.read().text()).isEqualTo("Ada has come");
            ada.send(frames().text("Hello?"));
            assertThat(ada.read().text()).isEqualTo("Ada: Hello?");

            try (WebSocketClient bob = enter(server, "garden", "Bob");
                    WebSocketClient cleo = enter(server, "kitchen", "Cleo")) {
                assertThat(bob.read().text()).isEqualTo("Ada has come");
                assertThat(bob.read().text()).isEqualTo("Ada: Hello?");
                assertThat(bob.read().text()).isEqualTo("Bob has come");
                assertThat(ada.read().text()).isEqualTo("Bob has come");
                assertThat(cleo.read().text()).isEqualTo("Cleo has come");
                assertThat(rooms(server)).isEqualTo("{\"garden\": 2, \"kitchen\": 1}");

                bob.send(frames().text("Hello!").close(1000, ""));
                assertThat(ada.read().text()).isEqualTo("Bob: Hello!");
                assertThat(ada.read().text()).isEqualTo("Bob has left");
            }
            Deadlines.await("the kitchen is closed", () -> rooms(server).equals("{\"garden\": 1}"));
        }
    }

    @Over({Transport.CLEAR, Transport.TLS})
    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void refusesBadNames(Mode mode) throws Exception {
        try (TestServer server = start(TestServer.create(Provider.RINGER, mode));
                WebSocketClient nobody = WebSocketClient.open(server.connect(), "/rooms/garden");
                WebSocketClient tooMany = enter(server, "garden", "Ada" + "&a=b".repeat(100));
                WebSocketClient script = enter(server, "garden", "%3Cb%3E")) {
            assertThat(nobody.read().closeCode()).isEqualTo(1008);
            assertThat(tooMany.read().closeCode()).isEqualTo(1008);
            assertThat(script.read().closeCode()).isEqualTo(1008);
            assertThat(rooms(server)).isEqualTo("{}");
        }
    }

    @Over({Transport.H2C, Transport.H2})
    @InModes({Mode.FIXED_POOL, Mode.NO_EXECUTOR})
    void servesVisitorsOnStreamsOfOneConnection(Mode mode) throws Exception {
        try (TestServer server = start(Http2Servers.create(mode));
                Http2Client client = Http2Client.open(server)) {
            WebSocketStream ada = WebSocketStream.open(client, 1, "/rooms/garden?name=Ada");
            assertThat(ada.read().text()).isEqualTo("Ada has come");
            WebSocketStream bob = WebSocketStream.open(client, 3, "/rooms/garden?name=Bob");
            assertThat(bob.read().text()).isEqualTo("Ada has come");

            ada.send(frames().text("Hello?"));

            assertThat(bob.read().text()).isEqualTo("Bob has come");
            assertThat(bob.read().text()).isEqualTo("Ada: Hello?");
        }
    }

    private static TestServer start(TestServer server) throws IOException {
        new Rooms().addTo(server.server(), PAGE);
        return server.start();
    }

    private static WebSocketClient enter(TestServer server, String room, String name) throws IOException {
        return WebSocketClient.open(server.connect(), "/rooms/" + room + "?name=" + name);
    }

    private static String rooms(TestServer server) {
        try {
            return server.connect().get("/rooms").readResponse().text();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
