package dev.ringer.files;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpPrincipal;
import dev.ringer.files.DeflaterPool.Coder;
import dev.ringer.internal.exchange.EventHandOver;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An exchange that has passed through a {@link CompressionFilter}. When the handler sends the head, this class decides
 * whether to compress the response. Before that, the body accepts no bytes. After that, an uncompressed response uses
 * the server's own body stream.
 */
final class CompressedExchange extends HttpExchange {
    private static final String GZIP = "gzip";

    /** Fields with a digest of the response's exact bytes, which compression would change (RFC 9530). */
    private static final List<String> DIGESTS = List.of("Content-Digest", "Repr-Digest", "Digest", "Content-MD5");

    private final HttpExchange exchange;
    private final DeflaterPool pool;
    private final int threshold;

    /** The body that a later filter or the handler has set; null if there is none. */
    private @Nullable OutputStream wrapper;
    /** The compressed body; null before the head is sent, and if the response is not compressed. */
    private volatile @Nullable GzipStream compressed;

    private volatile boolean headSent;

    CompressedExchange(HttpExchange exchange, DeflaterPool pool, int threshold) {
        this.exchange = exchange;
        this.pool = pool;
        this.threshold = threshold;
    }

    @Override
    public void sendResponseHeaders(int code, long length) throws IOException {
        boolean interim = code >= 100 && code < 200 && code != 101;
        if (headSent || interim) {
            // a second head is an error, for which the original exchange throws an exception
            exchange.sendResponseHeaders(code, length);
            return;
        }
        headSent = true;
        Headers fields = exchange.getResponseHeaders();
        boolean head = exchange.getRequestMethod().equals("HEAD");
        long size = head && length < 0 ? lengthField(fields) : length;
        if (code == 304) {
            weakenKnownTag(fields);
            // A 304 must have the field Vary if the 200 for the same request would have it (RFC 9110, 15.4.5). The type
            // of the content is usually not known here, so add Vary to every 304.
            addVary(fields);
        }
        if (!varies(code, size, fields)) {
            exchange.sendResponseHeaders(code, length);
            return;
        }
        addVary(fields);
        if (code == 206 || fields.containsKey("Content-Range") || size < 0 || !acceptsGzip()) {
            exchange.sendResponseHeaders(code, length);
        } else if (head) {
            describe(fields);
            exchange.sendResponseHeaders(code, size == 0 ? 0 : -1);
        } else {
            sendCompressed(code, length, fields);
        }
    }

    /**
     * Whether the response may differ between clients that accept gzip and other clients. For a response with ranges,
     * returns the result for a response with the whole content.
     *
     * @param size the length of the content in bytes; 0 if it is unknown until the end; negative if there is no
     *     content, or a response to HEAD has no length
     */
    private boolean varies(int code, long size, Headers fields) {
        String type = fields.getFirst("Content-Type");
        return code >= 200
                && code != 204
                && code != 304
                && (size <= 0 || size >= threshold || code == 206)
                && type != null
                && (MediaTypes.shrinks(type) || severalRanges(code, type))
                && !fields.containsKey("Content-Encoding")
                && !forbidsTransforming(fields)
                && DIGESTS.stream().noneMatch(fields::containsKey);
    }

    /** Whether the response has several ranges of a content whose type is known only in the parts. */
    private static boolean severalRanges(int code, String type) {
        return code == 206 && type.toLowerCase(Locale.ROOT).startsWith("multipart/byteranges");
    }

    /** Whether the response must not be compressed because of {@code no-transform} (RFC 9111, 5.2.2.6). */
    private static boolean forbidsTransforming(Headers fields) {
        List<String> lines = fields.get("Cache-Control");
        return lines != null
                && lines.stream().anyMatch(line -> line.toLowerCase(Locale.ROOT).contains("no-transform"));
    }

    private boolean acceptsGzip() {
        return new AcceptEncoding(exchange.getRequestHeaders().get("Accept-Encoding")).prefers(GZIP);
    }

