import com.sun.net.httpserver.HttpServer;
import dev.ringer.events.EventStream;
import dev.ringer.events.EventStreamOptions;
import dev.ringer.events.ServerSentEvent;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Runs a server, or a client that opens WebSockets or event streams and keeps them idle. Each WebSocket first echoes
 * one message; each event stream first sends one event. The client prints a line when all are idle, and ends when its
 * input ends.
 *
 * <pre>
 *   serve PORT              the server
 *   hold PORT COUNT         WebSockets, each on its own connection
 *   hold2 PORT COUNT        WebSockets on HTTP/2 streams, a hundred on each connection
 *   holdevents PORT COUNT   event streams, each on its own connection
 *   holdevents2 PORT COUNT  event streams on HTTP/2, a hundred on each connection
 * </pre>
 */
public final class IdleSockets {
    private static final String HANDSHAKE = """
            GET /socket HTTP/1.1\r
            Host: localhost:18322\r
            User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r
            Origin: http://localhost:18322\r
            Connection: keep-alive, Upgrade\r
            Upgrade: websocket\r
            Sec-WebSocket-Version: 13\r
            Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
            \r
            """;

    private static final byte[] MESSAGE = {(byte) 0x81, (byte) 0x82, 0, 0, 0, 0, 'h', 'i'};
    private static final int ECHO_SIZE = 4;

    /** Firefox's fields for a handshake over HTTP/2 (RFC 8441): names and values in turn. */
    private static final String[] HANDSHAKE_2 = {
        ":method", "CONNECT",
        ":protocol", "websocket",
        ":scheme", "http",
        ":path", "/socket",
        ":authority", "localhost:18322",
        "user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "origin", "http://localhost:18322",
        "sec-websocket-version", "13",
    };

    private static final String EVENTS = """
            GET /events HTTP/1.1\r
            Host: localhost:18322\r
            User-Agent: Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0\r
            Accept: text/event-stream\r
            Connection: keep-alive\r
            \r
            """;

    private static final String[] EVENTS_2 = {
        ":method", "GET",
        ":scheme", "http",
        ":path", "/events",
        ":authority", "localhost:18322",
        "user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "accept", "text/event-stream",
    };

    private static final byte[] EVENT = "data: a\n\n".getBytes(StandardCharsets.US_ASCII);
    private static final int STREAMS = 100; // on each connection
    private static final int FIRST_INDEX = 62; // in HPACK's dynamic table

    // HTTP/2 frame types and flags
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int RST_STREAM = 3;
    private static final int SETTINGS = 4;
    private static final int GOAWAY = 7;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("serve")) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.createContext("/socket", WebSocketHandler.of(new Echo()));
            Set<EventStream> streams = ConcurrentHashMap.newKeySet(); // as an application keeps them
            server.createContext("/events", exchange -> {
                EventStream stream = EventStream.open(exchange, EventStreamOptions.builder().heartbeat(Duration.ofMinutes(10)).build());
                stream.send(ServerSentEvent.of("a"));
                streams.add(stream);
                stream.onClose(() -> streams.remove(stream));
            });
            server.start();
            return;
        }
        int count = Integer.parseInt(arguments[2]);
        List<Socket> open = switch (arguments[0]) {
            case "hold2" -> openStreams(port, count, HANDSHAKE_2);
            case "holdevents" -> openEvents(port, count);
            case "holdevents2" -> openStreams(port, count, EVENTS_2);
            default -> open(port, count);
        };
        System.out.println(count + " are idle on " + open.size() + " connections");
        System.in.read();
    }

    private static final class Echo implements WebSocketListener {
        @Override
        public void onText(dev.ringer.websocket.WebSocketSession session, String message) throws IOException {
            session.sendText(message);
        }
    }

    private static Socket connect(int port, int number) throws IOException {
        Socket socket = new Socket();
        if (number >= 20_000) {
            socket.bind(new InetSocketAddress("127.0.0." + (2 + number / 20_000), 0));
        }
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return socket;
    }

    // ---- one connection each

    private static List<Socket> open(int port, int count) throws IOException {
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = connect(port, i);
            socket.getOutputStream().write(HANDSHAKE.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            StringBuilder head = new StringBuilder();
            while (head.indexOf("\r\n\r\n") < 0) {
                head.append((char) in.read());
            }
            if (head.indexOf("HTTP/1.1 101 ") != 0) {
                throw new IOException("no WebSocket: " + head);
            }
            socket.getOutputStream().write(MESSAGE);
            in.readNBytes(ECHO_SIZE);
            open.add(socket);
        }
        return open;
    }

    private static List<Socket> openEvents(int port, int count) throws IOException {
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = connect(port, i);
            socket.getOutputStream().write(EVENTS.getBytes(StandardCharsets.US_ASCII));
            InputStream in = socket.getInputStream();
            StringBuilder text = new StringBuilder();
            while (text.indexOf("data: a\n\n\r\n") < 0) {
                int next = in.read();
                if (next < 0) {
                    throw new IOException("no event stream: " + text);
                }
                text.append((char) next);
            }
            open.add(socket);
        }
        return open;
    }

    // ---- HTTP/2 streams

    private static List<Socket> openStreams(int port, int count, String[] fields) throws IOException {
        boolean events = fields == EVENTS_2;
        List<Socket> open = new ArrayList<>();
        for (int left = count; left > 0; left -= STREAMS) {
            Socket socket = connect(port, open.size());
            socket.setTcpNoDelay(true);
            open.add(socket);
            OutputStream out = socket.getOutputStream();
            out.write("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.write(frame(SETTINGS, 0, 0, new byte[0]));
            for (int i = 0; i < Math.min(left, STREAMS); i++) {
                int flags = events ? END_HEADERS | END_STREAM : END_HEADERS;
                out.write(frame(HEADERS, flags, 2 * i + 1, block(fields, i == 0)));
                out.write(events ? new byte[0] : frame(DATA, 0, 2 * i + 1, MESSAGE));
            }
            int octets = Math.min(left, STREAMS) * (events ? EVENT.length : ECHO_SIZE);
            await(new DataInputStream(new BufferedInputStream(socket.getInputStream())), out, octets);
        }
        return open;
    }

    private static void await(DataInputStream in, OutputStream out, int octets) throws IOException {
        for (int awaited = octets; awaited > 0; ) {
            int lengthAndType = in.readInt();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            byte[] payload = in.readNBytes(lengthAndType >>> 8);
            switch (lengthAndType & 0xff) {
                case DATA -> awaited -= payload.length;
                case SETTINGS -> out.write((flags & ACK) != 0 ? new byte[0] : frame(SETTINGS, ACK, 0, new byte[0]));
                case RST_STREAM, GOAWAY -> throw new IOException("no WebSocket on stream " + stream);
                default -> {} // a failed handshake shows in the echo
            }
        }
    }

    private static byte[] frame(int type, int flags, int stream, byte[] payload) {
        return ByteBuffer.allocate(9 + payload.length)
                .putInt(payload.length << 8 | type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    /** Encodes fields as browsers do (RFC 7541, 6): first as literals that enter the table, then by their indexes. */
    private static byte[] block(String[] fields, boolean first) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < fields.length; i += 2) {
            if (!first) {
                block.write(0x80 | FIRST_INDEX + (fields.length - 2 - i) / 2); // the newest field has the first index
                continue;
            }
            block.write(0x40);
            for (String text : List.of(fields[i], fields[i + 1])) {
                block.write(text.length()); // below 127
                block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        return block.toByteArray();
    }
}
