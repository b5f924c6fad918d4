package dev.ringer.internal.delegate;

import com.sun.net.httpserver.HttpContext;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.util.concurrent.Executor;

/** Says who serves a request, when a caller needs Ringer and another provider of the JDK's API runs. */
public final class OtherProvider {
    private static final String OWN = "dev.ringer.";

    private OtherProvider() {}

    /**
     * Returns the exception for a call that only Ringer can answer.
     *
     * @param what what needs Ringer, at the beginning of a sentence
     */
    public static UnsupportedOperationException unsupported(String what, HttpExchange exchange) {
        return new UnsupportedOperationException(what + " works only with Ringer, but " + serving(exchange));
    }

    /** Returns the exception for a call that needs one of Ringer's servers. */
    public static UnsupportedOperationException unsupported(String what, HttpServer server) {
        return new UnsupportedOperationException(what + " works only with Ringer, but the server is a "
                + server.getClass().getName() + provider());
    }

    /** Returns a clause that names the server of an exchange and the provider that runs. */
    public static String serving(HttpExchange exchange) {
        HttpContext context = exchange.getHttpContext();
        HttpServer server = context == null ? null : context.getServer();
        if (server == null || server.getClass().getName().startsWith(OWN)) {
            return "the exchange is a " + exchange.getClass().getName()
                    + ", which must forward getAttribute and setAttribute to the exchange that it wraps";
        }
        return "the server is a " + server.getClass().getName() + provider();
    }

    /** Returns the executor of the server that serves an exchange; null if it has none, or none is known. */
    public static Executor executor(HttpExchange exchange) {
        HttpContext context = exchange.getHttpContext();
        HttpServer server = context == null ? null : context.getServer();
        return server == null ? null : server.getExecutor();
    }

    private static String provider() {
        String running = HttpServerProvider.provider().getClass().getName();
        return " (HttpServer.create uses the provider " + running
                + (running.startsWith(OWN) ? ")" : "); to use Ringer, start Java with -javaagent:ringer.jar");
    }
}
