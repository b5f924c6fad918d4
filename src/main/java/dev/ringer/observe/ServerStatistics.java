package dev.ringer.observe;

import java.util.List;
import java.util.Map;

/**
 * Statistics of a server: what it has done, and what it is doing. {@code Ringer.statistics} returns this object. With
 * {@code ringer.jmx=true} it is also an MXBean.
 *
 * <p>All numbers count from the creation of the server, unless their description says "now". The numbers are exact
 * while the server is idle. While the server handles requests, they may be slightly inconsistent. Thread-safe. The
 * object can also be used after the server has ended.
 *
 * @since 0.1.0
 */
public interface ServerStatistics {
    /**
     * {@return the address and port on which the server listens, with brackets for IPv6 ({@code [::1]:80}), or
     * {@code unix:PATH}; empty if the server is not bound}
     */
    String getAddress();

    /** {@return the number of connections that are open now} */
    long getOpenConnections();

    /** {@return the number of connections that clients have opened, including refused ones} */
    long getAcceptedConnections();

    /**
     * {@return the number of connections that the server closed immediately, because a limit on connections was
     * reached} {@link #getLimits()} says which limits were reached.
     */
    long getRefusedConnections();

    /** {@return the number of bytes received from clients, including heads, frames and TLS} */
    long getReceivedBytes();

    /** {@return the number of bytes sent to clients, including heads, frames and TLS} */
    long getSentBytes();

    /**
     * Returns the number of responses by protocol, such as {@code HTTP/1.1}, and class of status codes, such as
     * {@code 2xx}. Responses that the server sends without a handler count, too. In class 1xx, only {@code 101} counts.
     * Responses to requests that could not be read count as HTTP/1.1.
     *
     * @return a copy that contains every protocol and class
     */
    Map<String, Map<String, Long>> getResponses();

    /**
     * {@return the number of exchanges in progress now} An exchange is in progress from the moment when a thread begins
     * to handle its request until the exchange ends.
     */
    long getExchangesInProgress();

    /**
     * {@return the number of requests that wait for a thread now} They wait for a thread of the executor or, without an
     * executor, for the thread on which the server runs all handlers.
     */
    long getQueuedRequests();

    /** {@return the number of exchanges that were aborted by their handlers, or because their clients were gone} */
    long getAbortedExchanges();

    /**
     * Returns the durations and sizes of requests that have ended. By default ({@code ringer.requestMetrics=auto}), the
     * server begins to measure requests with the first call of this method, of {@link #getRequestDurations()} or of
     * {@link #getActiveRequests()}.
     *
     * @return one element for each method, route, status and protocol version: at most 1,000 elements, and one more for
     *     all other requests; empty if the server does not measure requests
     */
    List<RequestStatistics> getRequests();

    /**
     * Returns the durations of all requests that {@link #getRequests()} describes. This method is cheaper than adding
     * up the durations of {@link #getRequests()}.
     *
     * @return durations in seconds, in the buckets of the OpenTelemetry conventions
     */
    Histogram getRequestDurations();

    /**
     * Returns the number of requests whose response is not complete now, by scheme of the URL ({@code http},
     * {@code https}) and by method. Requests that began before the server measured requests are left out.
     *
     * @return a copy that contains every scheme and method; empty if the server does not measure requests
     */
    Map<String, Map<String, Long>> getActiveRequests();

    /**
     * Returns the number of requests, streams and connections that broke a rule, by the name of the rule.
     * {@code docs/limits.md} explains the names.
     *
     * @return a copy that contains every rule
     */
    Map<String, Long> getViolations();

    /**
     * Returns how often a time limit was exceeded, or a request or connection was refused because of load, by the name
     * of the limit.
     *
     * @return a copy that contains every limit
     */
    Map<String, Long> getLimits();

    /**
     * {@return the memory, in bytes, that the server retains for clients now} This memory counts towards
     * {@code ringer.maxBufferedMemory}.
     */
    long getBufferedMemory();

    /** {@return the most memory that the server may retain for clients, in bytes; 0 for no limit} */
    long getMaxBufferedMemory();

    /** {@return the number of connections and streams that were evicted because the server needed their memory} */
    long getEvictions();

    /** {@return the number of TLS handshakes that were completed, including resumptions} */
    long getTlsHandshakes();

    /** {@return the number of TLS handshakes that resumed an earlier session} */
    long getTlsResumptions();

    /** {@return the number of TLS handshakes that failed and that the server ended with an alert} */
    long getTlsFailures();

    /** {@return the number of event loops; 0 before the start} */
    int getLoops();

    /** {@return how often all event loops together have waited for events and then handled them} */
    long getLoopTurns();

    /**
     * {@return how often a stand-in thread has driven an event loop because a handler blocked the thread of the loop}
     */
    long getLoopReliefs();

    /** {@return the number of lines that were dropped from the access log; 0 if there is no log} */
    long getDroppedLogLines();
}
