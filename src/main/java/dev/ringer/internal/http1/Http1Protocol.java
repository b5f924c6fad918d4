package dev.ringer.internal.http1;

import dev.ringer.internal.http1.codec.RequestHeadParser;
import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * HTTP/1 on one event loop. It opens connections and holds what they share, since the loop works for one connection at
 * a time. Owned by the loop.
 */
public final class Http1Protocol implements Protocol {
    private static final int LOOP_BUFFER = 64 * 1024;
    private static final int MAX_SPARE_RECEIVERS = 64;

    private final Http1Shared shared;
    private final RequestReader requests;
    private final ArrayDeque<HeadReceiver> spareReceivers = new ArrayDeque<>();
    private final byte[] buffer = new byte[LOOP_BUFFER];

    /**
     * Creates HTTP/1 for one loop.
     *
     * @param shared what all HTTP/1 connections of the server share
     */
    public Http1Protocol(Http1Shared shared) {
        this.shared = shared;
        requests = new RequestReader(shared);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        new Http1Connection(this, transport).open(received);
    }

    Http1Shared shared() {
        return shared;
    }

    RequestReader requests() {
        return requests;
    }

    /** Returns the buffer that the loop reads into. Nothing stays there beyond an event. */
    byte[] buffer() {
        return buffer;
    }

    /** Returns a receiver that is ready. It stays among the spare ones, since most heads are complete at once. */
    HeadReceiver spareReceiver() {
        HeadReceiver spare = spareReceivers.peek();
        if (spare == null) {
            spare = new HeadReceiver(
                    new RequestHeadParser(shared.headLimits, shared.limits.legacy, shared.limits.bareLf));
            spareReceivers.push(spare);
        }
        spare.reset(); // a head that was complete or at fault has not reset it
        return spare;
    }

    /** Leaves a receiver to a connection whose head is incomplete, until {@link #release}. */
    HeadReceiver keep(HeadReceiver receiver) {
        boolean spare = receiver == spareReceivers.peek(); // otherwise the connection has it already
        return spare ? spareReceivers.pop() : receiver;
    }

    void release(HeadReceiver receiver) {
        if (spareReceivers.size() < MAX_SPARE_RECEIVERS) {
            spareReceivers.push(receiver);
        }
    }
}
