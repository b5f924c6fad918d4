package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.GatheredOutput;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * Sends the frames of one WebSocket. Any thread may queue messages. One thread at a time composes and sends the frames
 * of all threads, so frames never mix.
 *
 * <p>When the socket is full, the loop watches it and continues later. Only {@link #takeRoom} waits, until the pending
 * data is below its limit. Nothing is sent after a close frame.
 */
final class MessageOutput extends GatheredOutput {
    private static final int MAX_CONTROL_FRAME = 127;

    /**
     * Number of pongs that may wait to be sent. While so many wait, the server answers only the newest of further pings
     * (RFC 6455, 5.5.3).
     */
    private static final int MAX_PONGS = 16;

    private static final VarHandle QUEUE;
    private static final VarHandle PENDING;
    private static final VarHandle NEXT;
    private static final VarHandle PONG;
    private static final VarHandle PONGS;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            QUEUE = lookup.findVarHandle(MessageOutput.class, "queue", OutgoingFrame.class);
            PENDING = lookup.findVarHandle(MessageOutput.class, "pending", long.class);
            NEXT = lookup.findVarHandle(MessageOutput.class, "next", Thread.class);
            PONGS = lookup.findVarHandle(MessageOutput.class, "pongs", int.class);
            PONG = lookup.findVarHandle(MessageOutput.class, "pong", byte[].class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The WebSocket whose frames an output sends. */
    interface Owner {
        WebSocketShared shared();

        WebSocketLimits limits();

        /** Whether messages can be sent. Any thread. */
        boolean isOpen();

        /** Called when the socket takes no more. Loop only. */
        void onFull();

        /** Called when the close frame has left. Loop only. */
        void onCloseSent();
    }

    // fixed
    private final Owner owner;

    // owned by the thread that sends
    private ByteBuffer buffer; // null while nothing is composed
    private OutgoingFrame first; // oldest of the frames taken from the queue; null if there are none
    private OutgoingFrame last;
    private boolean sealed; // whether the close frame is composed: no frame may follow

    // shared
    private volatile OutgoingFrame queue; // newest frame first
    private volatile long pending; // octets of frames that are not composed in full, and room taken for frames to come
    private volatile WaitingThreads waiting; // null until a thread has had to wait
    private volatile Thread next; // the thread whose turn it is to take room; null if no thread waits for room
    private volatile int pongs; // number of queued pongs, without the pong for the newest ping

    @SuppressWarnings("UnusedVariable") // its VarHandle reads it
    private volatile byte[] pong; // payload of the newest ping if pings pile up; null once its pong is composed

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

    MessageOutput(Owner owner, Transport transport) {
        super(transport);
        this.owner = owner;
    }

    // ---- queueing: any thread

    /**
     * Whether there is room for a message, and no thread waits for room. Another thread may take the room at any
     * moment.
     */
    boolean hasRoom(long weight) {
        return next == null && fits(pending, weight);
    }

    /** Whether a message fits below the limit of pending data. If nothing is pending, a message of any size does. */
    private boolean fits(long present, long weight) {
        return present == 0 || present + weight <= owner.limits().maxPendingBytes();
    }

    /** Takes room for a message that {@link #put} or {@link #push} will queue. Returns false if there is no room. */
    boolean tryTakeRoom(long weight) {
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
     * Takes room for a message, and waits until there is some. Only application threads may call this method. One
     * waiting thread has its turn, and no other thread takes room meanwhile. Otherwise many small messages could keep a
     * large one waiting for ever.
     *
     * @throws IOException if the WebSocket ends first, or the thread is interrupted. In both cases this method has
     *     taken no room
     */
    void takeRoom(long weight) throws IOException {
        requireOpen();
        if (tryTakeRoom(weight)) {
            return;
        }
        Thread self = Thread.currentThread();
        try {
            while (!(next == self || NEXT.compareAndSet(this, null, self)) || !tryTakeRoom(self, weight)) {
                send(); // flush first: the caller must not wait for what it has queued itself
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
            throw new IOException("The WebSocket is closed");
        }
    }

    private boolean mayTry(Thread self, long weight) {
        Thread turn = next;
        return turn == null || turn == self && fits(pending, weight);
    }

    /**
     * Queues a message for which the caller has taken room. It compresses the message, and gives back the room that the
     * compression saves.
     */
    void put(int opcode, byte[] message, CoderPool<Deflater> deflaters) {
        long spare = OutgoingFrame.weight(message.length);
        try {
            OutgoingFrame frame = OutgoingFrame.message(opcode, message, deflaters);
            spare -= frame.weight();
            push(frame);
        } finally {
            if (spare > 0) {
                PENDING.getAndAdd(this, -spare);
                wakeAll();
            }
        }
    }

    /** Queues a control frame, even if the pending data has reached its limit. */
    void add(OutgoingFrame control) {
        PENDING.getAndAdd(this, control.weight());
        push(control);
    }

    /** Queues the answer to a ping. */
    void addPong(byte[] payload) {
        if (pongs < MAX_PONGS) {
            PONGS.getAndAdd(this, 1);
            add(OutgoingFrame.control(Opcode.PONG, payload));
        } else if (PONG.getAndSet(this, payload) == null) {
            add(OutgoingFrame.newestPong());
        }
    }

    /** Queues a frame for which the caller has taken room. */
    void push(OutgoingFrame frame) {
        OutgoingFrame newest;
        do {
            newest = queue;
            frame.next = newest;
        } while (!QUEUE.compareAndSet(this, newest, frame));
    }

    /** Returns how many octets wait for the socket, without the content of the output buffer. */
    long pending() {
        return pending;
    }

    /** Wakes the waiting threads, so that each checks whether it still has to wait. */
    void wakeAll() {
        WaitingThreads present = waiting;
        if (present != null) {
            present.wakeAll();
        }
    }

    /** Returns the waiting threads. The first thread that has to wait creates them: few sockets have one. */
    private synchronized WaitingThreads waiters() {
        if (waiting == null) {
            waiting = new WaitingThreads();
        }
        return waiting;
    }

    /** Returns the {@link System#nanoTime()} since which the socket has taken nothing; 0 if it takes what is sent. */
    long fullSince() {
        ClientPace slow = pace(); // while the socket is full, no thread sends
        return slow == null ? 0 : slow.waitsSince();
    }

    /** Returns the pace of a client whose socket is full; null if the socket takes what is sent. */
    ClientPace pace() {
        Stall now = stall;
        return now != null && now.full ? now.pace : null;
    }

    /** Continues to send, because the socket may take more. Loop only. */
    void onRoom() {
        transport.watchRoom(false);
        offer();
    }

    /**
     * Writes waiting data again, even if the socket does not report that it is writable. A full socket reports this
     * only when much of its buffer is free. A slow client may need longer for that than its time limit allows. Loop
     * only.
     */
    void offerAgain() {
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
    protected boolean sendQueued() throws IOException {
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

    private void takeQueue() {
        OutgoingFrame newest = (OutgoingFrame) QUEUE.getAndSet(this, null);
        if (newest == null) {
            return;
        }
        OutgoingFrame behind = null;
        for (OutgoingFrame frame = newest; frame != null; ) { // reverses the list: the oldest comes first
            OutgoingFrame older = frame.next;
            frame.next = behind;
            behind = frame;
            frame = older;
        }
        if (first == null) {
            first = behind;
        } else {
            last.next = behind;
        }
        last = newest;
    }

    private void compose() {
        while (first != null && (buffer == null || buffer.remaining() > FrameWriter.MAX_HEAD_SIZE)) {
            OutgoingFrame frame = first;
            if (!sealed) {
                if (!composed(frame)) {
                    return; // the rest of the frame goes into the next buffer
                }
                sealed = frame.isClose();
            }
            first = frame.next;
            forget(frame);
        }
        if (first == null) {
            last = null; // an idle socket retains nothing
        }
    }

    private boolean composed(OutgoingFrame frame) {
        if (buffer == null) {
            buffer = transport.memory().rent(owner.shared().outputBuffers).clear();
        }
        if (!frame.isNewestPong()) {
            return frame.compose(buffer);
        }
        boolean fits = buffer.remaining() >= MAX_CONTROL_FRAME;
        return fits
                && OutgoingFrame.control(Opcode.PONG, (byte[]) PONG.getAndSet(this, null))
                        .compose(buffer);
    }

    private void forget(OutgoingFrame frame) {
        if (frame.isPong() && !frame.isNewestPong()) {
            PONGS.getAndAdd(this, -1);
        }
        PENDING.getAndAdd(this, -frame.weight());
        wakeAll();
    }

    private int write() throws IOException {
        ByteBuffer bytes = buffer.flip();
        boolean broken = true;
        try {
            transport.write(bytes);
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
            transport.loop().execute(new ConnectionTask(transport, owner::onCloseSent));
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
        for (; first != null; first = first.next) {
            forget(first);
        }
        last = null;
        sealed = true;
    }

    // ---- memory

    /**
     * Counts the pending data of a client that does not read. Data that leaves at once needs no access to the memory
     * account.
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
