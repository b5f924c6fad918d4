package dev.ringer.multipart;

import com.sun.net.httpserver.HttpExchange;
import java.util.List;
import java.util.stream.Stream;

/**
 * Decides what happens if a form breaks a rule. If the mode tolerates the violation, this class adds it to a list.
 * Otherwise it refuses the form. The list contains each violation once, in the order found.
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

    /** Adds a violation to the list if the mode tolerates it. Otherwise throws an exception. */
    void use(FormViolation violation) throws FormViolationException {
        if (!legacy() || !violation.tolerable()) {
            throw new FormViolationException(violation);
        }
        note(violation);
    }

    /** Handles a violation that both modes tolerate. Adds it to the list in legacy mode. Otherwise does nothing. */
    void note(FormViolation violation) {
        if (legacy() && !used.contains(violation)) {
            // a new list, because a caller may be reading the old one
            used = Stream.concat(used.stream(), Stream.of(violation)).toList();
        }
    }

    List<FormViolation> used() {
        return used;
    }

    /**
     * Sets the exchange attribute that lists the violations of a form, even if the list is empty. On some servers,
     * exchanges share attributes, so the list of an earlier form could remain.
     */
    static void listIn(HttpExchange exchange, List<FormViolation> violations) {
        exchange.setAttribute(
                FormViolation.ATTRIBUTE,
                violations.stream().map(FormViolation::listed).toList());
    }
}
