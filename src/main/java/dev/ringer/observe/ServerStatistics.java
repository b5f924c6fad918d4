package dev.ringer.observe;

import java.util.List;
import java.util.Map;

/**
 * Statistics of a server: what it has done, and what it is doing. {@code Ringer.statistics} returns them. With
 * {@code ringer.jmx=true} they are also an MXBean.
 *
 * <p>Numbers count from the creation of the server, unless their description says "now". Numbers are exact while the
 * server is idle. While the server handles requests, numbers may not fit each other exactly. Thread-safe, also after
 * the end of the server.
 *
 * @since 0.1.0
 */
public interface ServerStatistics {
    /**
     * {@return the address and port on which the server listens, with brackets for IPv6 ({@code [::1]:80}), or
     * {@code unix:PATH}; empty if the server is not bound}
     */
    String getAddress();

    // ---- connections

    /** {@return the number of connections that are open now} */
    long getOpenConnections();

    /** {@return the number of connections that clients have opened, including refused ones} */
    long getAcceptedConnections();

    /**
     * {@return the number of connections that the server closed at once because there were too many}
     * {@link #getLimits()} has the reasons.
     */
    long getRefusedConnections();

    /** {@return the number of bytes received from clients, with heads, frames and TLS} */
    long getReceivedBytes();

    /** {@return the number of bytes sent to clients, with heads, frames and TLS} */
    long getSentBytes();

    // ---- exchanges

    /**
     * Returns the number of responses by protocol ({@code HTTP/1.1}) and class of status ({@code 2xx}), including the
     * server's own responses. Class 1xx counts only {@code 101}. Requests that could not be read count as HTTP/1.1.
     *
     * @return a copy with every protocol and class
     */
    Map<String, Map<String, Long>> getResponses();

    /**
     * {@return the number of exchanges in progress now} A thread has begun to run each of them, and they have not
     * ended.
     */
    long getExchangesInProgress();

    /**
     * {@return the number of requests that wait for a thread now} They wait for a thread of the executor or, without an
     * executor, for the thread of {@code start()}.
     */
    long getQueuedRequests();

    /** {@return the number of exchanges that were aborted, by their handler or because their client was gone} */
    long getAbortedExchanges();

    // ---- durations and sizes of requests

    /**
     * Returns the durations and sizes of requests that have ended. With {@code ringer.requestMetrics=auto}, which is
     * the default, the server measures requests from the first call of this method, of {@link #getRequestDurations()}
     * or of {@link #getActiveRequests()}.
     *
     * @return one element for each method, route, status and protocol version: at most 1,000 elements, and one more for
     *     all other requests; empty if the server does not measure requests
     */
    List<RequestStatistics> getRequests();

    /**
     * Returns the durations of all requests of {@link #getRequests()} together. This call is cheaper than adding them
     * up.
     *
     * @return seconds, in the buckets of the OpenTelemetry conventions
     */
    Histogram getRequestDurations();

    /**
     * Returns the number of requests whose response is not complete now, by scheme of the URL ({@code http},
     * {@code https}) and by method. It leaves out requests that began before the server measured requests.
     *
     * @return a copy with every scheme and method; empty if the server does not measure requests
     */
    Map<String, Map<String, Long>> getActiveRequests();

    // ---- what was refused and cut off

    /**
     * Returns the number of requests, streams and connections that broke a rule, by the name of the violation.
     * {@code docs/limits.md} explains the names.
     *
     * @return a copy with every violation that can occur
     */
    Map<String, Long> getViolations();

    /**
     * Returns how often a time limit was reached or load was shed, by the name of the limit.
     *
     * @return a copy with every limit
     */
    Map<String, Long> getLimits();

    /**
     * {@return the memory that the server retains for clients now, in bytes, as {@code ringer.maxBufferedMemory} counts
     * it}
     */
    long getBufferedMemory();

    /** {@return the most memory that the server may retain for clients, in bytes; 0 for no limit} */
    long getMaxBufferedMemory();

    /** {@return the number of connections and streams that were evicted because memory was needed} */
    long getLetGo();

    // ---- TLS

    /** {@return the number of TLS handshakes that were completed, including resumptions} */
    long getTlsHandshakes();

    /** {@return the number of TLS handshakes that resumed an earlier session} */
    long getTlsResumptions();

    /** {@return the number of TLS handshakes that the server ended with an alert} */
    long getTlsFailures();

    // ---- event loops and memory

    /** {@return the number of event loops; 0 before the start} */
    int getLoops();

    /** {@return the number of turns of all event loops} In each turn, a loop waits for events and handles them. */
    long getLoopTurns();

    /**
     * {@return the number of times that a stand-in thread has driven a loop because a handler blocked the loop thread}
     */
    long getLoopReliefs();

    /** {@return the number of lines that are missing in the access log; 0 without a log} */
    long getDroppedLogLines();
}
