package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLSocket;

/**
 * A client connection, byte by byte. Text is ISO-8859-1. Only the methods that send a head add line ends. Not
 * thread-safe.
 */
public final class RawClient implements AutoCloseable {
    /** The path at which {@link TestServer} answers, to show that a connection still works. */
    static final String FATE_PATH = "/fate-of-connection";

    private static final String FATE_REQUEST = "GET " + FATE_PATH + " HTTP/1.1\r\nHost: test\r\n\r\n";

    private final Socket tcp;
    private final Socket socket; // tcp, or a socket for TLS or HTTP/2 over it
    private final BufferedInputStream in;
    private final ResponseReader responses;
    private CompletableFuture<Void> sending = CompletableFuture.completedFuture(null);

    private RawClient(Socket tcp, Transport transport) throws IOException {
        this.tcp = tcp;
        this.socket = transport.over(tcp);
        this.socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        this.in = new BufferedInputStream(socket.getInputStream());
        this.responses = new ResponseReader(in);
    }

    /** Opens a connection to a started server. The caller must close it. */
    public static RawClient connect(HttpServer server) throws IOException {
        return connect(server.getAddress().getPort());
    }

    /** Opens a connection to a port of this machine, such as that of a server in another process. */
    public static RawClient connect(int port) throws IOException {
        return connect(port, Transport.current());
    }

    /** Opens a connection to a port of this machine over this transport, instead of the transport of the test. */
    public static RawClient connect(int port, Transport transport) throws IOException {
        return new RawClient(Transport.connect(port), transport);
    }

    /** Opens a connection like {@link #connect(int, Transport)}, with a small receive buffer. */
    public static RawClient connectNarrow(int port, Transport transport) throws IOException {
        return new RawClient(Transport.connectNarrow(port), transport);
    }

    /** Opens a connection from a loopback address, and sends some bytes before those of the transport. */
    public static RawClient connectFrom(InetAddress from, int port, byte[] before, Transport transport)
            throws IOException {
        Socket tcp = new Socket(InetAddress.getLoopbackAddress(), port, from, 0);
        tcp.getOutputStream().write(before);
        return new RawClient(tcp, transport);
    }

    /** Completes the TLS handshake, which otherwise begins with the first byte. Does nothing without TLS. */
    public RawClient handshake() throws IOException {
        if (socket instanceof SSLSocket tls) {
            tls.startHandshake();
        }
        return this;
    }

    /** Returns the local port, which the server sees as the port of the client. */
    public int port() {
        return socket.getLocalPort();
    }

