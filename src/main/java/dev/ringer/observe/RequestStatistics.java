package dev.ringer.observe;

import java.util.List;
import javax.management.ConstructorParameters;

/**
 * The requests of a server that have the same method, route, status and protocol version: how long they took, and how
 * large they were. {@link ServerStatistics#getRequests()} says how many instances there may be. Immutable.
 *
 * @since 0.1.0
 */
public final class RequestStatistics {
    private final String method;
    private final String route;
    private final int status;
    private final String protocolVersion;
    private final Histogram durations;
    private final List<Exemplar> exemplars;
    private final Histogram requestBodySizes;
    private final Histogram responseBodySizes;

    /**
     * Makes statistics. The getters explain the parameters.
     *
     * @param method the method; null for the statistics of all requests beyond the limit on instances
     * @param route the path of the context; null for none
     * @param status the status code; 0 for none
     * @param protocolVersion the version of HTTP; null for the statistics of all requests beyond the limit on instances
     * @param durations how long the requests took, in seconds
     * @param exemplars examples of durations
     * @param requestBodySizes the sizes of request bodies, in bytes
     * @param responseBodySizes the sizes of response bodies, in bytes
     */
    @SuppressWarnings("exports") // only proxies of the MXBean read the annotation
    @ConstructorParameters({
        "method",
        "route",
        "status",
        "protocolVersion",
        "durations",
        "exemplars",
        "requestBodySizes",
        "responseBodySizes"
    })
    public RequestStatistics(
            String method,
            String route,
            int status,
            String protocolVersion,
            Histogram durations,
            List<Exemplar> exemplars,
            Histogram requestBodySizes,
            Histogram responseBodySizes) {
        this.method = method;
        this.route = route;
        this.status = status;
        this.protocolVersion = protocolVersion;
        this.durations = durations;
        this.exemplars = List.copyOf(exemplars);
        this.requestBodySizes = requestBodySizes;
        this.responseBodySizes = responseBodySizes;
    }

    /**
     * Returns the method of the requests.
     *
     * @return the method; {@code _OTHER} for all methods that are neither in RFC 9110 nor {@code PATCH}; null if this
     *     instance counts all requests beyond the limit on instances
     */
    public String getMethod() {
        return method;
    }

    /** {@return the path of the context that got the requests; null if there was none} */
    public String getRoute() {
        return route;
    }

    /** {@return the status code of the responses; 0 if there was no response} */
    public int getStatus() {
        return status;
    }

    /** {@return the version of HTTP: {@code 1.0}, {@code 1.1} or {@code 2}; null where {@link #getMethod()} is null} */
    public String getProtocolVersion() {
        return protocolVersion;
    }

    /** {@return how long the requests took, in seconds, from the complete head until the handler ended the response} */
    public Histogram getDurations() {
        return durations;
    }

    /** {@return examples of durations, at most one for each bucket, of requests that belong to a trace} */
    public List<Exemplar> getExemplars() {
        return exemplars;
    }

    /** {@return the bytes of request bodies that handlers have read} */
    public Histogram getRequestBodySizes() {
        return requestBodySizes;
    }

    /** {@return the bytes of response bodies that handlers have written} */
    public Histogram getResponseBodySizes() {
        return responseBodySizes;
    }
}
