package dev.ringer.testkit;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import dev.ringer.Ringer;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Setting;
import dev.ringer.options.Settings;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/**
 * Time limits in milliseconds. The properties of the limits are in whole seconds, so a test would wait a second until a
 * limit expires. A limit such as {@code "150 ms"} is set in code instead.
 *
 * @param limits the limits by the names of their properties
 */
record ShortTimes(Map<String, Duration> limits) {
    private static final String UNIT = " ms";

    private static final Map<String, Setting<Duration>> SETTINGS = Map.of(
            "ringer.headTimeout", Settings.HEAD_TIMEOUT,
            "ringer.bodyStallTimeout", Settings.BODY_STALL_TIMEOUT,
            "ringer.writeStallTimeout", Settings.WRITE_STALL_TIMEOUT,
            "ringer.tlsHandshakeTimeout", Settings.TLS_HANDSHAKE_TIMEOUT,
            "sun.net.httpserver.idleInterval", Settings.IDLE_INTERVAL,
            "sun.net.httpserver.maxReqTime", Settings.MAX_REQUEST_TIME,
            "sun.net.httpserver.maxRspTime", Settings.MAX_RESPONSE_TIME);

    /** Removes the limits in milliseconds from a server's properties, and returns them. */
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

    /** Returns a provider whose servers have these limits. If there are limits, its servers are always Ringer's. */
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
        ServerOptions.Builder builder = ServerOptions.fromSystemProperties().toBuilder();
        limits.forEach((name, limit) -> builder.set(SETTINGS.get(name), limit));
        return builder.build();
    }
}
