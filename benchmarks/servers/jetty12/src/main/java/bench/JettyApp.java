package bench;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpField;
import org.eclipse.jetty.http.HttpFields;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http.PreEncodedHttpField;
import org.eclipse.jetty.http2.RateControl;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/**
 * Jetty on its own API, handlers on its selectors' threads; Jetty sends its own Date header. The counter of control frames, which
 * ends healthy connections under load, is off.
 */
public final class JettyApp {
    private static final ByteBuffer HELLO = constant("Hello, World!");
    private static final ByteBuffer MEBIBYTE = constant("x".repeat(1 << 20));
    private static final HttpField TYPE = new PreEncodedHttpField(HttpHeader.CONTENT_TYPE, "text/plain; charset=utf-8");
    private static final HttpField CACHE = new PreEncodedHttpField(HttpHeader.CACHE_CONTROL, "no-store");

    private static ByteBuffer constant(String text) {
        byte[] content = text.getBytes(StandardCharsets.US_ASCII);
        return ByteBuffer.allocateDirect(content.length).put(content).flip();
    }

    public static void main(String[] args) throws Exception {
        Server server = new Server();
        ServerConnector connector = connector(server);
        connector.setHost("127.0.0.1");
        connector.setPort(Integer.getInteger("port"));
        connector.setAcceptQueueSize(1024);
        server.addConnector(connector);
        server.setHandler(new App());
        server.start();
        Admin.start();
        System.out.println("READY");
    }

    private static ServerConnector connector(Server server) {
        HttpConfiguration config = new HttpConfiguration();
        config.setSendServerVersion(false);
        HttpConnectionFactory http1 = new HttpConnectionFactory(config);
        if (!Boolean.getBoolean("http2")) {
            return new ServerConnector(server, http1);
        }
        if (Tls.keystore() == null) {
            HTTP2CServerConnectionFactory clear = new HTTP2CServerConnectionFactory(config);
            clear.setRateControlFactory(new RateControl.Factory() {});
            return new ServerConnector(server, http1, clear);
        }
        HTTP2ServerConnectionFactory http2 = new HTTP2ServerConnectionFactory(config);
        http2.setRateControlFactory(new RateControl.Factory() {});
        ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
        alpn.setDefaultProtocol(http1.getProtocol());
        SslContextFactory.Server identity = new SslContextFactory.Server();
        identity.setKeyStorePath(Tls.keystore());
        identity.setKeyStorePassword(Tls.PASSWORD);
        return new ServerConnector(server, new SslConnectionFactory(identity, alpn.getProtocol()), alpn, http2, http1);
    }

    private static final class App extends Handler.Abstract.NonBlocking {
        @Override
        public boolean handle(Request rq, Response rs, Callback callback) {
            switch (Request.getPathInContext(rq)) {
                case "/plaintext" -> send(rs, HELLO.duplicate(), callback);
                case "/fixed-1m" -> send(rs, MEBIBYTE.duplicate(), callback);
                case "/headers" -> headers(rq, rs, callback);
                case "/sink" -> new Sink(rq, rs, callback).run();
                default -> {
                    return false;
                }
            }
            return true;
        }

        private static void headers(Request rq, Response rs, Callback callback) {
            HttpFields in = rq.getHeaders();
            int seen = length(in.get(HttpHeader.ACCEPT)) + length(in.get(HttpHeader.USER_AGENT))
                    + length(in.get(HttpHeader.ACCEPT_LANGUAGE)) + length(in.get(HttpHeader.COOKIE))
                    + length(rq.getHttpURI().getAuthority());
            rs.getHeaders().put(TYPE);
            rs.getHeaders().put(CACHE);
            rs.getHeaders().put("X-Seen", Integer.toString(seen));
            send(rs, HELLO.duplicate(), callback);
        }

        private static void send(Response rs, ByteBuffer body, Callback callback) {
            rs.getHeaders().put(HttpHeader.CONTENT_LENGTH, body.remaining());
            rs.write(true, body, callback);
        }

        private static int length(String s) {
            return s == null ? 0 : s.length();
        }
    }

    /** Counts what is uploaded, without a thread that waits. */
    private record Sink(Request rq, Response rs, Callback callback, long[] count) implements Runnable {
        Sink(Request rq, Response rs, Callback callback) {
            this(rq, rs, callback, new long[1]);
        }

        @Override
        public void run() {
            while (true) {
                Content.Chunk chunk = rq.read();
                if (chunk == null) {
                    rq.demand(this);
                    return;
                }
                if (Content.Chunk.isFailure(chunk)) {
                    callback.failed(chunk.getFailure());
                    return;
                }
                count[0] += chunk.remaining();
                chunk.release();
                if (chunk.isLast()) {
                    App.send(rs, constant(Long.toString(count[0])), callback);
                    return;
                }
            }
        }
    }
}
