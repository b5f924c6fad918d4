package abuse;

import com.sun.net.httpserver.BasicAuthenticator;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ringer.multipart.Form;
import dev.ringer.multipart.FormException;
import java.io.IOException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Three servers in one process: one in the clear, one over TLS, and one with legacy compliance. They have the handlers
 * of {@link AbusedServer}, and forms, a password and slow answers. The process obeys the same commands.
 */
public final class BesiegedServer {
    private static final long SLOW_NANOS = TimeUnit.SECONDS.toNanos(1);

    private BesiegedServer() {}

    /**
     * Starts the servers.
     *
     * @param arguments the mode in which handlers run, and the file of a key store
     */
    public static void main(String[] arguments) throws Exception {
        var executor = AbusedServer.executor(arguments[0]);
        var clear = started(AbusedServer.newServer(null), executor);
        var tls = started(AbusedServer.newServer(arguments[1]), executor);
        System.setProperty("ringer.compliance", "legacy");
        var legacy = started(AbusedServer.newServer(null), executor);

        System.out.println("READY " + port(clear) + " " + port(tls) + " " + port(legacy));
        AbusedServer.obey();
    }

    private static int port(HttpServer server) {
        return server.getAddress().getPort();
    }

    private static HttpServer started(HttpServer server, Executor executor) {
        AbusedServer.addContexts(server);
        server.createContext("/pattern", BesiegedServer::answerPattern);
        server.createContext("/form", BesiegedServer::answerForm);
        server.createContext(
                "/cookie",
                exchange -> AbusedServer.answer(
                        exchange,
                        "" + exchange.getRequestHeaders().getFirst("Cookie").length()));
        server.createContext("/slow", exchange -> {
            LockSupport.parkNanos(SLOW_NANOS); // simulates work
            AbusedServer.answer(exchange, "slow");
        });
        server.createContext("/secret", exchange -> AbusedServer.answer(exchange, "secret"))
                .setAuthenticator(new BasicAuthenticator("of a test") {
                    @Override
                    public boolean checkCredentials(String name, String password) {
                        return name.equals("a") && password.equals("b");
                    }
                });
        server.setExecutor(executor);
        AbusedServer.start(server);
        return server;
    }

    /** Answers with as many octets as the query says. Neighbouring octets differ. */
    private static void answerPattern(HttpExchange exchange) throws IOException {
        var body = new byte[Integer.parseInt(exchange.getRequestURI().getQuery())];
        for (var i = 0; i < body.length; i++) {
            body[i] = (byte) ('!' + i % 89);
        }
        exchange.sendResponseHeaders(200, body.length);
        try (var out = exchange.getResponseBody()) {
            out.write(body);
        }
    }

    private static void answerForm(HttpExchange exchange) throws IOException {
        try (var form = Form.read(exchange)) {
            AbusedServer.answer(exchange, "" + form.entries().size());
        } catch (FormException e) {
            exchange.sendResponseHeaders(e.status(), -1);
            exchange.close();
        }
    }
}
