package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.ringer.internal.delegate.TlsExchange;
import java.io.IOException;
import java.util.zip.Deflater;

/**
 * Compresses responses with gzip while they are written, for clients that accept it. The filter works on any provider.
 * Add it before the other filters of a context, or let Ringer add it to every context with
 * {@code -Dringer.compression=gzip}.
 *
 * <pre>{@code
 * server.createContext("/api", handler).getFilters().add(0, CompressionFilter.withDefaults());
 * }</pre>
 *
 * <p>The filter compresses media types that become notably smaller: text, JSON, XML, scripts, SVG and the like. It
 * compresses content with at least a minimum length, and streamed content. A {@code flush()} of the body sends
 * everything that was written. So each server-sent event arrives immediately. On Ringer, an {@code EventStream} of
 * {@code dev.ringer.events} is not compressed. A compressed response has {@code Content-Encoding} and {@code Vary}, but
 * no {@code Content-Length} and no {@code Accept-Ranges}. A strong entity tag becomes weak. The response to HEAD has
 * the same fields.
 *
 * <p>The filter does not compress responses without content, responses with ranges, or content that already has a
 * coding. It does not compress responses with {@code Cache-Control: no-transform} or a digest. While
 * {@link Builder#maxConcurrent} compressors are in use, further responses are not compressed.
 *
 * <p>If a compressed response is closed before all announced bytes were written, the end of its gzip stream is missing,
 * and the server closes the connection. So the client can see that the response is incomplete.
 *
 * <p><b>When not to compress:</b> Some pages contain both a secret and text that an attacker can put into the request.
 * The compressed length of such a page can then reveal the secret, guess by guess (BREACH). Do not use the filter for
 * such contexts, or mask secrets such as CSRF tokens differently in each response.
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
        this.pool = new DeflaterPool(from.level, from.maxConcurrent == 0 ? Integer.MAX_VALUE : from.maxConcurrent);
    }

    /** {@return a new filter with the defaults} */
    public static CompressionFilter withDefaults() {
        return builder().build();
    }

    /** {@return a new builder with the defaults} */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String description() {
        return "Compresses responses with gzip for clients that accept it";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        CompressedExchange compressed = new CompressedExchange(exchange, pool, threshold);
        try {
            chain.doFilter(
                    exchange instanceof HttpsExchange secure
                            ? new TlsExchange(compressed, secure.getSSLSession())
                            : compressed);
        } catch (Throwable failure) {
            // after any failure, even an Error, give the compressor back to the pool
            compressed.abandon();
            throw failure;
        }
        compressed.onHandlerReturned();
    }

    int compressorsAtWork() {
        return pool.lent();
    }

    /**
     * Builds a {@link CompressionFilter}. By default, the filter compresses content of 1 KiB or more, at zlib's default
     * level, with up to 256 compressors at the same time. Not safe for use by several threads at once.
     *
     * @since 0.1.0
     */
    public static final class Builder {
        private int threshold = 1024;
        private int level = Deflater.DEFAULT_COMPRESSION;
        private int maxConcurrent = 256;

        private Builder() {}

        /**
         * Sets the length of the shortest content that is compressed. Streamed content, whose length is unknown, is
         * always compressed.
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
         * @param value 1 (fast) to 9 (small); by default zlib's default level, 6
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
         * Limits how many responses are compressed at the same time. Further responses are sent uncompressed. Each
         * compressed response takes about 256 KiB of memory outside the heap. A stream of events takes that memory
         * until the stream ends.
         *
         * @param responses the most responses; 256 by default; 0 for no limit
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

        /** {@return a new filter with the options of this builder} */
        public CompressionFilter build() {
            return new CompressionFilter(this);
        }
    }
}
