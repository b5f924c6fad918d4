package example;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.util.List;

/** Lets the given methods through and answers 405 to all others. */
final class MethodFilter extends Filter {
    private final List<String> methods;

    MethodFilter(String... methods) {
        this.methods = List.of(methods);
    }

    @Override
    public String description() {
        return "allows " + methods;
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        if (methods.contains(exchange.getRequestMethod())) {
            chain.doFilter(exchange);
        } else {
            exchange.getResponseHeaders().set("Allow", String.join(", ", methods));
            Answer.text(exchange, 405, "This address knows " + String.join(", ", methods) + ".");
        }
    }
}
