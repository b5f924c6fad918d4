package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ApplicationTask;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.HandlerPace;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * Queues the calls of the {@link MessageRecipient} of one WebSocket. The loop thread adds calls. A task on the executor
 * makes the calls, one after the other. After a few calls, the task lets the executor run tasks of other connections.
 * While more calls wait, the server batches the frames that the recipient sends, and sends them within about a
 * millisecond.
 *
 * <p>A thread that adds a call to an empty queue starts a task. The task ends when the queue is empty. The field
 * {@code waiting} also counts the call in progress. So {@code waiting} is 0 exactly when there is no task.
 */
final class DeliveryQueue implements ApplicationTask {
    private static final int MAX_PER_TASK = 16;

    /** If this many calls wait, the connection stops reading. */
    private static final int MAX_WAITING = 16;

    /** If the waiting calls retain this many bytes, the connection stops reading. */
    private static final int MAX_BYTES = 64 * 1024;

    /** The memory account ignores a call if all waiting calls together retain at most this many bytes. */
    private static final int MAX_UNCOUNTED = 2048;

    /**
     * When a task has run longer than this, in nanoseconds, reading may resume after each of its further calls. In a
     * shorter task, reading resumes only at the end, which costs less.
     */
    private static final long SLOW_NANOS = 1_000_000;

    /** The memory account ignores a recipient that retains at most this many bytes. Most recipients do. */
    private static final int MAX_UNCOUNTED_KEPT = 1024;

    private static final VarHandle QUEUE = AtomicField.of(MethodHandles.lookup(), "queue", Delivery.class);
    private static final VarHandle WAITING = AtomicField.of(MethodHandles.lookup(), "waiting", int.class);
    private static final VarHandle BYTES = AtomicField.of(MethodHandles.lookup(), "bytes", long.class);

    private final WebSocketConnection owner;
    private final MessageRecipient recipient;

    // used only by the task that delivers the queued calls
    private Delivery first; // oldest of the calls that the task has taken from the queue; null if there is none
    private boolean failed;
    private boolean corked; // whether the recipient has queued frames, which the task must flush at its end

    // used by several threads
    private volatile Delivery queue; // newest call, which is linked to the older ones; null if the queue is empty
    private volatile int waiting;
    private volatile long bytes;
    private volatile boolean discarding;
    private volatile boolean watched; // whether the loop will flush the output within about a millisecond
    private volatile Thread runner; // thread that makes the calls; null if no task is running

    DeliveryQueue(WebSocketConnection owner, MessageRecipient recipient) {
        this.owner = owner;
        this.recipient = recipient;
    }

    // ---- methods for the loop thread

    /** Adds the call that reports the beginning of the WebSocket. */
    void open() {
        int counted = countedOfRecipient();
        if (counted > 0) {
            transport().memory().take(counted);
        }
        add(Delivery.open(owner));
    }

    /** Returns how many bytes of the recipient itself the memory account counts; 0 if the recipient retains little. */
    private int countedOfRecipient() {
        int kept = recipient.keptSize();
        return kept > MAX_UNCOUNTED_KEPT ? kept : 0;
    }

    void add(Delivery delivery) {
        long weight = delivery.weight();
        if ((long) BYTES.getAndAdd(this, weight) + weight > MAX_UNCOUNTED) {
            delivery.counted = true;
            transport().memory().take(weight);
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

    /** Whether so many calls or bytes wait that the connection must stop reading. */
    boolean isFull() {
        return waiting >= MAX_WAITING || bytes >= MAX_BYTES;
    }

    /** Schedules a flush if more calls wait. Without the flush, queued frames could wait until a slow call ends. */
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

    /** Drops the waiting and all later messages. The recipient still gets the calls for the beginning and the end. */
    void discard() {
        discarding = true;
    }

    // ---- methods for any thread

    /** Whether the task drops waiting messages instead of delivering them. */
    boolean discarding() {
        return discarding;
    }

    /**
     * Whether the calling thread runs the recipient, and more calls wait for the recipient. If so, the caller must not
     * flush, because the task flushes all frames of the recipient when the task ends.
     */
    boolean corks() {
        if (runner != Thread.currentThread() || waiting <= 1 || !watched) {
            return false;
        }
        corked = true;
        return true;
    }

    // ---- methods of the task

    private void start() {
        if (!owner.shared().tryRun(this, transport().loop(), transport().remoteAddress())) {
            owner.abort();
            discard();
            // The executor has rejected the task. So this thread itself makes the calls, and the recipient learns of
            // the end.
            run();
        }
    }

    @Override
    public HandlerPace pace() {
        return owner.shared().pace();
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
     * Makes the loop start another task for the remaining calls. This task does not start the next one itself, because
     * some executors run a task in the calling thread. On such an executor, tasks would nest ever deeper.
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
        } catch (Throwable failure) { // even an Error must end only this WebSocket, and not this thread
            onFailure(delivery, failure);
        } finally {
            release(delivery);
            if (delivery.isLast()) {
                transport().onServed();
            }
        }
    }

    /** Takes the oldest delivery. There always is one: {@code waiting} counts a delivery only after it is queued. */
    private Delivery takeFirst() {
        if (first == null) {
            Delivery taken = (Delivery) QUEUE.getAndSet(this, null);
            while (taken != null) { // reverse the list, so that the oldest delivery comes first
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
            ServerLog.clientFailed(failure); // the client has closed the connection, so the application is not at fault
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