    /** Sends the text as it is, in one write. */
    public RawClient send(String text) throws IOException {
        return send(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends the bytes in one write. */
    public RawClient send(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
        return this;
    }

    /**
     * Sends the bytes on another thread, because a write has no time limit. The caller must wait for the result or
     * close this client.
     */
    public CompletableFuture<Void> sendMeanwhile(byte[] bytes) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        sending = end;
        ThreadKind.PLATFORM.start(() -> {
            try {
                send(bytes);
                end.complete(null);
            } catch (Throwable failure) {
                end.completeExceptionally(failure);
            }
        });
        return end;
    }

    /** Sends more bytes than the system may buffer, so that the server must read them. */
    public RawClient sendLarge(byte[] bytes) throws IOException {
        try {
            sendMeanwhile(bytes).get(Deadlines.PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
            return this;
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new IOException("the server does not take what is sent", e);
        }
    }

    /** Sends as much as the server takes before it closes the connection. */
    public RawClient sendAsFarAsPossible(byte[] bytes) throws IOException {
        try {
            for (int from = 0; from < bytes.length; from += 8192) {
                socket.getOutputStream().write(bytes, from, Math.min(8192, bytes.length - from));
            }
        } catch (SocketException closed) {
            // the server closed the connection; the caller checks the response
        }
        return this;
    }

    /** Sends as much as the server takes before it closes the connection. */
    public RawClient sendAsFarAsPossible(String text) throws IOException {
        return sendAsFarAsPossible(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Sends the text in two writes, the second after the server has seen the first. */
    public RawClient sendSplit(String text, int at, TestServer server) throws IOException {
        send(text.substring(0, at));
        server.settle();
        return send(text.substring(at));
    }

    /** Sends the text byte by byte, each byte after the server has seen the one before. */
    public RawClient sendBytewise(String text, TestServer server) throws IOException {
        for (byte next : text.getBytes(StandardCharsets.ISO_8859_1)) {
            send(new byte[] {next});
            server.settle();
        }
        return this;
    }

    /** Sends lines, each ended by CRLF, and the empty line that ends a head. */
    public RawClient sendHead(String... lines) throws IOException {
        return send(String.join("\r\n", lines) + "\r\n\r\n");
    }

    /** Sends a GET with a Host field and these further field lines. */
    public RawClient get(String target, String... fieldLines) throws IOException {
        return request("GET", target, fieldLines);
    }

    /** Sends a head with a Host field and these further field lines. */
    public RawClient request(String method, String target, String... fieldLines) throws IOException {
        StringBuilder head = new StringBuilder(method + " " + target + " HTTP/1.1\r\nHost: test\r\n");
        for (String line : fieldLines) {
            head.append(line).append("\r\n");
        }
        return send(head.append("\r\n").toString());
    }

    /** Sends a POST whose length is that of the body. */
    public RawClient post(String target, String body, String... fieldLines) throws IOException {
        StringBuilder head = new StringBuilder("POST " + target + " HTTP/1.1\r\nHost: test\r\n");
        for (String line : fieldLines) {
            head.append(line).append("\r\n");
        }
        return send(head + "Content-Length: " + body.length() + "\r\n\r\n" + body);
    }

    /** Reads the answer to a request other than HEAD. */
    public Response readResponse() throws IOException {
        return responses.read("GET");
    }

    /** Reads the answer to a request with this method. */
    public Response readResponse(String method) throws IOException {
        return responses.read(method);
    }

    /** Returns the input of the connection. */
    public InputStream stream() {
        return in;
    }

    /** Reads this many bytes of any content. */
    public String readText(int length) throws IOException {
        return new String(in.readNBytes(length), StandardCharsets.ISO_8859_1);
    }

    /** Reads any content until this text or the end of the stream. */
    public String readUntil(String end) throws IOException {
        StringBuilder text = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            text.append((char) next);
            if (text.indexOf(end, Math.max(0, text.length() - end.length())) >= 0) {
                return text.toString();
            }
        }
        return text.toString();
    }

    /** Reads to the end of the stream, or to a reset. */
    public String readToEnd() throws IOException {
        StringBuilder text = new StringBuilder();
        try {
            for (int next = in.read(); next >= 0; next = in.read()) {
                text.append((char) next);
            }
        } catch (SocketException reset) {
            // a reset ends the stream as well
        }
        return text.toString();
    }

    /** Whether a byte comes within this time. The byte remains unread. The end of the stream is no byte. */
    public boolean hasByteWithin(Duration time) throws IOException {
        in.mark(1);
        socket.setSoTimeout((int) time.toMillis());
        try {
            return in.read() >= 0;
        } catch (SocketTimeoutException | SocketException none) {
            return false;
        } finally {
            in.reset();
            socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        }
    }

    /** Whether a byte or the end of the stream comes within this time. */
    public boolean hasEventWithin(Duration time) throws IOException {
        in.mark(1);
        socket.setSoTimeout((int) time.toMillis());
        try {
            in.read();
            in.reset();
            return true;
        } catch (SocketTimeoutException none) {
            return false;
        } catch (SocketException reset) {
            return true;
        } finally {
            restorePatience();
        }
    }

    /** Whether a reset follows the end of the stream within this time. Reads the TCP connection, even under TLS. */
    public boolean wasResetWithin(Duration time) throws IOException {
        long end = System.nanoTime() + time.toNanos();
        while (System.nanoTime() - end < 0) {
            try {
                if (tcp.getInputStream().read() >= 0) {
                    throw new AssertionError("a byte after the end");
                }
            } catch (SocketTimeoutException open) {
                return false;
            } catch (SocketException reset) {
                return true;
            }
            Thread.yield();
        }
        return false;
    }

    /** Ends the sending direction. */
    public RawClient halfClose() throws IOException {
        socket.shutdownOutput();
        return this;
    }

    /** Closes the connection by a reset. */
    public void reset() throws IOException {
        tcp.setSoLinger(true, 0);
        tcp.close();
    }

    /** Returns the state of the connection after one more request. Waits for {@link Deadlines#PATIENCE} at most. */
    public Fate fate() throws IOException {
        return fateWithin(Deadlines.PATIENCE);
    }

    /**
     * Does the same as {@link #fate}, but waits only for {@link Deadlines#QUIET}. For connections that should stay
     * silent.
     */
    public Fate fateSoon() throws IOException {
        return fateWithin(Deadlines.QUIET);
    }

    private Fate fateWithin(Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        try {
            send(FATE_REQUEST);
            return usable(readResponse());
        } catch (SocketTimeoutException e) {
            return Fate.SILENT;
        } catch (EOFException | SocketException e) {
            return Fate.CLOSED;
        } finally {
            restorePatience();
        }
    }

    /**
     * Waits for the end of the stream, and sends nothing.
     *
     * @return {@link Fate#CLOSED}, or {@link Fate#SILENT} if the stream does not end in this time
     * @throws AssertionError if a byte comes instead
     */
    public Fate awaitEnd(Duration patience) throws IOException {
        socket.setSoTimeout((int) patience.toMillis());
        try {
            int next = in.read();
            if (next >= 0) {
                throw new AssertionError("byte " + next + " where the stream should end");
            }
            return Fate.CLOSED;
        } catch (SocketTimeoutException e) {
            return Fate.SILENT;
        } catch (SocketException reset) {
            return Fate.CLOSED;
        } finally {
            restorePatience();
        }
    }

    private static Fate usable(Response response) {
        if (response.status() != 204) {
            throw new AssertionError("one response too many: " + response.statusLine());
        }
        return Fate.USABLE;
    }

    private void restorePatience() throws IOException {
        if (!socket.isClosed()) {
            socket.setSoTimeout((int) Deadlines.PATIENCE.toMillis());
        }
    }

    @Override
    public void close() throws IOException {
        if (!sending.isDone()) {
            tcp.close(); // closing a TLS socket would wait for the end of the write
        } else if (!tcp.isClosed() && !socket.isClosed()) {
            socket.setSoTimeout((int) Deadlines.QUIET.toMillis()); // a TLS socket waits this long for its peer's close
        }
        socket.close();
    }
}
