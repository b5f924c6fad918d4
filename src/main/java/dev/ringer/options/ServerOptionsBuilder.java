package dev.ringer.options;

import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.BareLf;
import dev.ringer.options.ServerOptions.Compliance;
import dev.ringer.options.ServerOptions.Compression;
import dev.ringer.options.ServerOptions.ErrorResponse;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.options.ServerOptions.Http2;
import dev.ringer.options.ServerOptions.PathMatching;
import java.time.Duration;

/**
 * Builds {@link ServerOptions}. Each method sets the component of its name and returns this builder; what is not set
 * keeps its default. Not thread-safe.
 */
public final class ServerOptionsBuilder extends OptionValues {
    ServerOptionsBuilder() {}

    ServerOptionsBuilder(ServerOptions from) {
        super(from);
    }

    /**
     * Sets {@link ServerOptions#handlers()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder handlers(Handlers value) {
        handlers = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#compliance()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder compliance(Compliance value) {
        compliance = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#bareLf()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder bareLf(BareLf value) {
        bareLf = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#errorResponse()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder errorResponse(ErrorResponse value) {
        errorResponse = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#headTimeout()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder headTimeout(Duration value) {
        headTimeout = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#bodyStallTimeout()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder bodyStallTimeout(Duration value) {
        bodyStallTimeout = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#writeStallTimeout()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder writeStallTimeout(Duration value) {
        writeStallTimeout = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#tlsHandshakeTimeout()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder tlsHandshakeTimeout(Duration value) {
        tlsHandshakeTimeout = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#minBodyRate()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder minBodyRate(long value) {
        minBodyRate = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#minResponseRate()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder minResponseRate(long value) {
        minResponseRate = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxRequestLine()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxRequestLine(int value) {
        maxRequestLine = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxChunkLine()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxChunkLine(int value) {
        maxChunkLine = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxChunkExtensions()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxChunkExtensions(int value) {
        maxChunkExtensions = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxBodySize()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxBodySize(long value) {
        maxBodySize = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxBufferedMemory()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxBufferedMemory(long value) {
        maxBufferedMemory = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#drainTimeout()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder drainTimeout(Duration value) {
        drainTimeout = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxExchanges()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxExchanges(int value) {
        maxExchanges = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxConnectionsPerClient()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxConnectionsPerClient(int value) {
        maxConnectionsPerClient = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxHandshakesPerClient()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxHandshakesPerClient(int value) {
        maxHandshakesPerClient = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#loops()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder loops(int value) {
        loops = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#reusePort()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder reusePort(boolean value) {
        reusePort = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#headersMap()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder headersMap(String value) {
        headersMap = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#idleInterval()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder idleInterval(Duration value) {
        idleInterval = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxIdleConnections()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder maxIdleConnections(int value) {
        maxIdleConnections = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxConnections()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder maxConnections(int value) {
        maxConnections = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#drainAmount()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder drainAmount(long value) {
        drainAmount = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxRequestHeaders()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder maxRequestHeaders(int value) {
        maxRequestHeaders = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxRequestHeaderSize()}.
     * @param value the value; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxRequestHeaderSize(int value) {
        maxRequestHeaderSize = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxRequestTime()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxRequestTime(Duration value) {
        maxRequestTime = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#maxResponseTime()}.
     * @param value the time; zero turns the limit off
     * @return this builder
     */
    public ServerOptionsBuilder maxResponseTime(Duration value) {
        maxResponseTime = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#noDelay()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder noDelay(boolean value) {
        noDelay = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#pathMatching()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder pathMatching(PathMatching value) {
        pathMatching = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#attributeScope()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder attributeScope(AttributeScope value) {
        attributeScope = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#hostValidation()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder hostValidation(boolean value) {
        hostValidation = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#accessLog()}.
     * @param value such as {@code AccessLogOptions.of("combined:access.log")}
     * @return this builder
     */
    public ServerOptionsBuilder accessLog(AccessLogOptions value) {
        accessLog = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#jmx()}.
     * @param value the value
     * @return this builder
     */
    public ServerOptionsBuilder jmx(boolean value) {
        jmx = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#compression()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder compression(Compression value) {
        compression = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#http2()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder http2(Http2 value) {
        http2 = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#http2MaxStreams()}.
     * @param value at least 1
     * @return this builder
     */
    public ServerOptionsBuilder http2MaxStreams(int value) {
        http2MaxStreams = value;
        return this;
    }

    /**
     * Sets {@link ServerOptions#http2Window()}.
     * @param value in bytes
     * @return this builder
     */
    public ServerOptionsBuilder http2Window(int value) {
        http2Window = value;
        return this;
    }

    /**
     * Builds the options.
     *
     * @return options with what was set
     * @throws IllegalArgumentException if a component is out of its range; the message names it
     */
    public ServerOptions build() {
        return values();
    }
}