    /**
     * Returns the Content-Length that the handler has set for a response to HEAD; -1 if there is none. A response to
     * HEAD has no content, so only this field tells the length of the response to GET.
     */
    private static long lengthField(Headers fields) {
        try {
            String value = fields.getFirst("Content-Length");
            long length = value == null ? -1 : Long.parseLong(value.strip());
            // A Content-Length of 0 means that the response to GET is empty. An empty response is never compressed.
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
        try {
            describe(fields);
            exchange.sendResponseHeaders(code, 0);
            compressed = new GzipStream(
                    exchange.getResponseBody(),
                    coder,
                    pool,
                    length > 0 ? length : -1,
                    () -> BrokenBody.breakOff(exchange));
        } catch (Throwable failure) {
            // The server may have refused the head, for example because a field is invalid. Then the handler can send
            // another response, which must not have the Content-Encoding of this one.
            pool.giveBack(coder);
            fields.remove("Content-Encoding");
            headSent = exchange.getResponseCode() != -1;
            throw failure;
        }
    }

    /**
     * Sets the fields for compressed content. A strong entity tag becomes weak, because the compressed bytes differ.
     * Removes the fields that offer ranges.
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
     * Makes the entity tag of a 304 weak if the client has stored the compressed form. The 304 must have the tag of
     * that form (RFC 9110, 15.4.5).
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

    /** Returns the body. Before the head is sent, this is a stream that later forwards to the actual body. */
    @Override
    public OutputStream getResponseBody() {
        if (wrapper != null) {
            return wrapper;
        }
        return headSent ? body() : new LaterBody();
    }

    private OutputStream body() {
        GzipStream stream = compressed;
        return stream != null ? stream : exchange.getResponseBody();
    }

    @Override
    public void setStreams(InputStream in, OutputStream out) {
        if (in != null) {
            exchange.setStreams(in, null);
        }
        if (out != null) {
            wrapper = out;
        }
    }

    /** A body for filters that wrap the body before the head is sent. It forwards every call to the actual body. */
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

    /** Closes the exchange in such a way that the client can see if the response is incomplete. */
    @Override
    public void close() {
        GzipStream stream = compressed;
        if (stream != null && stream.isBusy()) {
            // Another thread may be blocked in a write, so this thread cannot end the gzip stream properly. Breaking
            // the response off ends the blocked write.
            BrokenBody.breakOff(exchange);
            return;
        }
        boolean whole = false;
        try {
            if (wrapper != null && headSent) {
                wrapper.close();
            }
            if (stream != null) {
                stream.close();
            }
            whole = stream == null || !stream.isCut();
        } catch (IOException ignored) {
            // a stream could not write its last bytes; the code below breaks the response off
        } finally { // this also runs after a RuntimeException of a filter's stream
            if (whole) {
                exchange.close();
            } else {
                abandon();
                BrokenBody.breakOff(exchange);
            }
        }
    }

    /** After the handler has failed, gives the compressor back without writing the end of the gzip stream. */
    void abandon() {
        GzipStream stream = compressed;
        if (stream != null) {
            stream.abandon();
        }
    }

    /**
     * Checks the response after the handler has returned. Another thread may still use the exchange.
     *
     * @throws IOException if the response was closed before it was complete
     */
    void onHandlerReturned() throws IOException {
        GzipStream stream = compressed;
        if (stream != null && !stream.isBusy() && stream.isCut()) {
            throw new IOException("the response was aborted; nothing more can be written");
        }
    }

    @Override
    public Headers getRequestHeaders() {
        return exchange.getRequestHeaders();
    }

    @Override
    public Headers getResponseHeaders() {
        return exchange.getResponseHeaders();
    }

    @Override
    public URI getRequestURI() {
        return exchange.getRequestURI();
    }

    @Override
    public String getRequestMethod() {
        return exchange.getRequestMethod();
    }

    @Override
    public HttpContext getHttpContext() {
        return exchange.getHttpContext();
    }

    @Override
    public InputStream getRequestBody() {
        return exchange.getRequestBody();
    }

    @Override
    public InetSocketAddress getRemoteAddress() {
        return exchange.getRemoteAddress();
    }

    @Override
    public int getResponseCode() {
        return exchange.getResponseCode();
    }

    @Override
    public InetSocketAddress getLocalAddress() {
        return exchange.getLocalAddress();
    }

    @Override
    public String getProtocol() {
        return exchange.getProtocol();
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        // Hide the attribute that lets an event stream bypass the body, because a later filter has set a body.
        return wrapper != null && name.equals(EventHandOver.ATTRIBUTE) ? null : exchange.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, Object value) {
        exchange.setAttribute(name, value);
    }

    @Override
    public HttpPrincipal getPrincipal() {
        return exchange.getPrincipal();
    }
}
