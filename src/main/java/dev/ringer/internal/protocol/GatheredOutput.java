package dev.ringer.internal.protocol;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The output of one connection for which any thread may queue something, and then ask to send it. The first thread to
 * ask sends until nothing is left. What other threads queue meanwhile leaves with the next write. So no thread waits
 * for a lock, and the output of many threads leaves in few writes.
 *
 * <pre>
 *   IDLE ──ask──► BUSY ──nothing left──► IDLE
 *                  │ ▲
 *              ask │ │ checks once more
 *                  ▼ │
 *                 AGAIN
 * </pre>
 *
 * <p>A thread that has sent much output of other threads leaves the rest to the loop. A fault closes the connection.
 * Thread-safe. Nothing here blocks.
 */
public abstract class GatheredOutput {
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int AGAIN = 2;

    private static final VarHandle STATE;

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(GatheredOutput.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The most bytes that a thread sends, many of them for others, before it leaves the rest to the loop. */
    protected static final int MAX_PER_TURN = 256 * 1024;

    /** The connection. */
    protected final Transport transport;

    private volatile int state;

    /**
     * Creates an output on which nothing is being sent.
     *
     * @param transport the connection
     */
    protected GatheredOutput(Transport transport) {
        this.transport = transport;
    }

    /**
     * Sends what is queued as far as the client takes it now, or leaves that to the thread that is sending. Any thread.
     */
    public final void send() {
        if (!tryBegin()) {
            return;
        }
        do {
            if (!sendSafely()) {
                leave(); // the loop serves threads that have asked meanwhile
                transport.loop().execute(new ConnectionTask(transport, this::send));
                return;
            }
        } while (!tryEnd());
    }

    private boolean sendSafely() {
        try {
            return sendQueued();
        } catch (IOException e) {
            transport.close();
        } catch (RuntimeException | Error fault) {
            transport.fail(fault);
        }
        return true;
    }

    /**
     * Sends what is queued. One thread at a time calls it.
     *
     * @return false if there is more to send, which the loop must do
     * @throws IOException if the connection is broken
     */
    protected abstract boolean sendQueued() throws IOException;

    /**
     * Makes the caller the thread that sends, unless another thread sends. That thread then checks the queue once more.
     * After true, {@link #leave} must follow.
     *
     * @return false if another thread sends
     */
    protected final boolean tryBegin() {
        while (true) {
            int seen = state;
            if (seen == IDLE && STATE.compareAndSet(this, IDLE, BUSY)) {
                return true;
            }
            if (seen == AGAIN || seen == BUSY && STATE.compareAndSet(this, BUSY, AGAIN)) {
                return false;
            }
        }
    }

    private boolean tryEnd() {
        if (STATE.compareAndSet(this, BUSY, IDLE)) {
            return true;
        }
        state = BUSY;
        return false;
    }

    /**
     * Ends the turn of the thread that sends, even if another thread has asked meanwhile: {@link #send} must be called
     * soon.
     */
    protected final void leave() {
        state = IDLE;
    }
}
