package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.ringer.files.DeflaterPool.Coder;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/**
 * The response of an exchange on its way through the compression filter. Whether it is compressed is decided when the
 * handler sends the head: before that its body takes nothing, and afterwards a body that is left alone is that of the
 * server itself. {@link CompressedExchange} and {@link CompressedTlsExchange} are its faces.
 */
final class CompressedResponse {
    private static final String GZIP = "gzip";

    /** Fields that speak of the very bytes of the content or of the representation (RFC 9530). */
    private static final List<String> DIGESTS = List.of("Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    private final HttpExchange exchange;
    private final DeflaterPool pool;
    private final int threshold;

    private OutputStream wrapper; // set by a filter or handler behind
    private volatile GzipStream compressed; // null: not decided, or left alone
    private volatile boolean headSent;
    private volatile boolean wrapperFailed;

    CompressedResponse(HttpExchange exchange, DeflaterPool pool, int threshold) {
        this.exchange = exchange;
        this.pool = pool;
        this.threshold = threshold;
    }

    /** What is handed on in place of the exchange. */
    HttpExchange face() {
        return exchange instanceof HttpsExchange secure
                ? new CompressedTlsExchange(secure, this)
                : new CompressedExchange(exchange, this);
    }

    void sendResponseHeaders(int code, long length) throws IOException {
        boolean interim = code >= 100 && code < 200 && code != 101;
        if (headSent || interim) {
            exchange.sendResponseHeaders(code, length); // which knows what is wrong about a second head
            return;
        }
        headSent = true;
        Headers fields = exchange.getResponseHeaders();
        boolean head = exchange.getRequestMethod().equals("HEAD");
        long size = head && length < 0 ? lengthField(fields) : length;
        if (code == 304) {
            weakenKnownTag(fields);
            addVary(fields); // a 200 may have said so, which this one updates
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
     * Whether clients that accept gzip and others get different responses, or would get them if they asked for the whole.
     *
     * @param size the length; 0 if it is not known before the end, and below 0 if nothing is said of it
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

    /** RFC 9111, 5.2.2.6. */
    private static boolean forbidsTransforming(Headers fields) {
        List<String> lines = fields.get("Cache-Control");
        return lines != null
                && lines.stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    private boolean isWanted() {
        List<String> lines = exchange.getRequestHeaders().get("Accept-Encoding");
        return lines != null && new AcceptEncoding(lines).prefers(GZIP);
    }

    /** HEAD has no content to look at: what a GET would be is known only if the handler tells the length. */
    private static long lengthField(Headers fields) {
        try {
            String value = fields.getFirst("Content-Length");
            long length = value == null ? -1 : Long.parseLong(value.strip());
            return length > 0 ? length : -1; // of no content a GET, too, sends no body
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

    /** What is said of compressed content: the bytes are others than those of the strong tag, and have no ranges. */
    private static void describe(Headers fields) {
        fields.set("Content-Encoding", GZIP);
        fields.remove("Content-Length");
        fields.remove("Accept-Ranges");
        String tag = fields.getFirst("ETag");
        if (tag != null) {
            fields.set("ETag", EntityTags.weak(tag));
        }
    }

    /** The head was refused, such as for a field that is none: the answer that is sent instead is not compressed. */
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

    /** A client that has the compressed form is told of that form (RFC 9110, 15.4.5). */
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

    /** The body as it is after the head, or something that becomes it. */
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

    /** What filters wrap before the head is sent. */
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

    /** As the API has it: in order if the response is complete. */
    void close() {
        GzipStream stream = compressed;
        if (stream == null) {
            closeUncompressed();
            return;
        }
        if (!stream.isBusy()) { // else a thread is stuck in a write, which ends when the exchange does
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
                wrapperFailed = true; // what it held back is lost
            }
        }
        exchange.close();
    }

    /** The handler failed: nothing of the response may look complete. */
    void abandon() {
        GzipStream stream = compressed;
        if (stream != null) {
            stream.abandon();
        }
    }

    /**
     * The handler is done, though another thread may go on with the exchange.
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
