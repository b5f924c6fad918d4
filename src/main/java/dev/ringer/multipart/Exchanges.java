package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;

/** Stores the violations of a form in its exchange. */
final class Exchanges {
    private Exchanges() {}

    /**
     * Sets the attribute even if there are no violations. Some servers share attributes between exchanges, so an old
     * list would remain.
     */
    static void listViolations(HttpExchange exchange, List<FormViolation> violations) {
        if (exchange != null) {
            exchange.setAttribute(
                    FormViolation.ATTRIBUTE,
                    violations.stream().map(FormViolation::listed).toList());
        }
    }
}
