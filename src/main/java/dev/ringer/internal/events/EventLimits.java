package dev.ringer.internal.events;

/**
 * The limits of one event stream.
 *
 * @param maxPendingBytes octets that may wait to be sent; beyond this limit senders wait
 * @param heartbeatNanos nanoseconds after which a stream that sends nothing sends a heartbeat; {@link Long#MAX_VALUE}
 *     for no heartbeats
 */
public record EventLimits(long maxPendingBytes, long heartbeatNanos) {}
