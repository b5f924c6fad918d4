/**
 * The entry points of Ringer: a provider that the JDK finds by itself, a factory for servers whose settings are given
 * in code, and an agent. The agent lets programs that are started by {@code java -jar} find the provider.
 *
 * <p>An application that is written against the JDK needs nothing from this package. With the jar on the class path,
 * {@link com.sun.net.httpserver.HttpServer#create()} makes Ringer servers. For settings in code there is a factory:
 *
 * <pre>{@code
 * ServerOptions options = ServerOptions.builder().set(Settings.MAX_BODY_SIZE, 8 << 20).build();
 * HttpServer server = Ringer.create(new InetSocketAddress(8080), options);
 * server.createContext("/", exchange -> exchange.sendResponseHeaders(204, -1));
 * server.start();
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer;

import org.jspecify.annotations.NullMarked;
