package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.util.ArrayList;
import java.util.List;

/**
 * Refuses violations, or lists them if the mode tolerates them. The list has each violation once, in the order found.
 */
final class Tolerances {
    private final FormCompliance compliance;
    private List<FormViolation> used = List.of();

    Tolerances(FormCompliance compliance) {
        this.compliance = compliance;
    }

    boolean legacy() {
        return compliance == FormCompliance.LEGACY;
    }

    /** Lists a violation if the mode tolerates it. Otherwise throws. */
    void use(FormViolation violation) throws FormViolationException {
        if (!legacy() || !violation.tolerable()) {
            throw new FormViolationException(violation);
        }
        list(violation);
    }

    /** Lists a violation that both modes tolerate. Only legacy mode keeps a list. */
    void note(FormViolation violation) {
        if (legacy()) {
            list(violation);
        }
    }

    private void list(FormViolation violation) {
        if (!used.contains(violation)) {
            // Most forms need no list, so the first violation creates it. Each change makes a new list, because a
            // caller may be reading the old one.
            List<FormViolation> more = new ArrayList<>(used);
            more.add(violation);
            used = List.copyOf(more);
        }
    }

    List<FormViolation> used() {
        return used;
    }

    /**
     * Sets the attribute of an exchange that lists the violations of its form, even if there are none. Some servers
     * share attributes between exchanges, so an old list would remain.
     */
    static void listIn(HttpExchange exchange, List<FormViolation> violations) {
        exchange.setAttribute(
                FormViolation.ATTRIBUTE,
                violations.stream().map(FormViolation::listed).toList());
    }
}
