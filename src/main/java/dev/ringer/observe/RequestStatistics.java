package dev.ringer.observe;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Durations and sizes of the requests that have the same method, route, status and protocol version.
 * {@link ServerStatistics#requests()} says how many such objects a server has at most.
 *
 * @param method the method; {@code _OTHER} for all methods except {@code PATCH} and those of RFC 9110; null if this
 *     object counts all requests that no other object counts
 * @param route the path of the context that handled the requests; null if there was none
 * @param status the status code of the responses; 0 if there was no response
 * @param protocolVersion the version of HTTP: {@code 1.0}, {@code 1.1} or {@code 2}; null if {@code method} is null
 * @param durations the durations of the requests, in seconds. A duration begins when the request head is complete, or
 *     the body if the server reads the body before it calls the handler. It ends when the handler ends the response
 * @param exemplars examples of durations, at most one for each bucket; each of these requests belongs to a trace
 * @param requestBodySizes the sizes of request bodies, in bytes; only the bytes that handlers have read count
 * @param responseBodySizes the sizes of response bodies, in bytes; only the bytes that handlers have written count
 * @since 0.1.0
 */
public record RequestStatistics(
        @Nullable String method,
        @Nullable String route,
        int status,
        @Nullable String protocolVersion,
        Histogram durations,
        List<Exemplar> exemplars,
        Histogram requestBodySizes,
        Histogram responseBodySizes) {
    /** Copies the list of exemplars. */
    public RequestStatistics {
        exemplars = List.copyOf(exemplars);
    }
}
