package dev.ringer.internal.protocol;

import dev.ringer.internal.time.TimerWheel;

/**
 * Something that a connection must do at a time, of which it may have any number. Owned by the loop: other threads leave a
 * time where {@link #onDeadline} finds it, and are looked after when the deadline is met.
 */
public abstract class Deadline extends TimerWheel.Entry {
    /** A deadline that is never met until {@link Loop#schedule} says when. */
    protected Deadline() {}

    /**
     * The connection; after its end no deadline is met.
     *
     * @return always the same; not a field here, since each idle connection has a deadline
     */
    protected abstract Transport transport();

    /** The time has come; the deadline is not met again unless it is set again. On the loop. */
    protected abstract void onDeadline();

    @Override
    public final void expire() {
        if (transport().closed()) {
            return;
        }
        try {
            onDeadline();
        } catch (Throwable fault) { // of this connection alone
            transport().fail(fault);
        }
    }
}
