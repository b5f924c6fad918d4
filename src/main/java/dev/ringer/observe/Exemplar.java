package dev.ringer.observe;

import java.time.Instant;

/**
 * A request that serves as an example of the values in one bucket of a {@link Histogram}.
 *
 * @param bucket the index of the bucket to which the value belongs, in {@link Histogram#counts()}
 * @param traceId the identifier of the trace to which the request belongs: 32 hexadecimal digits from its field
 *     {@code traceparent}
 * @param value the request's own value, such as its duration, in the unit of the histogram
 * @param time the time at which the request ended
 * @since 0.1.0
 */
public record Exemplar(int bucket, String traceId, double value, Instant time) {}
