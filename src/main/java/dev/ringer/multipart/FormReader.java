package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads a {@code multipart/form-data} body part by part, in constant memory.
 *
 * <pre>{@code
 * FormReader form = FormReader.of(exchange);
 * for (FormPart part = form.next(); part != null; part = form.next()) {
 *     if (part.isFile()) {
 *         store(part.stream());               // keep the file only if this returns
 *     } else {
 *         remember(part.name(), part.text());
 *     }
 * }
 * }</pre>
 *
 * <p>Only one part can be read at a time, because {@link #next()} skips the rest of the current one. The form is
 * complete only when {@code next()} has returned null: then the body was read to its end. If the application stops
 * earlier, the server decides whether the connection can be used again. A reader has one buffer of up to 64 KiB. The
 * limits of the {@link FormOptions} apply, except those that are only for {@link Form}. Not safe for use by several
 * threads at once.
 *
 * @since 0.1.0
 */
public final class FormReader {
    private final PullParser parser;
    private final @Nullable HttpExchange exchange;

    private @Nullable FormPart current;
    private @Nullable List<FormViolation> listed;

    private FormReader(
            FormBody body, @Nullable String contentType, FormOptions options, @Nullable HttpExchange exchange)
            throws FormException {
        this.parser = new PullParser(body, contentType, options);
        this.exchange = exchange;
    }

    /**
     * Begins to read the form that is the body of a request, with the default options.
     *
     * @param exchange the exchange of the request
     * @return the reader
     * @throws FormException if the request's content type is not {@code multipart/form-data} with a legal boundary, the
     *     announced length of the body is too large, or the body has a content encoding
     */
    public static FormReader of(HttpExchange exchange) throws FormException {
        return of(exchange, FormOptions.defaults());
    }

    /**
     * Begins to read the form that is the body of a request. The attribute {@value FormViolation#ATTRIBUTE} of the
     * exchange lists the violations tolerated so far.
     *
     * @param exchange the exchange of the request
     * @param options the rules and limits for the form
     * @return the reader
     * @throws FormException if the request's content type is not {@code multipart/form-data} with a legal boundary, the
     *     announced length of the body is too large, or the body has a content encoding
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
     * Skips the rest of the current part, and returns the next part.
     *
     * @return the part; null if the form has ended and is complete
     * @throws FormException if the form is refused
     * @throws IOException if the body cannot be read
     */
    public @Nullable FormPart next() throws IOException {
        if (current != null) {
            current.stream().close();
            current = null;
        }
        PartHeaders headers = parser.next();
        if (headers != null) {
            current = new FormPart(parser, headers);
        }
        if (exchange != null && listed != parser.violations()) {
            listed = parser.violations();
            Tolerances.listIn(exchange, listed);
        }
        return current;
    }

    /**
     * {@return the violations that were tolerated so far, each once, in the order found; empty in the mode
     * {@link FormCompliance#RFC7578}}
     */
    public List<FormViolation> violations() {
        return parser.violations();
    }
}
