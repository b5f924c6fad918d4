package dev.ringer.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A WebSocket client on one stream of an HTTP/2 connection (RFC 8441) that reads single frames. Not thread-safe. */
public final class WebSocketStream {
    private final Http2Client client;
    private final int id;
    private final InputStream content = new Content();
    private int read;

    private WebSocketStream(Http2Client client, int id) {
        this.client = client;
        this.id = id;
    }

    /** Returns the field block of a valid handshake, with the fields {@code more}: names and values alternate. */
    public static byte[] handshake(String path, String... more) {
        List<String> fields = new ArrayList<>(List.of(":method", "CONNECT", ":protocol", "websocket"));
        fields.addAll(List.of(":scheme", "https", ":path", path, ":authority", "test", "sec-websocket-version", "13"));
        fields.addAll(Arrays.asList(more));
        return Http2Client.block(fields.toArray(String[]::new));
    }

    /** Sends a handshake and does not wait for the response. */
    public static WebSocketStream ask(Http2Client client, int id, byte[] handshake) throws IOException {
        client.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS, id, handshake);
        return new WebSocketStream(client, id);
    }

    /** Opens a WebSocket: sends a handshake and waits until the server accepts it. */
    public static WebSocketStream open(Http2Client client, int id, String path, String... fields) throws IOException {
        WebSocketStream stream = ask(client, id, handshake(path, fields));
        if (stream.status() != 200) {
            throw new AssertionError("no WebSocket: " + client.soFar(id).heads());
        }
        return stream;
    }

    /** Waits for the response to the handshake and returns its status code, or −1 if the server resets the stream. */
    public int status() throws IOException {
        while (answer().heads().isEmpty() && !answer().over()) {
            client.read();
        }
        return answer().status();
    }

    /** Returns what the client has read of this stream so far. */
    public Http2Answer answer() {
        return client.soFar(id);
    }

    /** Sends WebSocket frames in DATA frames of at most 16 KiB. */
    public WebSocketStream send(ClientFrames frames) throws IOException {
        return send(frames.bytes());
    }

    /** Sends octets in DATA frames of at most 16 KiB. */
    public WebSocketStream send(byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += 16_384) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 16_384));
            client.send(Http2Frame.DATA, 0, id, part);
        }
        return this;
    }

    /** Ends the client's side of the stream. */
    public WebSocketStream end() throws IOException {
        client.end(id, "");
        return this;
    }

    /** Reads the next WebSocket frame. */
    public WebSocketClient.Frame read() throws IOException {
        return WebSocketClient.Frame.from(content);
    }

    /**
     * Reads to the end of the stream, before which no content may come. Returns whether the stream ended without a
     * reset.
     */
    public boolean endsInOrder() throws IOException {
        Http2Answer whole = client.answer(id);
        if (whole.content().length > read) {
            throw new AssertionError("more comes: " + (whole.content().length - read) + " octets");
        }
        return whole.complete();
    }

    /** The content of the stream's DATA frames. */
    private final class Content extends InputStream {
        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            while (length > 0 && answer().content().length == read) {
                if (answer().over()) {
                    return -1;
                }
                client.read();
            }
            byte[] all = answer().content();
            int count = Math.min(length, all.length - read);
            System.arraycopy(all, read, to, offset, count);
            read += count;
            return count;
        }
    }
}
