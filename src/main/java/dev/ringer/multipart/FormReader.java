package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Reads a {@code multipart/form-data} body part by part.
 *
 * <pre>
 *     FormReader form = FormReader.of(exchange);
 *     for (FormPart part = form.next(); part != null; part = form.next()) {
 *         if (part.isFile()) {
 *             Files.copy(part.stream(), place);
 *         } else {
 *             remember(part.name(), part.text());
 *         }
 *     }
 * </pre>
 *
 * <p>Only one part can be read at a time: {@link #next()} skips the rest of the part before. The form is complete only
 * when {@code next()} has returned null, and the body is then read to its end. The application may stop before that.
 * The server then decides what happens to the connection. Memory: one buffer of up to 64 KiB. Limits: those of the
 * {@link FormOptions}, except the ones for collected forms. Not safe for use by several threads at once.
 *
 * @since 0.1.0
 */
public final class FormReader {
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 16;
    private static final byte[] NONE = {};

    private final FormBody body;
    private final MultipartParser parser;
    private final FormOptions options;
    private final PartSlot slot;
    private final HttpExchange exchange;

    private FormPart current;
    private boolean ended;
    private List<FormViolation> listed;

    private FormReader(FormBody body, String contentType, FormOptions options, HttpExchange exchange)
            throws FormException {
        this.body = body;
        this.options = options;
        this.exchange = exchange;
        this.slot = new PartSlot();
        this.parser = new MultipartParser(contentType, options, slot);
        slot.parser = parser;
    }

    /**
     * Begins to read the form that is the body of a request, with the default options.
     *
     * @param exchange the exchange of the request
     * @return the reader
     * @throws FormException if the request's content type is not {@code multipart/form-data} with a legal boundary, or
     *     the announced length of the body is too large
     */
    public static FormReader of(HttpExchange exchange) throws FormException {
        return of(exchange, FormOptions.defaults());
    }

    /**
     * Begins to read the form that is the body of a request. The attribute {@value FormViolation#ATTRIBUTE}
     * of the exchange lists the tolerated violations too.
     *
     * @param exchange the exchange of the request
     * @param options the rules and limits for the form
     * @return the reader
     * @throws FormException if the request's content type is not {@code multipart/form-data} with a legal boundary, or
     *     the announced length of the body is too large
     */
    public static FormReader of(HttpExchange exchange, FormOptions options) throws FormException {
        FormBody body = new FormBody(exchange.getRequestBody(), FormBody.expected(exchange, options), null);
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        return new FormReader(body, contentType, options, exchange);
    }

    /**
     * Begins to read a form from a stream.
     *
     * @param in the body, which ends where the stream ends; the reader does not close it
     * @param contentType the content type of the body, with the boundary
     * @param options the rules and limits for the form
     * @return the reader
     * @throws FormException if the content type is not {@code multipart/form-data} with a legal boundary
     * @throws IOException if the stream cannot be read
     */
    public static FormReader of(InputStream in, String contentType, FormOptions options) throws IOException {
        return new FormReader(FormBody.of(in, null), contentType, options, null);
    }

    /**
     * Goes on to the next part.
     *
     * @return the part, or null if the form has ended and is complete
     * @throws FormException if the form is refused
     * @throws IOException if the body cannot be read
     */
    public FormPart next() throws IOException {
        if (current != null) {
            current.pass();
            current = null;
        }
        slot.headers = null;
        while (!ended && slot.headers == null) {
            // the application did not ask for the rest of the part before: skip it in the buffer
            slot.from = slot.to;
            pump();
        }
        if (slot.headers != null) {
            slot.partEnded = false;
            current = new FormPart(this, slot.headers);
        }
        listViolations();
        return current;
    }

    /**
     * Returns the violations tolerated so far.
     *
     * @return each violation once, in the order found; always empty unless the mode is {@link FormCompliance#LEGACY}
     */
    public List<FormViolation> violations() {
        return parser.violations();
    }

    private void pump() throws IOException {
        if (!body.feed(parser)) {
            parser.finish();
            ended = true;
        }
    }

    private void listViolations() {
        if (exchange != null && listed != parser.violations()) {
            listed = parser.violations();
            Exchanges.listViolations(exchange, listed);
        }
    }

    /** Reads until there is content. Returns false at the end of the part. */
    private boolean fetch() throws IOException {
        while (slot.from == slot.to && !slot.partEnded) {
            pump();
        }
        return slot.from < slot.to;
    }

    int read(byte[] bytes, int offset, int length) throws IOException {
        while (slot.from == slot.to && !slot.partEnded && body.drained() && length >= PartStream.LARGE) {
            int direct = readDirectly(bytes, offset, length);
            if (direct > 0) {
                return direct;
            }
        }
        if (!fetch()) {
            return -1;
        }
        int count = Math.min(length, slot.to - slot.from);
        System.arraycopy(slot.bytes, slot.from, bytes, offset, count);
        slot.from += count;
        return count;
    }

    /**
     * Reads from the body straight into the caller's array and parses it there, which saves a copy. Bytes that the
     * parser does not consume go back to the buffer. Returns 0 if the content is in another array, or has ended.
     */
    private int readDirectly(byte[] bytes, int offset, int length) throws IOException {
        int count = body.read(bytes, offset, length);
        if (count < 0) {
            parser.finish();
            throw new IllegalStateException("a part cannot go on after the end");
        }
        int consumed = parser.feed(bytes, offset, count);
        body.takeBack(bytes, offset + consumed, count - consumed);
        if (slot.from == slot.to || slot.bytes != bytes) {
            return 0;
        }
        int content = slot.to - slot.from;
        if (slot.from > offset) {
            System.arraycopy(bytes, slot.from, bytes, offset, content);
        }
        slot.from = slot.to;
        return content;
    }

    long transferTo(OutputStream out) throws IOException {
        long count = 0;
        while (fetch()) {
            int length = slot.to - slot.from;
            out.write(slot.bytes, slot.from, length);
            slot.from = slot.to;
            count += length;
        }
        return count;
    }

    /** Returns the rest of the part. It must not be longer than {@code most} bytes. */
    byte[] readAll(long most) throws IOException {
        byte[] all = NONE;
        int length = 0;
        while (fetch()) {
            int count = slot.to - slot.from;
            long sum = (long) length + count;
            if (sum > most) {
                throw new FormLimitException(FormLimit.FIELD_BYTES);
            }
            if (sum > all.length) {
                // exactly enough for the first slice, which is usually all; at least twice as much if more follows
                all = Arrays.copyOf(all, (int) Math.max(sum, Math.min(MAX_ARRAY, 2L * all.length)));
            }
            System.arraycopy(slot.bytes, slot.from, all, length, count);
            slot.from = slot.to;
            length += count;
        }
        return length == all.length ? all : Arrays.copyOf(all, length);
    }

    FormOptions options() {
        return options;
    }
}
