package dev.ringer.testkit;

import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http2.DefaultHttp2HeadersDecoder;
import io.netty.handler.codec.http2.Http2Exception;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/**
 * An HTTP/2 connection for tests, frame by frame. It sends any frame, even an invalid one, and encodes field blocks in
 * the simplest way. Netty decodes the field blocks that it reads. Not thread-safe.
 */
public final class Http2Client implements AutoCloseable {
    private static final byte[] PREFACE = "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    private static final int INITIAL_WINDOW_SIZE = 4;

    private final Socket tcp;
    private final Socket socket;
    private final DataInputStream in;
    private final DefaultHttp2HeadersDecoder decoder = new DefaultHttp2HeadersDecoder(false, 1 << 24);
    private final Map<Integer, Http2Answer> answers = new HashMap<>();
    private final ByteArrayOutputStream block = new ByteArrayOutputStream();
    private boolean replenishes = true;
    private int goAwayCode = -1;
    private int goAwayStream = -1;

    private Http2Client(Socket tcp, Socket socket) throws IOException {
        this.tcp = tcp;
        this.socket = socket;
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        in = new DataInputStream(socket.getInputStream());
    }

    /** Opens a connection, and sends nothing. */
    public static Http2Client connect(TestServer server) throws IOException {
        return over(Transport.connect(server.port()), server);
    }

    /** Opens a connection in clear text to a server in another process. */
    public static Http2Client connect(int port) throws IOException {
        Socket tcp = Transport.connect(port);
        return new Http2Client(tcp, tcp);
    }

    /** Opens a connection with a small receive buffer, and sends nothing. */
    public static Http2Client connectNarrow(TestServer server) throws IOException {
        return over(Transport.connectNarrow(server.port()), server);
    }

    private static Http2Client over(Socket tcp, TestServer server) throws IOException {
        return new Http2Client(tcp, server.transport().isSecure() ? secure(tcp) : tcp);
    }

