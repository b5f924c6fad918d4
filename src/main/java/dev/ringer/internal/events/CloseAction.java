package dev.ringer.internal.events;

import dev.ringer.internal.observe.FailureLog;
import java.util.ArrayDeque;

/** An action of the application at the end of an event stream, and the one that was added before it. */
final class CloseAction {
    /** Stands in place of the actions once they were taken, so that no further action is added. */
    static final CloseAction TAKEN = new CloseAction(null, null);

    private final Runnable action;
    private final CloseAction before; // null for the first

    CloseAction(Runnable action, CloseAction before) {
        this.action = action;
        this.before = before;
    }

    /** Runs this action and those before it, the oldest first. If an action fails, the others run nevertheless. */
    void runAll(FailureLog failures) {
        ArrayDeque<Runnable> all = new ArrayDeque<>();
        for (CloseAction each = this; each != null; each = each.before) {
            all.push(each.action);
        }
        for (Runnable next : all) {
            try {
                next.run();
            } catch (Throwable failure) { // the application's own
                failures.failed(failure);
            }
        }
    }
}
