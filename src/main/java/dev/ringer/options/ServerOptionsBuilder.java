package dev.ringer.options;

import dev.ringer.options.ServerOptions.AttributeScope;
import dev.ringer.options.ServerOptions.BareLf;
import dev.ringer.options.ServerOptions.Compliance;
import dev.ringer.options.ServerOptions.Compression;
import dev.ringer.options.ServerOptions.ErrorResponse;
import dev.ringer.options.ServerOptions.Handlers;
import dev.ringer.options.ServerOptions.PathMatching;
import java.time.Duration;

/**
 * Builds {@link ServerOptions}. Each method sets the component of its name and returns this builder; what is not set
 * keeps its default. Not thread-safe.
 */
public final class ServerOptionsBuilder {
    private Handlers handlers = Handlers.DEFAULT;
    private Compliance compliance = Compliance.STRICT;
    private BareLf bareLf = BareLf.ACCEPT;
    private ErrorResponse errorResponse = ErrorResponse.CLOSE;
    private Duration headTimeout = Duration.ofSeconds(20);
    private Duration bodyStallTimeout = Duration.ofSeconds(30);
    private Duration writeStallTimeout = Duration.ofSeconds(60);
    private Duration tlsHandshakeTimeout = Duration.ofSeconds(20);
    private long minBodyRate = 240;
    private long minResponseRate = 240;
    private int maxRequestLine = 65_536;
    private int maxChunkLine = 2_048;
    private int maxChunkExtensions = 16_384;
    private long maxBodySize = 0;
    private long maxBufferedMemory = Runtime.getRuntime().maxMemory() / 8;
    private Duration drainTimeout = Duration.ofMillis(2000);
    private int loops = 0;
    private boolean reusePort = false;
    private String headersMap = "compact";
    private Duration idleInterval = Duration.ofSeconds(30);
    private int maxIdleConnections = -1;
    private int maxConnections = -1;
    private long drainAmount = 65_536;
    private int maxRequestHeaders = 200;
    private int maxRequestHeaderSize = 389_120;
    private Duration maxRequestTime = Duration.ZERO;
    private Duration maxResponseTime = Duration.ZERO;
    private boolean noDelay = true;
    private PathMatching pathMatching =
            RunningJdk.feature() >= 27 ? PathMatching.PATH_PREFIX : PathMatching.STRING_PREFIX;
    private AttributeScope attributeScope =
            RunningJdk.feature() >= 26 ? AttributeScope.EXCHANGE : AttributeScope.CONTEXT;
    private boolean hostValidation = true;
    private Compression compression = Compression.OFF;

    ServerOptionsBuilder() {}

    ServerOptionsBuilder(ServerOptions from) {
        handlers = from.handlers();
        compliance = from.compliance();
        bareLf = from.bareLf();
        errorResponse = from.errorResponse();
        headTimeout = from.headTimeout();
        bodyStallTimeout = from.bodyStallTimeout();
        writeStallTimeout = from.writeStallTimeout();
        tlsHandshakeTimeout = from.tlsHandshakeTimeout();
        minBodyRate = from.minBodyRate();
        minResponseRate = from.minResponseRate();
        maxRequestLine = from.maxRequestLine();
        maxChunkLine = from.maxChunkLine();
        maxChunkExtensions = from.maxChunkExtensions();
        maxBodySize = from.maxBodySize();
        maxBufferedMemory = from.maxBufferedMemory();
        drainTimeout = from.drainTimeout();
        loops = from.loops();
        reusePort = from.reusePort();
        headersMap = from.headersMap();
        idleInterval = from.idleInterval();
        maxIdleConnections = from.maxIdleConnections();
        maxConnections = from.maxConnections();
        drainAmount = from.drainAmount();
        maxRequestHeaders = from.maxRequestHeaders();
        maxRequestHeaderSize = from.maxRequestHeaderSize();
        maxRequestTime = from.maxRequestTime();
        maxResponseTime = from.maxResponseTime();
        noDelay = from.noDelay();
        pathMatching = from.pathMatching();
        attributeScope = from.attributeScope();
        hostValidation = from.hostValidation();
        compression = from.compression();
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
     * Sets {@link ServerOptions#compression()}.
     * @param value the choice
     * @return this builder
     */
    public ServerOptionsBuilder compression(Compression value) {
        compression = value;
        return this;
    }

    /**
     * Builds the options.
     *
     * @return options with what was set
     * @throws IllegalArgumentException if a component is out of its range; the message names it
     */
    public ServerOptions build() {
        return new ServerOptions(
                handlers,
                compliance,
                bareLf,
                errorResponse,
                headTimeout,
                bodyStallTimeout,
                writeStallTimeout,
                tlsHandshakeTimeout,
                minBodyRate,
                minResponseRate,
                maxRequestLine,
                maxChunkLine,
                maxChunkExtensions,
                maxBodySize,
                maxBufferedMemory,
                drainTimeout,
                loops,
                reusePort,
                headersMap,
                idleInterval,
                maxIdleConnections,
                maxConnections,
                drainAmount,
                maxRequestHeaders,
                maxRequestHeaderSize,
                maxRequestTime,
                maxResponseTime,
                noDelay,
                pathMatching,
                attributeScope,
                hostValidation,
                compression);
    }
}