    static SSLSocket secure(Socket tcp) throws IOException {
        SSLSocket tls = Transport.secure(tcp);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {"h2"});
        tls.setSSLParameters(parameters);
        return tls;
    }

    /** Opens a connection, and sends the preface and empty settings. */
    public static Http2Client open(TestServer server) throws IOException {
        return connect(server).begin();
    }

    /** Sends the preface and the settings. Identifiers and values alternate. */
    public Http2Client begin(int... settings) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(PREFACE);
        bytes.writeBytes(new Http2Frame(Http2Frame.SETTINGS, 0, 0, settings(settings)).encoded());
        return send(bytes.toByteArray());
    }

    /** Sends the preface alone. */
    public Http2Client preface() throws IOException {
        return send(PREFACE);
    }

    /** Sets the initial window of streams to 0 and sends no WINDOW_UPDATE, so the server cannot send content. */
    public Http2Client giveNoRoom() throws IOException {
        replenishes = false;
        return send(Http2Frame.SETTINGS, 0, 0, settings(INITIAL_WINDOW_SIZE, 0));
    }

    /** Stops sending WINDOW_UPDATE for received content, so the test must send it. */
    public Http2Client giveRoomMyself() {
        replenishes = false;
        return this;
    }

    public static byte[] settings(int... idsAndValues) {
        ByteBuffer payload = ByteBuffer.allocate(idsAndValues.length * 3);
        for (int i = 0; i < idsAndValues.length; i += 2) {
            payload.putShort((short) idsAndValues[i]).putInt(idsAndValues[i + 1]);
        }
        return payload.array();
    }

    // ---- sending

    public Http2Client send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    public Http2Client send(int type, int flags, int stream, byte[] payload) throws IOException {
        return send(new Http2Frame(type, flags, stream, payload).encoded());
    }

    /** Encodes a field block as literals. Names and values alternate. */
    public static byte[] block(String... fields) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            block.write(0);
            string(block, fields[i]);
            string(block, fields[i + 1]);
        }
        return block.toByteArray();
    }

    private static void string(ByteArrayOutputStream to, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        if (bytes.length < 127) {
            to.write(bytes.length);
        } else {
            to.write(127);
            int rest = bytes.length - 127;
            for (; rest > 127; rest >>= 7) {
                to.write(rest & 127 | 128);
            }
            to.write(rest);
        }
        to.writeBytes(bytes);
    }

    /** Encodes the field block of a normal request with further fields. */
    public static byte[] request(String method, String path, String... fields) {
        List<String> all =
                new ArrayList<>(List.of(":method", method, ":scheme", "http", ":path", path, ":authority", "test"));
        all.addAll(Arrays.asList(fields));
        return block(all.toArray(String[]::new));
    }

    /** Sends the head of a request whose content follows. */
    public Http2Client head(int stream, String method, String path, String... fields) throws IOException {
        return send(Http2Frame.HEADERS, Http2Frame.END_HEADERS, stream, request(method, path, fields));
    }

    /** Sends a request without content. */
    public Http2Client get(int stream, String path, String... fields) throws IOException {
        return whole(stream, request("GET", path, fields));
    }

    /** Sends a field block as a whole request. */
    public Http2Client whole(int stream, byte[] requestBlock) throws IOException {
        return send(Http2Frame.HEADERS, Http2Frame.END_HEADERS | Http2Frame.END_STREAM, stream, requestBlock);
    }

    public Http2Client data(int stream, String text) throws IOException {
        return send(Http2Frame.DATA, 0, stream, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends content that ends the request. */
    public Http2Client end(int stream, String text) throws IOException {
        return send(Http2Frame.DATA, Http2Frame.END_STREAM, stream, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    public Http2Client reset(int stream) throws IOException {
        return send(Http2Frame.RST_STREAM, 0, stream, number(8)); // CANCEL
    }

    public Http2Client windowUpdate(int stream, int increment) throws IOException {
        return send(Http2Frame.WINDOW_UPDATE, 0, stream, number(increment));
    }

    public Http2Client ping(String eight) throws IOException {
        return send(Http2Frame.PING, 0, 0, eight.getBytes(StandardCharsets.ISO_8859_1));
    }

    public static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    // ---- reading

    /** Reads the next frame of any stream. */
    public Http2Frame read() throws IOException {
        int lengthAndType = in.readInt();
        int flags = in.readUnsignedByte();
        int stream = in.readInt();
        byte[] payload = in.readNBytes(lengthAndType >>> 8);
        if (payload.length < lengthAndType >>> 8) {
            throw new EOFException("within a frame");
        }
        Http2Frame frame = new Http2Frame(lengthAndType & 0xff, flags, stream, payload);
        note(frame);
        return frame;
    }

    private void note(Http2Frame frame) throws IOException {
        switch (frame.type()) {
            case Http2Frame.HEADERS, Http2Frame.CONTINUATION -> {
                block.writeBytes(frame.payload());
                if (frame.has(Http2Frame.END_HEADERS)) {
                    soFar(frame.stream()).addHead(decoded(frame.stream()));
                }
            }
            case Http2Frame.DATA -> {
                soFar(frame.stream()).addContent(frame.payload());
                if (replenishes && frame.payload().length > 0) {
                    replenish(frame);
                }
            }
            case Http2Frame.RST_STREAM -> soFar(frame.stream()).reset(frame.number(0));
            case Http2Frame.GOAWAY -> {
                goAwayStream = frame.number(0);
                goAwayCode = frame.number(4);
            }
            default -> {}
        }
        if (frame.endsStream()) {
            soFar(frame.stream()).end();
        }
    }

    private void replenish(Http2Frame data) throws IOException {
        try {
            windowUpdate(0, data.payload().length);
            if (!data.endsStream()) {
                windowUpdate(data.stream(), data.payload().length);
            }
        } catch (SocketException closed) {
            // the client may still have frames to read
        }
    }

    private List<Field> decoded(int stream) throws IOException {
        try {
            List<Field> fields = new ArrayList<>();
            decoder.decodeHeaders(stream, Unpooled.wrappedBuffer(block.toByteArray()))
                    .forEach(field -> fields.add(new Field(
                            field.getKey().toString(), field.getValue().toString())));
            block.reset();
            return fields;
        } catch (Http2Exception e) {
            throw new IOException("the server's field block is at fault", e);
        }
    }

    /** Returns what was read of the response on a stream. */
    public Http2Answer soFar(int stream) {
        return answers.computeIfAbsent(stream, number -> new Http2Answer());
    }

    /** Reads until the response on a stream has ended. */
    public Http2Answer answer(int stream) throws IOException {
        while (!soFar(stream).over()) {
            read();
        }
        return soFar(stream);
    }

    /** Reads until a frame of this type comes. */
    public Http2Frame await(int type) throws IOException {
        Http2Frame frame = read();
        while (frame.type() != type) {
            frame = read();
        }
        return frame;
    }

    /** Reads to the end of the connection. Returns the error code of the last GOAWAY; −1 without GOAWAY. */
    public int readToEnd() throws IOException {
        try {
            while (true) {
                read();
            }
        } catch (EOFException | SocketException end) {
            return goAwayCode;
        }
    }

    /** Returns the last stream that GOAWAY named; −1 without GOAWAY. */
    public int goAwayStream() {
        return goAwayStream;
    }

    /** Returns the error code of GOAWAY; −1 without GOAWAY. */
    public int goAwayCode() {
        return goAwayCode;
    }

    /** Returns the TCP socket. */
    public Socket socket() {
        return tcp;
    }

    @Override
    public void close() throws IOException {
        tcp.close();
        socket.close();
    }
}
