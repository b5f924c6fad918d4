package dev.ringer.internal.http1;

import dev.ringer.internal.threads.AtomicField;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Records who owns a connection: its event loop, or the application during an exchange. A usual exchange only changes
 * one atomic field twice for this: it makes no system call, and wakes no thread.
 *
 * <pre>
 *              lend()                 tryReturn()
 *   LOOP ────────────────► LENT ──────────────────────► LOOP     nothing is left to do
 *                           │ input, the end of the connection, or a read by the application
 *                           ▼
 *                        UNWATCHED ──task of the loop, takeBack()──► LOOP
 * </pre>
 *
 * <p>The application owns the connection in two states:
 *
 * <ul>
 *   <li>LENT: the loop still watches the socket for input. After the exchange, {@code tryReturn} returns true, and the
 *       loop owns the connection again.
 *   <li>UNWATCHED: the loop does not watch the socket, because input has arrived, the connection was closed, or the
 *       application reads the request body from the socket. After the exchange, {@code tryReturn} returns false, and a
 *       task of the loop calls {@code takeBack}.
 * </ul>
 */
final class Lending {
    private static final int LENT = 1;
    private static final int UNWATCHED = 1 << 1;
    private static final int CLOSED = 1 << 2;

    private static final VarHandle WORD = AtomicField.of(MethodHandles.lookup(), "word", int.class);

    private volatile int word;

    /**
     * Makes the application the owner of the connection. {@code watched} says whether the loop watches the socket for
     * input. Called by the loop.
     */
    void lend(boolean watched) {
        // Release semantics are enough here: the application thread gets the connection from a queue, and then sees all
        // that the loop has written before.
        WORD.setRelease(this, watched ? LENT : LENT | UNWATCHED);
    }

    /** Whether the application owns the connection. */
    boolean lent() {
        return (word & LENT) != 0;
    }

    /**
     * Whether bytes may wait in the socket, because the loop does not watch it. Called by the thread that ends the
     * exchange.
     */
    boolean unwatched() {
        return (word & UNWATCHED) != 0;
    }

    /**
     * Enters UNWATCHED, because input has arrived, or because the loop needs the connection back after the exchange.
     * Called by the loop.
     *
     * @return whether the application owns the connection, so that {@link #takeBack} will follow
     */
    boolean noteInput() {
        return note(UNWATCHED);
    }

    /**
     * Records that the connection has been closed. Called by the loop.
     *
     * @return whether the application owns the connection, so that {@link #takeBack} will follow
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
     * Makes the loop the owner of the connection again. Called by the thread that ended the exchange.
     *
     * @return false if the loop itself must take the connection back
     */
    boolean tryReturn() {
        return WORD.compareAndSet(this, LENT, 0);
    }

    /**
     * Makes the loop the owner of the connection again. Called by the loop, after {@link #tryReturn} has returned false
     * to the thread that ended the exchange.
     *
     * @return false if the connection was closed during the exchange. Then the caller must release the connection's
     *     buffers
     */
    boolean takeBack() {
        int before = word; // the loop is the only thread that changes this field now
        WORD.setRelease(this, 0);
        return (before & CLOSED) == 0;
    }
}
