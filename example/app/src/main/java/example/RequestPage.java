package example;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import java.io.IOException;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The start page: shows the request that asked for it, whatever its path. */
final class RequestPage implements HttpHandler {
    private final String template = Page.named("request.html");

    @Override
    public void handle(HttpExchange exchange) throws IOException {
        var page = template.replace("${method}", Page.escaped(exchange.getRequestMethod()))
                .replace("${target}", Page.escaped(exchange.getRequestURI().toString()))
                .replace("${protocol}", Page.escaped(exchange.getProtocol()))
                .replace(
                        "${server}",
                        exchange.getHttpContext().getServer().getClass().getName())
                .replace("${headers}", rows(exchange.getRequestHeaders()));
        Answer.html(exchange, 200, page);
    }

    private static String rows(Headers headers) {
        return new TreeMap<>(headers)
                .entrySet().stream()
                        .flatMap(field -> field.getValue().stream().map(value -> row(field.getKey(), value)))
                        .collect(Collectors.joining());
    }

    private static String row(String name, String value) {
        return "<tr><th>%s</th><td>%s</td></tr>%n".formatted(Page.escaped(name), Page.escaped(value));
    }
}
