package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.GatheredOutput;
import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * What leaves on one WebSocket: the thread that sends composes frames of what all have queued, which never mix.
 *
 * <p>When the socket takes no more, the loop watches it, and goes on. Only {@link #takeRoom} waits, for room below the limit of
 * what may be pending. After a close frame nothing leaves.
 */
final class MessageOutput extends GatheredOutput {
    /** The size of a buffer. Over TLS it leaves as two full records, into each of which the JDK puts 16,367 bytes. */
    static final int CAPACITY = 2 * 16_367;

    private static final int MAX_CONTROL_FRAME = 127;

    /** So many pings are answered one by one while they pile up; of those beyond, the newest (RFC 6455, 5.5.3). */
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

    // fixed
    private final WebSocketConnection connection;

    // the sender's
    private ByteBuffer buffer; // null while nothing is composed
    private OutgoingFrame first; // of what was taken from the queue, in its order
    private OutgoingFrame last;
    private boolean sealed; // the close frame is composed: nothing follows

    // shared
    private volatile OutgoingFrame queue; // the newest first
    private volatile long pending; // octets of frames that have not been composed in full, or will be queued
    private volatile WaitingThreads waiting; // null until a thread has had to wait
    private volatile Thread next; // of those who wait for room, the one whose turn it is; null if none waits
    private volatile int pongs; // that have not been composed, but for that of the newest ping

    @SuppressWarnings("UnusedVariable") // its VarHandle reads it
    private volatile byte[] pong; // the newest ping's payload where they pile up, while its pong has not been composed

    private volatile Stall stall; // null while the socket takes what is sent: most sockets are idle

    /** A socket that did not take all at once, until it has. Written by the sender, but for what says so. */
    private static final class Stall {
        private long movedAt; // when some was taken last, or what is composed began to wait; 0 if nothing does
        private int inPart; // of what has gone, sent without counting as such yet
        private volatile boolean full; // the socket takes no more, since movedAt; the loop ends it
        private volatile long counted; // on the account, while the client takes nothing
    }

    MessageOutput(WebSocketConnection connection) {
        super(connection.transport());
        this.connection = connection;
    }

    // ---- queueing: any thread

    /** Whether a message may be pending besides what is, and nobody waits whose turn it is before. May be so no more. */
    boolean hasRoom(long weight) {
        long now = pending;
        return next == null && (now == 0 || now + weight <= maxPending());
    }

    /** Takes room for a message, to be queued by {@link #put} or {@link #push}; false if there is none. */
    boolean tryTakeRoom(long weight) {
        return tryTakeRoom(null, weight);
    }

    private boolean tryTakeRoom(Thread waiter, long weight) {
        long now;
        do {
            now = pending;
            if (next != waiter || now > 0 && now + weight > maxPending()) {
                return false;
            }
        } while (!PENDING.compareAndSet(this, now, now + weight));
        return true;
    }

    /**
     * Takes room for a message, and waits until there is some. For threads of the application. Of those who wait, one has its
     * turn, and nobody takes the room that it waits for: many small messages would keep a large one out for ever.
     *
     * @throws IOException if the WebSocket ends before, or the thread was interrupted; nothing has been taken then
     */
    void takeRoom(long weight) throws IOException {
        requireOpen();
        if (tryTakeRoom(weight)) {
            return;
        }
        Thread self = Thread.currentThread();
        try {
            while (!(next == self || NEXT.compareAndSet(this, null, self)) || !tryTakeRoom(self, weight)) {
                send(); // what the caller has queued itself must not be what it waits for
                waiters().await(() -> mayTry(self, weight) || !connection.isOpen(), transport);
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
        if (!connection.isOpen()) {
            throw new IOException("The WebSocket is closed");
        }
    }

    private boolean mayTry(Thread self, long weight) {
        Thread turn = next;
        return turn == null || turn == self && (pending == 0 || pending + weight <= maxPending());
    }

    private long maxPending() {
        return connection.limits().maxPendingBytes();
    }

    /** Queues a message that has its room. It is compressed only now, and needs less then. */
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

    /** Queues a control frame, even if much is pending. */
    void add(OutgoingFrame control) {
        PENDING.getAndAdd(this, control.weight());
        push(control);
    }

    /** Answers a ping. */
    void addPong(byte[] payload) {
        if (pongs < MAX_PONGS) {
            PONGS.getAndAdd(this, 1);
            add(OutgoingFrame.control(Opcode.PONG, payload));
        } else if (PONG.getAndSet(this, payload) == null) {
            add(OutgoingFrame.newestPong());
        }
    }

    /** Queues a frame that has its room. */
    void push(OutgoingFrame frame) {
        OutgoingFrame newest;
        do {
            newest = queue;
            frame.next = newest;
        } while (!QUEUE.compareAndSet(this, newest, frame));
    }

    /** How much has been queued and not been given to the socket, but for one buffer. */
    long pending() {
        return pending;
    }

    /** Makes those who wait look whether they still have to. */
    void wakeAll() {
        WaitingThreads present = waiting;
        if (present != null) {
            present.wakeAll();
        }
    }

    /** Made by the first thread that has to wait: few sockets have one. */
    private synchronized WaitingThreads waiters() {
        if (waiting == null) {
            waiting = new WaitingThreads();
        }
        return waiting;
    }

    /** Since when the socket has taken nothing, in {@link System#nanoTime()}'s terms; 0 if it takes what is sent. */
    long fullSince() {
        Stall now = stall;
        return now != null && now.full ? now.movedAt : 0; // nobody sends while it is full, and so moves that
    }

    private boolean isFull() {
        Stall now = stall;
        return now != null && now.full;
    }

    /** The socket may take more. Loop only. */
    void onRoom() {
        transport.watchRoom(false);
        offer();
    }

    /**
     * Offers what waits again, also to a socket that says it is full: it says that it has room when much of it is free, which
     * takes a slow client longer than it may take. Loop only.
     */
    void offerAgain() {
        if (isFull()) {
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
        for (int sent = 0; !isFull() && !transport.closed(); ) {
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
        for (OutgoingFrame frame = newest; frame != null; ) { // the oldest is to come first
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
                    return; // the rest of it goes into the next buffer
                }
                sealed = frame.isClose();
            }
            first = frame.next;
            forget(frame);
        }
        if (first == null) {
            last = null; // an idle socket keeps nothing
        }
    }

    private boolean composed(OutgoingFrame frame) {
        if (buffer == null) {
            buffer = transport.memory().rent(connection.shared().outputBuffers).clear();
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
            transport.loop().execute(new ConnectionTask(transport, connection::onFull));
            return gone;
        }
        if (stall != null) {
            stall.movedAt = 0;
            stall.inPart = 0;
        }
        releaseBuffer();
        if (sealed) {
            transport.loop().execute(new ConnectionTask(transport, connection::onCloseSent));
        }
        return gone;
    }

    private void noteFull(int gone) {
        Stall now = stall == null ? new Stall() : stall;
        int nowInPart = transport.sentInPart();
        if (now.movedAt == 0 || gone + nowInPart > now.inPart) {
            now.movedAt = System.nanoTime() | 1;
        }
        now.inPart = nowInPart;
        now.full = true;
        stall = now;
    }

    private void releaseBuffer() {
        transport.memory().giveBack(connection.shared().outputBuffers, buffer);
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

    /** What a client does not take is counted; what leaves at once costs the account nothing. */
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
        if (now == 0 && present.movedAt == 0) {
            stall = null;
        }
    }
}
