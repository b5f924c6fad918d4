package dev.ringer.testkit;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A client of a WebSocket on one stream of an HTTP/2 connection (RFC 8441), frame by frame. Not for several threads at once. */
public final class WebSocketStream {
    private final Http2Client client;
    private final int id;
    private final InputStream content = new Content();
    private int read;

    private WebSocketStream(Http2Client client, int id) {
        this.client = client;
        this.id = id;
    }

    /** The block of a handshake without fault, and further fields: names and values in turn. */
    public static byte[] handshake(String path, String... more) {
        List<String> fields = new ArrayList<>(List.of(":method", "CONNECT", ":protocol", "websocket"));
        fields.addAll(List.of(":scheme", "https", ":path", path, ":authority", "test", "sec-websocket-version", "13"));
        fields.addAll(Arrays.asList(more));
        return Http2Client.block(fields.toArray(String[]::new));
    }

    /** Sends a handshake, of which nothing is awaited. */
    public static WebSocketStream ask(Http2Client client, int id, byte[] handshake) throws IOException {
        client.send(Http2Frame.HEADERS, Http2Frame.END_HEADERS, id, handshake);
        return new WebSocketStream(client, id);
    }

    /** A WebSocket that the server has opened. */
    public static WebSocketStream open(Http2Client client, int id, String path, String... fields) throws IOException {
        WebSocketStream stream = ask(client, id, handshake(path, fields));
        if (stream.status() != 200) {
            throw new AssertionError("no WebSocket: " + client.soFar(id).heads());
        }
        return stream;
    }

    /** The status code of the answer to the handshake; −1 if the stream is reset instead. */
    public int status() throws IOException {
        while (answer().heads().isEmpty() && !answer().over()) {
            client.read();
        }
        return answer().status();
    }

    /** What has been read of the stream. */
    public Http2Answer answer() {
        return client.soFar(id);
    }

    /** Sends frames in one DATA frame. */
    public WebSocketStream send(ClientFrames frames) throws IOException {
        return send(frames.bytes());
    }

    /** Sends octets in DATA frames. */
    public WebSocketStream send(byte[] bytes) throws IOException {
        for (int from = 0; from < bytes.length; from += 16_384) {
            byte[] part = Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 16_384));
            client.send(Http2Frame.DATA, 0, id, part);
        }
        return this;
    }

    /** Ends the sending direction. */
    public WebSocketStream end() throws IOException {
        client.end(id, "");
        return this;
    }

    /** Reads a frame of the WebSocket. */
    public WebSocketClient.Frame read() throws IOException {
        return WebSocketClient.Frame.from(content);
    }

    /** Reads to the end of the stream, of which no content is left; true if it ended in order. */
    public boolean endsInOrder() throws IOException {
        Http2Answer whole = client.answer(id);
        if (whole.content().length > read) {
            throw new AssertionError("more comes: " + (whole.content().length - read) + " octets");
        }
        return whole.complete();
    }

    /** The content of the stream. */
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
