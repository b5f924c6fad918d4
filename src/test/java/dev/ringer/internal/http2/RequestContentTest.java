package dev.ringer.internal.http2;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.protocol.HttpStream;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.FakeConnection;
import dev.ringer.testkit.FakeHandler;
import dev.ringer.testkit.Http2Client;
import dev.ringer.testkit.Http2Frame;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Tests how much memory the content of requests takes until handlers read it. */
@Timeout(60)
class RequestContentTest {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int SMALL = 4096;
    private static final int LARGE = 16_384;

    private final FakeConnection client = new FakeConnection();
    private final List<HttpStream> requests = new ArrayList<>();
    private final FakeHandler handler = new FakeHandler(true) {
        @Override
        public void onRequest(HttpStream stream) {
            requests.add(stream);
        }
    };
    private int written; // number of content bytes in all DATA frames so far

    @BeforeEach
    void open() {
        ServerOptions options = ServerOptions.builder().build();
        ServerParts parts = ServerParts.of(options, handler, new BufferedMemory(0));
        new Http2Protocol(new Http2Shared(options, parts)).open(client, ByteBuffer.wrap(PREFACE));
        client.sends(new Http2Frame(Http2Frame.SETTINGS, 0, 0, new byte[0]).encoded());
        client.onReadable();
    }

    private HttpStream upload(int stream) {
        return upload(stream, 10_000_000);
    }

    private HttpStream upload(int stream, int length) {
        byte[] block = Http2Client.request("POST", "/", "content-length", Integer.toString(length));
        client.sends(new Http2Frame(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, block).encoded());
        client.onReadable();
        FakeConnection.runAll(client.applicationTasks());
        return requests.get(requests.size() - 1);
    }

    private void data(int stream, int size) {
        client.sends(frame(stream, 0, size));
        client.onReadable();
    }

    private byte[] frame(int stream, int flags, int size) {
        byte[] content = new byte[size];
        for (int i = 0; i < size; i++) {
            content[i] = at(written++);
        }
        return new Http2Frame(Http2Frame.DATA, flags, stream, content).encoded();
    }

    /** Returns the byte of content at an index. */
    private static byte at(int index) {
        return (byte) (index * 31 >> 3);
    }

    private long retained() {
        return client.memory().bytes();
    }

    @Test
    void manyStreamsWithAByteTakeASmallPieceEach() {
        for (int stream = 1; stream < 200; stream += 2) {
            upload(stream);
        }
        long before = retained();

        for (int stream = 1; stream < 200; stream += 2) {
            data(stream, 1);
        }

        assertThat(retained() - before).isEqualTo(100 * SMALL);
    }

    @Test
    void aLargeFrameTakesALargePiece() {
        upload(1);
        long before = retained();

        data(1, LARGE);

        assertThat(retained() - before).isEqualTo(LARGE);
    }

    @Test
    void piecesTakeAtMostTwiceTheContent() {
        Random random = new Random(1);
        for (int stream = 1; stream < 31; stream += 2) {
            upload(stream);
            long before = retained();
            int content = 0;
            while (content < 40_000) {
                int size = 1 + random.nextInt(LARGE >> random.nextInt(6));
                data(stream, size);
                content += size;

                assertThat(retained() - before).isBetween((long) content, 2L * content + SMALL);
            }
        }
    }

    @Test
    void aRequestRetainsNoPieceAfterTheLastRead() throws IOException {
        HttpStream stream = upload(1, 5 * LARGE);
        long before = retained();
        byte[] all = new byte[5 * LARGE];

        for (int i = 0; i < 4; i++) {
            data(1, LARGE);
        }
        stream.read(all, 0, all.length);
        assertThat(retained() - before).isEqualTo(LARGE);

        client.sends(frame(1, Http2Frame.END_STREAM, LARGE));
        client.onReadable();
        assertThat(stream.read(all, 0, LARGE)).isEqualTo(LARGE);
        assertThat(retained()).isEqualTo(before);
        assertThat(stream.read(all, 0, 1)).isEqualTo(-1);
    }

    @Test
    void contentComesInOrderFromPiecesOfBothSizes() throws IOException {
        Random random = new Random(2);
        HttpStream stream = upload(1);
        byte[] part = new byte[50_000];

        for (int read = 0; read < 3_000_000; ) {
            ByteArrayOutputStream frames = new ByteArrayOutputStream();
            while (frames.size() < 100_000) {
                frames.writeBytes(frame(1, 0, 1 + random.nextInt(LARGE >> random.nextInt(6))));
            }
            client.sends(frames.toByteArray());
            while (read < written - random.nextInt(2) * 20_000) {
                client.onReadable();
                int count = stream.read(part, 0, 1 + random.nextInt(part.length));
                for (int i = 0; i < count; i++) {
                    assertThat(part[i]).isEqualTo(at(read + i));
                }
                read += count;
                FakeConnection.runAll(client.tasks());
            }
        }
    }

    /**
     * The reader counts content, and the loop counts padding separately. A client that always pads still needs an open
     * window.
     */
    @Test
    void theWindowIsOpenByAQuarterWhileReaderAndLoopCountApart() throws IOException {
        HttpStream stream = upload(1);
        int full = Settings.HTTP2_WINDOW.defaultValue().intValue();
        byte[] padded = new byte[500];
        padded[0] = (byte) 250; // octets of padding
        byte[] content = new byte[padded.length];
        client.forgetTaken();
        int window = full;

        for (int i = 0; i < 4_000; i++) {
            client.sends(new Http2Frame(Http2Frame.DATA, 0x8, 1, padded).encoded());
            client.onReadable();
            assertThat(stream.read(content, 0, content.length)).isEqualTo(padded.length - 251);
            FakeConnection.runAll(client.tasks());
            window += increments() - padded.length;

            assertThat(window).isGreaterThanOrEqualTo(full / 4);
        }
    }

    /** Returns by how many octets the server has widened the stream's window. */
    private int increments() {
        int sum = 0;
        for (ByteBuffer frames = ByteBuffer.wrap(client.taken()); frames.hasRemaining(); ) {
            int lengthAndType = frames.getInt();
            assertThat(lengthAndType & 0xff).isEqualTo(Http2Frame.WINDOW_UPDATE);
            frames.get();
            frames.getInt();
            sum += frames.getInt();
        }
        client.forgetTaken();
        return sum;
    }
}
