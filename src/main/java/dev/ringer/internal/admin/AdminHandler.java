package dev.ringer.internal.admin;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import dev.ringer.internal.net.IpLiteral;
import dev.ringer.observe.MetricsHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Answers the requests of operators. The answers contain numbers, but nothing that a client has sent. Thread-safe.
 *
 * <p>If the admin listener is on the loopback address, a request gets 421 if its Host is a name other than
 * {@code localhost}. This prevents DNS rebinding: an attacker could point the name of a web site at this computer. A
 * page of that site could then read the answers in a browser on this computer.
 */
final class AdminHandler implements HttpHandler {
    private static final String PLAIN = "text/plain; charset=utf-8";

    private final Servers servers;
    private final Samples samples;
    private final boolean namesOfLoopbackOnly;
    private final MetricsHandler metrics;

    AdminHandler(Servers servers, Samples samples, boolean namesOfLoopbackOnly) {
        this.servers = servers;
        this.samples = samples;
        this.namesOfLoopbackOnly = namesOfLoopbackOnly;
        this.metrics = MetricsHandler.byPort(servers::byPort);
    }

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            Headers headers = exchange.getResponseHeaders();
            headers.set("Cache-Control", "no-store");
            headers.set("Content-Security-Policy", PageStyle.POLICY);
            headers.set("Cross-Origin-Resource-Policy", "same-origin");
            headers.set("Referrer-Policy", "no-referrer");
            headers.set("X-Content-Type-Options", "nosniff");
            String method = exchange.getRequestMethod();
            if (!hostAllowed(exchange.getRequestHeaders().getFirst("Host"))) {
                answer(exchange, 421, PLAIN, "Use localhost or an IP address as the host name.\n");
            } else if (!method.equals("GET") && !method.equals("HEAD")) {
                headers.set("Allow", "GET, HEAD");
                answer(exchange, 405, PLAIN, "Only GET and HEAD are allowed.\n");
            } else {
                get(exchange, exchange.getRequestURI().getPath());
            }
        }
    }

    private boolean hostAllowed(String host) {
        if (!namesOfLoopbackOnly || host == null) { // only HTTP/1.0 requests may lack Host, and no browser sends them
            return true;
        }
        String name = host.replaceFirst(":\\d*$", "");
        return name.equalsIgnoreCase("localhost")
                || name.startsWith("[") // a valid Host that begins with a bracket is an IPv6 address
                || IpLiteral.parse(name) != null;
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        switch (path) {
            case "/" -> {
                Samples.Window window = samples.window(System.nanoTime(), servers.reading());
                answer(exchange, 200, "text/html; charset=utf-8", new StatusPage(servers, window).html());
            }
            case "/live" -> answer(exchange, 200, PLAIN, "live\n");
            case "/ready" -> {
                Servers.State state = servers.state();
                answer(exchange, state == Servers.State.READY ? 200 : 503, PLAIN, state.text() + '\n');
            }
            case "/metrics" -> metrics.handle(exchange);
            default -> answer(exchange, 404, PLAIN, "Not found. Try /, /metrics, /live or /ready.\n");
        }
    }

    private static void answer(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", type);
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(body.length));
            exchange.sendResponseHeaders(status, -1);
        } else {
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
        }
    }
}
