package dev.ringer.internal.server;

import dev.ringer.internal.protocol.Protocol;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.Transport;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/**
 * A protocol of several streams on a connection, without any of HTTP/2's difficulties: it shows that what is above and below
 * a protocol knows streams and connections apart. One for each loop.
 */
final class ToyProtocol implements Protocol {
    /** What every client sends first. */
    static final String PREFACE = "TOY/1\r\n";

    static final String ALPN_NAME = "toy/1";

    private final RequestHandler handler;
    private final long stallNanos;
    private final byte[] buffer = new byte[16 * 1024];

    private ToyProtocol(RequestHandler handler, Duration stallLimit) {
        this.handler = handler;
        this.stallNanos = stallLimit.toNanos();
    }

    /**
     * Offers it.
     *
     * @param stallLimit how long the body of a request may stand still
     */
    static ProtocolOffer offer(RequestHandler handler, Duration stallLimit) {
        return new ProtocolOffer() {
            @Override
            public String alpnName() {
                return ALPN_NAME;
            }

            @Override
            public byte[] preface() {
                return PREFACE.getBytes(StandardCharsets.US_ASCII);
            }

            @Override
            public Protocol newForLoop() {
                return new ToyProtocol(handler, stallLimit);
            }
        };
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        ToyConnection connection = new ToyConnection(this, transport);
        transport.serveBy(connection);
        connection.receive(received);
    }

    RequestHandler handler() {
        return handler;
    }

    long stallNanos() {
        return stallNanos;
    }

    /** Where the loop reads to; nothing stays there beyond an event. */
    byte[] buffer() {
        return buffer;
    }
}
