/**
 * The settings of a server, and the one place that reads system properties.
 *
 * <p>Nothing needs to be set. For servers of the JDK's factories each setting is a system property, which is read when
 * a server is created. For a server that the application makes itself, the same setting is a value of
 * {@link dev.ringer.options.ServerOptions}:
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder()
 *         .handlers(ServerOptions.Handlers.VIRTUAL)
 *         .headTimeout(Duration.ofSeconds(10))
 *         .maxBodySize(8 << 20)
 *         .accessLog(AccessLogOptions.of("json:access.log").withMaxFiles(7))
 *         .build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), 0, options);
 * }</pre>
 *
 * <p>All options are immutable and valid. A setter refuses an impossible value, with a message that names the setting.
 * A property with an impossible value is ignored instead, and the logger {@code dev.ringer} warns of it; see
 * {@link dev.ringer.options.ServerOptions#fromSystemProperties()}.
 *
 * @since 0.1.0
 */
package dev.ringer.options;
