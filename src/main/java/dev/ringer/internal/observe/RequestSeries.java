package dev.ringer.internal.observe;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * Durations and sizes of all requests with the same method, route, status and protocol version. One special series
 * counts all requests that have no series of their own: its method, route and version are null, and its status is 0.
 * Thread-safe.
 */
public final class RequestSeries {
    /**
     * A request that serves as an example of the durations in one bucket.
     *
     * @param bucket the index of the bucket
     * @param traceId the identifier of the trace to which the request belongs
     * @param nanos the duration of the request, in nanoseconds
     * @param millis the time at which the request ended, in milliseconds since the epoch
     */
    public record Exemplar(int bucket, String traceId, long nanos, long millis) {}

    /** The largest duration of each bucket, in nanoseconds, as the OpenTelemetry conventions advise. */
    private static final long[] DURATIONS = {
        5_000_000,
        10_000_000,
        25_000_000,
        50_000_000,
        75_000_000,
        100_000_000,
        250_000_000,
        500_000_000,
        750_000_000,
        1_000_000_000,
        2_500_000_000L,
        5_000_000_000L,
        7_500_000_000L,
        10_000_000_000L
    };

    /** The largest size of each bucket, in bytes. */
    private static final long[] SIZES = {100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000};

    private static final long EXEMPLAR_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final String method;
    private final String route;
    private final int status;
    private final String version;
    final RequestSeries next; // next series with the same route, method and version; null if this is the last one

    private final BucketCounts durations = new BucketCounts(DURATIONS);
    private final BucketCounts requestSizes = new BucketCounts(SIZES);
    private final BucketCounts responseSizes = new BucketCounts(SIZES);
    private final AtomicReferenceArray<Exemplar> exemplars = new AtomicReferenceArray<>(DURATIONS.length + 1);

    RequestSeries(String method, String route, int status, String version, RequestSeries next) {
        this.method = method;
        this.route = route;
        this.status = status;
        this.version = version;
        this.next = next;
    }

    /**
     * Adds the duration of one request in nanoseconds, and the sizes of its bodies in bytes. Returns the index of the
     * bucket that contains the duration.
     */
    public int add(long nanos, long received, long sent) {
        requestSizes.add(received);
        responseSizes.add(sent);
        return durations.add(nanos);
    }

    /**
     * Whether a bucket of durations has no exemplar, or one that is older than a second. Younger exemplars are not
     * replaced, because with the G1 collector each replacement costs a memory fence.
     */
    public boolean exemplarDue(int bucket) {
        Exemplar last = exemplars.get(bucket);
        return last == null || System.currentTimeMillis() - last.millis > EXEMPLAR_MILLIS;
    }

    /** Makes a request the exemplar of its bucket of durations. The request must have ended just now. */
    public void exemplar(int bucket, String traceId, long nanos) {
        exemplars.set(bucket, new Exemplar(bucket, traceId, nanos, System.currentTimeMillis()));
    }

    /** {@return the method of the requests; {@code _OTHER} for a method that the server does not know} */
    public String method() {
        return method;
    }

    /** {@return the path of the context that handled the requests; null if no context did} */
    public String route() {
        return route;
    }

    /** {@return the status code of the responses; 0 if there was no response} */
    public int status() {
        return status;
    }

    /** {@return the version of HTTP, such as {@code 1.1} or {@code 2}} */
    public String version() {
        return version;
    }

    /** {@return the durations of the requests, in nanoseconds} */
    public BucketCounts durations() {
        return durations;
    }

    public BucketCounts requestSizes() {
        return requestSizes;
    }

    public BucketCounts responseSizes() {
        return responseSizes;
    }

    /** Returns the current exemplars, at most one for each bucket of durations. */
    public List<Exemplar> exemplars() {
        List<Exemplar> found = new ArrayList<>();
        for (int i = 0; i < exemplars.length(); i++) {
            Exemplar exemplar = exemplars.get(i);
            if (exemplar != null) {
                found.add(exemplar);
            }
        }
        return found;
    }

    /** {@return the largest duration of each bucket, in seconds} */
    public static double[] durationBounds() {
        return Arrays.stream(DURATIONS).mapToDouble(nanos -> nanos / 1e9).toArray();
    }

    /** {@return the largest size of each bucket, in bytes} */
    public static double[] sizeBounds() {
        return Arrays.stream(SIZES).asDoubleStream().toArray();
    }
}
