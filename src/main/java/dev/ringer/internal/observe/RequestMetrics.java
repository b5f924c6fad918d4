package dev.ringer.internal.observe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;

/**
 * Measures the requests of a server: their durations and sizes. A series is the set of requests with the same method,
 * route, status and protocol version. Finding a series allocates nothing and takes no lock. Applications can create
 * contexts without end, so the number of series is limited. Beyond the limit, one more series counts all other
 * requests. Thread-safe.
 */
public final class RequestMetrics {
    /** The largest number of series of a server, not counting the series for all other requests. */
    public static final int MAX_SERIES = 1000;

    /**
     * The methods that have series of their own, and the name for all other methods. The OpenTelemetry conventions
     * define them.
     */
    private static final List<String> METHODS =
            List.of("GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH", "_OTHER");

    private static final List<String> VERSIONS = List.of("1.0", "1.1", "2"); // in the order of Traffic.PROTOCOLS

    private static final int SLOTS = METHODS.size() * VERSIONS.size(); // one for each pair of method and version

    private static final String NO_ROUTE = "";

    // For each context path, an array of slots. A slot contains a linked list of series, one for each status. There are
    // at most MAX_SERIES paths.
    private final Map<String, AtomicReferenceArray<RequestSeries>> routes = new ConcurrentHashMap<>();
    private final List<RequestSeries> all = new ArrayList<>(); // guarded by this
    private final RequestSeries rest = new RequestSeries(null, null, 0, null, null);
    private volatile boolean full;

    // numbers of active requests, without and with TLS, by the index of their method
    private final LongAdder[] clear = Traffic.adders(METHODS.size());
    private final LongAdder[] secure = Traffic.adders(METHODS.size());

    /** Returns the index of a method in {@link #METHODS}. Other methods of this class take this index. */
    public static int method(String name) {
        int index = METHODS.indexOf(name);
        return index < 0 ? METHODS.size() - 1 : index;
    }

    /** Counts a request that begins ({@code change} is 1) or ends (−1). */
    public void active(int method, boolean tls, int change) {
        (tls ? secure : clear)[method].add(change);
    }

    /**
     * Returns the series to which a request belongs.
     *
     * @param route the path of the context; null if there is none
     * @param protocol the protocol, such as {@code HTTP/1.1}
     * @param status the status code of the response; 0 if there is none
     */
    public RequestSeries series(int method, String route, String protocol, int status) {
        int slot = method * VERSIONS.size() + Traffic.protocol(protocol);
        AtomicReferenceArray<RequestSeries> slots = routes.get(route == null ? NO_ROUTE : route);
        RequestSeries series = slots == null ? null : withStatus(slots.get(slot), status);
        return series != null ? series : full ? rest : add(slot, route, status);
    }

    private static RequestSeries withStatus(RequestSeries first, int status) {
        RequestSeries each = first;
        while (each != null && each.status() != status) {
            each = each.next;
        }
        return each;
    }

    private synchronized RequestSeries add(int slot, String path, int status) {
        if (full) {
            return rest;
        }
        AtomicReferenceArray<RequestSeries> slots =
                routes.computeIfAbsent(path == null ? NO_ROUTE : path, name -> new AtomicReferenceArray<>(SLOTS));
        RequestSeries first = slots.get(slot);
        RequestSeries series = withStatus(first, status);
        if (series == null) { // if it is not null, another thread has just added it
            int versions = VERSIONS.size();
            series =
                    new RequestSeries(METHODS.get(slot / versions), path, status, VERSIONS.get(slot % versions), first);
            all.add(series);
            slots.set(slot, series);
            full = all.size() == MAX_SERIES;
        }
        return series;
    }

    /** Returns all series. If the limit was reached, the last one counts all other requests. */
    public synchronized List<RequestSeries> all() {
        List<RequestSeries> copy = new ArrayList<>(all);
        if (full) {
            copy.add(rest);
        }
        return copy;
    }

    /** Returns the number of active requests, by scheme of the URL and by method. */
    public Map<String, Map<String, Long>> active() {
        Map<String, Map<String, Long>> active = new LinkedHashMap<>();
        active.put("http", byMethod(clear));
        active.put("https", byMethod(secure));
        return active;
    }

    private static Map<String, Long> byMethod(LongAdder[] counts) {
        Map<String, Long> named = new LinkedHashMap<>();
        for (int i = 0; i < counts.length; i++) {
            named.put(METHODS.get(i), Math.max(0, counts[i].sum()));
        }
        return named;
    }
}
