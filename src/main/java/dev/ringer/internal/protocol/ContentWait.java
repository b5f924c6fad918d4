package dev.ringer.internal.protocol;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.time.TimeLimit;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Lets a reader of a request body wait for content without a thread, see {@link HttpStream#awaitContent}, and checks
 * meanwhile that the client sends fast enough. The reader {@linkplain #offer offers} an action. The loop
 * {@linkplain #begin begins} the wait, and {@linkplain #end ends} it when content arrives. A thread that ends the
 * exchange ends the wait, too. Whoever ends it runs the action. The loop owns the object, unless a method says otherwise.
 */
public final class ContentWait extends Deadline {
    /** The body whose content is awaited. */
    public interface Content {
        /** Returns how many bytes of the body have arrived in all. */
        long arrived();

        /** Returns the judge of the client; null while no time limits apply. */
        ClientPace<Violation> pace();

        /** Makes reads throw an exception after all that has arrived, because the client has broken a rule. */
        void breakOff(Violation rule);
    }

    private final Transport transport;
    private final Content content;
    private final AtomicReference<Runnable> ready = new AtomicReference<>(); // null if nobody waits
    private ClientPace<Violation> pace; // judges the client in the current wait; null if nothing limits its time
    private Violation verdict; // the rule that the client has broken in the current wait; null if none

    public ContentWait(Transport transport, Content content) {
        this.transport = transport;
        this.content = content;
    }

    @Override
    protected Transport transport() {
        return transport;
    }

    /** Declares that a reader waits. Any thread may call this. */
    public void offer(Runnable action) {
        if (!ready.compareAndSet(null, action)) {
            throw new IllegalStateException("another reader is already waiting");
        }
    }

    /** Whether a reader waits. Any thread may call this. */
    public boolean waits() {
        return ready.get() != null;
    }

    /** Begins to check how fast the client sends, if a reader still waits. */
    public void begin() {
        // Judge at once, because a deadline would come too late: many waits are shorter than a tick of the timers.
        verdict = judge();
        if (verdict != null) {
            transport.loop().execute(this::breakOff); // not now, because the reader may be calling
        }
    }

    /** Lets time limits that now apply again limit the present wait, too. Any thread may call this. */
    public void limitSoon() {
        if (waits()) {
            transport.loop().execute(this::begin);
        }
    }

    /** Ends the wait, and runs the action. If nobody waits, does nothing and returns false. Any thread may call this. */
    public boolean end() {
        Runnable action = ready.getAndSet(null);
        if (action == null) {
            return false;
        }
        if (pace != null && transport.loop().isCurrent()) { // otherwise the exchange has ended
            pace.rest();
            verdict = null;
            transport.loop().schedule(this, TimeLimit.OFF);
        }
        action.run();
        return true;
    }

    @Override
    protected void onDeadline() {
        verdict = judge();
        breakOff();
    }

    /** Returns the rule that the client has broken. If there is none, returns null and schedules the next judgement. */
    private Violation judge() {
        pace = waits() ? content.pace() : null;
        if (pace == null) {
            return null;
        }
        pace.reached(content.arrived());
        Violation broken = pace.awaitJudged();
        if (broken == null) {
            transport.loop().schedule(this, pace.nanosToCheck());
        }
        return broken;
    }

    private void breakOff() {
        Violation broken = verdict;
        if (broken != null && waits()) {
            content.breakOff(broken);
            end();
        }
    }
}
