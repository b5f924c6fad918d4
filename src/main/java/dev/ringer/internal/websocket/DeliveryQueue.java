package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Queues the calls for one recipient. The loop thread adds them, and one task at a time makes them. A task makes a few
 * calls. Then the executor can run tasks of other connections. While more calls wait, the queue batches the frames that
 * the recipient sends. These frames leave after a millisecond at the latest.
 *
 * <p>The thread that adds to an empty queue starts a task. The task that empties the queue ends. {@code waiting} also
 * counts the call in progress. So {@code waiting} is 0 exactly while no task exists.
 */
final class DeliveryQueue implements Runnable {
    private static final int MAX_PER_TASK = 16;

    /** Number of waiting calls at which the connection stops reading. */
    private static final int MAX_WAITING = 16;

    /** Bytes of waiting calls at which the connection stops reading. */
    private static final int MAX_BYTES = 64 * 1024;

    /**
     * Bytes of waiting calls up to which the memory account does not count the calls. So usual messages do not change
     * the account.
     */
    private static final int MAX_UNCOUNTED = 2048;

    /**
     * Time in nanoseconds after which the recipient of a task counts as slow. For a slow recipient, reading may resume
     * after each call. For a fast recipient, reading resumes only at the end of the task, which costs less.
     */
    private static final long SLOW_NANOS = 1_000_000;

    /**
     * Bytes that a recipient may retain before the memory account counts them. A usual handshake has fewer bytes, which
     * are part of the cost of every connection.
     */
    private static final int MAX_UNCOUNTED_KEPT = 1024;

    private static final VarHandle QUEUE;
    private static final VarHandle WAITING;
    private static final VarHandle BYTES;

