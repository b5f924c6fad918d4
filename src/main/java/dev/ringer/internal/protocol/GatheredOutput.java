package dev.ringer.internal.protocol;

import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The output of one connection. Any thread may queue output and then call {@link #send}. The first thread that calls
 * {@code send} sends until the queue is empty, including the output that other threads queue meanwhile. So no thread
 * waits for a lock, and the output of many threads is sent in few writes.
 *
 * <pre>
 *   IDLE ──send()──► BUSY ──nothing left──► IDLE
 *                     │ ▲
 *              send() │ │ checks once more
 *                     ▼ │
 *                    AGAIN
 * </pre>
 *
 * <p>A thread that has sent {@link #MAX_PER_TURN} bytes lets the loop send the rest, or a thread of {@link FileThreads}
 * if there are files. An error closes the connection.
 * Thread-safe. No method blocks.
 */
public abstract class GatheredOutput {
    private static final int IDLE = 0;
    private static final int BUSY = 1;
    private static final int AGAIN = 2;

    private static final VarHandle STATE = AtomicField.of(MethodHandles.lookup(), "state", int.class);
    private static final VarHandle QUEUE = AtomicField.of(MethodHandles.lookup(), "queue", Item.class);

    /** A piece of output that waits to be sent. The queue is a linked list of items, so it needs no other objects. */
    public abstract static class Item {
        private Item next; // the next item of the list in which this item waits; null if this is the last one
    }

    /** The most bytes that a thread sends before it lets the loop send the rest. */
    protected static final int MAX_PER_TURN = 256 * 1024;

    protected final Transport transport;

    // only the thread that sends uses these fields
    private Item first; // the oldest item that was taken from the queue and not sent yet; null if there is none
    private Item last;

    // several threads use these fields
    private volatile Item queue; // the newest item, which is linked to older ones
    private volatile int state;

    protected GatheredOutput(Transport transport) {
        this.transport = transport;
    }

    /** Adds an item at the end of the queue. The caller must then call {@link #send}. Any thread may call this. */
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

    /** Takes all items out of the queue, to be sent. Called only by the thread that sends. */
    protected final void takeQueue() {
        Item newest = (Item) QUEUE.getAndSet(this, null);
        if (newest == null) {
            return;
        }
        Item behind = null;
        for (Item item = newest; item != null; ) { // reverse the list, so that the oldest item comes first
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

    /**
     * Returns the oldest item that was taken from the queue and not sent yet; null if there is none. Called only by the
     * thread that sends.
     */
    protected final Item first() {
        return first;
    }

    /** Returns the item that was queued after the given one; null if there is none. */
    protected static Item after(Item taken) {
        return taken.next;
    }

    /** Removes the item that {@link #first} returns, so that an idle connection does not retain it. */
    protected final void removeFirst() {
        Item removed = first;
        first = removed.next;
        removed.next = null;
        if (first == null) {
            last = null;
        }
    }

    /**
     * Sends as much of the queued output as the client accepts now. If another thread is sending, that thread sends
     * this output too. Any thread may call this.
     */
    public final void send() {
        if (!tryBegin()) {
            return;
        }
        if (mayWaitForDisk() && !transport.closed() && transport.loop().isCurrent()) {
            onDiskWait();
            try {
                transport.loop().files().execute(this::sendAsBegun);
            } catch (Throwable noThread) {
                releaseSender();
                throw noThread;
            }
        } else {
            sendAsBegun();
        }
    }

    private void sendAsBegun() {
        do {
            if (!sendSafely()) {
                boolean reads = mayWaitForDisk();
                if (reads) {
                    onDiskWait();
                }
                releaseSender(); // the thread that sends later also sends what other threads queue meanwhile
                sendRestLater(reads);
                return;
            }
        } while (!tryEnd());
    }

    private void sendRestLater(boolean reads) {
        try {
            Runnable rest = new ConnectionTask(transport, this::send);
            if (reads) {
                transport.loop().files().execute(rest);
            } else {
                transport.loop().execute(rest);
            }
        } catch (Throwable fault) { // no memory, or no thread: nobody would send the rest
            transport.fail(fault);
        }
    }

    /**
     * Called by the thread that sends, before it lets a thread of {@link FileThreads} send. The client is not to blame
     * for the time until that thread has read.
     */
    protected void onDiskWait() {}

    /** Whether sending may read a file. The loop then lets another thread send, because it must not wait for a disk. */
    protected boolean mayWaitForDisk() {
        return false;
    }

    /** Whether a thread is sending. Any thread may call this. The answer may already be out of date. */
    public final boolean isSending() {
        return state != IDLE;
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
     * Makes the calling thread the one that sends, if no other thread sends. If this method returns true, the caller
     * must later call {@link #releaseSender}. If it returns false, the thread that sends will check the queue once
     * more.
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
     * Ends the calling thread's role as the one that sends. Another thread may have queued output meanwhile, so some
     * thread must call {@link #send} soon.
     */
    protected final void releaseSender() {
        state = IDLE;
    }
}
