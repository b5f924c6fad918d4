package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.WebSocketClient;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicLong;

class FragmentsTest {
    /** Joins the fragments of a text message, and counts the octets of a binary message. */
    private static final class Collector implements WebSocketFragmentListener {
        private final StringBuilder text = new StringBuilder();
        private final AtomicLong octets = new AtomicLong();
        private long pieces;
        private volatile long mostMemory;
        private volatile TestServer server;

        @Override
        public void onTextFragment(WebSocketSession session, String piece, boolean last) throws Exception {
            text.append(piece);
            pieces++;
            if (last) {
                session.sendText(text.toString());
            }
        }

        @Override
        public void onBinaryFragment(WebSocketSession session, ByteBuffer piece, boolean last) throws Exception {
            octets.addAndGet(piece.remaining());
            if (++pieces % 64 == 0) {
                mostMemory = Math.max(mostMemory, server.memory().taken());
            }
            if (last) {
                session.sendText(octets + " octets");
            }
        }
    }

    @InModes
    void handsTextOnWithoutCuttingACharacter(Mode mode) throws Exception {
        String text = "aé€😀".repeat(20);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Collector collector = new Collector();
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(collector));
                WebSocketClient client = WebSocketServers.connect(server)) {
            for (int i = 0; i < bytes.length; i++) {
                int first = (i == 0 ? 1 : 0) | (i == bytes.length - 1 ? 0x80 : 0);
                client.send(frames().frame(first, new byte[] {bytes[i]}));
            }

            assertThat(client.read().text()).isEqualTo(text);
        }
    }

    @InModes
    void takesALargeMessageInLittleMemory(Mode mode) throws Exception {
        int size = 1 << 20;
        int count = Ring.choose(16, 100);
        Collector collector = new Collector();
        WebSocketHandler handler =
                WebSocketHandler.builder(collector).maxMessageBytes(0).build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server)) {
            collector.server = server;
            byte[] begin = frames().head(0x02, (long) size * count).bytes();
            client.raw().send(begin);
            byte[] part = frames().masked(new byte[size]).bytes();
            for (int i = 0; i < count; i++) {
                client.raw().sendLarge(part);
            }
            client.send(frames().frame(0x80, "!"));

            assertThat(client.read().text()).isEqualTo((long) size * count + 1 + " octets");
            assertThat(collector.mostMemory).isPositive().isLessThan(2 << 20);
        }
    }

    @InModes
    void keepsNothingForAFloodOfEmptyFragments(Mode mode) throws Exception {
        int count = Ring.choose(100_000, 300_000);
        ClientFrames flood = frames().frame(0x02, "");
        for (int i = 0; i < count; i++) {
            flood.frame(0x00, "");
        }
        try (TestServer server = WebSocketServers.start(mode, WebSocketHandler.of(new EchoListener()));
                WebSocketClient client = WebSocketServers.connect(server)) {
            client.raw().sendLarge(flood.bytes());
            client.send(frames().frame(0x80, "x"));

            assertThat(client.read().text()).isEqualTo("x");
            assertThat(server.memory().taken()).isLessThan(1 << 20);
        }
    }

    /** Checks that many connections with huge declared lengths take memory only for the octets that have arrived. */
    @InModes
    void takesNoMemoryForDeclaredLengths(Mode mode) throws Exception {
        WebSocketHandler handler = WebSocketHandler.builder(new EchoListener())
                .maxMessageBytes(1L << 40)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler)) {
            for (int i = 0; i < 25; i++) {
                WebSocketClient client = WebSocketServers.connect(server);
                client.send(frames().head(0x82, 1L << 39).masked(new byte[100])).send(frames());
            }
            server.settle();

            assertThat(server.memory().taken()).isLessThan(1 << 20);
        }
    }
}