    static {
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            QUEUE = lookup.findVarHandle(DeliveryQueue.class, "queue", Delivery.class);
            WAITING = lookup.findVarHandle(DeliveryQueue.class, "waiting", int.class);
            BYTES = lookup.findVarHandle(DeliveryQueue.class, "bytes", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    /** The WebSocket that owns the queue. Its recipient gets the calls, and sends messages through it. */
    interface Owner extends MessageRecipient.Sender {
        Transport transport();

        WebSocketShared shared();

        MessageOutput output();

        /** Whether reading is paused because the recipient is slow. Any thread. */
        boolean isPaused();

        /** Called after each call of the recipient. Resumes reading if few enough calls wait. Any thread. */
        void onDelivered();

        /** Called after all earlier calls, and before the recipient learns of the end. Any thread. */
        void onEndHeard();

        /** Called when a call has thrown, which ends the WebSocket. Any thread. */
        void onRecipientFailed(Throwable failure);
    }

    // never change after construction
    private final Owner owner;
    private final MessageRecipient recipient;

    // owned by the running task
    private Delivery first; // oldest of the calls taken from the queue; null if there are none
    private boolean failed;
    private boolean corked; // whether the recipient has queued frames that the task must flush when it ends

    // used by several threads
    private volatile Delivery queue; // newest call first; null on an idle connection
    private volatile int waiting;
    private volatile long bytes;
    private volatile boolean discarding;
    private volatile boolean watched; // whether the loop will flush the output within a millisecond
    private volatile Thread runner; // the thread of the task; null while no call is in progress

    DeliveryQueue(Owner owner, MessageRecipient recipient) {
        this.owner = owner;
        this.recipient = recipient;
    }

    // ---- loop thread only

    /** Adds the first call. */
    void open() {
        count(countedOfRecipient());
        add(Delivery.open(owner));
    }

    /** Returns how many bytes the memory account counts for the recipient itself; 0 if the recipient retains little. */
    private int countedOfRecipient() {
        int kept = recipient.keptSize();
        return kept > MAX_UNCOUNTED_KEPT ? kept : 0;
    }

    private void count(long size) {
        if (size > 0) {
            transport().memory().take(size);
        }
    }

    void add(Delivery delivery) {
        long weight = delivery.weight();
        if ((long) BYTES.getAndAdd(this, weight) + weight > MAX_UNCOUNTED) {
            delivery.counted = true;
            count(weight);
        }
        push(delivery);
        if ((int) WAITING.getAndAdd(this, 1) == 0) {
            transport().loop().runApplication(this::start);
        }
    }

    private void push(Delivery delivery) {
        Delivery newest;
        do {
            newest = queue;
            delivery.next = newest;
        } while (!QUEUE.compareAndSet(this, newest, delivery));
    }

    /** Whether so many calls or bytes wait that the connection must not read more. */
    boolean isFull() {
        return waiting >= MAX_WAITING || bytes >= MAX_BYTES;
    }

    /**
     * Schedules a flush if more calls wait. Without that flush, batched frames of the recipient could wait for a slow
     * call.
     */
    void watch() {
        if (!watched && waiting > 1) {
            watched = true;
            transport().loop().executeShortly(new ConnectionTask(transport(), this::flushBatch));
        }
    }

    private void flushBatch() {
        watched = false;
        owner.output().send();
    }

    /**
     * Drops messages that have not been delivered. From now on the recipient learns only of the beginning and the end.
     */
    void discard() {
        discarding = true;
    }

    // ---- any thread

    /** Whether the task drops waiting messages instead of delivering them. */
    boolean discarding() {
        return discarding;
    }

    /**
     * Whether the caller is the recipient, and more calls for the recipient wait. Then the caller must not flush,
     * because the task flushes all frames of the recipient together when it ends.
     */
    boolean corks() {
        if (runner != Thread.currentThread() || waiting <= 1 || !watched) {
            return false;
        }
        corked = true;
        return true;
    }

    // ---- the task that makes the calls

    private void start() {
        if (!owner.shared().tryRun(this, transport().remoteAddress())) {
            owner.abort();
            discard();
            // The executor has rejected the task, but the recipient must learn of the end. So this thread makes the
            // calls.
            run();
        }
    }

    @Override
    public void run() {
        runner = Thread.currentThread();
        long since = System.nanoTime();
        int made = 0;
        while (true) {
            make();
            if (++made == MAX_PER_TASK || waiting == 1) {
                break;
            }
            WAITING.getAndAdd(this, -1);
            if (owner.isPaused() && System.nanoTime() - since > SLOW_NANOS) {
                owner.onDelivered();
            }
        }
        runner = null;
        if (corked) {
            corked = false;
            owner.output().send();
        }
        int left = (int) WAITING.getAndAdd(this, -1) - 1;
        owner.onDelivered();
        if (left > 0) {
            goOn();
        }
    }

    /**
     * Starts a task for the remaining calls. The loop starts the task, because an executor may run a task in the
     * calling thread. If this thread started the task, such tasks would nest ever deeper.
     */
    private void goOn() {
        Loop loop = transport().loop();
        loop.execute(() -> loop.runApplication(this::start));
    }

    private void make() {
        Delivery delivery = takeFirst();
        try {
            if (delivery.isOfTheEnd()) {
                owner.onEndHeard();
            }
            if (delivery.isKept() || !failed && !discarding) {
                delivery.deliver(recipient);
            }
        } catch (Throwable failure) { // an application's Error must end its WebSocket, not the thread
            onFailure(delivery, failure);
        } finally {
            release(delivery);
            if (delivery.isLast()) {
                transport().onServed();
            }
        }
    }

    /** Takes the oldest waiting call. The queue is never empty here, because a call is queued before it is counted. */
    private Delivery takeFirst() {
        if (first == null) {
            Delivery taken = (Delivery) QUEUE.getAndSet(this, null);
            while (taken != null) { // reverses the list: the oldest comes first
                Delivery older = taken.next;
                taken.next = first;
                first = taken;
                taken = older;
            }
        }
        Delivery oldest = first;
        first = oldest.next;
        return oldest;
    }

    private void onFailure(Delivery delivery, Throwable failure) {
        if (failure instanceof IOException && !owner.isOpen()) {
            ServerLog.clientFailed(failure); // no fault of the application if its client has left
            return;
        }
        recipient.onFailure(failure);
        if (!delivery.isOfTheEnd()) {
            failed = true;
            owner.onRecipientFailed(failure);
        }
    }

    private void release(Delivery delivery) {
        long weight = delivery.weight();
        BYTES.getAndAdd(this, -weight);
        long released = (delivery.counted ? weight : 0) + (delivery.isLast() ? countedOfRecipient() : 0);
        if (released > 0) {
            transport().memory().release(released);
        }
    }

    private Transport transport() {
        return owner.transport();
    }
}
