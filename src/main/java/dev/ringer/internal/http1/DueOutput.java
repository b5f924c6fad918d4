package dev.ringer.internal.http1;

import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;

/**
 * Sends the output of a connection that is due: bytes that leave without a further request to send them. It sends when
 * one of these happens:
 *
 * <ul>
 *   <li>a millisecond or two have passed since the bytes were held back;
 *   <li>the client takes more;
 *   <li>an interval is over, after which {@link ClientPace} judges the client.
 * </ul>
 *
 * <p>Owned by the loop.
 */
final class DueOutput extends Deadline {
    /** The result of an attempt to send the due bytes. */
    enum Result {
        SENT,
        NO_ROOM,
        /** Another thread writes. It sends the due bytes first, unless it only gathers bytes. */
        LOCKED,
        BROKEN
    }

    private final ConnectionOutput output;
    private final Runnable whenRoom;
    private boolean scheduled;

    /**
     * Creates the loop's part of an output.
     *
     * @param whenRoom runs when the client may take more
     */
    DueOutput(ConnectionOutput output, Runnable whenRoom) {
        this.output = output;
        this.whenRoom = whenRoom;
    }

    @Override
    protected Transport transport() {
        return output.transport;
    }

    /** Sends the due bytes in about a millisecond, unless the response behind them has taken them along. */
    void sendShortly() {
        if (!scheduled) {
            scheduled = true;
            transport().loop().executeShortly(() -> {
                scheduled = false;
                send();
            });
        }
    }

    /** Sends the due bytes as far as the client takes them, and the rest when it takes more. */
    void send() {
        if (trySend() == Result.LOCKED && !output.writerWaits()) {
            sendShortly();
        }
    }

    /**
     * Sends the due bytes as far as the client takes them now. If some are left, {@code whenRoom} runs later. If they
     * cannot be sent, the connection is closed.
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
