package dev.ringer.internal.observe;

import java.util.concurrent.atomic.LongAdder;

/**
 * What a server has done: connections, exchanges, bytes, handshakes. Each count is striped, so that loops and handlers' threads do not wait
 * for each other's processor caches, and summed when it is read. Thread-safe.
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

    private final LongAdder accepted = new LongAdder();
    private final LongAdder received = new LongAdder();
    private final LongAdder sent = new LongAdder();
    private final LongAdder begun = new LongAdder();
    private final LongAdder entered = new LongAdder();
    private final LongAdder ended = new LongAdder();
    private final LongAdder aborted = new LongAdder();
    private final LongAdder handshakes = new LongAdder();
    private final LongAdder resumptions = new LongAdder();
    private final LongAdder handshakeFailures = new LongAdder();
    private final LongAdder[][] responses = new LongAdder[HttpVersion.values().length][STATUS_CLASSES];

    /** Counts that are all zero. */
    public Traffic() {
        for (LongAdder[] ofProtocol : responses) {
            for (int i = 0; i < STATUS_CLASSES; i++) {
                ofProtocol[i] = new LongAdder();
            }
        }
    }

    // ---- what happens

    /** A connection has been accepted. */
    public void onAccept() {
        accepted.increment();
    }

    /**
     * Bytes have come from a client.
     *
     * @param count as received, TLS included; nothing is counted unless it is positive
     */
    public void onReceived(long count) {
        if (count > 0) {
            received.add(count);
        }
    }

    /**
     * Bytes have gone to a client.
     *
     * @param count as sent, TLS included; nothing is counted unless it is positive
     */
    public void onSent(long count) {
        if (count > 0) {
            sent.add(count);
        }
    }

    /** The head of a request is complete. */
    public void onBegin() {
        begun.increment();
    }

    /** A thread takes a request up, or answers it. */
    public void onEnter() {
        entered.increment();
    }

    /** An exchange has ended. */
    public void onEnd() {
        ended.increment();
    }

    /** An exchange was broken off. */
    public void onAbort() {
        aborted.increment();
    }

    /**
     * A response has begun.
     *
     * @param protocol the request's
     * @param status its status code, not that of an interim response
     */
    public void onResponse(String protocol, int status) {
        int ofStatus = Math.max(1, Math.min(status / 100, STATUS_CLASSES)) - 1;
        responses[HttpVersion.of(protocol).ordinal()][ofStatus].increment();
    }

    /**
     * A TLS handshake is complete.
     *
     * @param resumed whether it went on with an earlier session
     */
    public void onHandshake(boolean resumed) {
        handshakes.increment();
        if (resumed) {
            resumptions.increment();
        }
    }

    /** A TLS handshake has failed. */
    public void onHandshakeFailure() {
        handshakeFailures.increment();
    }

    // ---- what has happened

    /**
     * Connections that were accepted, refused ones among them.
     *
     * @return a number since the server was made
     */
    public long accepted() {
        return accepted.sum();
    }

    /**
     * What has come.
     *
     * @return bytes since the server was made
     */
    public long received() {
        return received.sum();
    }

    /**
     * What has gone.
     *
     * @return bytes since the server was made
     */
    public long sent() {
        return sent.sum();
    }

    /**
     * Requests that wait for a thread.
     *
     * @return the number now
     */
    public long queued() {
        long taken = entered.sum(); // before those that have begun, which it is a part of
        return Math.max(0, begun.sum() - taken);
    }

    /**
     * Exchanges that a thread has taken up and that have not ended.
     *
     * @return the number now
     */
    public long inProgress() {
        long over = ended.sum();
        return Math.max(0, entered.sum() - over);
    }

    /**
     * Exchanges that were broken off.
     *
     * @return a number since the server was made
     */
    public long aborted() {
        return aborted.sum();
    }

    /**
     * Responses of one kind.
     *
     * @param version of which protocol
     * @param statusClass 1 to {@link #STATUS_CLASSES}
     * @return a number since the server was made
     */
    public long responses(HttpVersion version, int statusClass) {
        return responses[version.ordinal()][statusClass - 1].sum();
    }

    /**
     * TLS handshakes that were completed.
     *
     * @return a number since the server was made
     */
    public long handshakes() {
        return handshakes.sum();
    }

    /**
     * Those of them that went on with an earlier session.
     *
     * @return a number since the server was made
     */
    public long resumptions() {
        return resumptions.sum();
    }

    /**
     * TLS handshakes that have failed.
     *
     * @return a number since the server was made
     */
    public long handshakeFailures() {
        return handshakeFailures.sum();
    }
}
