package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.WebSocketClient;
import java.util.Random;

class MessagesTest {
    @InModes
    void echoesMessagesOfEverySize(Mode mode) throws Exception {
        Random random = new Random(1);
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connect(server)) {
            for (int size : new int[] {0, 1, 125, 126, 127, 8191, 65_535, 65_536, 300_000, 1 << 20}) {
                byte[] message = new byte[size];
                random.nextBytes(message);
                client.raw().sendLarge(frames().binary(message).bytes());

                WebSocketClient.Frame echo = client.read();
                assertThat(echo.first()).isEqualTo(0x82);
                assertThat(echo.payload()).isEqualTo(message);
            }
        }
    }

    @InModes
    void keepsManyMessagesInOrder(Mode mode) throws Exception {
        int count = 500;
        ClientFrames frames = frames();
        for (int i = 0; i < count; i++) {
            frames.text("message " + i);
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connect(server).send(frames)) {
            for (int i = 0; i < count; i++) {
                assertThat(client.read().text()).isEqualTo("message " + i);
            }
        }
    }

    @InModes
    void hearsOneCallAfterTheOther(Mode mode) throws Exception {
        RecordingListener listener = new RecordingListener();
        ClientFrames frames =
                frames().frame(0x01, "Hä").ping("p").frame(0x80, "llo").binary(new byte[3]);
        for (int i = 0; i < 50; i++) {
            frames.text("" + i);
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.send(frames.close(4000, "over"));

            assertThat(listener.next()).isEqualTo("open");
            assertThat(listener.next()).isEqualTo("text Hällo");
            assertThat(listener.next()).isEqualTo("binary 3");
            for (int i = 0; i < 50; i++) {
                assertThat(listener.next()).isEqualTo("text " + i);
            }
            assertThat(listener.next()).isEqualTo("close 4000 over");
            assertThat(client.read().text()).isEqualTo("p");
            assertThat(client.read().closeCode()).isEqualTo(4000);
            assertThat(client.raw().awaitEnd(dev.ringer.testkit.Deadlines.PATIENCE))
                    .isEqualTo(dev.ringer.testkit.Fate.CLOSED);
        }
        assertThat(listener.overlapped).isFalse();
        assertThat(listener.isSilent()).isTrue();
    }

    @InModes
    void takesFramesThatCameWithTheHandshake(Mode mode) throws Exception {
        String head = "GET /socket HTTP/1.1\r\nHost: test\r\n" + String.join("\r\n", WebSocketClient.handshake())
                + "\r\n\r\n";
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()))) {
            var client = server.connect().send(head + frames().text("early").latin1());

            assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
            assertThat(client.readText(7)).isEqualTo("\u0081\u0005early");
        }
    }

    @InModes
    void takesFramesOctetByOctet(Mode mode) throws Exception {
        byte[] bytes = frames().frame(0x01, "grü")
                .ping("da?")
                .frame(0x80, "n")
                .binary(new byte[130])
                .bytes();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connect(server)) {
            for (byte octet : bytes) {
                client.raw().send(new byte[] {octet});
            }

            assertThat(client.read().first()).isEqualTo(0x8A);
            assertThat(client.read().text()).isEqualTo("grün");
            assertThat(client.read().payload()).hasSize(130);
        }
    }

    @InModes
    void sendsFromManyThreadsWithoutMixing(Mode mode) throws Exception {
        int threads = 8;
        int each = 200;
        RecordingListener listener = new RecordingListener();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(listener));
                WebSocketClient client = WebSocketServers.connect(server)) {
            assertThat(listener.next()).isEqualTo("open");
            for (int thread = 0; thread < threads; thread++) {
                String name = "" + thread;
                dev.ringer.testkit.ThreadKind.PLATFORM.start(() -> {
                    for (int i = 0; i < each; i++) {
                        try {
                            listener.session.sendText(name + " " + i + " " + name.repeat(i * 7));
                        } catch (java.io.IOException e) {
                            throw new java.io.UncheckedIOException(e);
                        }
                    }
                });
            }
            int[] next = new int[threads];
            for (int i = 0; i < threads * each; i++) {
                String[] parts = client.read().text().split(" ", 3);
                int thread = Integer.parseInt(parts[0]);
                assertThat(parts[1]).isEqualTo("" + next[thread]);
                assertThat(parts[2]).isEqualTo(parts[0].repeat(7 * next[thread]));
                next[thread]++;
            }
        }
    }
}
