package dev.ringer.internal.protocol;

import dev.ringer.internal.http.Violation;
import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Chooses between two protocols by the first bytes of a connection. Clients of one protocol begin with a fixed text,
 * the preface. The first byte that differs from the preface selects the other protocol. The chosen protocol gets the
 * bytes that were read. Only the loop uses this object.
 */
public final class PrefaceChoice implements Protocol {
    private final byte[] preface;
    private final Protocol withPreface;
    private final Protocol without;
    private final long nanos;
    private final ServerCounts counts;

    /**
     * Creates a choice for the connections of one loop.
     *
     * @param preface the bytes that clients of the first protocol send first
     * @param withPreface takes over connections that begin with the preface
     * @param without takes over all other connections
     * @param nanos how long a client may take to send the bytes that decide; {@link Long#MAX_VALUE} for no limit
     * @param counts the statistics, which count clients that are too slow
     */
    public PrefaceChoice(byte[] preface, Protocol withPreface, Protocol without, long nanos, ServerCounts counts) {
        this.preface = preface.clone();
        this.withPreface = withPreface;
        this.without = without;
        this.nanos = nanos;
        this.counts = counts;
    }

    @Override
    public void open(Transport transport, ByteBuffer received) {
        Undecided undecided = new Undecided(transport, Math.max(preface.length, received.remaining()));
        transport.serveBy(undecided);
        transport.loop().schedule(undecided, nanos);
        undecided.take(received);
    }

    private final class Undecided extends UnservedConnection {
        private final byte[] bytes;
        private int count; // number of received bytes that match the preface
        private boolean decided;

        Undecided(Transport transport, int capacity) {
            super(transport);
            bytes = new byte[capacity];
        }

        /** Begins the choice with bytes that were read before. */
        void take(ByteBuffer received) {
            int read = received.remaining();
            received.get(bytes, 0, read);
            compare(read);
        }

        @Override
        public void onReadable() {
            try {
                int read = transport().read(bytes, count, preface.length - count);
                if (read < 0) {
                    transport().closeInOrder();
                } else {
                    compare(read);
                }
            } catch (IOException e) {
                transport().close();
            }
        }

        private void compare(int read) {
            int end = count + read;
            while (count < end && count < preface.length && bytes[count] == preface[count]) {
                count++;
            }
            if (count == preface.length) {
                decide(withPreface, end);
            } else if (count < end) {
                decide(without, end);
            }
        }

        private void decide(Protocol protocol, int end) {
            decided = true;
            transport().loop().schedule(this, Long.MAX_VALUE);
            protocol.open(transport(), ByteBuffer.wrap(bytes, 0, end));
        }

        @Override
        protected void onDeadline() {
            onReadable(); // the loop may have been busy since it last looked at the socket
            if (decided || transport().closed()) {
                return;
            }
            Enum<?> cause = count == 0 ? Limit.IDLE_INTERVAL : Violation.HEAD_TOO_SLOW;
            counts.count(cause, transport().remoteAddress());
            transport().closeInOrder();
        }
    }
}
