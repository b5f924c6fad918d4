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

/** The value of every component of {@link ServerOptions} that is being built, with its default. Not thread-safe. */
abstract class OptionValues {
    Handlers handlers = Handlers.DEFAULT;
    Compliance compliance = Compliance.STRICT;
    BareLf bareLf = BareLf.ACCEPT;
    ErrorResponse errorResponse = ErrorResponse.CLOSE;
    Duration headTimeout = Duration.ofSeconds(20);
    Duration bodyStallTimeout = Duration.ofSeconds(30);
    Duration writeStallTimeout = Duration.ofSeconds(60);
    Duration tlsHandshakeTimeout = Duration.ofSeconds(20);
    long minBodyRate = 240;
    long minResponseRate = 240;
    int maxRequestLine = 65_536;
    int maxChunkLine = 2_048;
    int maxChunkExtensions = 16_384;
    long maxBodySize = 0;
    long maxBufferedMemory = Runtime.getRuntime().maxMemory() / 8;
    Duration drainTimeout = Duration.ofMillis(2000);
    int maxExchanges = 0;
    int maxConnectionsPerClient = 0;
    int maxHandshakesPerClient = 0;
    int loops = 0;
    boolean reusePort = false;
    String headersMap = "compact";
    Duration idleInterval = Duration.ofSeconds(30);
    int maxIdleConnections = -1;
    int maxConnections = -1;
    long drainAmount = 65_536;
    int maxRequestHeaders = 200;
    int maxRequestHeaderSize = 389_120;
    Duration maxRequestTime = Duration.ZERO;
    Duration maxResponseTime = Duration.ZERO;
    boolean noDelay = true;
    PathMatching pathMatching = RunningJdk.feature() >= 27 ? PathMatching.PATH_PREFIX : PathMatching.STRING_PREFIX;
    AttributeScope attributeScope = RunningJdk.feature() >= 26 ? AttributeScope.EXCHANGE : AttributeScope.CONTEXT;
    boolean hostValidation = true;
    AccessLogOptions accessLog = AccessLogOptions.OFF;
    boolean jmx = false;
    Compression compression = Compression.OFF;
    Http2 http2 = Http2.TLS;
    int http2MaxStreams = 128;
    int http2Window = 1 << 20;

    OptionValues() {}

    OptionValues(ServerOptions from) {
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
        maxExchanges = from.maxExchanges();
        maxConnectionsPerClient = from.maxConnectionsPerClient();
        maxHandshakesPerClient = from.maxHandshakesPerClient();
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
        accessLog = from.accessLog();
        jmx = from.jmx();
        compression = from.compression();
        http2 = from.http2();
        http2MaxStreams = from.http2MaxStreams();
        http2Window = from.http2Window();
    }

    final ServerOptions values() {
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
                maxExchanges,
                maxConnectionsPerClient,
                maxHandshakesPerClient,
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
                accessLog,
                jmx,
                compression,
                http2,
                http2MaxStreams,
                http2Window);
    }
}
