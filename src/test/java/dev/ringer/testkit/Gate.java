package dev.ringer.testkit;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds handlers and other threads until the test opens it, at the latest by {@link #close}. What happens before that
 * happened while they were held, however slow the machine is: no test needs to measure time to say so. Thread-safe.
 */
public final class Gate implements AutoCloseable {
    private final CountDownLatch arrival = new CountDownLatch(1);
    private final CountDownLatch opening = new CountDownLatch(1);

    /** Waits, however long, until the gate is open. */
    public void pass() throws InterruptedIOException {
        arrival.countDown();
        try {
            opening.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted at a closed gate");
        }
    }

    /** Keeps the calling thread busy until the gate is open. */
    public void passSpinning() {
        arrival.countDown();
        while (!isOpen()) {
            Thread.onSpinWait();
        }
    }

    /** Notes that somebody is here without holding them. */
    public void arrive() {
        arrival.countDown();
    }

    /** Waits until a thread is at the gate. */
    public void awaitArrival() {
        Deadlines.await(arrival);
    }

    /** Whether a thread comes to the gate within this time. */
    public boolean arrivesWithin(Duration time) throws InterruptedIOException {
        try {
            return arrival.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted at a gate to which nobody has come");
        }
    }

    /** Whether it holds nobody any more. */
    public boolean isOpen() {
        return opening.getCount() == 0;
    }

    /** Lets everybody through. */
    public void open() {
        opening.countDown();
    }

    @Override
    public void close() {
        open();
    }
}
