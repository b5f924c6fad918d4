package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.ServerOptionsBuilder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Time limits in milliseconds. The properties of the limits take whole seconds, so a test would wait a second for each limit that
 * must expire. A limit such as {@code "150 ms"} is set in code instead.
 *
 * @param limits the limits by the names of their properties
 */
record ShortTimes(Map<String, Duration> limits) {
    private static final String UNIT = " ms";

    private static final Map<String, BiFunction<ServerOptionsBuilder, Duration, ServerOptionsBuilder>> SETTERS = Map.of(
            "ringer.headTimeout", ServerOptionsBuilder::headTimeout,
            "ringer.bodyStallTimeout", ServerOptionsBuilder::bodyStallTimeout,
            "ringer.writeStallTimeout", ServerOptionsBuilder::writeStallTimeout,
            "ringer.tlsHandshakeTimeout", ServerOptionsBuilder::tlsHandshakeTimeout,
            "sun.net.httpserver.idleInterval", ServerOptionsBuilder::idleInterval,
            "sun.net.httpserver.maxReqTime", ServerOptionsBuilder::maxRequestTime,
            "sun.net.httpserver.maxRspTime", ServerOptionsBuilder::maxResponseTime);

    /** Takes the limits in milliseconds out of a server's properties. */
    static ShortTimes takenFrom(Map<String, String> properties) {
        Map<String, Duration> limits = new HashMap<>();
        properties.forEach((name, value) -> {
            if (value.endsWith(UNIT)) {
                limits.put(name, Duration.ofMillis(Long.parseLong(value.substring(0, value.length() - UNIT.length()))));
            }
        });
        properties.keySet().removeAll(limits.keySet());
        return new ShortTimes(limits);
    }

    /** Returns a provider whose servers have these limits. Only Ringer can have any. */
    HttpServerProvider in(HttpServerProvider provider) {
        if (limits.isEmpty()) {
            return provider;
        }
        return new HttpServerProvider() {
            @Override
            public HttpServer createHttpServer(InetSocketAddress address, int backlog) throws IOException {
                return Ringer.create(address, backlog, options());
            }

            @Override
            public HttpsServer createHttpsServer(InetSocketAddress address, int backlog) throws IOException {
                return Ringer.createHttps(address, backlog, options());
            }
        };
    }

    private ServerOptions options() {
        ServerOptionsBuilder builder = ServerOptions.fromSystemProperties().toBuilder();
        limits.forEach((name, limit) -> SETTERS.get(name).apply(builder, limit));
        return builder.build();
    }
}
