package dev.ringer.internal.observe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * Counts the connections, exchanges, bytes and handshakes of a server. Each loop thread has its own counters, and
 * changes them without an atomic operation. All other threads share striped counters. So threads do not contend for
 * cache lines. A reader adds up all counters. Thread-safe.
 *
 * <p>An exchange <em>begins</em> when its request head is complete. It is <em>entered</em> when a thread begins to
 * handle it. It <em>ends</em> once.
 */
public final class Traffic {
    /** The protocols for which responses are counted separately. */
    public static final List<String> PROTOCOLS = List.of("HTTP/1.0", "HTTP/1.1", "HTTP/2.0");

    private static final int OTHER_PROTOCOLS = 1; // later minor versions of HTTP/1 count as HTTP/1.1

    /** The thread of an event loop. It has its own counters, so it counts without an atomic operation. */
    public static final class CountingThread extends Thread {
        private final Traffic traffic;
        private final long[] counts; // only the thread that this object represents changes them

        /**
         * Makes a thread without inheritable thread-locals, because they would stay in memory as long as the server
         * runs.
         */
        public CountingThread(Traffic traffic, Runnable task, String name) {
            super(null, task, name, 0, false);
            this.traffic = traffic;
            this.counts = traffic.newCounts();
        }
    }

    /** The number of classes of status codes, 1xx to 5xx. */
    public static final int STATUS_CLASSES = 5;

    // indexes of the counters
    public static final int ACCEPTED = 0;
    public static final int RECEIVED = 1;
    public static final int SENT = 2;
    private static final int BEGUN = 3;
    private static final int ENTERED = 4;
    private static final int ENDED = 5;
    public static final int ABORTED = 6;
    public static final int HANDSHAKES = 7;
    public static final int RESUMPTIONS = 8;
    public static final int HANDSHAKE_FAILURES = 9;
    // Index of the first counter of responses. Each protocol has one counter for each status class.
    private static final int RESPONSES = 10;
    private static final int COUNTERS = RESPONSES + PROTOCOLS.size() * STATUS_CLASSES;

    // Number of longs in a cache line. This padding keeps the counters of two threads in different cache lines.
    private static final int PADDING = 8;

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final LongAdder[] others = adders(COUNTERS);
    private final List<long[]> ofThreads = new CopyOnWriteArrayList<>();

    static LongAdder[] adders(int count) {
        LongAdder[] adders = new LongAdder[count];
        for (int i = 0; i < count; i++) {
            adders[i] = new LongAdder();
        }
        return adders;
    }

    long[] newCounts() {
        long[] counts = new long[COUNTERS + 2 * PADDING];
        ofThreads.add(counts);
        return counts;
    }

    private void add(int counter, long count) {
        if (Thread.currentThread() instanceof CountingThread own && own.traffic == this) {
            int place = PADDING + counter;
            COUNT.setOpaque(own.counts, place, own.counts[place] + count);
        } else {
            others[counter].add(count);
        }
    }

    /** Returns the value of a counter since the server was created. {@code counter} is a constant of this class. */
    public long sum(int counter) {
        long sum = others[counter].sum();
        for (long[] counts : ofThreads) {
            sum += (long) COUNT.getOpaque(counts, PADDING + counter);
        }
        return sum;
    }

    /** Returns the index in {@link #PROTOCOLS} at which a protocol counts. */
    static int protocol(String name) {
        int index = PROTOCOLS.indexOf(name);
        return index < 0 ? OTHER_PROTOCOLS : index;
    }

    private static int responseCounter(String protocol, int statusClass) {
        return RESPONSES + protocol(protocol) * STATUS_CLASSES + statusClass - 1;
    }

    public void onAccept() {
        add(ACCEPTED, 1);
    }

    /**
     * Counts bytes that were received from a client, including the bytes of TLS. Ignores a {@code count} that is not
     * positive.
     */
    public void onReceived(long count) {
        if (count > 0) {
            add(RECEIVED, count);
        }
    }

    /**
     * Counts bytes that were sent to a client, including the bytes of TLS. Ignores a {@code count} that is not
     * positive.
     */
    public void onSent(long count) {
        if (count > 0) {
            add(SENT, count);
        }
    }

    public void onBegin() {
        add(BEGUN, 1);
    }

    /** Counts a request that a thread begins to handle, or that the server answers without a handler. */
    public void onEnter() {
        add(ENTERED, 1);
    }

    public void onEnd() {
        add(ENDED, 1);
    }

    public void onAbort() {
        add(ABORTED, 1);
    }

    /**
     * Counts a response that has begun. Interim responses must not be counted. {@code protocol} is the protocol of the
     * request.
     */
    public void onResponse(String protocol, int status) {
        add(responseCounter(protocol, Math.max(1, Math.min(status / 100, STATUS_CLASSES))), 1);
    }

    /** Counts a TLS handshake that was completed. {@code resumed} says whether it resumed an earlier session. */
    public void onHandshake(boolean resumed) {
        add(HANDSHAKES, 1);
        if (resumed) {
            add(RESUMPTIONS, 1);
        }
    }

    public void onHandshakeFailure() {
        add(HANDSHAKE_FAILURES, 1);
    }

    /** {@return the number of requests that now wait for a thread to handle them} */
    public long queued() {
        long taken = sum(ENTERED); // read first, so that each of these requests is also in the sum of BEGUN
        return Math.max(0, sum(BEGUN) - taken);
    }

    /** {@return the number of exchanges that a thread is handling now} */
    public long inProgress() {
        long over = sum(ENDED);
        return Math.max(0, sum(ENTERED) - over);
    }

    /** Returns a number of responses. {@code statusClass} is the first digit of their status codes, from 1 to 5. */
    public long responses(String protocol, int statusClass) {
        return sum(responseCounter(protocol, statusClass));
    }
}
