package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/** Makes the HTTP/2 connections of one event loop. Owned by the loop thread. */
public final class Http2Protocol implements Protocol {
    private final LoopShared parts;

    /** Makes the protocol for one loop. All loops of the server use the same {@code shared} parts. */
    public Http2Protocol(Http2Shared shared) {
        this.parts = new LoopShared(shared);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        new Http2Connection(parts, transport).open(received);
    }
}
