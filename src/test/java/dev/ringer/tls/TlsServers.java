package dev.ringer.tls;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import dev.ringer.Ringer;
import dev.ringer.internal.bytes.BufferedMemory;
import dev.ringer.internal.server.RingerHttpsServer;
import dev.ringer.internal.threads.VirtualThreads;
import dev.ringer.options.ServerOptions;
import dev.ringer.options.Settings;
import dev.ringer.testkit.Mode;
import dev.ringer.testkit.TestKeys;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;

/** An HTTPS server under test, and handlers for tests. {@link #close} stops the server. */
final class TlsServers implements AutoCloseable {
    static final String OK_HEAD = "HTTP/1.1 200 OK\r\n";

    private final HttpsServer server;
    private final ExecutorService executor; // null without an executor

    private TlsServers(HttpsServer server, ExecutorService executor) {
        this.server = server;
        this.executor = executor;
    }

    /** A builder of {@link TlsServers}. */
    static final class Plan {
        private final ServerOptions.Builder options = ServerOptions.builder();
        private HttpsConfigurator configurator = new HttpsConfigurator(TestKeys.serverContext());
        private Mode mode = Mode.NO_EXECUTOR;
        private Executor executor;
        private HttpHandler handler = TlsServers::hello;

        Plan mode(Mode mode) {
            this.mode = mode;
            return this;
        }

        Plan executor(Executor executor) {
            this.executor = executor;
            return this;
        }

        Plan options(Consumer<ServerOptions.Builder> change) {
            change.accept(options);
            return this;
        }

        Plan configurator(HttpsConfigurator configurator) {
            this.configurator = configurator;
            return this;
        }

        /** Sets the parameters of each connection with this function. */
        Plan configure(Consumer<HttpsParameters> configure) {
            return configure(TestKeys.serverContext(), configure);
        }

        Plan configure(SSLContext context, Consumer<HttpsParameters> configure) {
            return configurator(new HttpsConfigurator(context) {
                @Override
                public void configure(HttpsParameters parameters) {
                    configure.accept(parameters);
                }
            });
        }

        Plan handler(HttpHandler handler) {
            this.handler = handler;
            return this;
        }

        TlsServers start() throws IOException {
            if (mode == Mode.LOOPS) {
                options.set(Settings.HANDLERS, Settings.Handlers.LOOPS);
            }
            HttpsServer server =
                    Ringer.createHttps(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0, options.build());
            if (configurator != null) {
                server.setHttpsConfigurator(configurator);
            }
            server.createContext("/", handler);
            Executor chosen = executor != null ? executor : newExecutor(mode);
            server.setExecutor(chosen);
            server.start();
            return new TlsServers(server, chosen instanceof ExecutorService service ? service : null);
        }
    }

    private static Executor newExecutor(Mode mode) {
        return switch (mode) {
            case NO_EXECUTOR, LOOPS -> null;
            case FIXED_POOL -> Executors.newFixedThreadPool(4);
            case CACHED_POOL -> Executors.newCachedThreadPool();
            case CALLER_RUNS -> Runnable::run;
            case VIRTUAL -> VirtualThreads.newExecutorOrNull();
        };
    }

    static Plan plan() {
        return new Plan();
    }

    int port() {
        return server.getAddress().getPort();
    }

    HttpsServer server() {
        return server;
    }

    /** Returns the server's memory account. */
    BufferedMemory memory() {
        return ((RingerHttpsServer) server).memory();
    }

    /** Responds with {@code hello}. */
    static void hello(HttpExchange exchange) throws IOException {
        answer(exchange, "hello");
    }

    /** Responds with the request body, without announcing its length. */
    static void echo(HttpExchange exchange) throws IOException {
        try (InputStream body = exchange.getRequestBody()) {
            exchange.sendResponseHeaders(200, 0);
            body.transferTo(exchange.getResponseBody());
        }
        exchange.close();
    }

    /** As {@link #echo}, but with a Content-Length. */
    static void echoWhole(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    static void answer(HttpExchange exchange, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.ISO_8859_1);
        exchange.sendResponseHeaders(200, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        if (executor != null) {
            executor.shutdownNow();
        }
    }
}
