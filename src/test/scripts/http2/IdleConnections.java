import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Opens HTTP/2 connections, sends one request with a browser's fields on each, and keeps the connections open. With
 * {@code indexed}, all fields go into the HPACK table. Prints a line when all connections are idle, and ends when its
 * input ends: {@code IdleConnections PORT COUNT [indexed]}.
 */
public final class IdleConnections {
    private static final String[] FIELDS = {
        ":method", "GET", ":scheme", "http", ":path", "/small", ":authority", "localhost:8080",
        "user-agent", "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        "accept", "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
        "accept-language", "en-US,en;q=0.5", "accept-encoding", "gzip, deflate, br"
    };

    public static void main(String[] arguments) throws Exception {
        int port = Integer.parseInt(arguments[0]);
        int count = Integer.parseInt(arguments[1]);
        boolean indexed = arguments.length > 2;
        byte[] opening = opening(indexed);
        List<Socket> open = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Socket socket = new Socket();
            if (i >= 20_000) {
                socket.bind(new InetSocketAddress("127.0.0." + (2 + i / 20_000), 0));
            }
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            socket.getOutputStream().write(opening);
            readAnswer(new DataInputStream(socket.getInputStream()));
            open.add(socket);
        }
        System.out.println(open.size() + " are idle");
        System.in.read();
    }

    private static byte[] opening(boolean indexed) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        all.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        all.writeBytes(new byte[] {0, 0, 0, 4, 0, 0, 0, 0, 0});
        all.writeBytes(new byte[] {0, 0, 0, 4, 1, 0, 0, 0, 0});
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (int i = 0; i < FIELDS.length; i += 2) {
            block.write(indexed ? 0x40 : 0);
            for (String text : new String[] {FIELDS[i], FIELDS[i + 1]}) {
                block.write(text.length());
                block.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            }
        }
        all.writeBytes(ByteBuffer.allocate(9)
                .putInt(block.size() << 8 | 1)
                .put((byte) 5)
                .putInt(1)
                .array());
        all.writeBytes(block.toByteArray());
        return all.toByteArray();
    }

    private static void readAnswer(DataInputStream in) throws IOException {
        while (true) {
            int head = in.readInt();
            int flags = in.readUnsignedByte();
            in.readInt();
            in.readNBytes(head >>> 8);
            if ((head & 0xff) <= 1 && (flags & 1) != 0) {
                return;
            }
        }
    }
}
