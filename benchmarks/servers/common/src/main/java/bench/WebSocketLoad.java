package bench;

import java.io.EOFException;
import java.io.IOException;
import java.lang.ref.Reference;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

/**
 * A load client for WebSockets, on one thread: {@code WebSocketLoad PORT PATH SIZE CONNECTIONS SECONDS [all|slow]}. Every connection sends a
 * masked binary message, waits for the same one to come back, and sends the next. With {@code all} the server sends what it gets to all
 * connections: one message is on its way at a time, connections take turns to send it, and every message that comes back counts. With
 * {@code slow} there is one connection more, which comes first and takes nothing: nobody waits for it here. Before the others come it is
 * sent so much that no more fits between it and the server.
 *
 * <p>The handshake is checked, the content of each connection's first message, and the length of all. At the end one line says
 * what wrk's report says.
 */
public final class WebSocketLoad {
    private static final String KEY = "dGhlIHNhbXBsZSBub25jZQ==";
    private static final byte[] MASK = {0x37, (byte) 0xfa, 0x21, 0x3d};
    private static final int MAX_HANDSHAKE = 4096;
    private static final int LAST_BINARY = 0x82;
    private static final int CLOSE = 8;
    private static final int LARGE = 64_000; // a message that every server takes
    private static final int LARGE_HEAD = 4;
    private static final int FILLING = 80; // 5 MB, more than the kernel keeps
    private static final int SMALL_BUFFER = 1024; // of the kernel, which takes the least that it can

    private final ByteBuffer in = ByteBuffer.allocateDirect(256 * 1024);
    private final byte[] message;
    private final ByteBuffer frame; // of the message, masked
    private final boolean all;
    private final Selector selector;
    private final List<Client> clients = new ArrayList<>();
    private final Times times = new Times();
    private long lost;
    private int outstanding; // of what was sent to all
    private int turn; // of the client that sent it
    private boolean ended;

    private WebSocketLoad(int size, boolean all) throws IOException {
        this.message = new byte[size];
        for (int i = 0; i < size; i++) {
            message[i] = (byte) (i * 31 + (i >> 8));
        }
        this.frame = masked(message);
        this.all = all;
        this.selector = Selector.open();
    }

