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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * A load client for server-sent events, on one thread: {@code EventLoad PORT SIZE STREAMS SECONDS [slow]}. All streams
 * GET {@code /events}. Then the client POSTs {@code SIZE} octets to {@code /publish} on a connection of its own. The
 * server sends these octets to all streams, as the data of one event, and answers 204. When every stream has the event,
 * the client publishes the next one. Each event on each stream counts as an answer.
 *
 * <p>With {@code slow} there is one stream more, which opens first and reads nothing. Before the others open, the
 * client publishes more than fits between the server and that stream.
 *
 * <p>The client checks every octet of every event. It accepts heartbeats, and streams with and without the chunked
 * coding. It prints BEGIN when all streams are open, END when the time is over, and one line with what wrk's report
 * says.
 */
public final class EventLoad {
    private static final int MAX_HEAD = 4096;
    private static final int LARGE = 32_000; // octets of data that every server accepts
    private static final int FILLING = 160; // large events: 5 MB, more than the kernel retains
    private static final int SMALL_BUFFER = 1024; // the kernel takes its minimum instead
    private static final byte[] HEARTBEAT = ":\n".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] EMPTY_LINE = "\n".getBytes(StandardCharsets.US_ASCII); // may follow a heartbeat
    private static final int NAME = "data:".length();

    private final InetSocketAddress server;
    private final Selector selector = Selector.open();
    private final ByteBuffer in = ByteBuffer.allocateDirect(256 * 1024);
    private final byte[] content = new byte[in.capacity()];
    private final byte[] data;
    private final byte[] event; // the data as an event
    private final byte[] spaced; // the same event with the optional space after the colon
    private final Publisher publisher;
    private final List<Stream> streams = new ArrayList<>();
    private final Times times = new Times();
    private int published; // events since all streams opened
    private long publishedAt;
    private int outstanding; // streams that do not have the last event yet
    private long lost;
    private boolean ended;

    private EventLoad(InetSocketAddress server, int size) throws IOException {
        this.server = server;
        data = text(size);
        event = event("data:");
        spaced = event("data: ");
        publisher = new Publisher();
    }

    public static void main(String[] args) throws Exception {
        EventLoad load =
                new EventLoad(new InetSocketAddress("127.0.0.1", Integer.parseInt(args[0])), Integer.parseInt(args[1]));
        Stream silent = args.length > 4 && args[4].equals("slow") ? load.openSilent() : null;
        for (int i = 0; i < Integer.parseInt(args[2]); i++) {
            load.streams.add(load.new Stream(0));
        }
        Thread.sleep(50); // a server may send the head of a response before it knows the stream
        load.run(Long.parseLong(args[3]) * 1_000_000_000L);
        Reference.reachabilityFence(silent);
    }

    private static byte[] text(int size) {
        byte[] text = new byte[size];
        for (int i = 0; i < size; i++) {
            text[i] = (byte) ('a' + i % 26);
        }
        return text;
    }

    private byte[] event(String name) {
        return (name + new String(data, StandardCharsets.US_ASCII) + "\n\n").getBytes(StandardCharsets.US_ASCII);
    }

    /** Opens the stream that reads nothing, and publishes what does not fit on it. Another stream reads that. */
    private Stream openSilent() throws IOException {
        Stream silent = new Stream(SMALL_BUFFER);
        SocketChannel witness = new Stream(0).channel;
        byte[] large = text(LARGE);
        for (int i = 0; i < FILLING; i++) {
            publisher.publish(large);
            publisher.await();
            for (int left = LARGE; left > 0; ) { // an event is a little larger, and the next turn reads its rest
                int count = witness.read(in.clear());
                if (count < 0) {
                    throw new EOFException("a large event did not come");
                }
                left -= count;
            }
        }
        witness.close();
        return silent;
    }

    /** Reads the head of a response in blocking mode. No server sends anything after it before it gets a request. */
    private static String readHead(SocketChannel channel) throws IOException {
        ByteBuffer head = ByteBuffer.allocate(MAX_HEAD);
        String text = "";
        while (!text.endsWith("\r\n\r\n")) {
            if (channel.read(head) <= 0) {
                throw new EOFException("in a head: " + text);
            }
            text = new String(head.array(), 0, head.position(), StandardCharsets.ISO_8859_1);
        }
        return text.toLowerCase(Locale.ROOT);
    }

    // ---- the load

    private void run(long nanos) throws IOException {
        for (Stream stream : streams) {
            stream.begin();
        }
        publisher.begin();
        System.out.println("BEGIN");
        long start = System.nanoTime();
        publishNext();
        for (long now = start; now - start < nanos && lost < streams.size(); now = System.nanoTime()) {
            selector.select(key -> ((Connection) key.attachment()).onReadable(), 100);
        }
        System.out.println("END");
        ended = true;
        long end = System.nanoTime();
        boolean late = outstanding > 0 && end - publishedAt > Times.MAX_MICROS * 1000L;
        times.report(end - start, lost, late ? outstanding : 0);
    }

    /** Publishes the next event, if every stream has the last one and the server has answered its publisher. */
    private void publishNext() throws IOException {
        if (outstanding == 0 && publisher.answered && lost == 0) {
            outstanding = streams.size();
            published++;
            publishedAt = System.nanoTime();
            publisher.publish(data);
        }
    }

    /** A connection that the selector watches. */
    private abstract class Connection {
        final SocketChannel channel;

        Connection(SocketChannel channel) {
            this.channel = channel;
        }

        final void begin() throws IOException {
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, this);
        }

        final void onReadable() {
            try {
                if (channel.read(in.clear()) < 0) {
                    throw new EOFException("the server has closed the connection");
                }
                in.flip();
                receive();
            } catch (IOException e) {
                lose(e);
            }
        }

        abstract void receive() throws IOException;

        private void lose(IOException why) {
            if (lost++ == 0 && !ended) {
                System.err.println(getClass().getSimpleName() + " is lost: " + why);
            }
            try {
                channel.close();
            } catch (IOException ignored) { // the connection is lost at any rate
            }
        }
    }

    /** The connection that publishes. */
    private final class Publisher extends Connection {
        private final StringBuilder answer = new StringBuilder();
        private boolean answered = true;

        Publisher() throws IOException {
            super(SocketChannel.open(server));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }

        void publish(byte[] content) throws IOException {
            answered = false;
            byte[] head = ("POST /publish HTTP/1.1\r\nHost: 127.0.0.1:" + server.getPort()
                            + "\r\nContent-Type: text/plain\r\nContent-Length: " + content.length + "\r\n\r\n")
                    .getBytes(StandardCharsets.US_ASCII);
            ByteBuffer request = ByteBuffer.allocate(head.length + content.length)
                    .put(head)
                    .put(content)
                    .flip();
            while (request.hasRemaining()) {
                channel.write(request);
            }
        }

        /** Waits for the answer, in blocking mode. */
        void await() throws IOException {
            check(readHead(channel));
        }

        @Override
        void receive() throws IOException {
            answer.append(StandardCharsets.ISO_8859_1.decode(in));
            if (answer.indexOf("\r\n\r\n") >= 0) {
                check(answer.toString());
                answer.setLength(0);
                publishNext();
            }
        }

        private void check(String head) throws IOException {
            if (!head.regionMatches(true, 0, "HTTP/1.1 204 ", 0, 13)) {
                throw new IOException("not the answer to a publisher: " + head);
            }
            answered = true;
        }
    }

    /** The client's end of a stream. */
    private final class Stream extends Connection {
        private final boolean chunked;
        private int chunkSize; // as far as the head of the chunk has come
        private int left; // octets of the chunk's content that have not come
        private byte[] expected; // what comes: a heartbeat, or one form of the event
        private int position; // in that
        private int received; // events since all streams opened

        Stream(int buffer) throws IOException {
            super(SocketChannel.open());
            channel.setOption(StandardSocketOptions.SO_LINGER, 0); // the end of the process frees the ports at once
            if (buffer > 0) {
                channel.setOption(StandardSocketOptions.SO_RCVBUF, buffer);
            }
            channel.connect(server);
            channel.write(StandardCharsets.US_ASCII.encode("GET /events HTTP/1.1\r\nHost: 127.0.0.1:" + server.getPort()
                    + "\r\nAccept: text/event-stream\r\n\r\n"));
            String head = readHead(channel);
            if (!head.startsWith("http/1.1 200 ") || !head.contains("text/event-stream")) {
                throw new IOException("not an event stream: " + head);
            }
            chunked = head.contains("transfer-encoding: chunked");
        }

        @Override
        void receive() throws IOException {
            while (in.hasRemaining()) {
                if (!chunked) {
                    check(in.remaining());
                } else if (left > 0) {
                    int count = Math.min(left, in.remaining());
                    check(count);
                    left -= count;
                } else {
                    readChunkHead(in.get());
                }
            }
        }

        /** Reads an octet between contents: a line end, then the size of the next chunk on a line (RFC 9112, 7.1). */
        private void readChunkHead(byte octet) throws IOException {
            if (octet == '\n') {
                left = chunkSize; // 0 at the line end of a content
                chunkSize = 0;
            } else if (octet != '\r') {
                int digit = Character.digit(octet, 16);
                if (digit < 0) {
                    throw new IOException("in the head of a chunk: " + octet);
                }
                chunkSize = chunkSize << 4 | digit;
            }
        }

        private void check(int count) throws IOException {
            in.get(content, 0, count);
            for (int from = 0; from < count; ) {
                if (position == 0) {
                    expected = content[from] == ':' ? HEARTBEAT : content[from] == '\n' ? EMPTY_LINE : event;
                } else if (position == NAME && expected == event && content[from] == ' ') {
                    expected = spaced;
                }
                int end = position < NAME && expected == event ? NAME : expected.length;
                int size = Math.min(end - position, count - from);
                if (!Arrays.equals(content, from, from + size, expected, position, position + size)) {
                    throw new IOException("not what was published");
                }
                from += size;
                position += size;
                if (position == expected.length) {
                    onComplete();
                }
            }
        }

        private void onComplete() throws IOException {
            position = 0;
            if (expected == HEARTBEAT || expected == EMPTY_LINE) {
                return;
            }
            if (++received > published) {
                throw new IOException("an event came twice");
            }
            times.add(System.nanoTime() - publishedAt);
            outstanding--;
            publishNext();
        }
    }
}
