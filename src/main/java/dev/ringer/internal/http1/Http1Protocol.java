package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/** HTTP/1 on one event loop: opens connections. Owned by the loop. */
public final class Http1Protocol implements Protocol {
    private final RequestReader requests;

    /**
     * Creates HTTP/1 for one loop.
     *
     * @param shared the objects and limits that all HTTP/1 connections of the server share
     */
    public Http1Protocol(Http1Shared shared) {
        requests = new RequestReader(shared);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        new Http1Connection(requests, transport).open(received);
    }
}
