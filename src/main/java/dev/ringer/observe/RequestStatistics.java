package dev.ringer.observe;

import java.util.List;
import javax.management.ConstructorParameters;

/**
 * Durations and sizes of the requests that have the same method, route, status and protocol version.
 * {@link ServerStatistics#getRequests()} says how many such objects a server has at most. Immutable.
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
     * Makes the statistics of some requests. The getters describe the parameters in more detail.
     *
     * @param method the method; null if this object counts all requests that no other object counts
     * @param route the path of the context; null for none
     * @param status the status code; 0 for none
     * @param protocolVersion the version of HTTP; null if {@code method} is null
     * @param durations the durations of the requests, in seconds
     * @param exemplars examples of durations
     * @param requestBodySizes the sizes of request bodies, in bytes
     * @param responseBodySizes the sizes of response bodies, in bytes
     */
    @SuppressWarnings("exports") // only JMX proxies need java.management, the module of ConstructorParameters
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
     * @return the method; {@code _OTHER} for all methods except {@code PATCH} and those of RFC 9110; null if this
     *     object counts all requests that no other object counts
     */
    public String getMethod() {
        return method;
    }

    /** {@return the path of the context that handled the requests; null if there was none} */
    public String getRoute() {
        return route;
    }

    /** {@return the status code of the responses; 0 if there was no response} */
    public int getStatus() {
        return status;
    }

    /** {@return the version of HTTP: {@code 1.0}, {@code 1.1} or {@code 2}; null if {@link #getMethod()} is null} */
    public String getProtocolVersion() {
        return protocolVersion;
    }

    /**
     * {@return the durations of the requests, in seconds} A duration begins when the request head is complete, or the
     * body if the server reads the body before it calls the handler. It ends when the handler ends the response.
     */
    public Histogram getDurations() {
        return durations;
    }

    /** {@return examples of durations, at most one for each bucket; each of these requests belongs to a trace} */
    public List<Exemplar> getExemplars() {
        return exemplars;
    }

    /** {@return the sizes of request bodies, in bytes; only the bytes that handlers have read count} */
    public Histogram getRequestBodySizes() {
        return requestBodySizes;
    }

    /** {@return the sizes of response bodies, in bytes; only the bytes that handlers have written count} */
    public Histogram getResponseBodySizes() {
        return responseBodySizes;
    }
}
