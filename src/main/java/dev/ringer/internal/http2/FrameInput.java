package dev.ringer.internal.http2;

import dev.ringer.internal.http2.frame.FrameReader;
import dev.ringer.internal.http2.frame.Http2Refused;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.LimitClock;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;

/**
 * Reads the input of one connection. In one turn it reads a limited number of bytes, frames and requests, so that the
 * loop can also serve other connections. The rest of the input waits for the next turn. At the end of a turn, the
 * readers of the content that has arrived are notified. Owned by the loop thread.
 */
final class FrameInput {
    private static final int MAX_FRAMES = 256;
    private static final int MAX_REQUESTS = 16;
    private static final int MAX_BYTES = 256 * 1024;
    private static final int MAX_SHORT_READS = 4;

    private final Http2Connection connection;
    private final Transport transport;
    private final LoopShared loop;
    private final StreamTable streams;
    private final FrameReader reader;
    private ByteBuffer rest; // input that waits for the next turn; null if there is none

    // state of the current turn
    private int requests;
    private int frames;
    // Streams whose readers wait, and whose content has arrived; null until there is one. A reader is notified once a
    // turn: waking a thread costs a thread switch, and an upload has 64 frames per mebibyte.
    private ArrayDeque<Http2Stream> arrived;

    // Bytes of an incomplete TLS record, if only one stream can get them; read by threads that wait for content.
    private volatile int receivedInPart;

    FrameInput(
            Http2Connection connection,
            Transport transport,
            LoopShared loop,
            StreamTable streams,
            FrameReceiver receiver) {
        this.connection = connection;
        this.transport = transport;
        this.loop = loop;
        this.streams = streams;
        this.reader = new FrameReader(receiver, FrameReader.SMALLEST_MAX_FRAME_SIZE);
    }

    /** Handles bytes that were received before the server chose HTTP/2 for this connection. */
    void accept(ByteBuffer received) {
        if (received.hasRemaining()) {
            beginTurn();
            receive(LoopShared.copyOf(received));
            endTurn();
        }
    }

    /** Reads and handles input, up to the limits of one turn. */
    void read() {
        if (rest != null) {
            return; // a queued task handles the rest of the last turn's input first
        }
        beginTurn();
        try {
            readTurn();
        } catch (IOException e) {
            transport.close();
        }
        endTurn();
    }

    /** Reads and handles input like {@link #read}, but handles the rest of the last turn's input first. */
    void readArrived() {
        goOn();
        read();
    }

    private void readTurn() throws IOException {
        int total = 0;
        int shortReads = 0;
        int count;
        boolean full;
        do {
            ByteBuffer to = reader.expectsContent() ? loop.contentBuffer() : loop.view();
            count = transport.read(to);
            full = !to.hasRemaining();
            if (count < 0) {
                transport.closeInOrder();
            } else if (count > 0) {
                total += count;
                receive(to.flip());
            }
            shortReads += full ? 0 : 1;
        } while (mayHoldMore(count, full) && total < MAX_BYTES && shortReads < MAX_SHORT_READS);
        noteInPart(transport.receivedInPart());
    }

    /** Counts bytes of an incomplete record for no stream if several receive, because one must not pay for all others. */
    private void noteInPart(int bytes) {
        int inPart = bytes > 0 && streams.manyReceive() ? 0 : bytes;
        if (inPart != receivedInPart) {
            receivedInPart = inPart;
        }
    }

    /**
     * Whether to read the socket once more in this turn, before handlers are woken. Another read may find the next part
     * of an upload. Even a read that finds nothing costs less than waking a handler once more for that part.
     */
    private boolean mayHoldMore(int count, boolean full) {
        boolean more = full || count > 0 && (transport.holdsInput() || moreIsAwaited());
        return more && rest == null && connection.isReceiving();
    }

    /** Whether a waiting handler will get a part of its content, and more is still to come. */
    private boolean moreIsAwaited() {
        if (arrived != null) {
            for (Http2Stream stream : arrived) {
                if (stream.tunnel() == null && !stream.requestArrived()) {
                    return true;
                }
            }
        }
        return false;
    }

    private void beginTurn() {
        requests = 0;
        frames = 0;
        connection.beginEvent(LimitClock.nanos());
    }

    private void endTurn() {
        for (Http2Stream stream; arrived != null && (stream = arrived.poll()) != null; ) {
            stream.notifyReader();
        }
        connection.endTurn();
    }

    private void receive(ByteBuffer input) {
        try {
            while (frames < MAX_FRAMES && requests < MAX_REQUESTS && reader.readFrame(input)) {
                frames++;
            }
            if (input.hasRemaining()) {
                keep(input);
            }
        } catch (Http2Refused refused) {
            if (refused.fault() != null) {
                loop.shared.counts.count(refused.fault(), transport.remoteAddress());
            }
            connection.end(refused.code());
        }
    }

    private void keep(ByteBuffer input) {
        rest = loop.owns(input) ? LoopShared.copyOf(input) : input;
        transport.loop().execute(this::goOn);
    }

    private void goOn() {
        ByteBuffer input = rest;
        rest = null;
        if (input != null && connection.isReceiving()) {
            beginTurn();
            receive(input);
            endTurn();
        }
    }

    /**
     * Returns how many bytes of an incomplete TLS record were received for the only stream that receives content; 0 if
     * several do. Thread-safe.
     */
    int receivedInPart() {
        return receivedInPart;
    }

    /** Whether no input waits for the next turn. */
    boolean isEmpty() {
        return rest == null;
    }

    /** Returns the memory of the input that waits for the next turn, in bytes. */
    int heldBytes() {
        return rest == null ? 0 : rest.capacity();
    }

    /** Records that a stream has received content, or the end of its content. */
    void noteContent(Http2Stream stream) {
        if (stream.readerWaits()) {
            arrived = arrived != null ? arrived : new ArrayDeque<>();
            if (arrived.peekLast() != stream) {
                arrived.add(stream);
            }
        }
    }

    void countRequest() {
        requests++;
    }
}
