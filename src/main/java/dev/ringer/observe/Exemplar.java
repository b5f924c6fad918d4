package dev.ringer.observe;

import javax.management.ConstructorParameters;

/**
 * A request that is an example of the values in one bucket of a {@link Histogram}. Immutable.
 *
 * @since 0.1.0
 */
public final class Exemplar {
    private final int bucket;
    private final String traceId;
    private final double value;
    private final long time;

    /**
     * Makes an exemplar.
     *
     * @param bucket the index of the bucket in {@link Histogram#getCounts()}
     * @param traceId the trace to which the request belongs
     * @param value the value of the request, in the unit of the histogram
     * @param time when the request ended, in milliseconds since the epoch
     */
    @SuppressWarnings("exports") // only proxies of the MXBean read the annotation
    @ConstructorParameters({"bucket", "traceId", "value", "time"})
    public Exemplar(int bucket, String traceId, double value, long time) {
        this.bucket = bucket;
        this.traceId = traceId;
        this.value = value;
        this.time = time;
    }

    /** {@return the index of the bucket in {@link Histogram#getCounts()}} */
    public int getBucket() {
        return bucket;
    }

    /** {@return the trace to which the request belongs: 32 hexadecimal digits from its field {@code traceparent}} */
    public String getTraceId() {
        return traceId;
    }

    /** {@return the value of the request, in the unit of the histogram} */
    public double getValue() {
        return value;
    }

    /** {@return when the request ended, in milliseconds since the epoch} */
    public long getTime() {
        return time;
    }
}
