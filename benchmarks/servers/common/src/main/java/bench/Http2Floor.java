package bench;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * The floor under HTTP/2: reads the heads of frames and skips what they carry, decodes no header, knows no stream, and answers
 * each END_STREAM with a constant head and a constant DATA frame; all answers to one read leave in one write. Acknowledges
 * SETTINGS and PING, gives the window back for what was uploaded. One loop in one thread; clear text with prior knowledge.
 * It never looks at the client's window: not a server, but what one could reach at best.
 *
 * <p>An upload is answered with what the handler of /sink would say of 1 MiB.
 */
public final class Http2Floor {
    private static final int PREFACE = 24;
    private static final int FRAME_HEAD = 9;
    private static final int DATA = 0;
    private static final int HEADERS = 1;
    private static final int SETTINGS = 4;
    private static final int PING = 6;
    private static final int WINDOW_UPDATE = 8;
    private static final int CONTINUATION = 9;
    private static final int ACK = 1;
    private static final int END_STREAM = 1;
    private static final int END_HEADERS = 4;

    private static final byte[] SERVER_PREFACE = {
        0, 0, 12, SETTINGS, 0, 0, 0, 0, 0,
        0, 3, 0, 0, 0x04, 0, // MAX_CONCURRENT_STREAMS 1,024
        0, 4, 0, 0x10, 0, 0, // INITIAL_WINDOW_SIZE 1 MiB
        0, 0, 4, WINDOW_UPDATE, 0, 0, 0, 0, 0, 0x7f, 0, 0, 0 // of the connection: far more than is ever on the way
    };

    private static volatile byte[] hello = response("Hello, World!");
    private static volatile byte[] count = response(Integer.toString(1 << 20));

    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(256 * 1024);
    private final byte[] scan = new byte[256 * 1024];
    private final ByteBuffer out = ByteBuffer.allocateDirect(4 * 1024 * 1024);

    private Http2Floor() throws IOException {}

    /** HEADERS and DATA as they are but for the stream's number, which stands at bytes 5 of both. */
    private static byte[] response(String body) {
        byte[] date = Dates.now().getBytes(StandardCharsets.US_ASCII);
        byte[] length = Integer.toString(body.length()).getBytes(StandardCharsets.US_ASCII);
        int head = 1 + 3 + date.length + 3 + length.length;
        ByteBuffer b = ByteBuffer.allocate(2 * FRAME_HEAD + head + body.length());
        b.put((byte) 0).putShort((short) head).put((byte) HEADERS).put((byte) END_HEADERS).putInt(0);
        b.put((byte) 0x88); // :status 200
        b.put((byte) 0x0f).put((byte) (33 - 15)).put((byte) date.length).put(date); // not indexed, so that it has no state
        b.put((byte) 0x0f).put((byte) (28 - 15)).put((byte) length.length).put(length);
        b.put((byte) 0).putShort((short) body.length()).put((byte) DATA).put((byte) END_STREAM).putInt(0);
        b.put(body.getBytes(StandardCharsets.US_ASCII));
        return b.array();
    }

    private static final class Conn {
        final byte[] head = new byte[FRAME_HEAD];
        final byte[] ping = new byte[8];
        int headBytes = -PREFACE; // how much of the preface, then of a frame's head, has been seen
        int payload; // how much of the frame is to come
        boolean endsStream; // its HEADERS said so
        ByteBuffer pending;

        int type() {
            return head[3];
        }

        int flags() {
            return head[4];
        }

        int length() {
            return (head[0] & 0xff) << 16 | (head[1] & 0xff) << 8 | head[2] & 0xff;
        }

