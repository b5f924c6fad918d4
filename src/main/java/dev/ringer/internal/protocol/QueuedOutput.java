package dev.ringer.internal.protocol;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The output of a connection to which the application may push items at any time: the messages of a WebSocket, the
 * events of a stream. Any thread may queue items. One thread at a time composes and sends the items of all threads, so
 * items never mix.
 *
 * <p>When the socket is full, the loop waits until it is writable and continues then. Only {@link #takeRoom} blocks,
 * until the pending data is below its limit. The output sends nothing after the last item. An idle output retains no
 * buffer.
 */
public abstract class QueuedOutput extends GatheredOutput {
    private static final VarHandle PENDING;
    private static final VarHandle NEXT;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            PENDING = lookup.findVarHandle(QueuedOutput.class, "pending", long.class);
            NEXT = lookup.findVarHandle(QueuedOutput.class, "next", Thread.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The connection whose items an output sends. */
    public interface Owner {
        /** Returns the state that all connections of this kind share. */
        PushShared shared();

        /** Returns how many octets may wait to be sent; beyond this limit senders wait. */
        long maxPendingBytes();

        /** Whether items can be sent. Any thread. */
        boolean isOpen();

        /** Called when the socket is full. Loop only. */
        void onFull();

        /** Called when the last item has left. Loop only. */
        void onLastSent();
    }

    /** An item to send. Once the item is queued, it belongs to the thread that sends. */
    public abstract static class Item extends GatheredOutput.Item {
        /** Creates an item that is not queued. */
        protected Item() {}

        /** Returns how many octets this item adds to the pending data. */
        protected abstract long weight();

        /** Whether this item is the last one that the output may send. */
        protected abstract boolean isLast();
    }

    // never change after construction
    private final Owner owner;

    // owned by the thread that sends
    private ByteBuffer buffer; // composed bytes that wait for the socket; null if there are none
    private boolean sealed; // whether the last item is composed, so that no item may follow

    // used by several threads
    // Octets of items that are not composed in full, plus octets reserved for future items
    private volatile long pending;
    private volatile WaitingThreads waiting; // null before the first thread has to wait
    private volatile Thread next; // the thread that may take the next room; null if no thread waits
    private volatile Stall stall; // null while the socket takes everything, as most sockets do

    /**
     * The state of a socket that did not take everything at once. It exists until the socket has taken everything. The
     * sending thread writes it, except where a comment says otherwise.
     */
    private static final class Stall {
        private final ClientPace pace;
        private volatile boolean full; // whether the socket takes no more; the loop thread clears it
        private volatile long counted; // bytes of pending data that the memory account counts

        Stall(long stallNanos) {
            pace = new ClientPace(System::nanoTime, stallNanos, 0);
        }
    }

    /** Creates an output on which nothing is queued. */
    protected QueuedOutput(Owner owner, Transport transport) {
        super(transport);
        this.owner = owner;
    }

    // ---- the items

    /**
     * Returns how many bytes the smallest part of an item may need. {@link #compose} is called only if the buffer has
     * more free bytes.
     */
    protected abstract int minRoom();

    /**
     * Composes as much of an item as the buffer can take. Returns true if the item is complete. Called by the thread
     * that sends.
     */
    protected abstract boolean compose(Item item, ByteBuffer to);

    /** Called by the thread that sends when an item was composed or dropped. */
    protected void onGone(Item item) {}

    /** Returns the text of the exception for a thread that sends to a connection that has ended. */
    protected abstract String closedText();

    // ---- queueing: any thread

    /**
     * Whether the pending data is low enough for another item, and no thread waits. The answer may be out of date at
     * once, because another thread may queue an item.
     */
    public final boolean hasRoom(long weight) {
        return next == null && fits(pending, weight);
    }

    /**
     * Whether the pending data and an item together are below the limit. If no data is pending, an item of any size
     * fits.
     */
    private boolean fits(long present, long weight) {
        return present == 0 || present + weight <= owner.maxPendingBytes();
    }

    /**
     * Reserves room for an item that {@link #push} will queue: the octets count as pending from now on. Returns false
     * if the pending data would exceed its limit.
     */
    public final boolean tryTakeRoom(long weight) {
        return tryTakeRoom(null, weight);
    }

    private boolean tryTakeRoom(Thread waiter, long weight) {
        long now;
        do {
            now = pending;
            if (next != waiter || !fits(now, weight)) {
                return false;
            }
        } while (!PENDING.compareAndSet(this, now, now + weight));
        return true;
    }

    /**
     * Reserves room for an item, and waits until the pending data is low enough. Only application threads may call this
     * method. While one thread waits for its turn, no other thread can reserve room. Otherwise many small items could
     * delay a large item for ever.
     *
     * @throws IOException if the connection ends first, or the thread is interrupted. In both cases this method has
     *     taken no room
     */
    public final void takeRoom(long weight) throws IOException {
        requireOpen();
        if (tryTakeRoom(weight)) {
            return;
        }
        Thread self = Thread.currentThread();
        try {
            while (!(next == self || NEXT.compareAndSet(this, null, self)) || !tryTakeRoom(self, weight)) {
                send(); // flush first, because the caller must not wait for items that it has queued itself
                waiters().await(() -> mayTry(self, weight) || !owner.isOpen(), transport);
                requireOpen();
            }
        } finally {
            if (next == self) {
                next = null;
                wakeAll();
            }
        }
    }

    private void requireOpen() throws IOException {
        if (!owner.isOpen()) {
            throw new IOException(closedText());
        }
    }

    private boolean mayTry(Thread self, long weight) {
        Thread turn = next;
        return turn == null || turn == self && fits(pending, weight);
    }

    /** Gives back room that was reserved and is not needed. */
    protected final void giveBackRoom(long weight) {
        PENDING.getAndAdd(this, -weight);
        wakeAll();
    }

    /** Queues an item without a reservation, even if the pending data has reached its limit. */
    public final void add(Item item) {
        PENDING.getAndAdd(this, item.weight());
        push(item);
    }

    /** Queues an item for which the caller has reserved room. */
    public final void push(Item item) {
        enqueue(item);
    }

    /** Returns how many octets wait to be sent, not counting the content of the output buffer. */
    public final long pending() {
        return pending;
    }

    /** Wakes the waiting threads, so that each checks whether it still has to wait. */
    public final void wakeAll() {
        WaitingThreads present = waiting;
        if (present != null) {
            present.wakeAll();
        }
    }

    /**
     * Returns the waiting threads. The first thread that has to wait creates this object, because few sockets need it.
     */
    private synchronized WaitingThreads waiters() {
        if (waiting == null) {
            waiting = new WaitingThreads();
        }
        return waiting;
    }

    /** Returns the {@link System#nanoTime()} since which the socket has taken no bytes; 0 if the socket is not full. */
    public final long fullSince() {
        ClientPace slow = pace(); // while the socket is full, no thread sends
        return slow == null ? 0 : slow.waitsSince();
    }

    /** Returns the pace of a client whose socket is full; null if the socket is not full. */
    public final ClientPace pace() {
        Stall now = stall;
        return now != null && now.full ? now.pace : null;
    }

    /** Continues to send, because the socket may take more. Loop only. */
    public final void onRoom() {
        transport.watchRoom(false);
        offer();
    }

    /**
     * Writes waiting data again, even if the socket does not report that it is writable. A full socket reports this
     * only when much of its buffer is free. A slow client may need longer for that than its time limit allows. Loop
     * only.
     */
    public final void offerAgain() {
        if (pace() != null) {
            offer();
        }
    }

    private void offer() {
        Stall over = stall;
        if (over != null) {
            over.full = false;
        }
        send();
    }

    // ---- sending

    @Override
    protected final boolean sendQueued() throws IOException {
        for (int sent = 0; pace() == null && !transport.closed(); ) {
            if (sent >= MAX_PER_TURN) {
                return false;
            }
            takeQueue();
            compose();
            if (buffer == null) {
                break;
            }
            sent += write();
        }
        if (transport.closed()) {
            abandon();
        }
        settle();
        return true;
    }

    private void compose() {
        int minRoom = minRoom();
        while (first() != null && (buffer == null || buffer.remaining() > minRoom)) {
            Item item = (Item) first();
            if (!sealed) {
                if (buffer == null) {
                    buffer = transport
                            .memory()
                            .rent(owner.shared().outputBuffers)
                            .clear();
                }
                if (!compose(item, buffer)) {
                    return; // the rest of the item goes into the next buffer
                }
                sealed = item.isLast();
            }
            forget(item);
        }
    }

    private void forget(Item item) {
        removeFirst();
        onGone(item);
        giveBackRoom(item.weight());
    }

    private int write() throws IOException {
        ByteBuffer bytes = buffer.flip();
        boolean broken = true;
        try {
            if (bytes.hasRemaining()) { // the last item may be empty
                transport.write(bytes);
            }
            broken = false;
        } finally {
            if (broken) {
                releaseBuffer();
            }
        }
        int gone = bytes.position();
        if (bytes.hasRemaining()) {
            bytes.compact();
            noteFull(gone);
            transport.loop().execute(new ConnectionTask(transport, owner::onFull));
            return gone;
        }
        if (stall != null) {
            stall.pace.wrote(gone, 0);
            stall.pace.goOn();
        }
        releaseBuffer();
        if (sealed) {
            transport.loop().execute(new ConnectionTask(transport, owner::onLastSent));
        }
        return gone;
    }

    private void noteFull(int gone) {
        Stall now = stall == null ? new Stall(owner.shared().writeStallNanos) : stall;
        now.pace.wrote(gone, transport.sentInPart());
        now.pace.await(false);
        now.full = true;
        stall = now;
    }

    private void releaseBuffer() {
        transport.memory().giveBack(owner.shared().outputBuffers, buffer);
        buffer = null;
    }

    private void abandon() {
        if (buffer != null) {
            releaseBuffer();
        }
        takeQueue();
        while (first() != null) {
            forget((Item) first());
        }
        sealed = true;
    }

    // ---- memory

    /**
     * Counts the pending data of a client that does not read. Data that leaves at once never counts, so it does not
     * touch the memory account.
     */
    private void settle() {
        Stall present = stall;
        if (present == null) {
            return;
        }
        long now = present.full ? pending : 0;
        long more = now - present.counted;
        if (more > 0) {
            transport.memory().take(more);
        } else if (more < 0) {
            transport.memory().release(-more);
        }
        if (more != 0) {
            present.counted = now;
        }
        if (now == 0 && present.pace.waitsSince() == 0) {
            stall = null;
        }
    }
}
