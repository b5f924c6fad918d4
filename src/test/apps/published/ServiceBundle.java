package published;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.osgi.framework.BundleActivator;
import org.osgi.framework.BundleContext;

/** The bundle of {@link FelixService}. Its class loader sees no provider, only the package of the JDK's API. */
public final class ServiceBundle implements BundleActivator {
    private HttpServer server;

    @Override
    public void start(BundleContext context) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext(
                "/bundle", exchange -> answer(exchange, context.getBundle().getSymbolicName()));
        server.start();
        System.setProperty("bundle.port", Integer.toString(server.getAddress().getPort()));
    }

    @Override
    public void stop(BundleContext context) {
        server.stop(0);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, text.length());
            exchange.getResponseBody().write(text.getBytes());
        }
    }
}
