package dev.ringer.internal.protocol;

import dev.ringer.internal.observe.Limit;
import dev.ringer.internal.observe.ServerCounts;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Chooses between two protocols by a connection's first bytes: the one whose clients begin with a preface, or the other as
 * soon as a byte differs. What was read goes along. Owned by the loop.
 */
public final class PrefaceChoice implements Protocol {
    private final byte[] preface;
    private final Protocol withPreface;
    private final Protocol without;
    private final long nanos;
    private final ServerCounts counts;

    /**
     * A choice for the connections of one loop.
     *
     * @param preface what clients of the first protocol send first
     * @param withPreface takes up connections that begin with it
     * @param without takes up the others
     * @param nanos how long a connection may take for that, {@link Long#MAX_VALUE} for ever
     * @param counts the server's
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

    private final class Undecided extends AwaitedOpening {
        private final byte[] bytes;
        private int count; // how many are the preface's so far

        Undecided(Transport transport, int capacity) {
            super(transport);
            bytes = new byte[capacity];
        }

        /** Begins with what another choice has read. */
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
            transport().loop().schedule(this, Long.MAX_VALUE);
            protocol.open(transport(), ByteBuffer.wrap(bytes, 0, end));
        }

        @Override
        protected void onDeadline() {
            Enum<?> cause = count == 0 ? Limit.IDLE_INTERVAL : Violation.HEAD_TOO_SLOW;
            counts.count(cause, transport().remoteAddress());
            transport().closeInOrder();
        }
    }
}
