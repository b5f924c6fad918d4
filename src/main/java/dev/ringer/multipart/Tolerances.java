package dev.ringer.multipart;

import java.util.ArrayList;
import java.util.List;

/** Decides on violations: refuses them, or lists those that the mode lets pass, each once, in the order met. */
final class Tolerances {
    private final FormCompliance compliance;
    private List<FormViolation> used = List.of();

    Tolerances(FormCompliance compliance) {
        this.compliance = compliance;
    }

    boolean legacy() {
        return compliance == FormCompliance.LEGACY;
    }

    /** Returns if the violation passes. */
    void use(FormViolation violation) throws FormViolationException {
        if (!legacy() || !violation.tolerable()) {
            throw new FormViolationException(violation);
        }
        list(violation);
    }

    /** Lists a violation that passes in either mode; only legacy mode keeps a list. */
    void note(FormViolation violation) {
        if (legacy()) {
            list(violation);
        }
    }

    private void list(FormViolation violation) {
        if (!used.contains(violation)) {
            // most forms need none: the list is made with the first, and never changes under a reader
            List<FormViolation> more = new ArrayList<>(used);
            more.add(violation);
            used = List.copyOf(more);
        }
    }

    List<FormViolation> used() {
        return used;
    }
}
