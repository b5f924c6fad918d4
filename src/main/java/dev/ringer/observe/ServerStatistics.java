package dev.ringer.observe;

import java.util.List;
import java.util.Map;

/**
 * Statistics of a server: what it has done, and what it is doing. {@code Ringer.statistics} returns this object. With
 * {@code ringer.jmx=true} it is also an open MBean, whose attributes have the names of these methods: {@code
 * OpenConnections}.
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
    String address();

    /** {@return the number of connections that are open now} */
    long openConnections();

    /** {@return the number of connections that clients have opened, including refused ones} */
    long acceptedConnections();

    /**
     * {@return the number of connections that the server closed immediately, because a limit on connections was
     * reached} {@link #limits()} says which limits were reached.
     */
    long refusedConnections();

    /** {@return the number of bytes received from clients, including heads, frames and TLS} */
    long receivedBytes();

    /** {@return the number of bytes sent to clients, including heads, frames and TLS} */
    long sentBytes();

    /**
     * Returns the number of responses by protocol, such as {@code HTTP/1.1}, and class of status codes, such as
     * {@code 2xx}. Responses that the server sends without a handler count, too. In class 1xx, only {@code 101} counts.
     * Responses to requests that could not be read count as HTTP/1.1.
     *
     * @return one element for every protocol and class
     */
    List<ResponseCount> responses();

    /**
     * {@return the number of exchanges in progress now} An exchange is in progress from the moment when a thread begins
     * to handle its request until the exchange ends. {@code ringer.maxExchanges} also counts the
     * {@linkplain #queuedRequests() requests that wait for a thread}.
     */
    long exchangesInProgress();

    /**
     * {@return the number of requests that wait for a thread now} They wait for a thread of the executor or, without an
     * executor, for the thread on which the server runs all handlers.
     */
    long queuedRequests();

    /** {@return the number of exchanges that were aborted by their handlers, or because their clients were gone} */
    long abortedExchanges();

    /**
     * Returns the durations and sizes of requests that have ended. By default ({@code ringer.requestMetrics=auto}), the
     * server begins to measure requests with the first call of this method, of {@link #requestDurations()} or of
     * {@link #activeRequests()}.
     *
     * @return one element for each method, route, status and protocol version: at most 1,000 elements, and one more for
     *     all other requests; empty if the server does not measure requests
     */
    List<RequestStatistics> requests();

    /**
     * Returns the durations of all requests that {@link #requests()} describes. This method is cheaper than adding
     * up the durations of {@link #requests()}.
     *
     * @return durations in seconds, in the buckets of the OpenTelemetry conventions
     */
    Histogram requestDurations();

    /**
     * Returns the number of requests whose response is not complete now, by scheme of the URL ({@code http},
     * {@code https}) and by method. Requests that began before the server measured requests are left out.
     *
     * @return one element for every scheme and method; empty if the server does not measure requests
     */
    List<ActiveRequestCount> activeRequests();

    /**
     * Returns the number of requests, streams and connections that broke a rule, by the name of the rule.
     * The page "Limits" of the documentation explains the names.
     *
     * @return a copy that contains every rule
     */
    Map<String, Long> violations();

    /**
     * Returns how often a time limit was exceeded, or a request or connection was refused because of load, by the name
     * of the limit, such as {@code MAX_EXCHANGES} for the setting {@code ringer.maxExchanges}. The page "Limits" of the
     * documentation explains the names.
     *
     * @return a copy that contains every limit
     */
    Map<String, Long> limits();

    /**
     * {@return the memory, in bytes, that the server retains for clients now} This memory counts towards
     * {@code ringer.maxBufferedMemory}.
     */
    long bufferedMemory();

    /** {@return the most memory that the server may retain for clients, in bytes; 0 for no limit} */
    long maxBufferedMemory();

    /** {@return the number of connections and streams that were evicted because the server needed their memory} */
    long evictions();

    /** {@return the number of TLS handshakes that were completed, including resumptions} */
    long tlsHandshakes();

    /** {@return the number of TLS handshakes that resumed an earlier session} */
    long tlsResumptions();

    /** {@return the number of TLS handshakes that failed and that the server ended with an alert} */
    long tlsFailures();

    /** {@return the number of event loops; 0 before the start} */
    int loops();

    /** {@return how often all event loops together have waited for events and then handled them} */
    long loopTurns();

    /**
     * {@return how often a stand-in thread has driven an event loop because a handler blocked the thread of the loop, if
     * only to wait for its client}
     */
    long loopReliefs();

    /** {@return the number of lines that were dropped from the access log; 0 if there is no log} */
    long droppedLogLines();
}
