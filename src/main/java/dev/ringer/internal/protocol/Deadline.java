package dev.ringer.internal.protocol;

import dev.ringer.internal.time.TimerWheel;

/**
 * Something that a connection must do at a certain time. A connection may have any number of deadlines. Owned by the
 * loop: another thread stores a new time where {@link #onDeadline} finds it. That time takes effect when the deadline
 * is met.
 */
public abstract class Deadline extends TimerWheel.Entry {
    /** The connection that a deadline belongs to. */
    public interface Owner {
        /** Whether the connection is closed. After that, none of its deadlines is met. */
        boolean closed();

        /**
         * Closes the connection because of a fault that the server did not expect, and logs the fault. Other
         * connections go on. Any thread may call this.
         */
        void fail(Throwable fault);
    }

    /** Creates a deadline that is never met until {@link Loop#schedule} sets its time. */
    protected Deadline() {}

    /**
     * Returns the connection, which is always the same. This class has no field for it, because each idle connection
     * has a deadline.
     */
    protected abstract Owner transport();

    /** Called on the loop when the time has come. The deadline is not met again unless it is set again. */
    protected abstract void onDeadline();

    @Override
    public final void expire() {
        if (transport().closed()) {
            return;
        }
        try {
            onDeadline();
        } catch (Throwable fault) { // a fault of this connection alone
            transport().fail(fault);
        }
    }
}
