package dev.ringer.internal.websocket;

import dev.ringer.internal.protocol.QueuedOutput;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.threads.AtomicField;
import dev.ringer.internal.websocket.frame.FrameWriter;
import dev.ringer.internal.websocket.frame.Opcode;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/** Sends the frames of one WebSocket. Any thread may queue messages. After a close frame, nothing more is sent. */
final class MessageOutput extends QueuedOutput {
    private static final int MAX_CONTROL_FRAME = 127;

    /** While this many pongs are queued, the server answers only the newest of further pings (RFC 6455, 5.5.3). */
    private static final int MAX_PONGS = 16;

    private static final VarHandle PONG = AtomicField.of(MethodHandles.lookup(), "pong", byte[].class);
    private static final VarHandle PONGS = AtomicField.of(MethodHandles.lookup(), "pongs", int.class);

    private volatile int pongs; // number of queued pongs; a pong whose payload is in the field pong does not count

    @SuppressWarnings("UnusedVariable") // a VarHandle reads it
    // Payload of the newest ping that arrived while MAX_PONGS pongs were queued. A queued pong will take this payload.
    // Null if there is no such pong.
    private volatile byte[] pong;

    MessageOutput(Owner owner, Transport transport) {
        super(owner, transport);
    }

    @Override
    protected String closedText() {
        return "The WebSocket is closed";
    }

    // ---- queueing, by any thread

    /**
     * Compresses and queues a message. The caller has already counted all octets of the message as pending. This method
     * subtracts the octets that compression saves.
     */
    void put(int opcode, byte[] message, CoderPool<Deflater> deflaters) {
        long spare = OutgoingFrame.weight(message.length);
        try {
            OutgoingFrame frame = OutgoingFrame.message(opcode, message, deflaters);
            spare -= frame.weight();
            push(frame);
        } finally {
            if (spare > 0) {
                giveBackRoom(spare);
            }
        }
    }

    /** Sends the server's own ping. It has no payload, so the application does not get the pong. */
    void ping() {
        add(OutgoingFrame.control(Opcode.PING, new byte[0]));
        send();
    }

    void addPong(byte[] payload) {
        if (pongs < MAX_PONGS) {
            PONGS.getAndAdd(this, 1);
            add(OutgoingFrame.control(Opcode.PONG, payload));
        } else if (PONG.getAndSet(this, payload) == null) {
            add(OutgoingFrame.newestPong());
        }
    }

    // ---- composing, by the sending thread

    @Override
    protected int minRoom() {
        return FrameWriter.MAX_HEAD_SIZE;
    }

    @Override
    protected boolean compose(Item item, ByteBuffer to) {
        OutgoingFrame frame = (OutgoingFrame) item;
        if (!frame.isNewestPong()) {
            return frame.compose(to);
        }
        boolean fits = to.remaining() >= MAX_CONTROL_FRAME;
        return fits
                && OutgoingFrame.control(Opcode.PONG, (byte[]) PONG.getAndSet(this, null))
                        .compose(to);
    }

    @Override
    protected void onGone(Item item) {
        OutgoingFrame frame = (OutgoingFrame) item;
        if (frame.isPong() && !frame.isNewestPong()) {
            PONGS.getAndAdd(this, -1);
        }
    }
}
