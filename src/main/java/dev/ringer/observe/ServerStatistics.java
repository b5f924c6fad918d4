package dev.ringer.observe;

import java.util.Map;

/**
 * Statistics of a server: what it has done, and what it is doing. {@code Ringer.statistics} returns them. With
 * {@code ringer.jmx=true} they are also an MXBean.
 *
 * <p>Numbers count from the creation of the server, unless their description says "now". Numbers are exact while the
 * server is idle. Numbers that are read while it handles requests may not fit each other exactly. Thread-safe, also
 * after the end of the server.
 *
 * @since 0.1.0
 */
public interface ServerStatistics {
    /**
     * Returns the address on which the server listens.
     *
     * @return address and port, with brackets for IPv6 ({@code [::1]:80}), or {@code unix:PATH}; empty if the server is
     *     not bound
     */
    String getAddress();

    // ---- connections

    /**
     * Returns the number of connections that are open now.
     *
     * @return the number of connections
     */
    long getOpenConnections();

    /**
     * Returns the number of connections that clients have opened.
     *
     * @return the number of connections, refused ones included
     */
    long getAcceptedConnections();

    /**
     * Returns the number of connections that the server closed at once because there were too many.
     *
     * @return the number of connections; {@link #getLimits()} has the reasons
     */
    long getRefusedConnections();

    /**
     * Returns the bytes received from clients, with heads, frames and TLS.
     *
     * @return bytes
     */
    long getReceivedBytes();

    /**
     * Returns the bytes sent to clients, with heads, frames and TLS.
     *
     * @return bytes
     */
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
     * Returns the number of exchanges in progress now: a thread has taken them up, and they have not ended.
     *
     * @return the number of exchanges
     */
    long getExchangesInProgress();

    /**
     * Returns the number of requests that wait for a thread now. This is a thread of the executor, or that of
     * {@code start()}.
     *
     * @return the number of requests
     */
    long getQueuedRequests();

    /**
     * Returns the number of exchanges that were aborted, by their handler or because their client was gone.
     *
     * @return the number of exchanges
     */
    long getAbortedExchanges();

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
     * Returns the memory that the server retains for clients now, as {@code ringer.maxBufferedMemory} counts it.
     *
     * @return bytes
     */
    long getBufferedMemory();

    /**
     * Returns the most memory that the server may retain for clients.
     *
     * @return bytes, 0 for no limit
     */
    long getMaxBufferedMemory();

    /**
     * Returns the number of connections and streams that were evicted because memory was needed.
     *
     * @return the number of evictions
     */
    long getLetGo();

    // ---- TLS

    /**
     * Returns the number of TLS handshakes that were completed.
     *
     * @return the number of handshakes, resumptions included
     */
    long getTlsHandshakes();

    /**
     * Returns the number of TLS handshakes that resumed an earlier session.
     *
     * @return the number of handshakes
     */
    long getTlsResumptions();

    /**
     * Returns the number of TLS handshakes that the server ended with an alert.
     *
     * @return the number of handshakes
     */
    long getTlsFailures();

    // ---- inside

    /**
     * Returns the number of event loops.
     *
     * @return the number of loops, 0 before the start
     */
    int getLoops();

    /**
     * Returns how often the event loops have turned. In each turn, a loop waits for events and handles them.
     *
     * @return the number of turns
     */
    long getLoopTurns();

    /**
     * Returns how often a stand-in thread has driven a loop because a handler blocked the loop thread.
     *
     * @return the number of reliefs
     */
    long getLoopReliefs();

    /**
     * Returns the number of lines that are missing in the access log.
     *
     * @return the number of lines, 0 without a log
     */
    long getDroppedLogLines();
}
