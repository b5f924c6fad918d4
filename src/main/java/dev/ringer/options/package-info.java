/**
 * The settings of a server, and the one place that reads system properties.
 *
 * <p>Nothing needs to be set. What can be set is a system property for servers of the JDK's factories, read when a server is
 * created, or the same value of {@link dev.ringer.options.ServerOptions} for a server that the application makes itself:
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
 * <p>All classes are immutable and valid: what cannot be is refused where it is set, with a message that names the setting. A
 * property that cannot be is ignored instead, and the logger {@code dev.ringer} warns of it; see
 * {@link dev.ringer.options.ServerOptions#fromSystemProperties()}.
 *
 * @since 0.1.0
 */
package dev.ringer.options;
