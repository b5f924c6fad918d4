package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import dev.ringer.files.DeflaterPool.Coder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/**
 * The response of an exchange that passes through the compression filter. When the handler sends the head, this class
 * decides whether to compress the response. Until then, the body accepts no bytes. After that, an uncompressed response
 * uses the server's own body stream. Handlers see this response through a {@link CompressedExchange} or a
 * {@link CompressedTlsExchange}.
 */
final class CompressedResponse {
    private static final String GZIP = "gzip";

    /** Fields with a digest of the exact bytes of the content or of the representation (RFC 9530). */
    private static final List<String> DIGESTS = List.of("Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    private final HttpExchange exchange;
    private final DeflaterPool pool;
    private final int threshold;

    /** The body that a later filter or the handler has set; null for none. */
    private OutputStream wrapper;
    /** The body if it is compressed; null if it is not, or if that is not decided yet. */
    private volatile GzipStream compressed;

    private volatile boolean headSent;
    private volatile boolean wrapperFailed;

    CompressedResponse(HttpExchange exchange, DeflaterPool pool, int threshold) {
        this.exchange = exchange;
        this.pool = pool;
        this.threshold = threshold;
    }

    void sendResponseHeaders(int code, long length) throws IOException {
        boolean interim = code >= 100 && code < 200 && code != 101;
        if (headSent || interim) {
            // the exchange itself reports the fault of a second head
            exchange.sendResponseHeaders(code, length);
            return;
        }
        headSent = true;
        Headers fields = exchange.getResponseHeaders();
        boolean head = exchange.getRequestMethod().equals("HEAD");
        long size = head && length < 0 ? lengthField(fields) : length;
        if (code == 304) {
            weakenKnownTag(fields);
            // a cache updates its stored 200 by the fields of the 304, and the 200 may have Vary
            addVary(fields);
        }
        if (!varies(code, size, fields)) {
            exchange.sendResponseHeaders(code, length);
            return;
        }
        addVary(fields);
        if (code == 206 || fields.containsKey("Content-Range") || size < 0 || !isWanted()) {
            exchange.sendResponseHeaders(code, length);
        } else if (head) {
            describe(fields);
            exchange.sendResponseHeaders(code, size == 0 ? 0 : -1);
        } else {
            sendCompressed(code, length, fields);
        }
    }

    /**
     * Whether clients that accept gzip get another response than clients that do not. If the response is a range, the
     * result is that for the whole content.
     *
     * @param size the length in bytes; 0 if it is unknown before the end; negative if the handler does not give one
     */
    private boolean varies(int code, long size, Headers fields) {
        String type = fields.getFirst("Content-Type");
        return code >= 200
                && code != 204
                && code != 304
                && (size <= 0 || size >= threshold || code == 206)
                && type != null
                && MediaTypes.shrinks(type)
                && !fields.containsKey("Content-Encoding")
                && !forbidsTransforming(fields)
                && DIGESTS.stream().noneMatch(fields::containsKey);
    }

    /** Whether {@code no-transform} forbids to compress the response (RFC 9111, 5.2.2.6). */
    private static boolean forbidsTransforming(Headers fields) {
        List<String> lines = fields.get("Cache-Control");
        return lines != null
                && lines.stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    private boolean isWanted() {
        List<String> lines = exchange.getRequestHeaders().get("Accept-Encoding");
        return lines != null && new AcceptEncoding(lines).prefers(GZIP);
    }

    /**
     * Returns the length that the handler announces in answer to HEAD, in bytes; -1 if there is none. HEAD has no
     * content to measure, so the length of the GET response is known only from this field.
     */
    private static long lengthField(Headers fields) {
        try {
            String value = fields.getFirst("Content-Length");
            long length = value == null ? -1 : Long.parseLong(value.strip());
            // A handler gives -1 for an empty response to a GET, and an empty response is never compressed.
            return length > 0 ? length : -1;
        } catch (NumberFormatException noLength) {
            return -1;
        }
    }

    private void sendCompressed(int code, long length, Headers fields) throws IOException {
        Coder coder = pool.take();
        if (coder == null) {
            exchange.sendResponseHeaders(code, length);
            return;
        }
        boolean sent = false;
        try {
            describe(fields);
            exchange.sendResponseHeaders(code, 0);
            compressed =
                    new GzipStream(exchange.getResponseBody(), coder, pool, length > 0 ? length : -1, this::breakOff);
            sent = true;
        } finally {
            if (!sent) {
                pool.giveBack(coder);
                undescribe(fields);
            }
        }
    }

    /**
     * Sets the fields of compressed content. A strong entity tag becomes weak, because the bytes differ. Ranges are not
     * offered.
     */
    private static void describe(Headers fields) {
        fields.set("Content-Encoding", GZIP);
        fields.remove("Content-Length");
        fields.remove("Accept-Ranges");
        String tag = fields.getFirst("ETag");
        if (tag != null) {
            fields.set("ETag", EntityTags.weak(tag));
        }
    }

    /**
     * Removes the fields of compressed content after the server has refused the head, for example because of an invalid
     * field. The response that the handler sends instead is not compressed.
     */
    private void undescribe(Headers fields) {
        fields.remove("Content-Encoding");
        headSent = exchange.getResponseCode() != -1;
    }

    private static void addVary(Headers fields) {
        List<String> lines = fields.get("Vary");
        boolean said = lines != null
                && lines.stream()
                        .map(line -> line.toLowerCase(Locale.ROOT))
                        .anyMatch(line -> line.contains("*") || line.contains("accept-encoding"));
        if (!said) {
            fields.add("Vary", "Accept-Encoding");
        }
    }

    /**
     * Makes the entity tag of a 304 weak if the client has the compressed form. The 304 then names that form (RFC 9110,
     * 15.4.5).
     */
    private void weakenKnownTag(Headers fields) {
        String tag = fields.getFirst("ETag");
        List<String> known = exchange.getRequestHeaders().get("If-None-Match");
        if (tag != null && !EntityTags.isWeak(tag) && known != null) {
            String weak = EntityTags.weak(tag);
            if (known.stream().anyMatch(line -> line.contains(weak))) {
                fields.set("ETag", weak);
            }
        }
    }

    // ---- the body

    /** Returns the body. Before the head is sent, returns a stream that forwards to the later body. */
    OutputStream getResponseBody() {
        if (wrapper != null) {
            return wrapper;
        }
        return headSent ? body() : new LaterBody();
    }

    private OutputStream body() {
        GzipStream stream = compressed;
        return stream != null ? stream : exchange.getResponseBody();
    }

    void setResponseBody(OutputStream stream) {
        wrapper = stream;
    }

    /** A body for filters that wrap it before the head is sent. It forwards every call to the actual body. */
    private final class LaterBody extends OutputStream {
        @Override
        public void write(int b) throws IOException {
            body().write(b);
        }

        @Override
        public void write(byte[] from, int offset, int length) throws IOException {
            body().write(from, offset, length);
        }

        @Override
        public void flush() throws IOException {
            body().flush();
        }

        @Override
        public void close() throws IOException {
            body().close();
        }
    }

    // ---- the end

    /** Closes the exchange as the API demands. If the response is incomplete, the client can see that. */
    void close() {
        GzipStream stream = compressed;
        if (stream == null) {
            closeUncompressed();
            return;
        }
        // If the stream is busy, a thread is stuck in a write. Closing the exchange ends that write.
        if (!stream.isBusy()) {
            try {
                getResponseBody().close();
                stream.close();
            } catch (IOException e) {
                stream.abandon();
            }
            if (stream.isCut()) {
                breakOff();
                return;
            }
        }
        exchange.close();
    }

    private void breakOff() {
        BrokenBody.breakOff(exchange);
    }

    private void closeUncompressed() {
        if (wrapper != null && headSent) {
            try {
                wrapper.close();
            } catch (IOException e) {
                // the bytes in the buffer of the wrapper are lost
                wrapperFailed = true;
            }
        }
        exchange.close();
    }

    /** Gives the compressor back after the handler failed. The response must not look complete. */
    void abandon() {
        GzipStream stream = compressed;
        if (stream != null) {
            stream.abandon();
        }
    }

    /**
     * Checks the response after the handler has returned. Another thread may still go on with the exchange.
     *
     * @throws IOException if the response was closed before it was complete
     */
    void onHandlerReturned() throws IOException {
        GzipStream stream = compressed;
        if (wrapperFailed || stream != null && !stream.isBusy() && stream.isCut()) {
            throw new IOException("the response ended before its announced length");
        }
    }
}
