package dev.ringer.internal.http;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * Decides which violations a server tolerates, and collects those that it has tolerated in the present head. Strict by
 * default. One loop uses it for one head after the other.
 */
public final class Tolerance {
    private final boolean legacy;
    private final Set<Violation> used = EnumSet.noneOf(Violation.class);

    /**
     * Creates a tolerance that has not been used.
     *
     * @param legacy whether anything is tolerated
     */
    public Tolerance(boolean legacy) {
        this.legacy = legacy;
    }

    /**
     * Handles a violation.
     *
     * @param violation what is wrong
     * @throws RequestRefused unless the violation is tolerated
     */
    public void meet(Violation violation) {
        if (!legacy || !violation.tolerable()) {
            throw new RequestRefused(violation);
        }
        used.add(violation);
    }

    /**
     * Returns what was tolerated since the last call.
     *
     * @return the violations, in a fixed order
     */
    public List<Violation> takeUsed() {
        if (used.isEmpty()) {
            return List.of();
        }
        List<Violation> taken = List.copyOf(used);
        used.clear();
        return taken;
    }
}
