package dev.ringer.internal.http1;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;

/**
 * Sends the due bytes of a connection's output from the loop. {@link ConnectionOutput} says which bytes are due. The
 * loop sends them in these cases:
 *
 * <ul>
 *   <li>The due bytes have waited for the next response for a millisecond or two.
 *   <li>The socket is writable again.
 *   <li>{@link ClientPace} has to check the client.
 *   <li>A slow disk has delivered a part of a file.
 * </ul>
 *
 * <p>Owned by the loop.
 */
final class DueOutput extends Deadline {
    /** The result of an attempt to send the due bytes. */
    enum Result {
        SENT,
        NO_ROOM,
        /** Another thread has the lock. If that thread sends anything, it sends the due bytes first. */
        LOCKED,
        BROKEN
    }

    private final ConnectionOutput output;
    private final Runnable onCheck;
    private boolean scheduled; // whether send() will run shortly

    /** Creates an object for one output. {@code onCheck} runs when {@link ClientPace} has to check the client. */
    DueOutput(ConnectionOutput output, Runnable onCheck) {
        this.output = output;
        this.onCheck = onCheck;
    }

    @Override
    protected Transport transport() {
        return output.transport;
    }

    /** Sends the due bytes in about a millisecond, unless they leave earlier with the next response. */
    void sendShortly() {
        if (!scheduled) {
            scheduled = true;
            transport().loop().executeShortly(() -> {
                scheduled = false;
                send();
            });
        }
    }

    /** Sends as many due bytes as the client accepts now, and the other due bytes when the socket is writable. */
    void send() {
        if (trySend() == Result.LOCKED && !output.writerWaits()) {
            sendShortly();
        }
    }

    /**
     * Sends as many due bytes as the client accepts now. If some due bytes are left, watches the socket and schedules
     * the check of the client. If the connection is broken, closes the connection.
     */
    Result trySend() {
        if (!output.tryLock()) {
            return Result.LOCKED;
        }
        long nanosToCheck = TimerWheel.NONE;
        boolean awaitsFile = false;
        Result result = Result.SENT;
        try {
            if (!output.sendDue()) {
                result = Result.NO_ROOM;
                nanosToCheck = output.nanosToCheck();
                awaitsFile = output.awaitsFile();
            }
        } catch (IOException e) {
            ServerLog.trace("A response was not sent to its end", e);
            transport().close();
            return Result.BROKEN;
        } finally {
            output.unlock();
        }
        if (result == Result.NO_ROOM) {
            transport().watchRoom(!awaitsFile);
        }
        transport().loop().schedule(this, nanosToCheck);
        return result;
    }

    @Override
    protected void onDeadline() {
        onCheck.run();
    }
}
