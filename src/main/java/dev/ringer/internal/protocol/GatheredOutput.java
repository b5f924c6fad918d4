package dev.ringer.internal.protocol;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * What leaves on one connection, where any thread queues what it has, and then asks for it to be sent: the first to ask sends
 * until nothing is left, and what others queue meanwhile leaves with the next write. So nobody waits for a lock, and what many
 * threads have leaves in few writes.
 *
 * <pre>
 *   IDLE ──ask──► BUSY ──nothing left──► IDLE
 *                  │ ▲
 *              ask │ │ looks once more
 *                  ▼ │
 *                 AGAIN
 * </pre>
 *
 * <p>A thread that has sent much of others' leaves the rest to the loop. A fault closes the connection. Thread-safe; nothing here
 * blocks.
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

    /** How much a thread sends, much of it for others, before it leaves the rest to the loop. */
    protected static final int MAX_PER_TURN = 256 * 1024;

    /** The connection. */
    protected final Transport transport;

    private volatile int state;

    /**
     * An output on which nothing is sent.
     *
     * @param transport the connection
     */
    protected GatheredOutput(Transport transport) {
        this.transport = transport;
    }

    /** Sends what is queued, as far as the client takes it now; or leaves that to the thread that is at it. Any thread. */
    public final void send() {
        if (!tryBegin()) {
            return;
        }
        do {
            if (!sendSafely()) {
                leave(); // who has asked meanwhile is served by the loop
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
     * Sends what is queued. One thread at a time.
     *
     * @return false if there is more to send, which is the loop's turn
     * @throws IOException if the connection is broken
     */
    protected abstract boolean sendQueued() throws IOException;

    /**
     * Becomes the thread that sends, unless another one is, which looks once more then. {@link #leave} must follow.
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

    /** Is no more the thread that sends, even if another has asked meanwhile: {@link #send} must be called soon. */
    protected final void leave() {
        state = IDLE;
    }
}
