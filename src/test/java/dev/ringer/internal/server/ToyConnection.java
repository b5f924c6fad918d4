package dev.ringer.internal.server;

import dev.ringer.internal.protocol.ConnectionEvents;
import dev.ringer.internal.protocol.ConnectionTask;
import dev.ringer.internal.protocol.RequestHandler;
import dev.ringer.internal.protocol.RequestRefused;
import dev.ringer.internal.protocol.Transport;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Semaphore;

/**
 * A connection of the toy protocol. It is never lent: the loop alone reads and writes it, hands what comes to the streams, and
 * sends what they queue. Bodies of responses take room on the connection, so that a stream waits for a slow client.
 */
final class ToyConnection implements ConnectionEvents {
    /** The most bytes of bodies that are on their way. */
    private static final int ROOM = 64 * 1024;

    private static final int MORE_THAN_WAS_TAKEN = 1 << 28;

    // fixed
    private final ToyProtocol protocol;
    private final Transport transport;
    private final ConnectionTask sending;

    // the loop's
    private final ToyFrameReader frames = new ToyFrameReader();
    private final Map<Integer, ToyStream> streams = new HashMap<>();
    private boolean prefaceTaken;
    private ToyFrame leaving; // null while nothing is
    private ByteBuffer leavingBytes;

    // shared
    private final Queue<ToyFrame> queue = new ConcurrentLinkedQueue<>();
    private final Semaphore room = new Semaphore(ROOM);

    ToyConnection(ToyProtocol protocol, Transport transport) {
        this.protocol = protocol;
        this.transport = transport;
        this.sending = new ConnectionTask(transport, this::sendQueued);
    }

    Transport transport() {
        return transport;
    }

    RequestHandler handler() {
        return protocol.handler();
    }

    // ---- what comes

    @Override
    public void onReadable() {
        try {
            byte[] buffer = protocol.buffer();
            int count = transport.read(buffer, 0, buffer.length);
            if (count < 0) {
                transport.closeInOrder();
            } else {
                receive(ByteBuffer.wrap(buffer, 0, count));
            }
        } catch (IOException e) {
            transport.close();
        }
    }

    void receive(ByteBuffer received) {
        frames.add(received);
        prefaceTaken = prefaceTaken || frames.takePreface();
        ToyFrame frame;
        while (prefaceTaken && (frame = frames.next()) != null) {
            take(frame);
        }
    }

    private void take(ToyFrame frame) {
        ToyStream stream = streams.get(frame.stream());
        if (frame.kind() == ToyFrame.Kind.HEAD) {
            begin(frame);
        } else if (stream != null) { // else it has ended here, which the client did not know
            stream.receive(frame);
        }
    }

    private void begin(ToyFrame head) {
        try {
            ToyStream stream = new ToyStream(this, head.stream(), ToyHead.parse(head));
            streams.put(head.stream(), stream);
            stream.limitStall(protocol.stallNanos());
            transport.loop().runApplication(stream);
        } catch (RequestRefused refused) {
            send(ToyFrame.of(head.stream(), ToyFrame.Kind.RESET, ""));
        }
    }

    // ---- what leaves

    /** Has a frame sent. Any thread. */
    void send(ToyFrame frame) {
        queue.add(frame);
        transport.loop().execute(sending);
    }

    /** Waits for room for a part of a body. For threads of the application. */
    void awaitRoom(int length) throws IOException {
        try {
            if (!room.tryAcquire(length)) {
                transport.loop().aboutToBlock();
                room.acquire(length);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for the client");
        }
    }

    private void sendQueued() {
        try {
            while (!transport.closed() && hasLeaving()) {
                transport.write(leavingBytes);
                if (leavingBytes.hasRemaining()) {
                    transport.watchRoom(true);
                    return;
                }
                if (leaving.kind() == ToyFrame.Kind.DATA) {
                    room.release(leaving.bytes().length);
                }
                leaving = null;
            }
            transport.watchRoom(false);
        } catch (IOException e) {
            transport.close();
        }
    }

    private boolean hasLeaving() {
        if (leaving == null) {
            leaving = queue.poll();
            leavingBytes = leaving == null ? null : leaving.encoded();
        }
        return leaving != null;
    }

    @Override
    public void onWritable() {
        sendQueued();
    }

    // ---- memory, which the toy does not count

    @Override
    public long heldMemory() {
        return 0;
    }

    @Override
    public boolean spareable() {
        return false;
    }

    @Override
    public boolean letGo() {
        return false;
    }

    // ---- ends

    /** A stream has ended, and what comes for it is dropped from now on. Any thread. */
    void forget(ToyStream stream) {
        transport.loop().execute(() -> {
            stream.limitStall(Long.MAX_VALUE);
            streams.remove(stream.number(), stream);
        });
    }

    @Override
    public boolean closeIfIdle() {
        boolean idle = streams.isEmpty() && queue.isEmpty() && leaving == null;
        if (idle) {
            transport.closeInOrder();
        }
        return idle;
    }

    @Override
    public void onClosed() {
        for (ToyStream stream : List.copyOf(streams.values())) {
            stream.limitStall(Long.MAX_VALUE);
            stream.receive(ToyFrame.of(stream.number(), ToyFrame.Kind.RESET, ""));
        }
        streams.clear();
        room.release(MORE_THAN_WAS_TAKEN); // those who wait learn that there is no client any more
        transport.release();
    }
}
