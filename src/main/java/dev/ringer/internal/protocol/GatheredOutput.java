package dev.ringer.internal.protocol;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The output of one connection. Any thread may queue output and then call {@link #send}. The first thread that calls
 * {@code send} sends until the queue is empty. If other threads queue output meanwhile, that output leaves with the
 * next write of the first thread. So no thread waits for a lock, and the output of many threads leaves in few writes.
 *
 * <pre>
 *   IDLE ──ask──► BUSY ──nothing left──► IDLE
 *                  │ ▲
 *              ask │ │ checks once more
 *                  ▼ │
 *                 AGAIN
 * </pre>
 *
 * <p>In the diagram, "ask" is a call of {@code send}. A thread that has sent much output of other threads leaves the
 * rest to the loop. A fault closes the connection. Thread-safe. No method blocks.
 */
public abstract class GatheredOutput {
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int AGAIN = 2;

    private static final VarHandle STATE;
    private static final VarHandle QUEUE;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            STATE = lookup.findVarHandle(GatheredOutput.class, "state", int.class);
            QUEUE = lookup.findVarHandle(GatheredOutput.class, "queue", Item.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** A piece of output that waits to be sent. Items are linked to each other, so the queue needs no other objects. */
    public abstract static class Item {
        private Item next; // the next item of the list, while this item waits

        /** Creates an item that is not queued. */
        protected Item() {}
    }

    /** The most bytes that a thread sends in one turn before it leaves the rest to the loop. */
    protected static final int MAX_PER_TURN = 256 * 1024;

    /** The connection. */
    protected final Transport transport;

    // owned by the thread that sends
    private Item first; // the oldest item that was taken from the queue; null if there is none
    private Item last;

    // used by several threads
    private volatile Item queue; // the newest item first
    private volatile int state;

    /** Creates an output on which no thread sends. */
    protected GatheredOutput(Transport transport) {
        this.transport = transport;
    }

    // ---- the queue

    /** Queues an item behind all others. The caller must then call {@link #send}. Any thread may call this. */
    protected final void enqueue(Item item) {
        Item newest;
        do {
            newest = queue;
            item.next = newest;
        } while (!QUEUE.compareAndSet(this, newest, item));
    }

    /** Whether the queue has items. Any thread may call this. */
    protected final boolean hasQueued() {
        return queue != null;
    }

    /** Takes the queued items. Only the thread that sends calls this. */
    protected final void takeQueue() {
        Item newest = (Item) QUEUE.getAndSet(this, null);
        if (newest == null) {
            return;
        }
        Item behind = null;
        for (Item item = newest; item != null; ) { // reverses the list, so that the oldest item comes first
            Item older = item.next;
            item.next = behind;
            behind = item;
            item = older;
        }
        if (first == null) {
            first = behind;
        } else {
            last.next = behind;
        }
        last = newest;
    }

    /** Returns the oldest of the taken items; null if there is none. Only the thread that sends calls this. */
    protected final Item first() {
        return first;
    }

    /** Returns the item that was queued after a taken item; null if there is none. */
    protected static Item after(Item taken) {
        return taken.next;
    }

    /** Removes the item that {@link #first} returns, so an idle connection retains no item. */
    protected final void removeFirst() {
        Item removed = first;
        first = removed.next;
        removed.next = null;
        if (first == null) {
            last = null;
        }
    }

    // ---- sending

    /**
     * Sends the queued output as far as the client takes it now. If another thread is sending, leaves the output to
     * that thread. Any thread may call this.
     */
    public final void send() {
        if (!tryBegin()) {
            return;
        }
        do {
            if (!sendSafely()) {
                leave(); // the loop also sends the output of threads that have called send() meanwhile
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
     * Sends the queued output. Only one thread at a time calls this method.
     *
     * @return false if the loop must send the rest
     * @throws IOException if the connection is broken
     */
    protected abstract boolean sendQueued() throws IOException;

    /**
     * Tries to make the caller the thread that sends. If this method returns true, the caller must later call
     * {@link #leave}. If another thread sends, returns false, and that thread checks the queue once more.
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
     * Ends the turn of the thread that sends. Another thread may have queued output meanwhile, so some thread must call
     * {@link #send} soon.
     */
    protected final void leave() {
        state = IDLE;
    }
}
