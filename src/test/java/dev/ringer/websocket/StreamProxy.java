package dev.ringer.websocket;

import dev.ringer.testkit.Transport;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;

/**
 * Connects WebSocket clients without HTTP/2 to HTTP/2 streams (RFC 8441): {@code StreamProxy PORT SERVER_PORT}. Each
 * HTTP/1.1 handshake becomes an extended CONNECT on its own HTTP/2 connection. Then the proxy forwards all bytes in
 * both directions.
 */
final class StreamProxy {
    private static final String GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; // RFC 6455, 1.3

    private StreamProxy() {}

    public static void main(String[] arguments) throws IOException {
        int serverPort = Integer.parseInt(arguments[1]);
        try (ServerSocket listening =
                new ServerSocket(Integer.parseInt(arguments[0]), 50, InetAddress.getLoopbackAddress())) {
            System.out.println("listening on " + listening.getLocalSocketAddress());
            while (true) {
                Socket client = listening.accept();
                new Thread(() -> serve(client, serverPort)).start();
            }
        }
    }

    private static void serve(Socket client, int serverPort) {
        try (client;
                Socket server = Transport.H2C.over(Transport.connect(serverPort))) {
            client.setTcpNoDelay(true);
            String head = head(client.getInputStream());
            String key = head.replaceAll("(?is).*\r\nsec-websocket-key: *(\\S+).*", "$1");
            write(head.replaceFirst("(?i)\r\nsec-websocket-key:[^\r]*", ""), server.getOutputStream());
            Thread sending = new Thread(() -> carry(client, server));
            sending.start();
            String answer = head(server.getInputStream());
            write(
                    answer.replaceFirst("\r\n", "\r\nSec-WebSocket-Accept: " + accept(key) + "\r\n"),
                    client.getOutputStream());
            carry(server, client);
            sending.join(10_000); // the server waits until the client ends its side
        } catch (Exception e) { // both connections are closed by now
            System.out.println("A WebSocket has ended: " + e);
        }
    }

    /** Forwards bytes until the input ends, and then ends the output. */
    private static void carry(Socket from, Socket to) {
        try {
            byte[] bytes = new byte[16 * 1024];
            for (int count = from.getInputStream().read(bytes); count >= 0; ) {
                to.getOutputStream().write(bytes, 0, count);
                to.getOutputStream().flush();
                count = from.getInputStream().read(bytes);
            }
            to.shutdownOutput();
        } catch (IOException e) { // the other direction ends, too
            System.out.println("A direction has ended: " + e);
        }
    }

    private static String head(InputStream in) throws IOException {
        StringBuilder head = new StringBuilder();
        for (int octet = in.read(); octet >= 0; octet = in.read()) {
            head.append((char) octet);
            if (octet == '\n' && head.toString().endsWith("\r\n\r\n")) {
                return head.toString();
            }
        }
        throw new IOException("no complete head: " + head);
    }

    private static void write(String head, OutputStream out) throws IOException {
        out.write(head.getBytes(StandardCharsets.ISO_8859_1));
        out.flush();
    }

    private static String accept(String key) throws Exception {
        byte[] hash = MessageDigest.getInstance("SHA-1").digest((key + GUID).getBytes(StandardCharsets.US_ASCII));
        return Base64.getEncoder().encodeToString(hash);
    }
}
