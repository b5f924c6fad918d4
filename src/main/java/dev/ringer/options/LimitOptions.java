package dev.ringer.options;

import java.time.Duration;

/**
 * The limits among the {@link ServerOptions}: sizes, numbers, times, rates. Users find them there; they stand apart, since a file
 * for all would be too long.
 */
abstract sealed class LimitOptions permits ServerOptions {
    private final Object[] values; // each at the index of its setting, checked, never written to again

    LimitOptions(Object[] values) {
        this.values = values;
    }

    /** All values; not to be written to. */
    final Object[] values() {
        return values;
    }

    final <T> T of(Setting<T> setting) {
        return setting.of(values);
    }

    final long longOf(Setting<Long> setting) {
        return setting.of(values);
    }

    /**
     * The longest request line. A longer one is answered 414, and the connection is closed.
     *
     * @return 16 to {@value ServerOptions#MAX_HEAD_BYTES} bytes; 65536 by default ({@code ringer.maxRequestLine});
     *     setting 0 means the largest
     */
    public int maxRequestLine() {
        return (int) longOf(Settings.MAX_REQUEST_LINE);
    }

    /**
     * The most field lines of a request, trailers apart. More are answered 431, and the connection is closed.
     *
     * @return 1 to {@value ServerOptions#MAX_HEADERS}; 200 by default ({@code sun.net.httpserver.maxReqHeaders})
     */
    public int maxRequestHeaders() {
        return (int) longOf(Settings.MAX_REQUEST_HEADERS);
    }

    /**
     * The largest request head, each line counted with 32 bytes more. A larger one is answered 431, and the
     * connection is closed.
     *
     * @return 1 to {@value ServerOptions#MAX_HEAD_BYTES} bytes; 389120 by default
     *     ({@code sun.net.httpserver.maxReqHeaderSize}); setting 0 means the largest
     */
    public int maxRequestHeaderSize() {
        return (int) longOf(Settings.MAX_REQUEST_HEADER_SIZE);
    }

    /**
     * The largest request body. One that announces more is answered 413 before a handler is asked; for one that does
     * not, the handler's read fails. The connection is closed.
     *
     * @return bytes, 0 = off; 0 by default ({@code ringer.maxBodySize})
     */
    public long maxBodySize() {
        return longOf(Settings.MAX_BODY_SIZE);
    }

    /**
     * The longest chunk-size line, extensions included. With a longer one the handler's read fails, and the
     * connection is closed.
     *
     * @return 16 to {@value ServerOptions#MAX_CHUNK_LINE_BYTES} bytes; 2048 by default ({@code ringer.maxChunkLine});
     *     setting 0 means the largest
     */
    public int maxChunkLine() {
        return (int) longOf(Settings.MAX_CHUNK_LINE);
    }

    /**
     * The most chunk extensions of one body together. With more the handler's read fails, and the connection is
     * closed.
     *
     * @return 1 to {@value ServerOptions#MAX_CHUNK_EXTENSION_BYTES} bytes; 16384 by default
     *     ({@code ringer.maxChunkExtensions}); setting 0 means the most
     */
    public int maxChunkExtensions() {
        return (int) longOf(Settings.MAX_CHUNK_EXTENSIONS);
    }

    /**
     * The most bytes of a request body that its handler did not read which are read and dropped to keep the
     * connection. With more to come it is closed behind the response.
     *
     * @return bytes, 0 keeps none; 65536 by default ({@code sun.net.httpserver.drainAmount})
     */
    public long drainAmount() {
        return longOf(Settings.DRAIN_AMOUNT);
    }

    /**
     * How much memory the server may keep for its clients: incomplete and large heads, records of TLS, output that is
     * not taken. Beyond it the connection that holds most is let go, with 503 or by closing.
     *
     * @return bytes, 0 = off; an eighth of the heap by default ({@code ringer.maxBufferedMemory})
     */
    public long maxBufferedMemory() {
        return longOf(Settings.MAX_BUFFERED_MEMORY);
    }

    /**
     * How much of request bodies may have been received and not read, on one HTTP/2 connection. A client has to wait
     * then; one that does not loses its connection.
     *
     * @return {@value ServerOptions#MIN_HTTP2_WINDOW} bytes or more; 1048576 by default ({@code ringer.http2.window})
     */
    public int http2Window() {
        return (int) longOf(Settings.HTTP2_WINDOW);
    }

    /**
     * The most requests and WebSockets at a time on one HTTP/2 connection. Further ones are refused (REFUSED_STREAM).
     *
     * @return 1 to {@value ServerOptions#MAX_HTTP2_STREAMS}; 128 by default ({@code ringer.http2.maxStreams})
     */
    public int http2MaxStreams() {
        return (int) longOf(Settings.HTTP2_MAX_STREAMS);
    }

    /**
     * The most exchanges in progress, those that wait for a thread included. Further requests get 503, without a
     * handler or filter being asked.
     *
     * @return a number, 0 = off; 0 by default ({@code ringer.maxExchanges})
     */
    public int maxExchanges() {
        return (int) longOf(Settings.MAX_EXCHANGES);
    }

