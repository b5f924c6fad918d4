package dev.ringer.internal.observe;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.LongAdder;

/**
 * What a server has done: connections, exchanges, bytes, handshakes. An event loop's own thread has counts of its own, to which it adds without
 * an atomic step; those of all other threads are striped. Both are summed when somebody asks, so that no two threads wait for each
 * other's processor caches. Thread-safe.
 *
 * <p>An exchange begins when its request head is complete, is entered when a thread takes it up, and ends once.
 */
public final class Traffic {
    /** The protocols that responses are told apart by. */
    public enum HttpVersion {
        /** HTTP/1.0. */
        HTTP_1_0("HTTP/1.0"),
        /** HTTP/1.1, and requests that could not be read. */
        HTTP_1_1("HTTP/1.1"),
        /** HTTP/2. */
        HTTP_2("HTTP/2.0");

        private final String text;

        HttpVersion(String text) {
            this.text = text;
        }

        /**
         * The name as the API shows it.
         *
         * @return such as {@code HTTP/1.1}
         */
        public String text() {
            return text;
        }

        private static HttpVersion of(String protocol) {
            return protocol.equals(HTTP_2.text) ? HTTP_2 : protocol.equals(HTTP_1_0.text) ? HTTP_1_0 : HTTP_1_1;
        }
    }

    /** How many classes of status codes there are: 1xx to 5xx. */
    public static final int STATUS_CLASSES = 5;

    private static final int ACCEPTED = 0;
    private static final int RECEIVED = 1;
    private static final int SENT = 2;
    private static final int BEGUN = 3;
    private static final int ENTERED = 4;
    private static final int ENDED = 5;
    private static final int ABORTED = 6;
    private static final int HANDSHAKES = 7;
    private static final int RESUMPTIONS = 8;
    private static final int HANDSHAKE_FAILURES = 9;
    private static final int RESPONSES = 10; // the first of each protocol's classes
    private static final int COUNTERS = RESPONSES + HttpVersion.values().length * STATUS_CLASSES;

    private static final int PADDING = 8; // a line of the processor's cache, which no other thread's counts share

    private static final VarHandle COUNT = MethodHandles.arrayElementVarHandle(long[].class);

    private final LongAdder[] others = new LongAdder[COUNTERS];
    private final List<long[]> ofThreads = new CopyOnWriteArrayList<>();

    /** Counts that are all zero. */
    public Traffic() {
        for (int i = 0; i < others.length; i++) {
            others[i] = new LongAdder();
        }
    }

    /** Counts for one thread. */
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

    private long sum(int counter) {
        long sum = others[counter].sum();
        for (long[] counts : ofThreads) {
            sum += (long) COUNT.getOpaque(counts, PADDING + counter);
        }
        return sum;
    }

    private static int responses(HttpVersion version) {
        return RESPONSES + version.ordinal() * STATUS_CLASSES;
    }

    // ---- what happens

    /** A connection has been accepted. */
    public void onAccept() {
        add(ACCEPTED, 1);
    }

    /**
     * Bytes have come from a client.
     *
     * @param count as received, TLS included; nothing is counted unless it is positive
     */
    public void onReceived(long count) {
        if (count > 0) {
            add(RECEIVED, count);
        }
    }

    /**
     * Bytes have gone to a client.
     *
     * @param count as sent, TLS included; nothing is counted unless it is positive
     */
    public void onSent(long count) {
        if (count > 0) {
            add(SENT, count);
        }
    }

    /** The head of a request is complete. */
    public void onBegin() {
        add(BEGUN, 1);
    }

    /** A thread takes a request up, or answers it. */
    public void onEnter() {
        add(ENTERED, 1);
    }

    /** An exchange has ended. */
    public void onEnd() {
        add(ENDED, 1);
    }

    /** An exchange was broken off. */
    public void onAbort() {
        add(ABORTED, 1);
    }

    /**
     * A response has begun.
     *
     * @param protocol the request's
     * @param status its status code, not that of an interim response
     */
    public void onResponse(String protocol, int status) {
        int ofStatus = Math.max(1, Math.min(status / 100, STATUS_CLASSES)) - 1;
        add(responses(HttpVersion.of(protocol)) + ofStatus, 1);
    }

    /**
     * A TLS handshake is complete.
     *
     * @param resumed whether it went on with an earlier session
     */
    public void onHandshake(boolean resumed) {
        add(HANDSHAKES, 1);
        if (resumed) {
            add(RESUMPTIONS, 1);
        }
    }

    /** A TLS handshake has failed. */
    public void onHandshakeFailure() {
        add(HANDSHAKE_FAILURES, 1);
    }

    // ---- what has happened

    /**
     * Connections that were accepted, refused ones among them.
     *
     * @return a number since the server was made
     */
    public long accepted() {
        return sum(ACCEPTED);
    }

    /**
     * What has come.
     *
     * @return bytes since the server was made
     */
    public long received() {
        return sum(RECEIVED);
    }

    /**
     * What has gone.
     *
     * @return bytes since the server was made
     */
    public long sent() {
        return sum(SENT);
    }

    /**
     * Requests that wait for a thread.
     *
     * @return the number now
     */
    public long queued() {
        long taken = sum(ENTERED); // before those that have begun, which it is a part of
        return Math.max(0, sum(BEGUN) - taken);
    }

    /**
     * Exchanges that a thread has taken up and that have not ended.
     *
     * @return the number now
     */
    public long inProgress() {
        long over = sum(ENDED);
        return Math.max(0, sum(ENTERED) - over);
    }

    /**
     * Exchanges that were broken off.
     *
     * @return a number since the server was made
     */
    public long aborted() {
        return sum(ABORTED);
    }

    /**
     * Responses of one kind.
     *
     * @param version of which protocol
     * @param statusClass 1 to {@link #STATUS_CLASSES}
     * @return a number since the server was made
     */
    public long responses(HttpVersion version, int statusClass) {
        return sum(responses(version) + statusClass - 1);
    }

    /**
     * TLS handshakes that were completed.
     *
     * @return a number since the server was made
     */
    public long handshakes() {
        return sum(HANDSHAKES);
    }

    /**
     * Those of them that went on with an earlier session.
     *
     * @return a number since the server was made
     */
    public long resumptions() {
        return sum(RESUMPTIONS);
    }

    /**
     * TLS handshakes that have failed.
     *
     * @return a number since the server was made
     */
    public long handshakeFailures() {
        return sum(HANDSHAKE_FAILURES);
    }
}
