package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.time.LimitClock;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The output of a connection to which the application may send items at any time: the messages of a WebSocket, or the
 * events of an event stream. Any thread may queue items. Only one thread at a time sends the items of all threads, so
 * the bytes of different items never mix.
 *
 * <p>When the socket is full, the loop sends the rest once the socket is writable. Only {@link #takeRoom} blocks: it
 * waits until the amount of pending data is below its limit. After an item that is marked as the last one, nothing is
 * sent. An idle output retains no buffer.
 */
public abstract class QueuedOutput extends GatheredOutput {
    private static final VarHandle PENDING = AtomicField.of(MethodHandles.lookup(), "pending", long.class);
    private static final VarHandle NEXT = AtomicField.of(MethodHandles.lookup(), "next", Thread.class);

    /** The WebSocket or event stream whose items are sent. */
    public interface Owner {
        /** Returns the objects and limits that all connections of this kind share. */
        PushShared shared();

        /** Returns how many bytes may wait to be sent. If more wait, threads that want to send must wait. */
        long maxPendingBytes();

        /** Whether items can still be sent. Any thread may call this. */
        boolean isOpen();

        /** Called by the loop when the socket is full. */
        void onFull();

        /** Called by the loop when the last item has been sent. */
        void onLastSent();
    }

    /** An item to send. Once the item is queued, only the thread that sends uses it. */
    public abstract static class Item extends GatheredOutput.Item {
        /** Returns how many bytes this item adds to the pending data. */
        protected abstract long weight();

        /** Whether nothing may be sent after this item. */
        protected abstract boolean isLast();
    }

    private final Owner owner;

    // only the thread that sends uses these fields
    private ByteBuffer buffer; // bytes of items that wait for the socket; null if there are none
    private boolean sealed; // whether the last item is in the buffer, so that no item may follow

    // Several threads use these fields. The field pending is the number of bytes of items that are not completely in
    // the buffer yet, plus the number of bytes reserved for future items.
    private volatile long pending;
    private volatile WaitingThreads waiting; // threads that wait for room; null until a thread has to wait
    private volatile Thread next; // the waiting thread whose turn is next; null if no thread waits
    private volatile Stall stall; // state of waiting bytes; null while the socket accepts all bytes, as most sockets do

    /**
     * The state of an output while bytes wait because the socket does not accept them. This object is dropped when no
     * bytes wait any more. The sending thread writes these fields, except where a comment says otherwise.
     */
    private static final class Stall {
        private final ClientPace<Limit> pace;
        private volatile boolean full; // whether the socket accepts no more bytes; only the loop sets this to false
        private volatile long counted; // bytes of pending data that are counted in the memory account

        Stall(long stallNanos) {
            pace = ClientPace.ofMessages(LimitClock.INSTANCE, stallNanos);
        }
    }

    protected QueuedOutput(Owner owner, Transport transport) {
        super(transport);
        this.owner = owner;
    }

    /** Returns how many free bytes the buffer needs at least before {@link #compose} is called. */
    protected abstract int minRoom();

    /**
     * Writes as much of an item to the buffer as fits. Returns true if the item is complete. Called by the thread that
     * sends.
     */
    protected abstract boolean compose(Item item, ByteBuffer to);

    /** Called by the thread that sends, after it has written an item to the buffer or dropped the item. */
    protected void onGone(Item item) {}

    /** Returns the message of the exception for a thread that sends after the end of the connection. */
    protected abstract String closedText();

    /**
     * Whether another item could be queued without waiting: the amount of pending data is low enough, and no thread
     * waits. The answer may already be out of date.
     */
    public final boolean hasRoom(long weight) {
        return next == null && fits(pending, weight);
    }

    /**
     * Whether the pending data and a further item together are within {@code maxPendingBytes}. If no data is pending,
     * an item of any size fits.
     */
    private boolean fits(long present, long weight) {
        return present == 0 || present + weight <= owner.maxPendingBytes();
    }

    /**
     * Reserves room for an item that {@link #push} will queue: its bytes count as pending from now on. Returns false if
     * the pending data would exceed its limit, or if a thread waits for room.
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
     * Reserves room for an item, after waiting until the amount of pending data is low enough. For application threads.
     * While one thread waits, no other thread can reserve room, because otherwise many small items could delay a large
     * item for ever.
     *
     * @throws IOException if the connection ends first, or the thread is interrupted. In both cases no room is reserved
     */
    public final void takeRoom(long weight) throws IOException {
        requireOpen();
        if (tryTakeRoom(weight)) {
            return;
        }
        Thread self = Thread.currentThread();
        try {
            while (!(next == self || NEXT.compareAndSet(this, null, self)) || !tryTakeRoom(self, weight)) {
                send(); // flush first: otherwise the caller could wait for items that it has queued itself
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

    /** Releases reserved room that is not needed. */
    protected final void giveBackRoom(long weight) {
        PENDING.getAndAdd(this, -weight);
        wakeAll();
    }

    /** Queues an item for which no room is reserved, even if the pending data has reached its limit. */
    public final void add(Item item) {
        PENDING.getAndAdd(this, item.weight());
        push(item);
    }

    /** Queues an item for which the caller has reserved room. */
    public final void push(Item item) {
        enqueue(item);
    }

    /** Returns how many bytes wait to be sent, without those in the output buffer. */
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
     * Returns the object in which threads wait. The object is created when a thread has to wait for the first time,
     * because few sockets need one.
     */
    private synchronized WaitingThreads waiters() {
        if (waiting == null) {
            waiting = new WaitingThreads();
        }
        return waiting;
    }

    /**
     * Returns the time of {@link LimitClock} since which the socket has accepted no bytes; 0 if the socket is
     * not full.
     */
    public final long fullSince() {
        // waitsSince() does not change while the socket is full, because no thread sends
        ClientPace<Limit> slow = pace();
        return slow == null ? 0 : slow.waitsSince();
    }

    /** Returns the object that checks whether the client reads fast enough; null if the socket is not full. */
    public final ClientPace<Limit> pace() {
        Stall now = stall;
        return now != null && now.full ? now.pace : null;
    }

    /** Goes on sending, because the socket may be writable again. Called by the loop. */
    public final void onRoom() {
        transport.watchRoom(false);
        offer();
    }

    /**
     * Tries to write waiting data although the system does not report the socket as writable. {@link ClientPace} says
     * why this is necessary. Called by the loop.
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
        try {
            if (bytes.hasRemaining()) { // the last item may have no bytes
                transport.write(bytes);
            }
        } catch (Throwable broken) {
            releaseBuffer();
            throw broken;
        }
        int gone = bytes.position();
        if (bytes.hasRemaining()) {
            bytes.compact();
            noteFull(gone);
            transport.loop().execute(new ConnectionTask(transport, owner::onFull));
            return gone;
        }
        if (stall != null) {
            stall.pace.rest();
            stall.pace.wrote(gone, 0);
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
        ByteBuffer last = buffer;
        buffer = null; // first, so that no stack overflow can make the buffer be given back twice
        transport.memory().giveBack(owner.shared().outputBuffers, last);
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

    /**
     * Counts pending data in the memory account, if the client does not read. Data that is sent immediately is never
     * counted, because counting costs time.
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
