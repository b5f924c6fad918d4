package dev.ringer.internal.exchange;

import dev.ringer.internal.events.EventConnection;
import dev.ringer.internal.events.EventLimits;
import dev.ringer.internal.events.EventOpening;
import java.io.IOException;

/**
 * Lets a handler turn the response of its exchange into an event stream, which needs no thread. The JVM loads this class
 * only if such a handler runs.
 */
public final class EventHandOver {
    /** The exchange attribute whose value is this object. It is missing if the response cannot be an event stream. */
    public static final String ATTRIBUTE = "dev.ringer.events.handOver";

    private final Exchange exchange;

    EventHandOver(Exchange exchange) {
        this.exchange = exchange;
    }

    /**
     * Answers 200 with the exchange's response headers, and ends the exchange. The content of the response is the event
     * stream.
     *
     * @throws IOException if the client can no longer be reached, or the response has begun
     */
    public EventConnection open(EventLimits limits) throws IOException {
        EventOpening opening =
                new EventOpening(exchange.settings().pushParts().eventStreams(), limits, exchange.chunksStreams());
        exchange.handOver(opening);
        return opening.finish();
    }
}
