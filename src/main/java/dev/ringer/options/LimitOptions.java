package dev.ringer.options;

import java.time.Duration;

/**
 * The limits of {@link ServerOptions}: sizes, numbers, times, rates. Users call them as methods of
 * {@link ServerOptions}. They have a class of their own, because one file for all options would be too long.
 */
abstract sealed class LimitOptions permits ServerOptions {
    private final Object[] values; // each at the index of its setting; all are checked, and never change

    LimitOptions(Object[] values) {
        this.values = values;
    }

    /** Returns all values. The caller must not change the array. */
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
     * Returns the length of the longest request line. A longer one is answered with 414, and the connection is closed.
     *
     * @return 16 to {@value ServerOptions#MAX_HEAD_BYTES} bytes; 65536 by default ({@code ringer.maxRequestLine});
     *     setting 0 means the largest
     */
    public int maxRequestLine() {
        return (int) longOf(Settings.MAX_REQUEST_LINE);
    }

    /**
     * Returns the most field lines of a request, not counting trailers. A request with more is answered with 431, and
     * the connection is closed.
     *
     * @return 1 to {@value ServerOptions#MAX_HEADERS}; 200 by default ({@code sun.net.httpserver.maxReqHeaders})
     */
    public int maxRequestHeaders() {
        return (int) longOf(Settings.MAX_REQUEST_HEADERS);
    }

    /**
     * Returns the size of the largest request head. Each line counts with 32 bytes more than it has. A larger head is
     * answered with 431, and the connection is closed.
     *
     * @return 1 to {@value ServerOptions#MAX_HEAD_BYTES} bytes; 389120 by default
     *     ({@code sun.net.httpserver.maxReqHeaderSize}); setting 0 means the largest
     */
    public int maxRequestHeaderSize() {
        return (int) longOf(Settings.MAX_REQUEST_HEADER_SIZE);
    }

    /**
     * Returns the size of the largest request body. A request that announces a larger body is answered with 413, and no
     * handler is called. If a larger body is not announced, the handler's read fails. In both cases the connection is
     * closed.
     *
     * @return bytes, 0 = off; 0 by default ({@code ringer.maxBodySize})
     */
    public long maxBodySize() {
        return longOf(Settings.MAX_BODY_SIZE);
    }

    /**
     * Returns the length of the longest chunk-size line, including its extensions. With a longer one the handler's read
     * fails, and the connection is closed.
     *
     * @return 16 to {@value ServerOptions#MAX_CHUNK_LINE_BYTES} bytes; 2048 by default ({@code ringer.maxChunkLine});
     *     setting 0 means the largest
     */
    public int maxChunkLine() {
        return (int) longOf(Settings.MAX_CHUNK_LINE);
    }

    /**
     * Returns the largest size of all chunk extensions of one body together. With more the handler's read fails, and
     * the connection is closed.
     *
     * @return 1 to {@value ServerOptions#MAX_CHUNK_EXTENSION_BYTES} bytes; 16384 by default
     *     ({@code ringer.maxChunkExtensions}); setting 0 means the most
     */
    public int maxChunkExtensions() {
        return (int) longOf(Settings.MAX_CHUNK_EXTENSIONS);
    }

    /**
     * Returns how many bytes of a request body the server reads and drops to keep the connection, if the handler did
     * not read them. If more bytes are to come, the server closes the connection after the response.
     *
     * @return bytes, 0 keeps none; 65536 by default ({@code sun.net.httpserver.drainAmount})
     */
    public long drainAmount() {
        return longOf(Settings.DRAIN_AMOUNT);
    }

    /**
     * Returns how much memory the server may keep for its clients: incomplete and large heads, TLS records, and output
     * that clients do not read. Beyond it, the server evicts the connection that holds most, with 503 or by closing it.
     *
     * @return bytes, 0 = off; an eighth of the heap by default ({@code ringer.maxBufferedMemory})
     */
    public long maxBufferedMemory() {
        return longOf(Settings.MAX_BUFFERED_MEMORY);
    }

    /**
     * Returns the flow-control window of one HTTP/2 connection: how many bytes of request bodies may have been
     * received, but not read. Once there are so many, the client has to wait. A client that does not wait loses its
     * connection.
     *
     * @return {@value ServerOptions#MIN_HTTP2_WINDOW} bytes or more; 1048576 by default ({@code ringer.http2.window})
     */
    public int http2Window() {
        return (int) longOf(Settings.HTTP2_WINDOW);
    }

    /**
     * Returns the most requests and WebSockets at a time on one HTTP/2 connection. Further ones are refused
     * (REFUSED_STREAM).
     *
     * @return 1 to {@value ServerOptions#MAX_HTTP2_STREAMS}; 128 by default ({@code ringer.http2.maxStreams})
     */
    public int http2MaxStreams() {
        return (int) longOf(Settings.HTTP2_MAX_STREAMS);
    }

    /**
     * Returns the most exchanges in progress, including those that wait for a thread. Further requests get 503, and no
     * handler or filter is called.
     *
     * @return a number, 0 = off; 0 by default ({@code ringer.maxExchanges})
     */
    public int maxExchanges() {
        return (int) longOf(Settings.MAX_EXCHANGES);
    }

    /**
     * Returns the most open connections. Further ones are closed at once.
     *
     * @return a number, −1 = any; −1 by default ({@code jdk.httpserver.maxConnections}); setting 0 means any, too
     */
    public int maxConnections() {
        return (int) longOf(Settings.MAX_CONNECTIONS);
    }

    /**
     * Returns the most idle connections. If there are more, a connection is closed after its response.
     *
     * @return a number, −1 = any, 0 keeps none; −1 by default, the JDK's server has 200
     *     ({@code sun.net.httpserver.maxIdleConnections})
     */
    public int maxIdleConnections() {
        return (int) longOf(Settings.MAX_IDLE_CONNECTIONS);
    }

    /**
     * Returns the most connections of one client. A client is an IPv4 address, or the first 64 bits of an IPv6 address.
     * Further connections are closed at once. The limit does not hold for trusted
     * {@linkplain ServerOptions#proxies() proxies}.
     *
     * @return a number, 0 = off; 0 by default ({@code ringer.maxConnectionsPerClient})
     */
    public int maxConnectionsPerClient() {
        return (int) longOf(Settings.MAX_CONNECTIONS_PER_CLIENT);
    }

    /**
     * Returns the most TLS handshakes that one client may have in progress. A client is the same as for
     * {@link #maxConnectionsPerClient()}. Further connections are closed.
     *
     * @return a number, 0 = off; 0 by default ({@code ringer.maxHandshakesPerClient})
     */
    public int maxHandshakesPerClient() {
        return (int) longOf(Settings.MAX_HANDSHAKES_PER_CLIENT);
    }

    /**
     * Returns the time in which a whole request head must arrive, counted from its first byte. A later one is answered
     * with 408, and the connection is closed.
     *
     * @return zero or more, 0 = off; 20 s by default ({@code ringer.headTimeout}, seconds)
     */
    public Duration headTimeout() {
        return of(Settings.HEAD_TIMEOUT);
    }

    /**
     * Returns how long a request body may stall while its handler waits for it. After that the handler's read fails,
     * and the connection is closed.
     *
     * @return zero or more, 0 = off; 30 s by default ({@code ringer.bodyStallTimeout}, seconds)
     */
    public Duration bodyStallTimeout() {
        return of(Settings.BODY_STALL_TIMEOUT);
    }

    /**
     * Returns how long a client may read nothing of a response. After that the handler's write fails, and the
     * connection is closed.
     *
     * @return zero or more, 0 = off; 60 s by default ({@code ringer.writeStallTimeout}, seconds)
     */
    public Duration writeStallTimeout() {
        return of(Settings.WRITE_STALL_TIMEOUT);
    }

    /**
     * Returns the longest time for a whole TLS handshake. After that the connection is closed.
     *
     * @return zero or more, 0 = off; 20 s by default ({@code ringer.tlsHandshakeTimeout}, seconds)
     */
    public Duration tlsHandshakeTimeout() {
        return of(Settings.TLS_HANDSHAKE_TIMEOUT);
    }

    /**
     * Returns how long an unread request body is drained, and how long a client that was answered early may take to
     * close its connection. After that the server closes the connection. A server that stops also waits for each HTTP/2
     * client whose last answer is younger than this time. It gives such a client a quarter of this time to read the
     * answer and to close.
     *
     * @return zero or more, 0 = off; 2 s by default ({@code ringer.drainTimeout}, milliseconds)
     */
    public Duration drainTimeout() {
        return of(Settings.DRAIN_TIMEOUT);
    }

    /**
     * Returns how long a connection may be idle. After that it is closed.
     *
     * @return zero or more, 0 = off; 30 s by default ({@code sun.net.httpserver.idleInterval}, seconds, at least 1)
     */
    public Duration idleInterval() {
        return of(Settings.IDLE_INTERVAL);
    }

    /**
     * Returns the longest time from the first byte of a request to the last of its body. After that the connection is
     * closed.
     *
     * @return zero or more, 0 = off; off by default ({@code sun.net.httpserver.maxReqTime}, seconds)
     */
    public Duration maxRequestTime() {
        return of(Settings.MAX_REQUEST_TIME);
    }

    /**
     * Returns the longest time from a complete request to the end of its response. After that the connection is closed,
     * even if the handler is still at work.
     *
     * @return zero or more, 0 = off; off by default ({@code sun.net.httpserver.maxRspTime}, seconds)
     */
    public Duration maxResponseTime() {
        return of(Settings.MAX_RESPONSE_TIME);
    }

    /**
     * Returns the lowest rate of a request body over any 30 seconds in which its reader waited for it. Below this rate
     * the handler's read fails, and the connection is closed.
     *
     * @return bytes per second, 0 = off; 240 by default ({@code ringer.minBodyRate})
     */
    public long minBodyRate() {
        return longOf(Settings.MIN_BODY_RATE);
    }

    /**
     * Returns the lowest rate at which a client reads a response, over any 30 seconds in which bytes waited for the
     * client. Below this rate the handler's write fails, and the connection is closed.
     *
     * @return bytes per second, 0 = off; 240 by default ({@code ringer.minResponseRate})
     */
    public long minResponseRate() {
        return longOf(Settings.MIN_RESPONSE_RATE);
    }
}
