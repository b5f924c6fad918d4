package dev.ringer.testkit;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import io.netty.handler.codec.http2.Http2Headers;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Carries HTTP/1 text over HTTP/2, so that the contract tests can run over both. Sends each written request on its own
 * stream. Returns the responses in the order of the requests. If a stream is reset before its response is complete, the
 * text ends, as it does when an HTTP/1 server closes the connection. Respects flow-control windows. One thread may read
 * while another writes.
 */
final class Http2Socket extends Socket {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int INITIAL_WINDOW_SIZE = 4;
    private static final int ENABLE_CONNECT_PROTOCOL = 8;
    private static final int LARGE_WINDOW = 1 << 30;
    private static final int MAX_PAYLOAD = 16_384;
    private static final int MOST_AT_A_TIME = 100; // every server should allow 100 streams (RFC 9113, 6.5.2)

    private final Socket socket;
    private final String scheme;
    private final Http1Requests requests = new Http1Requests(this);
    private final InputStream responses = new Text();
    private final Frames frames;
    private final Http1Responses streams = new Http1Responses();
    private final Http2Windows windows = new Http2Windows();
    private int nextStream = 1;
    private volatile boolean connectAnnounced;

    Http2Socket(Socket socket, String scheme) throws IOException {
        this.socket = socket;
        this.scheme = scheme;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        byte[] settings = Http2Client.settings(INITIAL_WINDOW_SIZE, LARGE_WINDOW);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, settings).encoded());
        byte[] increment = Http2Client.number(LARGE_WINDOW);
        bytes.writeBytes(new Http2Frame(Http2Frame.WINDOW_UPDATE, 0, 0, increment).encoded());
        socket.getOutputStream().write(bytes.toByteArray());
        this.frames = new Frames(socket.getInputStream());
    }

    String scheme() {
        return scheme;
    }

    // ---- requests

    /** Sends the head of a request, and returns its stream. */
    int begin(String method, byte[] block, boolean whole) throws IOException {
        windows.await(() -> streams.open() < MOST_AT_A_TIME || streams.ended(), frames);
        int stream = nextStream;
        nextStream += 2;
        if (streams.begin(stream, method)) {
            sendBlock(stream, block, whole);
        }
        return stream;
    }

    /** Sends an extended CONNECT once the server allows it, and returns its stream. */
    int connect(byte[] block) throws IOException {
        windows.await(() -> connectAnnounced || streams.ended(), frames);
        return begin("CONNECT", block, false);
    }

    void sendTrailers(int stream, byte[] block) throws IOException {
        if (streams.takesContent(stream)) {
            sendBlock(stream, block, true);
        }
    }

    private void sendBlock(int stream, byte[] block, boolean last) throws IOException {
        int flags = last ? Http2Frame.END_STREAM : 0;
        int type = Http2Frame.HEADERS;
        for (int from = 0; from == 0 || from < block.length; from += MAX_PAYLOAD) {
            int to = Math.min(block.length, from + MAX_PAYLOAD);
            int end = to == block.length ? Http2Frame.END_HEADERS : 0;
            send(type, flags | end, stream, Arrays.copyOfRange(block, from, to));
            type = Http2Frame.CONTINUATION;
            flags = 0;
        }
    }

    /** Sends content as the windows allow. Drops the rest once the server has reset the stream. */
    void sendContent(int stream, byte[] content, boolean last) throws IOException {
        int from = 0;
        do {
            int wanted = Math.min(MAX_PAYLOAD, content.length - from);
            int room = windows.take(stream, wanted, () -> !streams.takesContent(stream), frames);
            if (!streams.takesContent(stream)) {
                return;
            }
            byte[] part = Arrays.copyOfRange(content, from, from + room);
            from += room;
            send(Http2Frame.DATA, last && from == content.length ? Http2Frame.END_STREAM : 0, stream, part);
        } while (from < content.length);
    }

    private synchronized void send(int type, int flags, int stream, byte[] payload) throws IOException {
        socket.getOutputStream().write(new Http2Frame(type, flags, stream, payload).encoded());
    }

    // ---- received frames

    /** Reads frames. For one thread at a time. */
    private final class Frames implements Http2Windows.Source {
        private final InputStream in;
        private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 24);
        private final ByteArrayOutputStream block = new ByteArrayOutputStream();
        private byte[] pending = {}; // received bytes of an incomplete frame

        Frames(InputStream in) {
            this.in = in;
        }

        @Override
        public boolean read() throws IOException {
            byte[] bytes = new byte[32 * 1024];
            int count = in.read(bytes);
            if (count < 0) {
                return false;
            }
            int before = pending.length;
            pending = Arrays.copyOf(pending, before + count);
            System.arraycopy(bytes, 0, pending, before, count);
            int done = 0;
            while (pending.length - done >= Http2Frame.HEAD_SIZE) {
                ByteBuffer head = ByteBuffer.wrap(pending, done, Http2Frame.HEAD_SIZE);
                int lengthAndType = head.getInt();
                int end = done + Http2Frame.HEAD_SIZE + (lengthAndType >>> 8);
                if (end > pending.length) {
                    break;
                }
                byte[] payload = Arrays.copyOfRange(pending, done + Http2Frame.HEAD_SIZE, end);
                onFrame(new Http2Frame(lengthAndType & 0xff, head.get(), head.getInt(), payload));
                done = end;
            }
            pending = Arrays.copyOfRange(pending, done, pending.length);
            return true;
        }

        private void onFrame(Http2Frame frame) throws IOException {
            switch (frame.type()) {
                case Http2Frame.HEADERS, Http2Frame.CONTINUATION -> {
                    block.writeBytes(frame.payload());
                    if (frame.has(Http2Frame.END_HEADERS)) {
                        streams.onHead(frame.stream(), decoded(frame.stream()), frame.endsStream());
                    }
                }
                case Http2Frame.DATA -> {
                    streams.onContent(frame.stream(), frame.payload(), frame.endsStream());
                    answer(Http2Frame.WINDOW_UPDATE, 0, Http2Client.number(frame.payload().length));
                }
                case Http2Frame.RST_STREAM -> streams.onReset(frame.stream());
                case Http2Frame.WINDOW_UPDATE -> windows.widen(frame.stream(), frame.number(0));
                case Http2Frame.SETTINGS -> onSettings(frame);
                case Http2Frame.PING -> {
                    if (!frame.has(Http2Frame.ACK)) {
                        answer(Http2Frame.PING, Http2Frame.ACK, frame.payload());
                    }
                }
                default -> {}
            }
        }

        private void onSettings(Http2Frame frame) {
            if (frame.has(Http2Frame.ACK)) {
                return;
            }
            for (ByteBuffer settings = ByteBuffer.wrap(frame.payload()); settings.hasRemaining(); ) {
                short id = settings.getShort();
                int value = settings.getInt();
                if (id == INITIAL_WINDOW_SIZE) {
                    windows.initial(value);
                } else if (id == ENABLE_CONNECT_PROTOCOL) {
                    connectAnnounced = value == 1;
                }
            }
            answer(Http2Frame.SETTINGS, Http2Frame.ACK, new byte[0]);
        }

        private Http2Headers decoded(int stream) throws IOException {
            try {
                return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block.toByteArray()));
            } catch (Http2Exception e) {
                throw new IOException("the server's field block is at fault", e);
            } finally {
                block.reset();
            }
        }

        /** Sends a frame that the protocol requires. Ignores a closed connection. */
        private void answer(int type, int flags, byte[] payload) {
            boolean useless =
                    type == Http2Frame.WINDOW_UPDATE && ByteBuffer.wrap(payload).getInt() == 0;
            if (useless) {
                return;
            }
            try {
                send(type, flags, 0, payload);
            } catch (IOException ignored) {
                // the client may still have frames to read
            }
        }
    }

    /** Returns the responses as HTTP/1 text. */
    private final class Text extends InputStream {
        private byte[] ready = {};
        private int at;

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int offset, int length) throws IOException {
            if (length == 0) {
                return 0;
            }
            while (at == ready.length) {
                ready = streams.takeText();
                at = 0;
                boolean more = ready.length > 0 || !streams.ended() && windows.read(streams::hasNews, frames);
                if (!more) {
                    return -1;
                }
            }
            int count = Math.min(length, ready.length - at);
            System.arraycopy(ready, at, to, offset, count);
            at += count;
            return count;
        }
    }

    // ---- the socket

    @Override
    public InputStream getInputStream() {
        return responses;
    }

    @Override
    public OutputStream getOutputStream() {
        return requests;
    }

    @Override
    public void setSoTimeout(int timeout) throws SocketException {
        socket.setSoTimeout(timeout);
    }

    @Override
    public int getLocalPort() {
        return socket.getLocalPort();
    }

    @Override
    public InetAddress getInetAddress() {
        return socket.getInetAddress();
    }

    @Override
    public boolean isClosed() {
        return socket.isClosed();
    }

    @Override
    public void shutdownOutput() throws IOException {
        if (!requests.endTunnel()) {
            socket.shutdownOutput();
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
