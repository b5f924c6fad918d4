package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import java.io.IOException;
import java.util.zip.Deflater;

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
 * content, and content from a threshold on. A {@code flush()} of the body sends everything that was written, so that
 * server-sent events arrive one by one. On Ringer, an {@code EventStream} of {@code dev.ringer.events} is not
 * compressed. A compressed response has {@code Content-Encoding} and {@code Vary}, but no length and no
 * {@code Accept-Ranges}. A strong entity tag becomes a weak one. HEAD gets the same fields.
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
 * <p>On the JDK's own provider, a context with an authenticator cannot have a filter that replaces the exchange, as
 * this filter does. Thread-safe. One filter may serve many contexts, which then share its compressors.
 *
 * @since 0.1.0
 */
public final class CompressionFilter extends Filter {
    private final DeflaterPool pool;
    private final int threshold;

    private CompressionFilter(Builder from) {
        this.threshold = from.threshold;
        this.pool = new DeflaterPool(from.level, from.maxConcurrent);
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
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String description() {
        return "Compresses responses with gzip for clients that accept it";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        CompressedResponse response = new CompressedResponse(exchange, pool, threshold);
        try {
            chain.doFilter(
                    exchange instanceof HttpsExchange secure
                            ? new CompressedTlsExchange(secure, response)
                            : new CompressedExchange(exchange, response));
        } catch (Throwable failure) {
            // an Error must give the compressor back, too
            response.abandon();
            throw failure;
        }
        response.onHandlerReturned();
    }

    /** Returns the number of compressors in use. */
    int compressorsAtWork() {
        return pool.lent();
    }

    /**
     * Builds a {@link CompressionFilter}. By default it compresses from 1 KiB on, at zlib's own level, with up to 256
     * compressors at once. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private int threshold = 1024;
        private int level = Deflater.DEFAULT_COMPRESSION;
        private int maxConcurrent = 256;

        private Builder() {}

        /**
         * Sets the shortest length that is compressed. Streamed content, whose length is unknown, is always compressed.
         *
         * @param bytes the shortest length in bytes; 1 KiB by default
         * @return this
         * @throws IllegalArgumentException if the length is not positive
         */
        public Builder threshold(int bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("threshold is not positive: " + bytes);
            }
            threshold = bytes;
            return this;
        }

        /**
         * Sets the compression level.
         *
         * @param value 1 (fast) to 9 (small); by default zlib's own level, 6
         * @return this
         * @throws IllegalArgumentException if the level is another number
         */
        public Builder level(int value) {
            if (value < Deflater.BEST_SPEED || value > Deflater.BEST_COMPRESSION) {
                throw new IllegalArgumentException("level is not within 1 and 9: " + value);
            }
            level = value;
            return this;
        }

        /**
         * Limits how many responses are compressed at once. Further responses are sent uncompressed. Each compressed
         * response takes about 256 KiB of memory outside the heap. A stream of events takes that memory until the
         * stream ends.
         *
         * @param responses the most responses; 256 by default; 0 compresses nothing
         * @return this
         * @throws IllegalArgumentException if the number is negative
         */
        public Builder maxConcurrent(int responses) {
            if (responses < 0) {
                throw new IllegalArgumentException("maxConcurrent is negative: " + responses);
            }
            maxConcurrent = responses;
            return this;
        }

        /**
         * Builds the filter.
         *
         * @return a new filter
         */
        public CompressionFilter build() {
            return new CompressionFilter(this);
        }
    }
}
