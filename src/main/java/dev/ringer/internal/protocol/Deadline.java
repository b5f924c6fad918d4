package dev.ringer.internal.protocol;

import dev.ringer.internal.time.TimerWheel;

/**
 * An action of a connection at a certain time. A connection may have any number of deadlines. Owned by the loop.
 * Another thread postpones a deadline by storing a new time. When the old time comes, {@link #onDeadline} finds the new
 * one and schedules the deadline again.
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

    /** Called on the loop once, when the time has come. It may set the deadline again. */
    protected abstract void onDeadline();

    @Override
    public final void expire() {
        if (transport().closed()) {
            return;
        }
        try {
            onDeadline();
        } catch (Throwable fault) { // it concerns this connection alone
            transport().fail(fault);
        }
    }
}
