package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/** Opens the HTTP/1 connections of one event loop. Only the thread of that loop uses this object. */
public final class Http1Protocol implements Protocol {
    private final RequestReader requests;

    public Http1Protocol(Http1Shared shared) {
        requests = new RequestReader(shared);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        new Http1Connection(requests, transport).open(received);
    }
}
