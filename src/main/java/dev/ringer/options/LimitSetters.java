package dev.ringer.options;

import java.time.Duration;

/** The setters of a {@link ServerOptionsBuilder} for limits, whose accessors are in {@link LimitOptions}. */
abstract sealed class LimitSetters permits ServerOptionsBuilder {
    private final Object[] values; // each at the index of its setting; all are checked

    LimitSetters(Object[] values) {
        this.values = values;
    }

    /** Returns a copy of all values. */
    final Object[] values() {
        return values.clone();
    }

    final <T> T get(Setting<T> setting) {
        return setting.of(values);
    }

    final <T> ServerOptionsBuilder set(Setting<T> setting, T value) {
        values[setting.index()] = setting.checked(value);
        return (ServerOptionsBuilder) this;
    }

    /**
     * Sets {@link ServerOptions#maxRequestLine()}.
     *
     * @param value 16 to {@value ServerOptions#MAX_HEAD_BYTES} bytes, 0 for the largest
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxRequestLine(int value) {
        return set(Settings.MAX_REQUEST_LINE, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxRequestHeaders()}.
     *
     * @param value 1 to {@value ServerOptions#MAX_HEADERS}
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxRequestHeaders(int value) {
        return set(Settings.MAX_REQUEST_HEADERS, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxRequestHeaderSize()}.
     *
     * @param value 1 to {@value ServerOptions#MAX_HEAD_BYTES} bytes, 0 for the largest
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxRequestHeaderSize(int value) {
        return set(Settings.MAX_REQUEST_HEADER_SIZE, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxBodySize()}.
     *
     * @param value bytes, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder maxBodySize(long value) {
        return set(Settings.MAX_BODY_SIZE, value);
    }

    /**
     * Sets {@link ServerOptions#maxChunkLine()}.
     *
     * @param value 16 to {@value ServerOptions#MAX_CHUNK_LINE_BYTES} bytes, 0 for the largest
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxChunkLine(int value) {
        return set(Settings.MAX_CHUNK_LINE, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxChunkExtensions()}.
     *
     * @param value 1 to {@value ServerOptions#MAX_CHUNK_EXTENSION_BYTES} bytes, 0 for the most
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxChunkExtensions(int value) {
        return set(Settings.MAX_CHUNK_EXTENSIONS, (long) value);
    }

    /**
     * Sets {@link ServerOptions#drainAmount()}.
     *
     * @param value bytes, 0 keeps none
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder drainAmount(long value) {
        return set(Settings.DRAIN_AMOUNT, value);
    }

    /**
     * Sets {@link ServerOptions#maxBufferedMemory()}.
     *
     * @param value bytes, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder maxBufferedMemory(long value) {
        return set(Settings.MAX_BUFFERED_MEMORY, value);
    }

    /**
     * Sets {@link ServerOptions#http2Window()}.
     *
     * @param value {@value ServerOptions#MIN_HTTP2_WINDOW} bytes or more
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder http2Window(int value) {
        return set(Settings.HTTP2_WINDOW, (long) value);
    }

    /**
     * Sets {@link ServerOptions#http2MaxStreams()}.
     *
     * @param value 1 to {@value ServerOptions#MAX_HTTP2_STREAMS}
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder http2MaxStreams(int value) {
        return set(Settings.HTTP2_MAX_STREAMS, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxExchanges()}.
     *
     * @param value a number, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxExchanges(int value) {
        return set(Settings.MAX_EXCHANGES, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxConnections()}.
     *
     * @param value a number, −1 = any
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxConnections(int value) {
        return set(Settings.MAX_CONNECTIONS, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxIdleConnections()}.
     *
     * @param value a number, −1 = any, 0 keeps none
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxIdleConnections(int value) {
        return set(Settings.MAX_IDLE_CONNECTIONS, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxConnectionsPerClient()}.
     *
     * @param value a number, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxConnectionsPerClient(int value) {
        return set(Settings.MAX_CONNECTIONS_PER_CLIENT, (long) value);
    }

    /**
     * Sets {@link ServerOptions#maxHandshakesPerClient()}.
     *
     * @param value a number, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is out of range
     */
    public ServerOptionsBuilder maxHandshakesPerClient(int value) {
        return set(Settings.MAX_HANDSHAKES_PER_CLIENT, (long) value);
    }

    /**
     * Sets {@link ServerOptions#headTimeout()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder headTimeout(Duration value) {
        return set(Settings.HEAD_TIMEOUT, value);
    }

    /**
     * Sets {@link ServerOptions#bodyStallTimeout()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder bodyStallTimeout(Duration value) {
        return set(Settings.BODY_STALL_TIMEOUT, value);
    }

    /**
     * Sets {@link ServerOptions#writeStallTimeout()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder writeStallTimeout(Duration value) {
        return set(Settings.WRITE_STALL_TIMEOUT, value);
    }

    /**
     * Sets {@link ServerOptions#tlsHandshakeTimeout()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder tlsHandshakeTimeout(Duration value) {
        return set(Settings.TLS_HANDSHAKE_TIMEOUT, value);
    }

    /**
     * Sets {@link ServerOptions#drainTimeout()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder drainTimeout(Duration value) {
        return set(Settings.DRAIN_TIMEOUT, value);
    }

    /**
     * Sets {@link ServerOptions#idleInterval()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder idleInterval(Duration value) {
        return set(Settings.IDLE_INTERVAL, value);
    }

    /**
     * Sets {@link ServerOptions#maxRequestTime()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder maxRequestTime(Duration value) {
        return set(Settings.MAX_REQUEST_TIME, value);
    }

    /**
     * Sets {@link ServerOptions#maxResponseTime()}.
     *
     * @param value the time; zero turns the limit off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder maxResponseTime(Duration value) {
        return set(Settings.MAX_RESPONSE_TIME, value);
    }

    /**
     * Sets {@link ServerOptions#minBodyRate()}.
     *
     * @param value bytes per second, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder minBodyRate(long value) {
        return set(Settings.MIN_BODY_RATE, value);
    }

    /**
     * Sets {@link ServerOptions#minResponseRate()}.
     *
     * @param value bytes per second, 0 = off
     * @return this builder
     * @throws IllegalArgumentException if it is negative
     */
    public ServerOptionsBuilder minResponseRate(long value) {
        return set(Settings.MIN_RESPONSE_RATE, value);
    }
}
