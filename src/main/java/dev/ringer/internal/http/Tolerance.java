package dev.ringer.internal.http;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which violations a server tolerates, and collects the violations that it has tolerated in the present request
 * head. By default a server tolerates no violation. A loop uses one object for one head after the other. Not
 * thread-safe.
 */
public final class Tolerance {
    private final boolean legacy;
    private final Set<Violation> used = EnumSet.noneOf(Violation.class);

    /** Creates the tolerance of a loop. Nothing is tolerated unless {@code legacy} is true. */
    public Tolerance(boolean legacy) {
        this.legacy = legacy;
    }

    /**
     * Notes a violation, if the server tolerates it.
     *
     * @throws RequestRefused if the violation is not tolerated
     */
    public void meet(Violation violation) {
        if (!legacy || !violation.tolerable()) {
            throw new RequestRefused(violation);
        }
        used.add(violation);
    }

    /** Returns the violations that were tolerated since the last call, in a fixed order. */
    public List<Violation> takeUsed() {
        if (used.isEmpty()) {
            return List.of();
        }
        List<Violation> taken = List.copyOf(used);
        used.clear();
        return taken;
    }
}
