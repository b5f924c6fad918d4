package dev.ringer.internal.protocol;

import dev.ringer.internal.time.TimerWheel;

/**
 * An action that the loop runs for a connection at a certain time. A connection may have several deadlines. Only the
 * loop may schedule a deadline. Another thread can postpone a deadline by storing the later time in a field. When the
 * scheduled time comes, {@link #onDeadline} reads the field and schedules the deadline again.
 */
public abstract class Deadline extends TimerWheel.Entry {
    /**
     * Returns the connection, which never changes. This class has no field for the connection, because the field would
     * make the deadlines of all idle connections larger.
     */
    protected abstract Transport transport();

    /**
     * Runs the action. The loop calls this method once, when the time has come. The method may schedule the deadline
     * again.
     */
    protected abstract void onDeadline();

    @Override
    public final void expire() {
        if (transport().closed()) {
            return;
        }
        try {
            onDeadline();
        } catch (Throwable fault) { // an exception ends only this connection
            transport().fail(fault);
        }
    }
}
