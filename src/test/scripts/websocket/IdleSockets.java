import com.sun.net.httpserver.HttpServer;
import dev.ringer.websocket.WebSocketHandler;
import dev.ringer.websocket.WebSocketListener;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A server of WebSockets, {@code IdleSockets serve PORT}, and a client that opens some, lets each echo a message once, and keeps them:
 * {@code IdleSockets hold PORT COUNT}. The client prints a line when all are idle, and ends with its input.
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

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[1]);
        if (arguments[0].equals("serve")) {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            server.createContext("/socket", WebSocketHandler.of(new Echo()));
            server.start();
        } else {
            hold(port, Integer.parseInt(arguments[2]));
        }
    }

    private static final class Echo implements WebSocketListener {
        @Override
        public void onText(dev.ringer.websocket.WebSocketSession session, String message) throws IOException {
            session.sendText(message);
        }
    }

    private static void hold(int port, int count) throws IOException {
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket();
            if (i >= 20_000) {
                socket.bind(new InetSocketAddress("127.0.0." + (2 + i / 20_000), 0));
            }
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
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
        System.out.println(open.size() + " are idle");
        System.in.read();
    }
}
