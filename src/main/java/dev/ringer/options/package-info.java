/**
 * The settings of a server, and the one place that reads system properties.
 *
 * <p>Nothing needs to be set. For servers of the JDK's factories each setting is a system property, which is read when
 * a server is created. For a server that the application makes itself, the same setting is a constant of
 * {@link dev.ringer.options.Settings}:
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder()
 *         .set(Settings.HANDLERS, Settings.Handlers.VIRTUAL)
 *         .set(Settings.HEAD_TIMEOUT, Duration.ofSeconds(10))
 *         .set(Settings.MAX_BODY_SIZE, 8 << 20)
 *         .set(Settings.ACCESS_LOG, AccessLogOptions.of("json:access.log").withMaxFiles(7))
 *         .build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), 0, options);
 * }</pre>
 *
 * <p>All options are immutable and valid. The builder refuses an impossible value, with a message that names the
 * setting. A property with an impossible value is ignored instead, and the logger {@code dev.ringer} warns of it; see
 * {@link dev.ringer.options.ServerOptions#fromSystemProperties()}.
 *
 * @since 0.1.0
 */
package dev.ringer.options;
