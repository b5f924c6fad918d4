package dev.ringer.testkit;

import dev.ringer.headers.HeaderNames;
import dev.ringer.internal.protocol.ReasonPhrases;
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
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Carries HTTP/1 text over HTTP/2, so that the suites of the contract can be run over both: what is written is read as requests
 * and sent on a stream each, and what comes on the streams is read as responses, in the order of the requests. A stream that
 * is reset ends the stream of bytes, as an HTTP/1 server would. One thread may read while another writes.
 */
final class Http2Socket extends Socket {
    private static final int LARGE_WINDOW = 1 << 30;

    private final Socket socket;
    private final Http1Requests requests = new Http1Requests(this);
    private final Http1Responses responses = new Http1Responses(this);
    private int nextStream = 1;

    Http2Socket(Socket socket) throws IOException {
        this.socket = socket;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] settings = Http2Client.settings(4, LARGE_WINDOW);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, settings).encoded());
        byte[] increment = Http2Client.number(LARGE_WINDOW);
        bytes.writeBytes(new Http2Frame(Http2Frame.WINDOW_UPDATE, 0, 0, increment).encoded());
        socket.getOutputStream().write(bytes.toByteArray());
    }

    /** Sends a frame. */
    synchronized void send(int type, int flags, int stream, byte[] payload) throws IOException {
        socket.getOutputStream().write(new Http2Frame(type, flags, stream, payload).encoded());
    }

    /** Begins a stream for a request. */
    int begin(String method) {
        int stream = nextStream;
        nextStream += 2;
        responses.expect(stream, method);
        return stream;
    }

    InputStream source() throws IOException {
        return socket.getInputStream();
    }

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
        socket.shutdownOutput();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** What comes on the streams, as HTTP/1 text. */
    private static final class Http1Responses extends InputStream {
        private final Http2Socket socket;
        private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 24);
        private final ArrayDeque<Integer> order = new ArrayDeque<>(); // guarded by itself
        private final Map<Integer, Translation> streams = new HashMap<>(); // guarded by order
        private final ByteArrayOutputStream block = new ByteArrayOutputStream();
        private byte[] pending = {}; // read and not yet a whole frame
        private byte[] ready = {};
        private int at;

        Http1Responses(Http2Socket socket) {
            this.socket = socket;
        }

        void expect(int stream, String method) {
            synchronized (order) {
                order.add(stream);
                streams.put(stream, new Translation(method));
            }
        }

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
                if (!nextReady()) {
                    return -1;
                }
            }
            int count = Math.min(length, ready.length - at);
            System.arraycopy(ready, at, to, offset, count);
            at += count;
            return count;
        }

        /** Fills {@code ready}; false at the end. */
        private boolean nextReady() throws IOException {
            while (true) {
                Translation present = present();
                if (present != null && present.text.size() > 0) {
                    ready = present.text.toByteArray();
                    present.text.reset();
                    at = 0;
                    return true;
                }
                if (present != null && present.broken) {
                    return false;
                }
                if (!readFrames()) {
                    return false;
                }
            }
        }

        private Translation present() {
            synchronized (order) {
                while (!order.isEmpty()) {
                    Translation first = streams.get(order.peek());
                    if (!first.over || first.text.size() > 0) {
                        return first;
                    }
                    order.poll();
                }
                return null;
            }
        }

        private boolean readFrames() throws IOException {
            byte[] bytes = new byte[32 * 1024];
            int count = socket.source().read(bytes);
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
            Translation stream;
            synchronized (order) {
                stream = streams.get(frame.stream());
            }
            switch (frame.type()) {
                case Http2Frame.HEADERS, Http2Frame.CONTINUATION -> {
                    block.writeBytes(frame.payload());
                    if (frame.has(Http2Frame.END_HEADERS)) {
                        Http2Headers fields = decoded(frame.stream());
                        stream.head(fields, frame.endsStream());
                    }
                }
                case Http2Frame.DATA -> {
                    stream.content(frame.payload(), frame.endsStream());
                    giveBack(frame);
                }
                case Http2Frame.RST_STREAM -> stream.reset();
                case Http2Frame.PING -> {
                    if (!frame.has(Http2Frame.ACK)) {
                        socket.send(Http2Frame.PING, Http2Frame.ACK, 0, frame.payload());
                    }
                }
                default -> {}
            }
        }

        private Http2Headers decoded(int stream) throws IOException {
            try {
                return decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block.toByteArray()));
            } catch (Http2Exception e) {
                throw new IOException(e);
            } finally {
                block.reset();
            }
        }

        private void giveBack(Http2Frame data) throws IOException {
            int length = data.payload().length;
            if (length > 0) {
                try {
                    socket.send(Http2Frame.WINDOW_UPDATE, 0, 0, Http2Client.number(length));
                } catch (SocketException ignored) { // there may be more to read all the same
                }
            }
        }
    }

    /** One response on its way to HTTP/1. */
    private static final class Translation {
        private final String method;
        private final ByteArrayOutputStream text = new ByteArrayOutputStream();
        private boolean chunked;
        private boolean over;
        private boolean broken;

        Translation(String method) {
            this.method = method;
        }

        void head(Http2Headers fields, boolean last) {
            if (fields.status() == null) {
                trailers(fields);
                return;
            }
            int status = Integer.parseInt(fields.status().toString());
            StringBuilder head = new StringBuilder("HTTP/1.1 " + status + " " + ReasonPhrases.of(status) + "\r\n");
            addLines(fields, head);
            boolean bodiless = method.equals("HEAD") || status < 200 || status == 204 || status == 304;
            chunked = !bodiless && !fields.contains("content-length");
            if (chunked) {
                head.append("Transfer-encoding: chunked\r\n");
            }
            text.writeBytes(head.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            endIf(last);
        }

        private static void addLines(Http2Headers fields, StringBuilder to) {
            fields.forEach(field -> {
                if (field.getKey().length() == 0 || field.getKey().charAt(0) != ':') {
                    to.append(HeaderNames.normalize(field.getKey().toString()))
                            .append(": ")
                            .append(field.getValue())
                            .append("\r\n");
                }
            });
        }

        /** The end of the stream; HTTP/1 has a place for it behind chunks only. */
        private void trailers(Http2Headers fields) {
            if (chunked) {
                StringBuilder lines = new StringBuilder("0\r\n");
                addLines(fields, lines);
                text.writeBytes(lines.append("\r\n").toString().getBytes(StandardCharsets.ISO_8859_1));
            }
            over = true;
        }

        void content(byte[] part, boolean last) {
            if (chunked && part.length > 0) {
                text.writeBytes((Integer.toHexString(part.length) + "\r\n").getBytes(StandardCharsets.US_ASCII));
            }
            text.writeBytes(part);
            if (chunked && part.length > 0) {
                text.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            endIf(last);
        }

        private void endIf(boolean last) {
            if (last && chunked) {
                text.writeBytes("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            }
            over |= last;
        }

        void reset() {
            broken = !over;
        }
    }
}
