package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/**
 * Compresses responses with gzip as they are written, for clients that accept it. It works on any provider: add it in
 * front of the other filters of a context, or let Ringer add it to every context by {@code -Dringer.compression=gzip}.
 *
 * <pre>{@code
 * server.createContext("/api", handler).getFilters().add(0, CompressionFilter.standard());
 * }</pre>
 *
 * <p>Compressed are types that shrink (text, JSON, XML, scripts, SVG and the like), streamed or from a threshold on.
 * {@code flush()} of the body lets out all that was written, so that server-sent events arrive one by one. The response
 * has {@code Content-Encoding} and {@code Vary}, no length and no {@code Accept-Ranges}, and a strong entity tag becomes a
 * weak one; HEAD is answered alike. Left alone are statuses without content, ranges, content that has a coding, responses
 * with {@code Cache-Control: no-transform} or a digest, and all that comes while too many compressors are at work.
 *
 * <p>A response that is closed before its announced length, by any thread, ends without the end of its gzip stream, and
 * the server closes the connection.
 *
 * <p><b>When not to compress:</b> a page that shows both a secret and something that an attacker may put into the request
 * tells the secret by its length, guess by guess (BREACH). Leave the filter away from such contexts, or keep secrets such
 * as CSRF tokens masked anew in each response.
 *
 * <p>On the JDK's own provider a context that has an authenticator cannot have filters which pass on an exchange of their
 * own, such as this one. Thread-safe; one filter may serve many contexts, which then share its compressors.
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
     * A filter with the defaults.
     *
     * @return a new filter
     */
    public static CompressionFilter standard() {
        return builder().build();
    }

    /**
     * Starts from the defaults.
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
        } catch (Throwable failure) { // an Error too must give the compressor back
            response.abandon();
            throw failure;
        }
        response.onHandlerReturned();
    }

    /** {@return how many compressors are at work} */
    int compressorsAtWork() {
        return pool.lent();
    }
}
