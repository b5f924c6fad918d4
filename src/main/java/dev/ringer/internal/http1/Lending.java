package dev.ringer.internal.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Who owns a connection: its loop, or the application for the time of one exchange. In the usual request each side needs
 * one atomic step, no system call, and wakes no thread.
 *
 * <pre>
 *              lend()                 tryReturn()
 *   LOOP ────────────────► LENT ──────────────────────► LOOP     nothing is left to do
 *                           │ input or the end has come, or is expected
 *                           ▼
 *                        UNWATCHED ──task of the loop, takeBack()──► LOOP
 * </pre>
 *
 * <p>While the connection is lent, input stays watched unless the application is to read it; what arrives meanwhile makes the
 * loop stop watching, so that the return has to pass through the loop. So does the end of the connection.
 */
final class Lending {
    private static final int LENT = 1;
    private static final int UNWATCHED = 1 << 1;
    private static final int CLOSED = 1 << 2;

    private static final VarHandle WORD;

    static {
        try {
            WORD = MethodHandles.lookup().findVarHandle(Lending.class, "word", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private volatile int word;

    /** Gives the connection to the application. Loop only. */
    void lend(boolean watched) {
        WORD.setRelease(this, watched ? LENT : LENT | UNWATCHED); // it gets there by a queue
    }

    /** Whether the application has it. */
    boolean lent() {
        return (word & LENT) != 0;
    }

    /**
     * Input has come. Loop only.
     *
     * @return true if the application has the connection, and the loop is to stop watching
     */
    boolean noteInput() {
        return note(UNWATCHED);
    }

    /**
     * The connection has been closed. Loop only.
     *
     * @return true if the application has it, so that {@link #takeBack} comes later
     */
    boolean noteClosed() {
        return note(CLOSED);
    }

    private boolean note(int flag) {
        while (true) {
            int seen = word;
            if ((seen & LENT) == 0) {
                return false;
            }
            if (WORD.compareAndSet(this, seen, seen | flag)) {
                return true;
            }
        }
    }

    /**
     * Gives the connection back. For the thread that ended the exchange.
     *
     * @return false if the loop must take it back itself
     */
    boolean tryReturn() {
        return WORD.compareAndSet(this, LENT, 0);
    }

    /**
     * Takes the connection back. Loop only, on behalf of the thread that ended the exchange.
     *
     * @return false if it was closed meanwhile, and nothing has been given back of what it holds
     */
    boolean takeBack() {
        int before = word; // no other thread has a say any more
        WORD.setRelease(this, 0);
        return (before & CLOSED) == 0;
    }
}
