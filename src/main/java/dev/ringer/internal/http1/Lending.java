package dev.ringer.internal.http1;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Records who owns a connection: its loop, or the application during one exchange. In a usual request the loop and the
 * application take one atomic step each. The steps make no system call, and wake no thread.
 *
 * <pre>
 *              lend()                 tryReturn()
 *   LOOP ────────────────► LENT ──────────────────────► LOOP     nothing is left to do
 *                           │ input or the end has come, or the application reads
 *                           ▼
 *                        UNWATCHED ──task of the loop, takeBack()──► LOOP
 * </pre>
 *
 * <p>While the application has the connection, the loop watches the socket for input, unless the application reads the
 * body from the socket. When input arrives, the loop stops watching. Then {@code tryReturn} fails, and the loop itself
 * takes the connection back, and watches again. If the connection ends during the exchange, {@code tryReturn} fails
 * too.
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

    /**
     * Gives the connection to the application. {@code watched} tells whether the loop watches the socket for input.
     * Loop only.
     */
    void lend(boolean watched) {
        // Release semantics are enough: the application gets the connection through a queue.
        WORD.setRelease(this, watched ? LENT : LENT | UNWATCHED);
    }

    /** Whether the application has the connection. */
    boolean lent() {
        return (word & LENT) != 0;
    }

    /**
     * Notes that input has arrived, or that the loop has something else to do after the exchange. Loop only.
     *
     * @return whether the application has the connection, so that {@link #takeBack} will follow
     */
    boolean noteInput() {
        return note(UNWATCHED);
    }

    /**
     * Notes that the connection has been closed. Loop only.
     *
     * @return whether the application has the connection, so that {@link #takeBack} will follow
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
     * Gives the connection back to the loop. Called by the thread that ended the exchange.
     *
     * @return false if the loop itself must take the connection back
     */
    boolean tryReturn() {
        return WORD.compareAndSet(this, LENT, 0);
    }

    /**
     * Takes the connection back from the application. Loop only. The thread that ended the exchange makes the loop call
     * this.
     *
     * @return false if the connection was closed during the exchange. Then the caller must release the connection's
     *     buffers
     */
    boolean takeBack() {
        int before = word; // no other thread changes this field now
        WORD.setRelease(this, 0);
        return (before & CLOSED) == 0;
    }
}
