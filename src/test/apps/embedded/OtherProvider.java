package embedded;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.net.InetSocketAddress;

/** A competing provider, which the JVM must not choose. */
public final class OtherProvider extends HttpServerProvider {
    @Override
    public HttpServer createHttpServer(InetSocketAddress address, int backlog) {
        throw new UnsupportedOperationException("the other provider was chosen");
    }

    @Override
    public HttpsServer createHttpsServer(InetSocketAddress address, int backlog) {
        throw new UnsupportedOperationException("the other provider was chosen");
    }
}
