package dev.ringer.internal.events;

import java.io.IOException;

/** Lets a handler turn the response of its exchange into an event stream that needs no thread. */
public interface EventHandOver {
    /** Name of the attribute of an exchange that holds this object. */
    String ATTRIBUTE = "dev.ringer.events.handOver";

    /**
     * Answers 200 with the exchange's response headers, and ends the exchange. The rest of the response is the event
     * stream.
     *
     * @throws IOException if the client can no longer be reached, or a response has begun
     */
    EventConnection open(EventLimits limits) throws IOException;
}
