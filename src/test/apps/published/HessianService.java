package published;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Executors;
import org.springframework.remoting.caucho.HessianProxyFactoryBean;
import org.springframework.remoting.caucho.SimpleHessianServiceExporter;

/** A Hessian service that Spring exports, and a page that calls it. */
@SuppressWarnings("deprecation") // Spring 6 has no Hessian any more
public final class HessianService {
    /** The remote interface that the client calls. */
    public interface Library {
        String title(int book);
    }

    public static void main(String[] arguments) throws IOException {
        var exporter = new SimpleHessianServiceExporter();
        exporter.setService((Library) book -> "Moby-Dick, volume " + book);
        exporter.setServiceInterface(Library.class);
        exporter.afterPropertiesSet();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var port = server.getAddress().getPort();
        var client = new HessianProxyFactoryBean();
        client.setServiceUrl("http://localhost:" + port + "/library");
        client.setServiceInterface(Library.class);
        client.afterPropertiesSet();
        var library = (Library) client.getObject();

        server.createContext("/library", exporter);
        server.createContext("/title", exchange -> answer(exchange, library.title(2)));
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        Ready.at(port);
    }

    private static void answer(HttpExchange exchange, String text) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, text.length());
            exchange.getResponseBody().write(text.getBytes());
        }
    }
}
