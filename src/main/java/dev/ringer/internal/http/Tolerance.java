package dev.ringer.internal.http;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decides whether a server tolerates a violation, and collects the violations that it has tolerated in one request
 * head. By default a server tolerates no violation. One object serves one request head after the other. Not
 * thread-safe.
 */
public final class Tolerance {
    private final boolean legacy;
    private final Set<Violation> used = EnumSet.noneOf(Violation.class);

    /** Creates an object that tolerates violations only if {@code legacy} is true. */
    public Tolerance(boolean legacy) {
        this.legacy = legacy;
    }

    /**
     * Records a violation that the server tolerates.
     *
     * @throws RequestRefused if the violation is not tolerated
     */
    public void meet(Violation violation) {
        if (!legacy || !violation.tolerable()) {
            throw new RequestRefused(violation);
        }
        used.add(violation);
    }

    /** Returns the violations that were tolerated since the last call, in the order of the enum. */
    public List<Violation> takeUsed() {
        if (used.isEmpty()) {
            return List.of();
        }
        List<Violation> taken = List.copyOf(used);
        used.clear();
        return taken;
    }
}