    public static void main(String[] args) throws Exception {
        InetSocketAddress server = new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0]));
        boolean slow = args.length > 5 && args[5].equals("slow");
        WebSocketLoad load = new WebSocketLoad(Integer.parseInt(args[2]), slow || args.length > 5 && args[5].equals("all"));
        Client silent = slow ? load.new Client(server, args[1], SMALL_BUFFER) : null;
        if (slow) {
            Client witness = load.new Client(server, args[1], 0);
            witness.fill();
            witness.channel.close();
        }
        for (int i = 0; i < Integer.parseInt(args[3]); i++) {
            load.clients.add(load.new Client(server, args[1], 0));
        }
        load.run(Long.parseLong(args[4]) * 1_000_000_000L);
        Reference.reachabilityFence(silent);
    }

    private void run(long nanos) throws IOException {
        for (Client client : clients) {
            client.begin();
        }
        long start = System.nanoTime();
        sendNext();
        for (long now = start; now - start < nanos && lost < clients.size(); now = System.nanoTime()) {
            selector.select(key -> ((Client) key.attachment()).onReady(), 100);
        }
        ended = true;
        times.report(System.nanoTime() - start, lost, clients.stream().filter(Client::isStuck).count());
    }

    private void sendNext() {
        if (!all) {
            clients.forEach(Client::send);
        } else if (lost == 0) {
            outstanding = clients.size();
            turn = (turn + 1) % clients.size();
            long now = System.nanoTime();
            clients.forEach(client -> client.sentAt = now);
            clients.get(turn).send();
        }
    }

    /** One frame, as a client must send it (RFC 6455, 5.2). */
    private static ByteBuffer masked(byte[] payload) {
        ByteBuffer frame = ByteBuffer.allocateDirect(payload.length + 14).put((byte) LAST_BINARY);
        if (payload.length < 126) {
            frame.put((byte) (0x80 | payload.length));
        } else if (payload.length <= 0xffff) {
            frame.put((byte) (0x80 | 126)).putShort((short) payload.length);
        } else {
            frame.put((byte) (0x80 | 127)).putLong(payload.length);
        }
        frame.put(MASK);
        for (int i = 0; i < payload.length; i++) {
            frame.put((byte) (payload[i] ^ MASK[i & 3]));
        }
        return frame.flip();
    }

    /** One connection. */
    private final class Client {
        private final SocketChannel channel;
        private final ByteBuffer out = frame.duplicate().position(frame.limit());
        private SelectionKey key;
        private long sentAt; // 0 while nothing is awaited
        private boolean checked; // the content of a message
        // of the frame that comes
        private final byte[] head = new byte[10];
        private int headSize;
        private long left; // of its payload
        private int size; // of the message so far

        private Client(InetSocketAddress server, String path, int buffer) throws Exception {
            channel = SocketChannel.open();
            if (buffer > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, buffer);
            }
            channel.connect(server);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.write(StandardCharsets.US_ASCII.encode("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.getPort()
                    + "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + KEY + "\r\n\r\n"));
            ByteBuffer answer = ByteBuffer.allocate(MAX_HANDSHAKE);
            while (!text(answer).endsWith("\r\n\r\n")) { // no server speaks before it is spoken to
                if (channel.read(answer) <= 0) {
                    throw new EOFException("in the handshake: " + text(answer));
                }
            }
            String accept = Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-1")
                    .digest((KEY + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").getBytes(StandardCharsets.US_ASCII)));
            String told = text(answer);
            if (!told.startsWith("HTTP/1.1 101 ") || !told.contains(accept) || told.toLowerCase(Locale.ROOT).contains("extensions")) {
                throw new IOException("not the handshake that was asked for: " + told);
            }
        }

        /** Sends to all what the one that takes nothing does not take, and takes it itself. */
        private void fill() throws IOException {
            for (int i = 0; i < FILLING; i++) {
                for (ByteBuffer bytes = masked(new byte[LARGE]); bytes.hasRemaining(); ) {
                    channel.write(bytes);
                }
                for (ByteBuffer came = ByteBuffer.allocate(LARGE_HEAD + LARGE); came.hasRemaining(); ) {
                    if (channel.read(came) < 0) {
                        throw new EOFException("a large message did not come");
                    }
                }
            }
        }

        private static String text(ByteBuffer bytes) {
            return new String(bytes.array(), 0, bytes.position(), StandardCharsets.ISO_8859_1);
        }

        private void begin() throws IOException {
            channel.configureBlocking(false);
            key = channel.register(selector, SelectionKey.OP_READ, this);
        }

        /** Whether it has waited so long for an answer that wrk would call it a time out. */
        private boolean isStuck() {
            return sentAt != 0 && System.nanoTime() - sentAt > Times.MAX_MICROS * 1000L;
        }

        private void send() {
            out.rewind();
            sentAt = System.nanoTime();
            write();
        }

        private void write() {
            try {
                channel.write(out);
                int wanted = out.hasRemaining() ? SelectionKey.OP_READ | SelectionKey.OP_WRITE : SelectionKey.OP_READ;
                if (key.interestOps() != wanted) {
                    key.interestOps(wanted);
                }
            } catch (IOException e) {
                lose(e);
            }
        }

        private void onReady() {
            if (key.isWritable()) {
                write();
            }
            try {
                if (key.isValid() && key.isReadable()) {
                    if (channel.read(in.clear()) < 0) {
                        throw new EOFException("the server has closed the connection");
                    }
                    for (in.flip(); in.hasRemaining(); ) {
                        receive();
                    }
                }
            } catch (IOException e) {
                lose(e);
            }
        }

        private void receive() throws IOException {
            if (left == 0) {
                if (!readHead()) {
                    return;
                }
            }
            int count = (int) Math.min(left, in.remaining());
            if ((head[0] & CLOSE) == 0) { // else a control frame
                if (size + count > message.length) {
                    throw new IOException("a message of more than " + (size + count - 1) + " octets");
                }
                check(count);
                size += count;
            }
            in.position(in.position() + count);
            left -= count;
            if (left == 0 && (head[0] & CLOSE) == 0 && head[0] < 0) {
                onMessage();
            }
        }

        /** Reads a frame's head, perhaps in parts; true when it is complete. */
        private boolean readHead() throws IOException {
            do {
                head[headSize++] = in.get();
            } while (in.hasRemaining() && (headSize < 2 || headSize < 2 + extended()));
            if (headSize < 2 || headSize < 2 + extended()) {
                return false;
            }
            headSize = 0;
            if ((head[0] & 0x70) != 0 || head[1] < 0 || (head[0] & 0xf) == CLOSE) {
                throw new IOException("a frame that begins with " + (head[0] & 0xff) + ", " + (head[1] & 0xff));
            }
            ByteBuffer bytes = ByteBuffer.wrap(head);
            left = extended() == 0 ? head[1] : extended() == 2 ? bytes.getShort(2) & 0xffff : bytes.getLong(2);
            return true;
        }

        private int extended() {
            return head[1] == 126 ? 2 : head[1] == 127 ? 8 : 0;
        }

        private void check(int count) throws IOException {
            if (!checked) {
                byte[] came = new byte[count];
                in.get(in.position(), came);
                if (!Arrays.equals(came, 0, count, message, size, size + count)) {
                    throw new IOException("not what was sent");
                }
            }
        }

        private void onMessage() throws IOException {
            if (size != message.length) {
                throw new IOException("a message of " + size + " octets");
            }
            size = 0;
            checked = true;
            times.add(System.nanoTime() - sentAt);
            sentAt = 0;
            if (!all) {
                send();
            } else if (--outstanding == 0) {
                sendNext();
            }
        }

        private void lose(IOException why) {
            if (lost++ == 0 && !ended) {
                System.err.println("a connection is lost: " + why);
            }
            key.cancel();
            try {
                channel.close();
            } catch (IOException ignored) { // it is lost at any rate
            }
        }
    }
}
