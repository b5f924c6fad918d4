package dev.ringer.http2;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.Provider;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that answers to PINGs which the client has read do not count as unread, although the server's output is never
 * idle: many downloads at once, and a client that reads without a pause, but more slowly than the server sends.
 */
@Tag("outer")
class SteadyReaderTest {
    private static final int DOWNLOADS = 40;
    private static final int PINGS = 3_000; // three times as many as may be unread
    private static final int UNANSWERED = 100;
    private static final int BYTES_PER_SECOND = 20_000_000;

    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int GOAWAY = 7;
    private static final int WINDOW_UPDATE = 8;
    private static final int ACK = 1;
    private static final int INITIAL_WINDOW_SIZE = 4;

    @Test
    void getsAnAnswerToEachPing() throws Exception {
        try (TestServer server = TestServer.create(
                                Provider.RINGER, Transport.H2C, Mode.CACHED_POOL, Map.of("ringer.http2", "on"))
                        .handle("/", exchange -> {
                            exchange.sendResponseHeaders(200, 0);
                            byte[] block = new byte[64 << 10];
                            while (true) {
                                exchange.getResponseBody().write(block);
                            }
                        })
                        .start();
                Socket socket = new Socket()) {
            socket.setReceiveBufferSize(8 << 10);
            socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), server.port()));
            DataOutputStream out = new DataOutputStream(socket.getOutputStream());
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(US_ASCII));
            frame(out, SETTINGS, 0, 0, new byte[] {0, INITIAL_WINDOW_SIZE, 0x7F, -1, -1, -1});
            frame(out, WINDOW_UPDATE, 0, 0, new byte[] {0x7F, -1, 0, 0});
            byte[] get = {(byte) 0x82, (byte) 0x84, (byte) 0x86, 0x41, 1, 'a'}; // GET / http a
            for (int stream = 1; stream < 2 * DOWNLOADS; stream += 2) {
                frame(out, HEADERS, 5, stream, get);
            }

            assertThat(answered(new DataInputStream(socket.getInputStream()), out))
                    .isEqualTo(PINGS);
        }
    }

    /** Sends PINGs and reads, until all PINGs are answered or the server ends the connection. */
    private static int answered(DataInputStream in, DataOutputStream out) throws IOException {
        int sent = 0;
        int answered = 0;
        while (answered < PINGS) {
            for (; sent < Math.min(PINGS, answered + UNANSWERED); sent++) {
                frame(out, PING, 0, 0, new byte[8]);
            }
            int length = in.readUnsignedShort() << 8 | in.readUnsignedByte();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            in.readInt();
            in.readNBytes(length);
            LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1) / BYTES_PER_SECOND * length); // the pace of the client
            if (type == PING && flags == ACK) {
                answered++;
            } else if (type == GOAWAY) {
                return answered;
            }
        }
        return answered;
    }

    private static void frame(DataOutputStream out, int type, int flags, int stream, byte[] content)
            throws IOException {
        out.write(new byte[] {0, 0, (byte) content.length, (byte) type, (byte) flags});
        out.writeInt(stream);
        out.write(content);
    }
}
