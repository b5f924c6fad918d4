package dev.ringer.internal.protocol;

import dev.ringer.internal.http.RequestLimits;
import dev.ringer.internal.http.Violation;
import dev.ringer.internal.time.TimeLimit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;

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

        /** Whether the time limits for request bodies apply. */
        boolean limitsTime();

        /** Makes every further read throw an exception, because the client has broken a rule. */
        void breakOff(Violation rule);
    }

    private final Transport transport;
    private final Content content;
    private final RequestLimits limits;
    private final LongSupplier clock;
    private final AtomicReference<Runnable> ready = new AtomicReference<>(); // null if nobody waits
    private ArrivalPace pace; // null until the first wait begins

    public ContentWait(Transport transport, Content content, RequestLimits limits, LongSupplier clock) {
        this.transport = transport;
        this.content = content;
        this.limits = limits;
        this.clock = clock;
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
        if (!waits()) {
            return;
        }
        if (pace == null || !content.limitsTime()) {
            pace = new ArrivalPace(clock, limits);
        }
        pace.resume(content.arrived());
        if (pace.isDue()) { // a deadline would come too late: many waits are shorter than a tick of the timers
            transport.loop().execute(this::onDeadline); // not now, because the reader may be calling
        } else {
            checkLater();
        }
    }

    /** Ends the wait, and runs the action. If nobody waits, does nothing and returns false. Any thread may call this. */
    public boolean end() {
        Runnable action = ready.getAndSet(null);
        if (action == null) {
            return false;
        }
        if (pace != null && transport.loop().isCurrent()) { // otherwise the exchange has ended
            pace.pause();
            transport.loop().schedule(this, TimeLimit.OFF);
        }
        action.run();
        return true;
    }

    private void checkLater() {
        transport.loop().schedule(this, pace.nanosToCheck());
    }

    @Override
    protected void onDeadline() {
        if (!waits()) {
            return;
        }
        Violation broken = pace.check();
        if (broken != null && content.limitsTime()) {
            content.breakOff(broken);
            end();
            return;
        }
        if (broken != null) {
            pace = new ArrivalPace(clock, limits); // another thread has begun the response meanwhile
        }
        checkLater();
    }
}
