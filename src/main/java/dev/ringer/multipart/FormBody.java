package dev.ringer.multipart;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads the body of a form from a stream, and feeds the bytes to a parser. The first buffer is as large as the body
 * probably is. If a read fills the buffer, the buffer grows, up to 64 KiB.
 *
 * <p>This class reads the stream to its end, but never closes it.
 */
final class FormBody {
    /** A parser of multipart or of urlencoded forms. */
    interface Parser {
        /** Parses bytes. Returns the number of bytes that were consumed. */
        int feed(byte[] bytes, int offset, int length) throws IOException;
    }

    private static final int MIN_BUFFER = 256;
    private static final int FIRST_BUFFER = 2 << 10;
    private static final int MAX_BUFFER = 64 << 10;
    private static final int GROWTH = 8;

    private final InputStream in;
    private final long expected;
    /** Counts the memory of the buffer; null for a {@link FormReader}, whose memory does not count. */
    private final @Nullable MemoryLease lease;

    private byte[] buffer;
    private long total;
    private boolean filled;
    private int from;
    private int to;

    /** Prepares to read a body of {@code expected} bytes, or of unknown length if -1. The lease may be null. */
    FormBody(InputStream in, long expected, @Nullable MemoryLease lease) throws FormLimitException {
        this(in, expected, expected < 0 ? FIRST_BUFFER : expected, lease);
    }

    private FormBody(InputStream in, long expected, long size, @Nullable MemoryLease lease) throws FormLimitException {
        int first = (int) Math.min(MAX_BUFFER, Math.max(MIN_BUFFER, size));
        if (lease != null && !lease.takeBuffer(first)) {
            first = MIN_BUFFER;
            lease.needBuffer(first);
        }
        this.in = in;
        this.expected = expected;
        this.lease = lease;
        this.buffer = new byte[first];
    }

    /** Prepares to read a body of unknown length. The number of available bytes is often the length of a small body. */
    static FormBody of(InputStream in, @Nullable MemoryLease lease) throws IOException {
        int available = in.available();
        // The buffer is one byte larger than the available bytes. So reading them all does not fill the buffer, and the
        // buffer does not grow.
        return new FormBody(in, -1, available <= 0 ? FIRST_BUFFER : available + 1L, lease);
    }

    /**
     * Returns the Content-Length of a request; -1 if unknown. Throws an exception if this length exceeds the limit, or
     * if the body has a content coding, which would make garbage of a form.
     */
    static long expected(HttpExchange exchange, FormOptions options) throws FormException {
        if (isCoded(exchange.getRequestHeaders())) {
            exchange.getResponseHeaders().set("Accept-Encoding", "identity"); // RFC 9110, 15.5.16
            throw new FormViolationException(FormViolation.CONTENT_CODED);
        }
        String announced = exchange.getRequestHeaders().getFirst("Content-Length");
        long expected = -1;
        try {
            expected = announced == null ? -1 : Long.parseLong(announced.strip());
        } catch (NumberFormatException ignored) {
            // ignore a malformed Content-Length, because it is only a hint here
        }
        if (expected > FormOptions.bound(options.maxTotalBytes())) {
            throw new FormLimitException(FormLimit.TOTAL_BYTES, options);
        }
        return expected;
    }

    private static boolean isCoded(Headers request) {
        List<String> lines = request.get("Content-Encoding");
        if (lines == null) {
            return false;
        }
        return lines.stream()
                .flatMap(line -> Stream.of(line.split(",")))
                .map(String::strip)
                .anyMatch(coding -> !coding.isEmpty() && !coding.equalsIgnoreCase("identity"));
    }

    /**
     * Feeds bytes of the body to the parser. If the buffer is empty, first reads from the stream. Returns false at the
     * end of the body.
     */
    boolean feed(Parser parser) throws IOException {
        if (from == to && !fill()) {
            return false;
        }
        from += parser.feed(buffer, from, to - from);
        return true;
    }

    private boolean fill() throws IOException {
        grow();
        if (lease != null) {
            lease.beginWaiting();
        }
        int count;
        try {
            count = in.read(buffer, 0, buffer.length);
        } finally {
            if (lease != null) {
                lease.endWaiting();
            }
        }
        from = 0;
        to = Math.max(0, count);
        note(count, buffer.length);
        return count >= 0;
    }

    private void grow() {
        if (filled && buffer.length < MAX_BUFFER && total != expected) {
            int larger = Math.min(MAX_BUFFER, GROWTH * buffer.length);
            // if the lease has no memory for a larger buffer, the buffer keeps its size
            if (lease == null || lease.takeBuffer(larger - buffer.length)) {
                buffer = new byte[larger];
            }
        }
    }

    private void note(int count, int length) {
        total += Math.max(0, count);
        filled = count == length;
    }

    /** Whether the buffer is empty, so that {@link #read} can bypass it. */
    boolean drained() {
        return from == to;
    }

    /**
     * Reads from the stream into the caller's array, at most as many bytes as the buffer could take. Returns the number
     * of bytes, or -1 at the end of the body.
     */
    int read(byte[] bytes, int offset, int length) throws IOException {
        grow();
        int most = Math.min(length, buffer.length);
        int count = in.read(bytes, offset, most);
        note(count, most);
        return count;
    }

    /** Takes back bytes that {@link #read} has returned but the caller has not consumed. */
    void takeBack(byte[] bytes, int offset, int length) {
        System.arraycopy(bytes, offset, buffer, 0, length);
        from = 0;
        to = length;
    }
}
