package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;

/**
 * The loop's part in a connection's output: sends what leaves without being asked for, a millisecond or two after it was held
 * back, when the client takes more, and at intervals in which {@link OutputPace} judges the client. Owned by the loop.
 */
final class DueOutput extends Deadline {
    /** What has become of what is due. */
    enum Result {
        SENT,
        NO_ROOM,
        /** A thread is writing: what is due goes first, unless that thread only gathers. */
        LOCKED,
        BROKEN
    }

    private final ConnectionOutput output;
    private final Runnable whenRoom;
    private boolean scheduled;

    /**
     * The loop's part.
     *
     * @param whenRoom does what is to be done when the client may take more
     */
    DueOutput(ConnectionOutput output, Runnable whenRoom) {
        this.output = output;
        this.whenRoom = whenRoom;
    }

    @Override
    protected Transport transport() {
        return output.transport;
    }

    /** Sends what is due in about a millisecond, if the response behind it has not taken it along. */
    void sendShortly() {
        if (!scheduled) {
            scheduled = true;
            transport().loop().executeShortly(() -> {
                scheduled = false;
                send();
            });
        }
    }

    /** Sends what is due, as far as the client takes it, and the rest when it takes more. */
    void send() {
        if (trySend() == Result.LOCKED && !output.writerWaits()) {
            sendShortly();
        }
    }

    /**
     * Sends what is due, as far as the client takes it now. If that is not all, {@code whenRoom} follows; if it cannot be
     * sent, the end of the connection.
     */
    Result trySend() {
        if (!output.tryLock()) {
            return Result.LOCKED;
        }
        long nanosToLook = TimerWheel.NONE;
        Result result = Result.SENT;
        try {
            if (!output.sendDue()) {
                result = Result.NO_ROOM;
                nanosToLook = output.nanosToLook();
            }
        } catch (IOException e) {
            transport().close();
            return Result.BROKEN;
        } finally {
            output.unlock();
        }
        if (result == Result.NO_ROOM) {
            transport().watchRoom(true);
        }
        transport().loop().schedule(this, nanosToLook);
        return result;
    }

    @Override
    protected void onDeadline() {
        whenRoom.run();
    }
}
