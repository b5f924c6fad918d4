package dev.ringer.internal.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Says who owns a connection: its loop, or the application during one exchange. In a usual request each side takes
 * one atomic step, makes no system call, and wakes no thread.
 *
 * <pre>
 *              lend()                 tryReturn()
 *   LOOP ────────────────► LENT ──────────────────────► LOOP     nothing is left to do
 *                           │ input or the end has come, or is expected
 *                           ▼
 *                        UNWATCHED ──task of the loop, takeBack()──► LOOP
 * </pre>
 *
 * <p>While the connection is lent, the loop watches its input, unless the application is to read it. When input arrives
 * meanwhile, the loop stops watching, so that the return must pass through the loop. The end of the connection has the
 * same effect.
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
        // Release is enough: the application gets the connection through a queue.
        WORD.setRelease(this, watched ? LENT : LENT | UNWATCHED);
    }

    /** Whether the application has the connection. */
    boolean lent() {
        return (word & LENT) != 0;
    }

    /**
     * Notes that input has come. Loop only.
     *
     * @return true if the application has the connection, and the loop must stop watching
     */
    boolean noteInput() {
        return note(UNWATCHED);
    }

    /**
     * Notes that the connection has been closed. Loop only.
     *
     * @return true if the application has the connection, so that {@link #takeBack} comes later
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
     * Gives the connection back. Called by the thread that ended the exchange.
     *
     * @return false if the loop must take it back itself
     */
    boolean tryReturn() {
        return WORD.compareAndSet(this, LENT, 0);
    }

    /**
     * Takes the connection back. Loop only, on behalf of the thread that ended the exchange.
     *
     * @return false if the connection was closed meanwhile; then nothing that it holds has been given back
     */
    boolean takeBack() {
        int before = word; // no other thread changes it any more
        WORD.setRelease(this, 0);
        return (before & CLOSED) == 0;
    }
}
