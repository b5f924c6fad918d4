package example;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.TreeMap;

/** The request as JSON. */
final class RequestJson implements HttpHandler {
    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var request = new LinkedHashMap<String, Object>();
        request.put("method", exchange.getRequestMethod());
        request.put("target", exchange.getRequestURI().toString());
        request.put("protocol", exchange.getProtocol());
        request.put("client", exchange.getRemoteAddress().getAddress().getHostAddress());
        request.put("headers", new TreeMap<>(exchange.getRequestHeaders()));
        Answer.json(exchange, 200, request);
    }
}
