package dev.ringer.internal.http2;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;

/** HTTP/2 on one event loop. Owned by the loop thread. */
public final class Http2Protocol implements Protocol {
    private final LoopShared parts;

    /** Makes the protocol for one loop, with the parts that all loops of the server share. */
    public Http2Protocol(Http2Shared shared) {
        this.parts = new LoopShared(shared);
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        new Http2Connection(parts, transport).open(received);
    }
}
