package dev.ringer.events;

import dev.ringer.testkit.RawClient;
import dev.ringer.testkit.TestServer;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Reads one event stream. The testkit turns the frames of HTTP/2 into chunks of HTTP/1.1. */
final class EventClient implements AutoCloseable {
    static final String PATH = "/events";

    private static final int END = -1;

    private final RawClient raw;
    private final String head;
    private final boolean chunked;
    private int left; // unread bytes of the current chunk
    private boolean whole; // whether the last chunk was received

    private EventClient(RawClient raw) throws IOException {
        this.raw = raw;
        this.head = raw.readUntil("\r\n\r\n");
        this.chunked = head.toLowerCase(Locale.ROOT).contains("transfer-encoding: chunked");
    }

    /** Requests the stream and reads the head of the response. */
    static EventClient open(TestServer server, String... fieldLines) throws IOException {
        return new EventClient(server.connect().get(PATH, fieldLines));
    }

    /** Does the same, with little buffer space for what the client does not read. */
    static EventClient openNarrow(TestServer server) throws IOException {
        return new EventClient(server.connectNarrow().get(PATH));
    }

    /** Returns a client whose request was sent. */
    static EventClient of(RawClient sent) throws IOException {
        return new EventClient(sent);
    }

    RawClient raw() {
        return raw;
    }

    String head() {
        return head;
    }

    /** Returns the next event without the empty line that ends it, or the next comment line. */
    String next() throws IOException {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        int before = 0;
        for (int next = read(); ; next = read()) {
            if (next == END) {
                throw new EOFException("the stream has ended after: " + text.toString(StandardCharsets.UTF_8));
            }
            if (next == '\n' && before == '\n' || next == '\n' && isComment(text)) {
                String lines = text.toString(StandardCharsets.UTF_8);
                return before == '\n' ? lines.substring(0, lines.length() - 1) : lines;
            }
            text.write(next);
            before = next;
        }
    }

    private static boolean isComment(ByteArrayOutputStream text) {
        return text.size() > 0 && text.toByteArray()[0] == ':';
    }

    /** Reads the rest of the stream. Returns whether it has ended in good order. */
    boolean endsInOrder() throws IOException {
        try {
            while (read() != END) {
                // the content does not matter
            }
            return chunked ? whole : raw.stream().read() < 0;
        } catch (EOFException | SocketException cut) {
            return false;
        }
    }

    private int read() throws IOException {
        if (!chunked) {
            return raw.stream().read();
        }
        if (whole) {
            return END;
        }
        if (left == 0) {
            String line = raw.readUntil("\r\n");
            if (line.isEmpty()) {
                throw new EOFException("cut off between chunks");
            }
            left = Integer.parseInt(line.strip(), 16);
            if (left == 0) {
                whole = raw.readUntil("\r\n").equals("\r\n");
                return read();
            }
        }
        int next = raw.stream().read();
        if (next < 0) {
            throw new EOFException("cut off in a chunk");
        }
        if (--left == 0 && !raw.readUntil("\r\n").equals("\r\n")) {
            throw new AssertionError("a chunk without its line end");
        }
        return next;
    }

    @Override
    public void close() throws IOException {
        raw.close();
    }
}
