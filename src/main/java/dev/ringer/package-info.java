/**
 * Where to begin: servers configured in code, and what Ringer knows about an exchange beyond the JDK's API.
 *
 * <p>A program written for the JDK needs nothing from this package, because with the jar on the class path
 * {@link com.sun.net.httpserver.HttpServer#create()} makes Ringer servers. To pass settings in code instead of system
 * properties, use {@link dev.ringer.Ringer}:
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder().set(Settings.MAX_BODY_SIZE, 8L << 20).build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), options);
 * server.createContext("/", exchange -> {
 *     exchange.sendResponseHeaders(204, -1);
 *     exchange.close();
 * });
 * server.start();
 * }</pre>
 *
 * <ul>
 *   <li>{@link dev.ringer.Ringer} makes servers and TLS contexts, and has the statistics of a server.
 *   <li>{@link dev.ringer.RingerExchange} tells a handler about the scheme, the proxy and clients that leave.
 *   <li>{@link dev.ringer.RequestBody} receives a body without a thread that waits for the client.
 *   <li>{@link dev.ringer.Trailers} reads and sets trailer fields.
 *   <li>{@link dev.ringer.RingerProvider} and {@link dev.ringer.RingerAgent} are how the JDK and {@code -javaagent}
 *       find Ringer; you never call them.
 * </ul>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer;

import org.jspecify.annotations.NullMarked;
