package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Transport;
import java.io.IOException;

/**
 * The loop's part in a connection's output: sends what leaves without being asked for, a millisecond after it was held back
 * or when the client takes more. Owned by the loop.
 */
final class DueOutput {
    /** What has become of what is due. */
    enum Result {
        SENT,
        NO_ROOM,
        /** A thread is writing: what is due goes first, unless that thread only gathers. */
        LOCKED,
        BROKEN
    }

    private final Transport transport;
    private final ConnectionOutput output;
    private boolean scheduled;

    DueOutput(Transport transport, ConnectionOutput output) {
        this.transport = transport;
        this.output = output;
    }

    /** Sends what is due in about a millisecond, if the response behind it has not taken it along. */
    void sendShortly() {
        if (!scheduled) {
            scheduled = true;
            transport.loop().executeShortly(() -> {
                scheduled = false;
                send();
            });
        }
    }

    /** Sends what is due, as far as the client takes it, and the rest when it takes more. */
    void send() {
        switch (trySend()) {
            case SENT -> {}
            case NO_ROOM -> transport.watchRoom(true);
            case LOCKED -> {
                if (!output.writerWaits()) {
                    sendShortly();
                }
            }
            case BROKEN -> transport.close();
        }
    }

    /** Sends what is due, as far as the client takes it now. */
    Result trySend() {
        if (!output.tryLock()) {
            return Result.LOCKED;
        }
        try {
            return output.sendDue() ? Result.SENT : Result.NO_ROOM;
        } catch (IOException e) {
            return Result.BROKEN;
        } finally {
            output.unlock();
        }
    }
}
