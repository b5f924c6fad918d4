package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;

/** What forms leave behind in exchanges. */
final class Exchanges {
    private Exchanges() {}

    /** Lists also that there are none: some servers share attributes between exchanges, and an old list would stay. */
    static void listViolations(HttpExchange exchange, List<FormViolation> violations) {
        if (exchange != null) {
            exchange.setAttribute(
                    FormViolation.ATTRIBUTE,
                    violations.stream().map(FormViolation::listed).toList());
        }
    }
}
