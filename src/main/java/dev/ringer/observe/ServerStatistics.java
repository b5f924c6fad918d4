package dev.ringer.observe;

import java.util.Map;

/**
 * What a server has done, and what it is doing: obtained by {@code Ringer.statistics}, or as an MXBean where
 * {@code ringer.jmx=true}. Numbers grow since the server was made unless they are said to be of now. Each is exact once nothing happens any more;
 * read while requests are served, they may differ by what happens meanwhile. Thread-safe, also after the end of the server.
 *
 * @since 0.1.0
 */
public interface ServerStatistics {
    /**
     * Where the server listens.
     *
     * @return address and port, {@code [::1]:80} with brackets for IPv6, or {@code unix:PATH}; empty for a server that is not bound
     */
    String getAddress();

    // ---- connections

    /**
     * Connections that are open now.
     *
     * @return a number
     */
    long getOpenConnections();

    /**
     * Connections that have come.
     *
     * @return a number, refused ones among them
     */
    long getAcceptedConnections();

    /**
     * Connections that were closed as soon as they came, since there were too many.
     *
     * @return a number; {@link #getLimits()} tells why
     */
    long getRefusedConnections();

    /**
     * Bytes that have come, as received: with heads, frames and TLS.
     *
     * @return bytes
     */
    long getReceivedBytes();

    /**
     * Bytes that have gone, as sent: with heads, frames and TLS.
     *
     * @return bytes
     */
    long getSentBytes();

    // ---- exchanges

    /**
     * Responses by protocol ({@code HTTP/1.1}) and class of status ({@code 2xx}), those of the server's own among them. 1xx counts
     * {@code 101} alone. Requests that could not be read count as HTTP/1.1.
     *
     * @return a copy with every protocol and class
     */
    Map<String, Map<String, Long>> getResponses();

    /**
     * Exchanges that a thread has taken up and that have not ended, now.
     *
     * @return a number
     */
    long getExchangesInProgress();

    /**
     * Requests that wait for a thread, of the executor or the one of {@code start()}, now.
     *
     * @return a number
     */
    long getQueuedRequests();

    /**
     * Exchanges that were broken off: by their handler, or since their client had gone.
     *
     * @return a number
     */
    long getAbortedExchanges();

    // ---- what was refused and cut off

    /**
     * Requests, streams and connections at fault, by violation; {@code docs/limits.md} explains the names.
     *
     * @return a copy with every violation that can be met
     */
    Map<String, Long> getViolations();

    /**
     * Time limits that were met, and load that was shed, by limit.
     *
     * @return a copy with every limit
     */
    Map<String, Long> getLimits();

    /**
     * What is kept for clients now, as {@code ringer.maxBufferedMemory} counts it.
     *
     * @return bytes
     */
    long getBufferedMemory();

    /**
     * The most that may be.
     *
     * @return bytes, 0 for any
     */
    long getMaxBufferedMemory();

    /**
     * Connections and streams that were let go since memory was wanted.
     *
     * @return a number
     */
    long getLetGo();

    // ---- TLS

    /**
     * Handshakes that were completed.
     *
     * @return a number, resumptions among them
     */
    long getTlsHandshakes();

    /**
     * Handshakes that went on with an earlier session.
     *
     * @return a number
     */
    long getTlsResumptions();

    /**
     * Handshakes that the server ended with an alert.
     *
     * @return a number
     */
    long getTlsFailures();

    // ---- inside

    /**
     * Event loops.
     *
     * @return a number, 0 before the start
     */
    int getLoops();

    /**
     * How often event loops have turned.
     *
     * @return a number
     */
    long getLoopTurns();

    /**
     * How often a stand-in has turned a loop whose own thread was held up by a handler.
     *
     * @return a number
     */
    long getLoopReliefs();

    /**
     * Lines that are missing in the access log.
     *
     * @return a number, 0 without a log
     */
    long getDroppedLogLines();
}