    /**
     * The most connections. Further ones are closed at once.
     *
     * @return a number, −1 = any; −1 by default ({@code jdk.httpserver.maxConnections}); setting 0 means any, too
     */
    public int maxConnections() {
        return (int) longOf(Settings.MAX_CONNECTIONS);
    }

    /**
     * The most idle connections. Where there are more, a connection is closed after its response.
     *
     * @return a number, −1 = any, 0 keeps none; −1 by default, the JDK's server has 200
     *     ({@code sun.net.httpserver.maxIdleConnections})
     */
    public int maxIdleConnections() {
        return (int) longOf(Settings.MAX_IDLE_CONNECTIONS);
    }

    /**
     * The most connections of one client, which is an IPv4 address, or the first 64 bits of an IPv6 address. Further
     * ones are closed at once. Trusted {@linkplain ServerOptions#proxies() proxies} are not bound by it.
     *
     * @return a number, 0 = off; 0 by default ({@code ringer.maxConnectionsPerClient})
     */
    public int maxConnectionsPerClient() {
        return (int) longOf(Settings.MAX_CONNECTIONS_PER_CLIENT);
    }

    /**
     * The most TLS handshakes that one client, as above, has in progress. Further ones are closed.
     *
     * @return a number, 0 = off; 0 by default ({@code ringer.maxHandshakesPerClient})
     */
    public int maxHandshakesPerClient() {
        return (int) longOf(Settings.MAX_HANDSHAKES_PER_CLIENT);
    }

    /**
     * The time in which a whole request head must arrive, from its first byte on. Then it is answered 408, and the
     * connection is closed.
     *
     * @return zero or more, 0 = off; 20 s by default ({@code ringer.headTimeout}, seconds)
     */
    public Duration headTimeout() {
        return of(Settings.HEAD_TIMEOUT);
    }

    /**
     * How long a request body may stand still while it is waited for. Then the handler's read fails, and the
     * connection is closed.
     *
     * @return zero or more, 0 = off; 30 s by default ({@code ringer.bodyStallTimeout}, seconds)
     */
    public Duration bodyStallTimeout() {
        return of(Settings.BODY_STALL_TIMEOUT);
    }

    /**
     * How long a client may take nothing of a response. Then the handler's write fails, and the connection is closed.
     *
     * @return zero or more, 0 = off; 60 s by default ({@code ringer.writeStallTimeout}, seconds)
     */
    public Duration writeStallTimeout() {
        return of(Settings.WRITE_STALL_TIMEOUT);
    }

    /**
     * The time for a whole TLS handshake. Then the connection is closed.
     *
     * @return zero or more, 0 = off; 20 s by default ({@code ringer.tlsHandshakeTimeout}, seconds)
     */
    public Duration tlsHandshakeTimeout() {
        return of(Settings.TLS_HANDSHAKE_TIMEOUT);
    }

    /**
     * How long an unread request body is drained, and how long a client that was answered early may take to close its
     * connection. Then it is closed. A server that stops gives an HTTP/2 client whose last answer is younger than this a
     * quarter of it to read that and to close.
     *
     * @return zero or more, 0 = off; 2 s by default ({@code ringer.drainTimeout}, milliseconds)
     */
    public Duration drainTimeout() {
        return of(Settings.DRAIN_TIMEOUT);
    }

    /**
     * How long a connection may be idle. Then it is closed.
     *
     * @return zero or more, 0 = off; 30 s by default ({@code sun.net.httpserver.idleInterval}, seconds, at least 1)
     */
    public Duration idleInterval() {
        return of(Settings.IDLE_INTERVAL);
    }

    /**
     * The time from the first byte of a request to the last of its body. Then the connection is closed.
     *
     * @return zero or more, 0 = off; off by default ({@code sun.net.httpserver.maxReqTime}, seconds)
     */
    public Duration maxRequestTime() {
        return of(Settings.MAX_REQUEST_TIME);
    }

    /**
     * The time from a complete request to the end of its response. Then the connection is closed, also where the
     * handler is still at work.
     *
     * @return zero or more, 0 = off; off by default ({@code sun.net.httpserver.maxRspTime}, seconds)
     */
    public Duration maxResponseTime() {
        return of(Settings.MAX_RESPONSE_TIME);
    }

    /**
     * The least rate of a request body over any 30 seconds in which its reader waited for it. Below it the handler's
     * read fails, and the connection is closed.
     *
     * @return bytes per second, 0 = off; 240 by default ({@code ringer.minBodyRate})
     */
    public long minBodyRate() {
        return longOf(Settings.MIN_BODY_RATE);
    }

    /**
     * The least rate at which a client takes a response over any 30 seconds in which bytes waited for it. Below it
     * the handler's write fails, and the connection is closed.
     *
     * @return bytes per second, 0 = off; 240 by default ({@code ringer.minResponseRate})
     */
    public long minResponseRate() {
        return longOf(Settings.MIN_RESPONSE_RATE);
    }
}
