/**
 * TLS with keys and certificates from PEM files, as certificate authorities and Kubernetes hand them out:
 * {@link dev.ringer.tls.PemContext}. The package needs only the JDK, so any server or client can use it.
 *
 * <pre>{@code
 * HttpsServer server = HttpsServer.create(new InetSocketAddress(8443), 0);
 * SSLContext context = PemContext.of(Path.of("tls.crt"), Path.of("tls.key"));
 * server.setHttpsConfigurator(new HttpsConfigurator(context));
 * }</pre>
 *
 * @since 0.1.0
 */
@NullMarked
package dev.ringer.tls;

import org.jspecify.annotations.NullMarked;
