package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.internal.protocol.Transport;
import java.util.ArrayDeque;

/**
 * HTTP/1 on one event loop: opens its connections and holds what they share, since the loop works for one of them at a
 * time. Owned by the loop.
 */
public final class Http1Protocol implements Transport.EventsFactory {
    private static final int LOOP_BUFFER = 64 * 1024;
    private static final int SPARE_PARSERS = 64;

    private final Http1Shared shared;
    private final RequestReader requests;
    private final ArrayDeque<RequestHeadParser> spareParsers = new ArrayDeque<>();
    private final byte[] buffer = new byte[LOOP_BUFFER];
    private byte[] nestedBuffer; // made when a handler waits for the first time

    /**
     * HTTP/1 for one loop.
     *
     * @param shared the server's
     */
    public Http1Protocol(Http1Shared shared) {
        this.shared = shared;
        requests = new RequestReader(shared);
    }

    @Override
    public Transport.Events open(Transport transport) {
        return new Http1Connection(this, transport);
    }

    Http1Shared shared() {
        return shared;
    }

    RequestReader requests() {
        return requests;
    }

    /** Where the loop reads to. While a handler waits, what it left in the first buffer must stay as it is. */
    byte[] buffer(boolean free) {
        if (free) {
            return buffer;
        }
        if (nestedBuffer == null) {
            nestedBuffer = new byte[ConnectionInput.POOLED_SIZE]; // what is read now waits, and many may
        }
        return nestedBuffer;
    }

    RequestHeadParser takeParser() {
        RequestHeadParser parser = spareParsers.poll();
        return parser != null ? parser : new RequestHeadParser(shared.headLimits, shared.legacy, shared.bareLf);
    }

    void giveBack(RequestHeadParser parser) {
        parser.reset();
        if (spareParsers.size() < SPARE_PARSERS) {
            spareParsers.push(parser);
        }
    }
}
