package dev.ringer.observe;

import javax.management.ConstructorParameters;

/**
 * A request that serves as an example of the values in one bucket of a {@link Histogram}. Immutable.
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
     * @param traceId the identifier of the trace to which the request belongs
     * @param value the request's own value, such as its duration, in the unit of the histogram
     * @param time the time at which the request ended, in milliseconds since the epoch
     */
    @SuppressWarnings("exports") // only JMX proxies need java.management, the module of ConstructorParameters
    @ConstructorParameters({"bucket", "traceId", "value", "time"})
    public Exemplar(int bucket, String traceId, double value, long time) {
        this.bucket = bucket;
        this.traceId = traceId;
        this.value = value;
        this.time = time;
    }

    /** {@return the index of the bucket to which the value belongs, in {@link Histogram#getCounts()}} */
    public int getBucket() {
        return bucket;
    }

    /**
     * {@return the identifier of the trace to which the request belongs: 32 hexadecimal digits from its field
     * {@code traceparent}}
     */
    public String getTraceId() {
        return traceId;
    }

    /** {@return the request's own value, such as its duration, in the unit of the histogram} */
    public double getValue() {
        return value;
    }

    /** {@return the time at which the request ended, in milliseconds since the epoch} */
    public long getTime() {
        return time;
    }
}
