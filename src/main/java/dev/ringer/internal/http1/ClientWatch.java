package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;

/**
 * Watches whether the client leaves during one exchange. Only an exchange whose application asked for this has a watch.
 *
 * <p>Only a read of the socket shows that the client has left. So the loop reads the bytes that arrive after the
 * request, although the application has the connection. The loop begins to read when nobody reads the request body any
 * more. The loop keeps the bytes for the next request. When they fill one buffer, the loop stops watching.
 */
final class ClientWatch {
    private final Transport transport;
    private final Runnable onGone;

    // guarded by this
    private final ConnectionInput early; // the bytes that have arrived after the request
    private boolean ended;

    /** Creates a watch. {@code onGone} runs when the client has left, perhaps more than once. */
    ClientWatch(Transport transport, Http1Shared shared, Runnable onGone) {
        this.transport = transport;
        this.onGone = onGone;
        early = new ConnectionInput(transport, shared);
    }

    /**
     * Reads the bytes that have arrived, in an event of the loop. Loop only. {@code loopBuffer} is the loop's own
     * buffer, which no other connection uses during the event.
     */
    void read(byte[] loopBuffer) {
        try {
            if (!tryRead(loopBuffer)) {
                transport.watchInput(false);
            }
        } catch (IOException broken) {
            transport.close(); // then the connection calls noteGone()
        }
    }

    /** Reads the bytes that have arrived. Returns false if the loop must stop reading. */
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

    /** Runs {@code onGone}, because the client has left. Loop only. */
    void noteGone() {
        onGone.run();
    }

    /**
     * Ends the watch, and moves the bytes that it has read to the input of the connection. Called by the owner of that
     * input, perhaps more than once.
     */
    synchronized void end(ConnectionInput input) {
        ended = true;
        if (!input.detached()) { // otherwise the connection serves no further request
            input.accept(early.received());
        }
        early.releaseDetached();
    }
}
