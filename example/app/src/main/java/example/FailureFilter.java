package example;

import com.sun.net.httpserver.Filter;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.lang.System.Logger;
import java.lang.System.Logger.Level;

/** Answers 500 when a handler fails, and tells the log why; by itself the server would only close the connection. */
final class FailureFilter extends Filter {
    private static final Logger LOGGER = System.getLogger("example");

    @Override
    public String description() {
        return "answers 500 when a handler fails";
    }

    @Override
    public void doFilter(HttpExchange exchange, Chain chain) throws IOException {
        try {
            chain.doFilter(exchange);
        } catch (RuntimeException failure) {
            if (exchange.getResponseCode() != -1) {
                throw failure; // the answer has begun: only a closed connection still says that it is incomplete
            }
            LOGGER.log(Level.ERROR, "failed at " + exchange.getRequestURI(), failure);
            Answer.text(exchange, 500, "Something went wrong here.");
        }
    }
}
