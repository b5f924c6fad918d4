package dev.ringer.tls;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.TestKeys;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.stream.IntStream;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLParameters;

/** A TLS client that reads single records and can send parts of records. Not thread-safe. */
final class RecordClient implements AutoCloseable {
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final SSLEngine engine;
    private final StringBuilder received = new StringBuilder();

    private RecordClient(Socket socket, SSLEngine engine) throws IOException {
        this.socket = socket;
        this.in = new DataInputStream(socket.getInputStream());
        this.out = socket.getOutputStream();
        this.engine = engine;
    }

    /** Opens a connection and completes its handshake. */
    static RecordClient connect(int port, SSLContext context, String... protocols) throws IOException {
        SSLEngine engine = context.createSSLEngine("localhost", port);
        engine.setUseClientMode(true);
        if (protocols.length > 0) {
            engine.setEnabledProtocols(protocols);
        }
        RecordClient client = new RecordClient(connectClear(port), engine);
        client.handshake();
        return client;
    }

    static Socket connectClear(int port) throws IOException {
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        return socket;
    }

    /** Returns the records of a ClientHello that offers HTTP/1.1 and this number of other application protocols. */
    static byte[] clientHello(int protocols) throws IOException {
        SSLEngine engine = TestKeys.clientContext().createSSLEngine();
        engine.setUseClientMode(true);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setApplicationProtocols(IntStream.rangeClosed(0, protocols)
                .mapToObj(i -> i == 0 ? "http/1.1" : "protocol-" + i)
                .toArray(String[]::new));
        engine.setSSLParameters(parameters);
        ByteBuffer hello = ByteBuffer.allocate(64 * 1024);
        do {
            engine.wrap(NOTHING, hello);
        } while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
        return Arrays.copyOf(hello.array(), hello.position());
    }

    /** Returns the same handshake messages in records with at most {@code payload} bytes each. */
    static byte[] cut(byte[] records, int payload) {
        ByteBuffer from = ByteBuffer.wrap(records);
        ByteBuffer messages = ByteBuffer.allocate(records.length);
        while (from.hasRemaining()) {
            from.position(from.position() + 3);
            byte[] record = new byte[from.getShort()];
            from.get(record);
            messages.put(record);
        }
        messages.flip();
        ByteArrayOutputStream cut = new ByteArrayOutputStream();
        while (messages.hasRemaining()) {
            byte[] record = new byte[Math.min(payload, messages.remaining())];
            messages.get(record);
            cut.writeBytes(new byte[] {22, 3, 1, (byte) (record.length >> 8), (byte) record.length});
            cut.writeBytes(record);
        }
        return cut.toByteArray();
    }

    /** Reads and drops all data, and returns true when the connection ends. */
    static boolean ends(Socket socket) throws IOException {
        try {
            socket.getInputStream().readAllBytes();
            return true;
        } catch (SocketException reset) {
            return true;
        }
    }

    SSLEngine engine() {
        return engine;
    }

    Socket socket() {
        return socket;
    }

    /** Begins a handshake, or in TLS 1.3 a key update, and sends all records that need no input. */
    void beginHandshake() throws IOException {
        engine.beginHandshake();
        out.write(wrapAll(NOTHING));
    }

    private void handshake() throws IOException {
        engine.beginHandshake();
        while (true) {
            switch (engine.getHandshakeStatus()) {
                case NEED_TASK -> runTasks();
                case NEED_WRAP -> out.write(wrapAll(NOTHING));
                case NEED_UNWRAP, NEED_UNWRAP_AGAIN -> readRecord();
                case NOT_HANDSHAKING, FINISHED -> {
                    return;
                }
            }
        }
    }

    private void runTasks() {
        for (Runnable task; (task = engine.getDelegatedTask()) != null; ) {
            task.run();
        }
    }

    /** Returns the records with these bytes, and before them the engine's own records. */
    byte[] wrapAll(ByteBuffer from) throws IOException {
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        ByteBuffer to = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        do {
            SSLEngineResult result = engine.wrap(from, to);
            records.write(to.array(), 0, to.position());
            if (result.bytesProduced() == 0) {
                break;
            }
            to.clear();
        } while (from.hasRemaining() || engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP);
        return records.toByteArray();
    }

    byte[] wrapAll(String text) throws IOException {
        return wrapAll(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    RecordClient send(String text) throws IOException {
        return sendRaw(wrapAll(text));
    }

    RecordClient sendRaw(byte[] bytes) throws IOException {
        out.write(bytes);
        return this;
    }

    /** Sends {@code close_notify} and leaves the socket open. */
    void sendCloseNotify() throws IOException {
        engine.closeOutbound();
        out.write(wrapAll(NOTHING));
    }

    /** Ends the TCP connection's outgoing direction without {@code close_notify}. */
    void cutOff() throws IOException {
        socket.shutdownOutput();
    }

    /**
     * Reads one record.
     *
     * @return the data of the record, perhaps empty; null for the server's {@code close_notify}
     * @throws EOFException if the stream ends before a whole record
     */
    String readRecord() throws IOException {
        byte[] header = new byte[5];
        in.readFully(header);
        int length = (header[3] & 0xff) << 8 | header[4] & 0xff;
        byte[] record = Arrays.copyOf(header, 5 + length);
        in.readFully(record, 5, length);
        ByteBuffer data = ByteBuffer.allocate(32 * 1024);
        SSLEngineResult result = engine.unwrap(ByteBuffer.wrap(record), data);
        if (result.getStatus() == SSLEngineResult.Status.CLOSED) {
            return null;
        }
        return new String(data.array(), 0, data.position(), StandardCharsets.ISO_8859_1);
    }

    /** Reads records until one has data and returns the data, or null for the server's {@code close_notify}. */
    String readData() throws IOException {
        String data = "";
        while (data != null && data.isEmpty()) {
            data = readRecord();
        }
        return data;
    }

    /** Reads records until their data ends with this text, and returns the data. */
    String readUntil(String end) throws IOException {
        received.setLength(0);
        while (received.length() < end.length() || received.indexOf(end, received.length() - end.length()) < 0) {
            String data = readData();
            if (data == null) {
                throw new EOFException("close_notify after: " + received);
            }
            received.append(data);
        }
        return received.toString();
    }

    /** Returns how the server ends the connection, and drops all data before. */
    Ending readEnding() throws IOException {
        try {
            while (readRecord() != null) {
                // drops the data
            }
            return Ending.CLOSE_NOTIFY;
        } catch (EOFException | SocketException cut) {
            return Ending.CUT_OFF;
        }
    }

    /** The possible ends of a connection. */
    enum Ending {
        /** The server has sent {@code close_notify}. */
        CLOSE_NOTIFY,
        /** The TCP connection has ended without {@code close_notify}. */
        CUT_OFF
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