        int stream() {
            return ByteBuffer.wrap(head).getInt(5) & Integer.MAX_VALUE;
        }
    }

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept((ServerSocketChannel) key.channel());
            } else {
                serve(key, (SocketChannel) key.channel(), (Conn) key.attachment());
            }
        } catch (IOException e) {
            try {
                key.channel().close();
            } catch (IOException ignored) {
                // closed is all we want
            }
        }
    }

    private void accept(ServerSocketChannel server) throws IOException {
        SocketChannel c;
        while ((c = server.accept()) != null) {
            c.configureBlocking(false);
            c.setOption(StandardSocketOptions.TCP_NODELAY, true);
            c.register(selector, SelectionKey.OP_READ, new Conn());
            c.write(ByteBuffer.wrap(SERVER_PREFACE));
        }
    }

    private void serve(SelectionKey key, SocketChannel c, Conn conn) throws IOException {
        if (conn.pending != null) {
            c.write(conn.pending);
            if (conn.pending.hasRemaining()) {
                return;
            }
            conn.pending = null;
            key.interestOps(SelectionKey.OP_READ);
        }
        in.clear();
        int n = c.read(in);
        if (n < 0) {
            c.close();
            return;
        }
        in.flip();
        in.get(scan, 0, n);
        out.clear();
        int uploaded = frames(conn, n);
        if (uploaded > 0) {
            giveWindow(0, uploaded);
        }
        if (out.position() == 0) {
            return;
        }
        out.flip();
        c.write(out);
        if (out.hasRemaining()) {
            conn.pending = ByteBuffer.allocate(out.remaining()).put(out).flip();
            key.interestOps(SelectionKey.OP_WRITE);
        }
    }

    /** Goes from frame to frame in what was read; returns the octets of DATA that began in it. */
    private int frames(Conn conn, int n) {
        int uploaded = 0;
        for (int i = 0; i < n; ) {
            if (conn.headBytes < 0) {
                int skipped = Math.min(-conn.headBytes, n - i);
                conn.headBytes += skipped;
                i += skipped;
            } else if (conn.headBytes < FRAME_HEAD) {
                int taken = Math.min(FRAME_HEAD - conn.headBytes, n - i);
                System.arraycopy(scan, i, conn.head, conn.headBytes, taken);
                conn.headBytes += taken;
                i += taken;
                conn.payload = conn.length();
            } else {
                int taken = Math.min(conn.payload, n - i);
                if (conn.type() == PING && conn.length() == 8) {
                    System.arraycopy(scan, i, conn.ping, 8 - conn.payload, taken);
                }
                conn.payload -= taken;
                i += taken;
            }
            if (conn.headBytes == FRAME_HEAD && conn.payload == 0) {
                uploaded += end(conn);
                conn.headBytes = 0;
            }
        }
        return uploaded;
    }

    /** What a frame that is complete asks for; returns its length if it is DATA. */
    private int end(Conn conn) {
        switch (conn.type()) {
            case DATA -> {
                if ((conn.flags() & END_STREAM) != 0) {
                    answer(conn.stream(), count);
                } else if (conn.length() > 0) {
                    giveWindow(conn.stream(), conn.length());
                }
                return conn.length();
            }
            case HEADERS, CONTINUATION -> {
                if (conn.type() == HEADERS) {
                    conn.endsStream = (conn.flags() & END_STREAM) != 0;
                }
                if (conn.endsStream && (conn.flags() & END_HEADERS) != 0) {
                    answer(conn.stream(), hello);
                }
            }
            case SETTINGS -> {
                if ((conn.flags() & ACK) == 0) {
                    out.putInt(SETTINGS).put((byte) ACK).putInt(0);
                }
            }
            case PING -> {
                if ((conn.flags() & ACK) == 0) {
                    out.putInt(8 << 8 | PING).put((byte) ACK).putInt(0).put(conn.ping);
                }
            }
            default -> {
                // windows, priorities and resets ask for nothing
            }
        }
        return 0;
    }

    private void answer(int stream, byte[] response) {
        int at = out.position();
        out.put(response);
        out.putInt(at + 5, stream);
        int head = (response[1] & 0xff) << 8 | response[2] & 0xff;
        out.putInt(at + FRAME_HEAD + head + 5, stream);
    }

    private void giveWindow(int stream, int octets) {
        out.putInt(4 << 8 | WINDOW_UPDATE).put((byte) 0).putInt(stream).putInt(octets);
    }

    private void run() throws IOException {
        try (ServerSocketChannel server = ServerSocketChannel.open()) {
            server.bind(new InetSocketAddress("127.0.0.1", Integer.getInteger("port")), 1024);
            server.configureBlocking(false);
            server.register(selector, SelectionKey.OP_ACCEPT);
            System.out.println("READY");
            while (true) {
                selector.select(this::ready);
            }
        }
    }

    public static void main(String[] args) throws Exception {
        Thread dates = new Thread(() -> {
            try {
                while (true) {
                    Thread.sleep(500);
                    hello = response("Hello, World!");
                    count = response(Integer.toString(1 << 20));
                }
            } catch (InterruptedException e) {
                // the process ends
            }
        });
        dates.setDaemon(true);
        dates.start();
        Admin.start();
        new Http2Floor().run();
    }
}
