package dev.ringer.websocket;

import static dev.ringer.testkit.ClientFrames.frames;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.ClientFrames;
import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.InModes;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Ring;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.WebSocketClient;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.zip.CRC32;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

class CompressionTest {
    private static final String OFFER = "Sec-WebSocket-Extensions: permessage-deflate; client_max_window_bits";

    /** A deflate bomb: a message of 400 KiB that inflates to 400 MiB. */
    private static final byte[] BOMB = bomb(400);

    private static final WebSocketHandler ECHO =
            WebSocketHandler.builder(new EchoListener()).compression(true).build();

    @InModes
    void compressesWhatBecomesSmaller(Mode mode) throws Exception {
        String message = "{\"name\": \"value\", \"number\": 4711},".repeat(100);
        try (TestServer server = WebSocketServers.start(mode, ECHO);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            for (int i = 0; i < 3; i++) {
                client.send(frames().frame(0xC1, deflated(message.getBytes(), Deflater.SYNC_FLUSH)));

                WebSocketClient.Frame echo = client.read();
                assertThat(echo.first()).isEqualTo(0xC1);
                assertThat(echo.payload()).hasSizeLessThan(message.length() / 10);
                assertThat(new String(inflated(echo.payload()))).isEqualTo(message);
            }
        }
    }

    @InModes
    void sendsWhatDoesNotBecomeSmallerAsItIs(Mode mode) throws Exception {
        byte[] noise = new byte[5000];
        new Random(7).nextBytes(noise);
        try (TestServer server = WebSocketServers.start(mode, ECHO);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            client.send(frames().text("short").frame(0xC2, deflated(noise, Deflater.SYNC_FLUSH)));

            assertThat(client.read().first()).isEqualTo(0x81);
            WebSocketClient.Frame echo = client.read();
            assertThat(echo.first()).isEqualTo(0x82);
            assertThat(echo.payload()).isEqualTo(noise);
        }
    }

    @InModes
    void takesCompressedFragmentsOfAnySize(Mode mode) throws Exception {
        String message = "grün ☂ ".repeat(3000);
        byte[] compressed = deflated(message.getBytes("UTF-8"), Deflater.SYNC_FLUSH);
        try (TestServer server = WebSocketServers.start(mode, ECHO);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            for (int i = 0; i < compressed.length; i++) {
                int first = (i == 0 ? 0x41 : 0) | (i == compressed.length - 1 ? 0x80 : 0);
                client.send(frames().frame(first, new byte[] {compressed[i]}).ping("p"));
                assertThat(client.read().first()).isEqualTo(0x8A);
            }

            assertThat(new String(inflated(client.read().payload()), "UTF-8")).isEqualTo(message);
        }
    }

    /**
     * Sends the examples of RFC 7692, 7.2.3: compressed, stored, and final blocks. Sends each again with its last octet
     * in a separate frame.
     */
    @InModes(Mode.NO_EXECUTOR)
    void takesEveryFormOfBlocks(Mode mode) throws Exception {
        List<String> forms = List.of(
                "f248cdc9c90700",
                "000500faff48656c6c6f00",
                "f348cdc9c9070000",
                "f24805000000ffffcac9c90700",
                "00" // of an empty message
                );
        try (TestServer server = WebSocketServers.start(mode, ECHO);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            for (String hex : forms) {
                String message = hex.equals("00") ? "" : "Hello";
                byte[] compressed = HexFormat.of().parseHex(hex);
                client.send(frames().frame(0xC1, compressed));
                assertThat(client.read().text()).as(hex).isEqualTo(message);
                int cut = compressed.length - 1;
                client.send(frames().frame(0x41, Arrays.copyOf(compressed, cut))
                        .frame(0x80, Arrays.copyOfRange(compressed, cut, cut + 1)));
                assertThat(client.read().text()).as(hex).isEqualTo(message);
            }
        }
    }

    @InModes(Mode.NO_EXECUTOR)
    void refusesWhatIsNotCompressedSo(Mode mode) throws Exception {
        try (TestServer server = WebSocketServers.start(mode, ECHO)) {
            for (String hex : List.of("ffffffff", "0605", "000500000048656c6c6f00")) {
                try (WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
                    client.send(frames().frame(0xC1, HexFormat.of().parseHex(hex)));

                    assertThat(client.read().closeCode()).as(hex).isEqualTo(1007);
                }
            }
        }
    }

    @InModes
    void checksTextAfterDecompression(Mode mode) throws Exception {
        byte[] latin1 = new byte[400];
        Arrays.fill(latin1, (byte) 0xfc);
        try (TestServer server = WebSocketServers.start(mode, ECHO);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            client.send(frames().frame(0xC1, deflated(latin1, Deflater.SYNC_FLUSH)));

            assertThat(client.read().closeCode()).isEqualTo(1007);
        }
    }

    @InModes
    void stopsADeflateBombAtTheLimit(Mode mode) throws Exception {
        try (TestServer server = WebSocketServers.start(mode, ECHO);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            client.raw().sendAsFarAsPossible(frames().frame(0xC2, BOMB).bytes());

            assertThat(client.read().closeCode()).isEqualTo(1009);
            assertThat(server.memory().taken()).isLessThan(3 << 20);
        }
    }

