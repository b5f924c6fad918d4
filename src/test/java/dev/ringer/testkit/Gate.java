package dev.ringer.testkit;

import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Blocks handlers and other threads until the test calls {@link #open} or {@link #close}. Whatever happens before that
 * call happens while they are blocked, even on a slow machine. So the test need not measure time. Thread-safe.
 */
public final class Gate implements AutoCloseable {
    private final CountDownLatch arrival = new CountDownLatch(1);
    private final CountDownLatch opening = new CountDownLatch(1);

    /** Waits without time limit until the gate is open. */
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

    /** Records an arrival without blocking the caller. */
    public void arrive() {
        arrival.countDown();
    }

    /** Waits until a thread has arrived at the gate. */
    public void awaitArrival() {
        Deadlines.await(arrival);
    }

    /** Whether a thread arrives at the gate within this time. */
    public boolean arrivesWithin(Duration time) throws InterruptedIOException {
        try {
            return arrival.await(time.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted at a gate to which nobody has come");
        }
    }

    public boolean isOpen() {
        return opening.getCount() == 0;
    }

    /** Lets all threads pass. */
    public void open() {
        opening.countDown();
    }

    @Override
    public void close() {
        open();
    }
}
