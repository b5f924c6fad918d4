/**
 * The settings of a server, and the one place that reads system properties.
 *
 * <p>Every setting has a default. A server that is made through {@code HttpServer.create} reads each setting from a
 * system property. In code, each setting is a constant of {@link dev.ringer.options.Settings}:
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder()
 *         .set(Settings.HANDLERS, Settings.Handlers.VIRTUAL)
 *         .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10))
 *         .set(Settings.MAX_BODY_SIZE, 8 << 20)
 *         .set(Settings.ACCESS_LOG, AccessLogOptions.builder(Format.JSON).file(Path.of("access.log")).build())
 *         .build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), options);
 * }</pre>
 *
 * <p>A {@code ServerOptions} is immutable and contains only valid values. The builder refuses an impossible value, with
 * a message that names the setting. If a property that limits something has an impossible value, no server is made;
 * impossible values of other properties are only logged by the logger {@code dev.ringer}.
 * {@link dev.ringer.options.ServerOptions#fromSystemProperties()} has the details.
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.options;

import org.jspecify.annotations.NullMarked;
