package dev.ringer.internal.websocket;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.Loop;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The calls that wait for one recipient. The loop adds; one task at a time makes the calls, a few of them before others have
 * their turn. What a recipient sends while more calls wait leaves together, after a millisecond at the latest.
 *
 * <p>Who adds to an empty queue starts the task, and who empties it ends it: {@code waiting} counts the call in progress, so
 * that it changes from 0 to 1 and back at these moments alone.
 */
final class DeliveryQueue implements Runnable {
    private static final int MAX_PER_TASK = 16;

    /** So much may wait before nothing more is read. */
    private static final int MAX_WAITING = 16;

    private static final int MAX_BYTES = 64 * 1024;

    /** So much may wait without being counted, so that usual messages cost the account nothing. */
    private static final int MAX_UNCOUNTED = 2048;

    /** After so long a recipient is slow: what may come is read after each call, which costs too much for a quick one. */
    private static final long SLOW_NANOS = 1_000_000;

    /** What a recipient keeps of a usual handshake is a part of what every connection costs. */
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

    // fixed
    private final WebSocketConnection connection;
    private final MessageRecipient recipient;

    // the task's
    private Delivery first; // of what was taken from the queue, in its order; null while nothing waits
    private boolean failed;
    private boolean corked; // something has been sent that is to leave when the task pauses

    // shared
    private volatile Delivery queue; // the newest first; an idle socket keeps none
    private volatile int waiting;
    private volatile long bytes;
    private volatile boolean discarding;
    private volatile boolean watched; // what is queued to be sent leaves within a millisecond
    private volatile Thread runner; // null while no call is in progress

    DeliveryQueue(WebSocketConnection connection, MessageRecipient recipient) {
        this.connection = connection;
        this.recipient = recipient;
    }

    // ---- the loop

    /** Adds the first call. */
    void open() {
        count(countedOfRecipient());
        add(Delivery.open(connection));
    }

    /** How much of what the recipient keeps is counted. */
    private int countedOfRecipient() {
        int kept = recipient.keptSize();
        return kept > MAX_UNCOUNTED_KEPT ? kept : 0;
    }

    private void count(long size) {
        if (size > 0) {
            transport().memory().take(size);
        }
    }

    /** Adds a call. */
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

    /** Whether so much waits that no more is to be read. */
    boolean isFull() {
        return waiting >= MAX_WAITING || bytes >= MAX_BYTES;
    }

    /** Sees to it that what the recipient sends between two calls does not wait for a slow one. */
    void watch() {
        if (!watched && waiting > 1) {
            watched = true;
            transport().loop().executeShortly(new ConnectionTask(transport(), this::look));
        }
    }

    private void look() {
        watched = false;
        connection.output().send();
    }

    /** Lets go of messages that have not been handed on; the recipient hears only of the beginning and the end. */
    void discard() {
        discarding = true;
    }

    // ---- any thread

    /** Whether messages that wait are not handed on any more. */
    boolean discarding() {
        return discarding;
    }

    /**
     * Whether the caller is the recipient, and has more calls to come soon: what it has queued to be sent leaves with what it
     * sends then.
     */
    boolean corks() {
        if (runner != Thread.currentThread() || waiting <= 1 || !watched) {
            return false;
        }
        corked = true;
        return true;
    }

    // ---- the task

    private void start() {
        if (!connection.shared().tryRun(this, connection.transport().remoteAddress())) {
            connection.abort();
            discard();
            run(); // the recipient must hear that it is over, on the thread that runs handlers where there is no
            // executor
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
            if (connection.input().paused() && System.nanoTime() - since > SLOW_NANOS) {
                connection.input().onDelivered();
            }
        }
        runner = null;
        if (corked) {
            corked = false;
            connection.output().send();
        }
        int left = (int) WAITING.getAndAdd(this, -1) - 1;
        connection.input().onDelivered();
        if (left > 0) {
            goOn();
        }
    }

    /** The others' turn, then the rest: by the loop, since an executor may run its task in the caller, and so for ever deeper. */
    private void goOn() {
        Loop loop = transport().loop();
        loop.execute(() -> loop.runApplication(this::start));
    }

    private void make() {
        Delivery delivery = takeFirst();
        try {
            if (delivery.isOfTheEnd()) {
                connection.onEndHeard();
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

    /** Of those that wait. There is one: it is queued before it is counted. */
    private Delivery takeFirst() {
        if (first == null) {
            Delivery taken = (Delivery) QUEUE.getAndSet(this, null);
            while (taken != null) { // the oldest is to come first
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
        if (failure instanceof IOException && !connection.isOpen()) {
            ServerLog.clientFailed(failure); // it is not the application's fault that its client has left
            return;
        }
        recipient.onFailure(failure);
        if (!delivery.isOfTheEnd()) {
            failed = true;
            connection.onRecipientFailed(failure);
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
        return connection.transport();
    }
}
