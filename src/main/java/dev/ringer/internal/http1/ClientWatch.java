package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;

/**
 * Watches whether the client leaves during one exchange, because the application wants to know. Other exchanges have no
 * such object.
 *
 * <p>Only a read shows the end of the input. So the loop reads what arrives after the request, although the application
 * has the connection. The loop begins when nobody reads the content of the request any more. It keeps these bytes for
 * the next request, up to one buffer, and then it stops watching.
 */
final class ClientWatch {
    private final Transport transport;
    private final Runnable onGone;

    // guarded by this
    private final ConnectionInput early; // the bytes that have arrived after the request
    private boolean ended;

    /** Creates a watch. {@code onGone} runs when the client has gone, perhaps more than once. */
    ClientWatch(Transport transport, Http1Shared shared, Runnable onGone) {
        this.transport = transport;
        this.onGone = onGone;
        early = new ConnectionInput(transport, shared);
    }

    /** Reads what has arrived. Loop only. {@code loopBuffer} is free during the event. */
    void read(byte[] loopBuffer) {
        try {
            if (!tryRead(loopBuffer)) {
                transport.watchInput(false);
            }
        } catch (IOException broken) {
            transport.close(); // the connection then calls noteGone()
        }
    }

    /** Returns false if watching must stop. */
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

    /** Notes that the client has gone. Loop only. */
    void noteGone() {
        onGone.run();
    }

    /**
     * Ends the reading, and moves the bytes that have arrived to the input of the connection. Called by the owner of
     * that input, perhaps more than once.
     */
    synchronized void end(ConnectionInput input) {
        ended = true;
        if (!input.detached()) { // otherwise the connection serves no further request
            input.accept(early.received());
        }
        early.releaseDetached();
    }
}