    /** Checks that the server inflates a bomb only as fast as a fragment listener takes the pieces. */
    @InModes
    void letsABombOffPieceByPiece(Mode mode) throws Exception {
        int mebibytes = Ring.choose(10, 40);
        CountDownLatch go = new CountDownLatch(1);
        WebSocketFragmentListener listener = new WebSocketFragmentListener() {
            private long octets;

            @Override
            public void onBinaryFragment(WebSocketSession session, ByteBuffer piece, boolean last) throws Exception {
                Deadlines.await(go);
                octets += piece.remaining();
                if (last) {
                    session.sendText("" + octets);
                }
            }
        };
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .compression(true)
                .maxMessageBytes(0)
                .build();
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            client.send(frames().frame(0xC2, bomb(mebibytes)));
            server.settle();

            assertThat(server.memory().taken()).isLessThan(1 << 20);
            go.countDown();
            assertThat(client.read().text()).isEqualTo("" + (mebibytes << 20));
        }
    }

    /**
     * Each frame inflates to more data than may wait. The listener frees room while the server reads the next frame.
     */
    @InModes({Mode.FIXED_POOL, Mode.VIRTUAL})
    void losesNothingOfCompressedFragments(Mode mode) throws Exception {
        byte[] message = new byte[Ring.choose(4, 16) << 20];
        Random random = new Random(11);
        for (int at = 0; at < message.length; at += 64) {
            Arrays.fill(message, at, at + 64, (byte) random.nextInt());
        }
        byte[] compressed = deflated(message, Deflater.SYNC_FLUSH);
        CRC32 heard = new CRC32();
        WebSocketFragmentListener listener = new WebSocketFragmentListener() {
            @Override
            public void onBinaryFragment(WebSocketSession session, ByteBuffer piece, boolean last) throws Exception {
                heard.update(piece);
                if (last) {
                    session.sendText("" + heard.getValue());
                    heard.reset();
                }
            }
        };
        WebSocketHandler handler = WebSocketHandler.builder(listener)
                .compression(true)
                .maxMessageBytes(0)
                .build();
        ClientFrames frames = frames();
        for (int at = 0; at < compressed.length; at += 30_000) {
            int end = Math.min(compressed.length, at + 30_000);
            int first = (at == 0 ? 0x42 : 0) | (end == compressed.length ? 0x80 : 0);
            frames.frame(first, Arrays.copyOfRange(compressed, at, end));
        }
        CRC32 sent = new CRC32();
        sent.update(message);
        try (TestServer server = WebSocketServers.start(mode, handler);
                WebSocketClient client = WebSocketServers.connect(server, OFFER)) {
            for (int round = 0; round < Ring.choose(2, 30); round++) {
                client.raw().sendLarge(frames.bytes());

                assertThat(client.read().text()).isEqualTo("" + sent.getValue());
            }
        }
    }

    /**
     * Checks that a message's decompressor, which is outside the heap, counts from the first payload octet on. The
     * frame head alone counts little.
     */
    @InModes(Mode.FIXED_POOL)
    void countsTheDecompressorsOfMessagesThatHaveBegun(Mode mode) throws Exception {
        int count = 20;
        long all = 40L * 1024 * count;
        List<WebSocketClient> clients = new ArrayList<>();
        try (TestServer server = WebSocketServers.start(mode, ECHO)) {
            for (int i = 0; i < count; i++) {
                clients.add(WebSocketServers.connect(server, OFFER));
                clients.get(i).send(frames().head(0xC2, 1000));
            }
            server.settle();
            Deadlines.await("heads count little", () -> server.memory().taken() < all / 2);
            for (WebSocketClient client : clients) {
                client.send(frames().masked(new byte[1]));
            }

            Deadlines.await("all count", () -> server.memory().taken() >= all);
            for (WebSocketClient client : clients) {
                client.raw().reset();
            }
            Deadlines.await("none counts", () -> server.memory().taken() == 0);
        }
    }

    /** Returns a compressed message of zeros. It consists of independent blocks of 1 MiB. */
    private static byte[] bomb(int mebibytes) {
        byte[] block = deflated(new byte[1 << 20], Deflater.SYNC_FLUSH);
        byte[] whole = Arrays.copyOf(block, block.length + 4); // followed by 00 00 FF FF, the end of a flush
        whole[block.length + 2] = -1;
        whole[block.length + 3] = -1;
        byte[] all = new byte[mebibytes * whole.length];
        for (int at = 0; at < all.length; at += whole.length) {
            System.arraycopy(whole, 0, all, at, whole.length);
        }
        return Arrays.copyOf(all, all.length - 4);
    }

    private static byte[] deflated(byte[] message, int flush) {
        Deflater deflater = new Deflater(9, true);
        try {
            deflater.setInput(message);
            ByteArrayOutputStream to = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            for (int count; (count = deflater.deflate(piece, 0, piece.length, flush)) > 0; ) {
                to.write(piece, 0, count);
            }
            return Arrays.copyOf(to.toByteArray(), to.size() - 4);
        } finally {
            deflater.end();
        }
    }

    private static byte[] inflated(byte[] payload) throws Exception {
        Inflater inflater = new Inflater(true);
        try {
            byte[] input = Arrays.copyOf(payload, payload.length + 4);
            input[input.length - 1] = -1;
            input[input.length - 2] = -1;
            inflater.setInput(input);
            ByteArrayOutputStream to = new ByteArrayOutputStream();
            byte[] piece = new byte[8192];
            for (int count; (count = inflater.inflate(piece)) > 0; ) {
                to.write(piece, 0, count);
            }
            return to.toByteArray();
        } finally {
            inflater.end();
        }
    }
}
