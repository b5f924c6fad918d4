package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;

/**
 * Goes through a {@code multipart/form-data} body part by part.
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
 * <p>One part at a time: {@link #next()} passes over what is left of the one before. The form is complete only when
 * {@code next()} has returned null; the body is then read to its end. It may be left half-read; what becomes of the
 * connection is the server's to decide. Memory: one buffer of up to 64 KiB. Limits: those of the {@link FormOptions},
 * except the ones for collected forms. Not safe for use by several threads at once.
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
     * @param exchange whose request it is
     * @return the reader
     * @throws FormException if the request's content type is not {@code multipart/form-data} with a legal boundary, or
     *     the body is announced to be too long
     */
    public static FormReader of(HttpExchange exchange) throws FormException {
        return of(exchange, FormOptions.defaults());
    }

    /**
     * Begins to read the form that is the body of a request. Tolerances used are listed in the attribute
     * {@value FormViolation#ATTRIBUTE} of the exchange too.
     *
     * @param exchange whose request it is
     * @param options what the form may be
     * @return the reader
     * @throws FormException if the request's content type is not {@code multipart/form-data} with a legal boundary, or
     *     the body is announced to be too long
     */
    public static FormReader of(HttpExchange exchange, FormOptions options) throws FormException {
        FormBody body = new FormBody(exchange.getRequestBody(), FormBody.expected(exchange, options), null);
        String contentType = exchange.getRequestHeaders().getFirst("Content-Type");
        return new FormReader(body, contentType, options, exchange);
    }

    /**
     * Begins to read a form from a stream.
     *
     * @param in the body, which ends where the stream ends; not closed
     * @param contentType of the body, with the boundary
     * @param options what the form may be
     * @return the reader
     * @throws FormException if the content type is not {@code multipart/form-data} with a legal boundary
     * @throws IOException if the stream is not to be read
     */
    public static FormReader of(InputStream in, String contentType, FormOptions options) throws IOException {
        return new FormReader(FormBody.of(in, null), contentType, options, null);
    }

    /**
     * Goes on to the next part.
     *
     * @return the part, or null when the form is over and was complete
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
            // the rest of the part before was not asked for: it is passed over in place
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
     * Lists the tolerances used so far.
     *
     * @return each once, in the order met; always empty unless the mode is {@link FormCompliance#LEGACY}
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

    /** Waits for content; false at the part's end. */
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
     * Reads from the body straight into the caller's array and parses it there, which spares a copy; what is not content
     * goes back to the buffer. Returns 0 where the content is elsewhere, or has ended.
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

    /** Reads the rest of the part, which must not be longer than {@code most}. */
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
                // exactly enough for what is mostly all; twice as much for what goes on
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
