package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/**
 * Compresses responses with gzip while they are written, for clients that accept it. It works on any provider. Add it
 * in front of the other filters of a context, or let Ringer add it to every context with
 * {@code -Dringer.compression=gzip}.
 *
 * <pre>{@code
 * server.createContext("/api", handler).getFilters().add(0, CompressionFilter.standard());
 * }</pre>
 *
 * <p>The filter compresses types that shrink: text, JSON, XML, scripts, SVG and the like. It compresses streamed
 * content, and content from a threshold on. {@code flush()} of the body sends everything that was written, so that
 * server-sent events arrive one by one. A compressed response has {@code Content-Encoding} and {@code Vary}, but no
 * length and no {@code Accept-Ranges}. A strong entity tag becomes a weak one. HEAD gets the same fields.
 *
 * <p>The filter does not compress statuses without content, ranges, or content that already has a coding. It does not
 * compress responses with {@code Cache-Control: no-transform} or a digest. While too many compressors are in use, it
 * does not compress further responses.
 *
 * <p>A response that is closed before its announced length, by any thread, lacks the end of its gzip stream. The server
 * then closes the connection.
 *
 * <p><b>When not to compress:</b> Some pages show both a secret and text that an attacker may put into the request. The
 * length of such a page then reveals the secret, guess by guess (BREACH). Do not use the filter for such contexts, or
 * mask secrets such as CSRF tokens anew in each response.
 *
 * <p>On the JDK's own provider, a context with an authenticator cannot have a filter that passes on its own exchange.
 * This filter does so. Thread-safe. One filter may serve many contexts, which then share its compressors.
 *
 * @since 0.1.0
 */
public final class CompressionFilter extends Filter {
    private final DeflaterPool pool;
    private final int threshold;

    CompressionFilter(int threshold, int level, int maxConcurrent) {
        this.threshold = threshold;
        this.pool = new DeflaterPool(level, maxConcurrent);
    }

    /**
     * Creates a filter with the defaults.
     *
     * @return a new filter
     */
    public static CompressionFilter standard() {
        return builder().build();
    }

    /**
     * Creates a builder with the defaults.
     *
     * @return a new builder
     */
    public static CompressionFilterBuilder builder() {
        return new CompressionFilterBuilder();
    }

    @Override
    public String description() {
        return "Compresses responses with gzip for clients that accept it";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        CompressedResponse response = new CompressedResponse(exchange, pool, threshold);
        try {
            chain.doFilter(response.face());
        } catch (Throwable failure) { // an Error must give the compressor back, too
            response.abandon();
            throw failure;
        }
        response.onHandlerReturned();
    }

    /** {@return how many compressors are in use} */
    int compressorsAtWork() {
        return pool.lent();
    }
}
