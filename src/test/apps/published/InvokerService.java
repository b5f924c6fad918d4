package published;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.springframework.remoting.httpinvoker.HttpInvokerProxyFactoryBean;
import org.springframework.remoting.httpinvoker.SimpleHttpInvokerServiceExporter;

/** A service of Spring's HTTP invoker, and pages that call it. */
@SuppressWarnings("deprecation") // Spring 6 has no invoker any more
public final class InvokerService {
    /** The remote interface that the client calls. */
    public interface Calculator {
        int add(int one, int other);

        String refuse(String reason);
    }

    public static void main(String[] arguments) throws IOException {
        var exporter = new SimpleHttpInvokerServiceExporter();
        exporter.setService(new Calculator() {
            @Override
            public int add(int one, int other) {
                return one + other;
            }

            @Override
            public String refuse(String reason) {
                throw new IllegalArgumentException(reason);
            }
        });
        exporter.setServiceInterface(Calculator.class);
        exporter.afterPropertiesSet();
        var server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var port = server.getAddress().getPort();
        var client = new HttpInvokerProxyFactoryBean();
        client.setServiceUrl("http://localhost:" + port + "/calculator");
        client.setServiceInterface(Calculator.class);
        client.afterPropertiesSet();
        var calculator = (Calculator) client.getObject();

        server.createContext("/calculator", exporter);
        server.createContext("/sum", exchange -> answer(exchange, () -> calculator.add(40, 2)));
        server.createContext("/refusal", exchange -> answer(exchange, () -> calculator.refuse("not today")));
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        Ready.at(port);
    }

    private static void answer(HttpExchange exchange, Callable<Object> call) throws IOException {
        String result;
        try {
            result = call.call().toString();
        } catch (Exception refused) {
            result = refused.toString();
        }
        try (exchange) {
            exchange.sendResponseHeaders(200, result.length());
            exchange.getResponseBody().write(result.getBytes());
        }
    }
}
