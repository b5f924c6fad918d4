package dev.ringer.testkit;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** A WebSocket client that sends any frames, valid or not, and reads single frames. Not thread-safe. */
public final class WebSocketClient implements AutoCloseable {
    /** The sample key of RFC 6455, 1.3. */
    public static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";

    private final RawClient client;
    private final String head; // the head of the 101 response

    private WebSocketClient(RawClient client, String head) {
        this.client = client;
        this.head = head;
    }

    /**
     * A frame that the server has sent.
     *
     * @param first the first octet
     * @param payload the payload, which the server does not mask
     */
    public record Frame(int first, byte[] payload) {
        /** Reads the next frame. */
        static Frame from(InputStream in) throws IOException {
            int first = octet(in);
            int second = octet(in);
            if (second > 127) {
                throw new AssertionError("a server does not mask");
            }
            long length = second;
            int more = second == 126 ? 2 : second == 127 ? 8 : 0;
            if (more > 0) {
                length = 0;
                for (int i = 0; i < more; i++) {
                    length = length << 8 | octet(in);
                }
            }
            byte[] payload = in.readNBytes((int) length);
            if (payload.length < length) {
                throw new EOFException("the stream ends within a frame");
            }
            return new Frame(first, payload);
        }

        private static int octet(InputStream in) throws IOException {
            int octet = in.read();
            if (octet < 0) {
                throw new EOFException("the stream has ended");
            }
            return octet;
        }

        /** Returns the payload as UTF-8 text. */
        public String text() {
            return new String(payload, StandardCharsets.UTF_8);
        }

        /** Returns the code of a close frame, or 1005 if the frame has none. */
        public int closeCode() {
            if (first != 0x88) {
                throw new AssertionError("no close frame: " + this);
            }
            return payload.length == 0 ? 1005 : ByteBuffer.wrap(payload).getShort();
        }

        @Override
        public String toString() {
            return Integer.toHexString(first) + " of " + payload.length + ": "
                    + text().substring(0, Math.min(40, text().length()));
        }
    }

    /** Returns the header lines of a valid handshake, followed by {@code more}. */
    public static String[] handshake(String... more) {
        String[] lines = new String[4 + more.length];
        lines[0] = "Connection: keep-alive, Upgrade";
        lines[1] = "Upgrade: websocket";
        lines[2] = "Sec-WebSocket-Version: 13";
        lines[3] = "Sec-WebSocket-Key: " + KEY;
        System.arraycopy(more, 0, lines, 4, more.length);
        return lines;
    }

    /** Opens a WebSocket at this path. */
    public static WebSocketClient open(RawClient client, String path, String... fieldLines) throws IOException {
        String head = client.get(path, handshake(fieldLines)).readUntil("\r\n\r\n");
        if (!head.startsWith("HTTP/1.1 101 ")) {
            throw new AssertionError("no WebSocket: " + head);
        }
        return new WebSocketClient(client, head);
    }

    /** Returns the head of the server's 101 response. */
    public String head() {
        return head;
    }

    /** Returns the connection. */
    public RawClient raw() {
        return client;
    }

    /** Sends frames in a single write. */
    public WebSocketClient send(ClientFrames frames) throws IOException {
        client.send(frames.bytes());
        return this;
    }

    /** Reads a frame. */
    public Frame read() throws IOException {
        return Frame.from(client.stream());
    }

    @Override
    public void close() throws IOException {
        client.close();
    }
}
