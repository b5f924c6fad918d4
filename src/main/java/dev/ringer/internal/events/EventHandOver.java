package dev.ringer.internal.events;

import java.io.IOException;

/** Lets a handler turn the response of its exchange into an event stream. The stream needs no thread. */
public interface EventHandOver {
    /** The exchange attribute whose value is this object. */
    String ATTRIBUTE = "dev.ringer.events.handOver";

    /**
     * Answers 200 with the exchange's response headers, and ends the exchange. The content of the response is the event
     * stream.
     *
     * @throws IOException if the client can no longer be reached, or the response has begun
     */
    EventConnection open(EventLimits limits) throws IOException;
}
