package dev.ringer.files;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;

/**
 * Lets pages of all origins read the responses, without credentials (Fetch Standard, CORS protocol). Answers preflight
 * requests itself. Thread-safe. Stateless.
 */
final class CrossOrigin extends Filter {
    @Override
    public String description() {
        return "Lets pages from other origins read the responses";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        Headers response = exchange.getResponseHeaders();
        response.set("Access-Control-Allow-Origin", "*");
        boolean preflight = exchange.getRequestMethod().equals("OPTIONS")
                && exchange.getRequestHeaders().containsKey("Access-Control-Request-Method");
        if (!preflight) {
            response.set("Access-Control-Expose-Headers", "*");
            chain.doFilter(exchange);
            return;
        }
        response.set("Access-Control-Allow-Methods", "GET, HEAD");
        response.set("Access-Control-Allow-Headers", "*");
        response.set("Access-Control-Max-Age", "86400");
        Answers.empty(exchange, 204);
    }
}
