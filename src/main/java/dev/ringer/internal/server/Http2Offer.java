package dev.ringer.internal.server;

import dev.ringer.internal.http2.Http2Protocol;
import dev.ringer.internal.http2.Http2Shared;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.ServerParts;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.options.Settings.Http2;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * Makes a server speak HTTP/2 besides HTTP/1. The JVM loads no HTTP/2 class before the first client asks for HTTP/2.
 * Thread-safe.
 */
final class Http2Offer {
    static final String ALPN_NAME = "h2";

    private final ServerOptions options;
    private final ServerParts parts;
    private Http2Shared shared; // guarded by this; null until a client asks for HTTP/2

    private Http2Offer(ServerOptions options, ServerParts parts) {
        this.options = options;
        this.parts = parts;
    }

    /** Returns the object for a server that starts; null if the server does not speak HTTP/2. */
    static Http2Offer of(ServerOptions options, ServerParts parts, boolean overTls) {
        Http2 wanted = options.get(Settings.HTTP2);
        boolean offered = wanted == Http2.ON || overTls && wanted == Http2.TLS;
        return offered ? new Http2Offer(options, parts) : null;
    }

    /** Returns the bytes with which clients of HTTP/2 begin in clear text (RFC 9113, 3.4). */
    static byte[] preface() {
        return "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
    }

    /** Makes the object that serves HTTP/2 on one loop. */
    Protocol newForLoop() {
        return new WhenAsked();
    }

    private synchronized Http2Shared shared() {
        if (shared == null) {
            shared = new Http2Shared(options, parts);
        }
        return shared;
    }

    /** Serves HTTP/2 on one loop. Makes its objects for the first connection. Only the loop uses this object. */
    private final class WhenAsked implements Protocol {
        private Protocol protocol; // serves the connections; null before the first HTTP/2 connection

        @Override
        public void open(Transport transport, ByteBuffer received) {
            if (protocol == null) {
                protocol = new Http2Protocol(shared());
            }
            protocol.open(transport, received);
        }
    }
}
