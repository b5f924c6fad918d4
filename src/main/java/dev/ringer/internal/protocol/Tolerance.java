package dev.ringer.internal.protocol;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * What a server lets pass, and what it has let pass of the present head. Strict by default. Used for one head after the
 * other by one loop.
 */
public final class Tolerance {
    private final boolean legacy;
    private final Set<Violation> used = EnumSet.noneOf(Violation.class);

    /**
     * A tolerance that has not been used.
     *
     * @param legacy whether anything is tolerated
     */
    public Tolerance(boolean legacy) {
        this.legacy = legacy;
    }

    /**
     * Meets a violation.
     *
     * @param violation what is wrong
     * @throws RequestRefused unless it is tolerated
     */
    public void meet(Violation violation) {
        if (!legacy || !violation.tolerable()) {
            throw new RequestRefused(violation);
        }
        used.add(violation);
    }

    /**
     * What was tolerated since the last call.
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
