package dev.ringer.internal.protocol;

import dev.ringer.internal.time.TimerWheel;

/**
 * An action of a connection at a certain time. A connection may have any number of deadlines. Owned by the loop.
 * Another thread postpones a deadline by storing a new time in a field of its own. When the old time comes,
 * {@link #onDeadline} reads the new time and schedules the deadline again.
 */
public abstract class Deadline extends TimerWheel.Entry {
    /** The connection that a deadline belongs to. */
    public interface Owner {
        /** Whether the connection is closed. The loop runs no deadline of a closed connection. */
        boolean closed();

        /**
         * Closes the connection because of a fault that the server did not expect, and logs the fault. Other
         * connections go on. Any thread may call this.
         */
        void fail(Throwable fault);
    }

    /** Creates a deadline without a time. {@link Loop#schedule} sets the time. */
    protected Deadline() {}

    /**
     * Returns the connection, always the same one. This class has no field for the connection, because each idle
     * connection has a deadline, and a field would make it larger.
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
        } catch (Throwable fault) { // a fault ends only this connection
            transport().fail(fault);
        }
    }
}
