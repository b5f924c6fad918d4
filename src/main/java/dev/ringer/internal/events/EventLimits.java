package dev.ringer.internal.events;

/**
 * The limits that the application has set for one event stream.
 *
 * @param maxPendingBytes the most octets that may wait to be sent to the client; beyond this, {@code send} waits
 * @param heartbeatNanos if the stream sends nothing for this many nanoseconds, it sends a heartbeat;
 *     {@link Long#MAX_VALUE} for no heartbeats
 */
public record EventLimits(long maxPendingBytes, long heartbeatNanos) {}
