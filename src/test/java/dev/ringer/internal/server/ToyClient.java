package dev.ringer.internal.server;

import dev.ringer.testkit.Deadlines;
import dev.ringer.testkit.TestKeys;
import dev.ringer.testkit.TestServer;
import dev.ringer.testkit.Transport;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLSocket;

/** One connection that speaks the toy protocol. Not for use by several threads at once. */
final class ToyClient implements AutoCloseable {
    /** What has come of the response on a stream. */
    record Answer(String head, String body, boolean broken) {
        static final Answer NONE = new Answer("", "", false);

        int status() {
            return Integer.parseInt(head.substring(0, 3));
        }

        private Answer with(ToyFrame frame) {
            return switch (frame.kind()) {
                case HEAD -> new Answer(head + frame.text(), body, broken);
                case DATA -> new Answer(head, body + frame.text(), broken);
                case END -> this;
                case RESET -> new Answer(head, body, true);
            };
        }
    }

    private final Socket socket;
    private final ToyFrameReader frames = new ToyFrameReader();
    private final Map<Integer, Answer> answers = new HashMap<>();
    private final Set<Integer> over = new HashSet<>();

    private ToyClient(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
    }

    /** Connects in the clear, without sending anything. */
    static ToyClient connect(TestServer server) throws IOException {
        return new ToyClient(Transport.connect(server.port()));
    }

    /** Connects in the clear and sends the preface. */
    static ToyClient open(TestServer server) throws IOException {
        return connect(server).send(ToyProtocol.PREFACE);
    }

    /** Connects over TLS, agrees on the protocol and sends the preface. */
    static ToyClient openTls(TestServer server) throws IOException {
        Socket tcp = Transport.connect(server.port());
        SSLSocket tls = (SSLSocket)
                TestKeys.clientContext().getSocketFactory().createSocket(tcp, "localhost", tcp.getPort(), true);
        SSLParameters parameters = tls.getSSLParameters();
        parameters.setApplicationProtocols(new String[] {ToyProtocol.ALPN_NAME});
        tls.setSSLParameters(parameters);
        return new ToyClient(tls).send(ToyProtocol.PREFACE);
    }

    ToyClient send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    private ToyClient send(int stream, ToyFrame.Kind kind, String text) throws IOException {
        socket.getOutputStream().write(ToyFrame.of(stream, kind, text).encoded().array());
        return this;
    }

    /** Begins a request whose body follows. */
    ToyClient head(int stream, String request, String... fieldLines) throws IOException {
        StringBuilder text = new StringBuilder(request).append("\r\n");
        for (String line : fieldLines) {
            text.append(line).append("\r\n");
        }
        return send(stream, ToyFrame.Kind.HEAD, text.toString());
    }

    /** Sends a request without a body. */
    ToyClient get(int stream, String target) throws IOException {
        return head(stream, "GET " + target).end(stream);
    }

    ToyClient data(int stream, String text) throws IOException {
        return send(stream, ToyFrame.Kind.DATA, text);
    }

    ToyClient end(int stream) throws IOException {
        return send(stream, ToyFrame.Kind.END, "");
    }

    ToyClient reset(int stream) throws IOException {
        return send(stream, ToyFrame.Kind.RESET, "");
    }

    /** The next frame, of whatever stream. */
    ToyFrame read() throws IOException {
        byte[] bytes = new byte[8192];
        ToyFrame frame;
        while ((frame = frames.next()) == null) {
            int count = socket.getInputStream().read(bytes);
            if (count < 0) {
                throw new EOFException("the server has closed the connection");
            }
            frames.add(ByteBuffer.wrap(bytes, 0, count));
        }
        if (frame.kind() == ToyFrame.Kind.END || frame.kind() == ToyFrame.Kind.RESET) {
            over.add(frame.stream());
        }
        answers.put(frame.stream(), soFar(frame.stream()).with(frame));
        return frame;
    }

    /** Reads until this stream has ended, unless it has already. */
    Answer answer(int stream) throws IOException {
        while (!over.contains(stream)) {
            read();
        }
        return answers.get(stream);
    }

    /** What has been read of a stream. */
    Answer soFar(int stream) {
        return answers.getOrDefault(stream, Answer.NONE);
    }

    /** Reads the end of the connection, which must come next. */
    boolean endsNext() throws IOException {
        return socket.getInputStream().read() < 0;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
