package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsExchange;
import dev.ringer.internal.delegate.TlsExchange;
import java.io.IOException;
import java.util.zip.Deflater;

/**
 * Compresses responses with gzip while they're written, for clients that accept it, on any provider. Add it before the
 * other filters of a context, or let Ringer add it to every context with {@code -Dringer.compression=gzip}.
 *
 * <pre>{@code
 * server.createContext("/api", handler).getFilters().add(0, CompressionFilter.of());
 * }</pre>
 *
 * <p><b>What is compressed:</b> media types that become notably smaller, such as text, JSON, XML, scripts and SVG, if
 * the content has a minimum length or is streamed. A {@code flush()} of the body sends everything written so far, so
 * that server-sent events arrive one by one; an {@code EventStream} of {@code dev.ringer.events} isn't compressed on
 * Ringer. A compressed response has {@code Content-Encoding} and {@code Vary}, but neither {@code Content-Length} nor
 * {@code Accept-Ranges}, and a strong entity tag becomes weak. HEAD gets the same fields.
 *
 * <p><b>What isn't:</b> responses without content or with ranges, content that already has a coding, and responses with
 * {@code Cache-Control: no-transform} or a digest. While {@link Builder#maxConcurrent} compressors are in use, further
 * responses go out uncompressed.
 *
 * <p><b>When not to compress:</b> if a page has both a secret and text that an attacker can put into the request, its
 * compressed length can reveal the secret, guess by guess (BREACH). Don't use the filter for such contexts, or mask
 * secrets such as CSRF tokens differently in each response.
 *
 * <p>If a compressed response is closed before all announced bytes were written, its gzip stream has no end and the
 * server closes the connection, so that the client can see that it's incomplete.
 *
 * <p>On the JDK's own provider, a context with an authenticator can't have a filter that replaces the exchange, as this
 * one does. Thread-safe. One filter may serve many contexts, which then share its compressors.
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
    public static CompressionFilter of() {
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
                throw new IllegalArgumentException("threshold must be positive: " + bytes);
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
                throw new IllegalArgumentException("level must be from 1 to 9: " + value);
            }
            level = value;
            return this;
        }

        /**
         * Limits how many responses are compressed at the same time; further ones are sent uncompressed. Each takes
         * about 256 KiB of memory outside the heap, which a stream of events keeps until it ends.
         *
         * @param responses the most responses; 256 by default; 0 for no limit
         * @return this
         * @throws IllegalArgumentException if the number is negative
         */
        public Builder maxConcurrent(int responses) {
            if (responses < 0) {
                throw new IllegalArgumentException("maxConcurrent must not be negative: " + responses);
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
