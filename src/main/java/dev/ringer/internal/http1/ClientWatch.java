package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;

/**
 * Detects that the client closes the connection while a handler works on its request. A connection has a watch only if
 * the application asked for one, with {@link dev.ringer.internal.protocol.HttpStream#onDisconnect}.
 *
 * <p>The server notices a close only when it reads from the socket. So once the request body has been read, the loop
 * reads the bytes that the client sends after the request, and keeps these bytes for the next request. When the bytes
 * fill one buffer, the loop stops watching.
 */
final class ClientWatch {
    private final Transport transport;
    private final Runnable onGone;

    private boolean begun; // whether the watch reads what arrives; used by the loop only

    // these fields are guarded by the monitor of this object
    private final ConnectionInput early; // bytes that the client has sent after the current request
    private boolean ended;

    /** Creates a watch. After the client has closed the connection, {@code onGone} runs one or more times. */
    ClientWatch(Transport transport, Http1Shared shared, Runnable onGone) {
        this.transport = transport;
        this.onGone = onGone;
        early = new ConnectionInput(transport, shared);
    }

    /** Makes the watch read what arrives from now on, because the whole request body has been read. Called by the loop. */
    void begin() {
        begun = true;
        transport.watchInput(true);
    }

    /** Whether the watch reads what arrives. Called by the loop. */
    boolean begun() {
        return begun;
    }

    /**
     * Reads the bytes that have arrived. Called by the loop when the socket is readable. Leaves no bytes in
     * {@code loopBuffer}, because all connections of the loop share that array.
     */
    void read(byte[] loopBuffer) {
        try {
            if (!tryRead(loopBuffer)) {
                transport.watchInput(false);
            }
        } catch (IOException broken) {
            transport.close(); // closing makes the connection call noteGone()
        }
    }

    /** Reads the bytes that have arrived. Returns false if the loop must stop watching. */
    private synchronized boolean tryRead(byte[] loopBuffer) throws IOException {
        if (ended) {
            return false;
        }
        try {
            if (early.fill(loopBuffer) < 0) {
                noteGone();
                return false;
            }
        } finally {
            early.own();
        }
        return early.size() < Http1Shared.INPUT_BUFFER;
    }

    /** Runs {@code onGone}, because the client has closed the connection. Called by the loop. */
    void noteGone() {
        onGone.run();
    }

    /**
     * Ends the watch, and moves the bytes that the watch has read to the connection's input. The owner of the
     * connection may call this more than once.
     */
    synchronized void end(ConnectionInput input) {
        ended = true;
        // if the input is detached, the connection serves no further request, so nobody needs these bytes
        if (!input.detached()) {
            input.accept(early.received());
        }
        early.releaseDetached();
    }
}
