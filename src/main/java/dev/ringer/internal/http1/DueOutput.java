package dev.ringer.internal.http1;

import dev.ringer.internal.observe.ServerLog;
import dev.ringer.internal.protocol.ClientPace;
import dev.ringer.internal.protocol.Deadline;
import dev.ringer.internal.protocol.Transport;
import dev.ringer.internal.time.TimerWheel;
import java.io.IOException;

/**
 * Lets the loop send bytes of a connection's output, so that no application thread waits for the client. These bytes
 * are finished responses, what a handler had written when it returned, and bytes that the socket did not accept before.
 * The loop sends them in these cases:
 *
 * <ul>
 *   <li>A finished response has waited one or two milliseconds for the next response.
 *   <li>The socket is writable again.
 *   <li>{@link ClientPace} must check whether the client reads too slowly.
 *   <li>A thread of {@link dev.ringer.internal.protocol.FileThreads} has sent a part of a file.
 * </ul>
 *
 * <p>Only the loop uses this object.
 */
final class DueOutput extends Deadline {
    /** The result of an attempt to send the waiting bytes. */
    enum Result {
        SENT,
        NO_ROOM,
        /**
         * Another thread holds the lock of the output. If that thread sends anything, it sends the waiting bytes first.
         * Otherwise, the caller tries again shortly. If that thread sends a file, it calls the loop afterwards.
         */
        LOCKED,
        BROKEN
    }

    private final ConnectionOutput output;
    private boolean scheduled; // whether the loop will call send() in about a millisecond

    DueOutput(ConnectionOutput output) {
        this.output = output;
    }

    @Override
    protected Transport transport() {
        return output.transport;
    }

    /** Sends the waiting bytes in about a millisecond, unless they are sent earlier together with the next response. */
    void sendShortly() {
        if (!scheduled) {
            scheduled = true;
            transport().loop().executeShortly(() -> {
                scheduled = false;
                send();
            });
        }
    }

    /**
     * Sends the waiting bytes that the client accepts now. The loop sends the others when the socket is writable again.
     */
    void send() {
        if (trySend() == Result.LOCKED && !output.writerWaits() && !output.sendsFile()) {
            sendShortly();
        }
    }

    /**
     * Sends the waiting bytes that the client accepts now. If some are left, waits for the socket to become writable,
     * and schedules the next check of {@link ClientPace}. If the connection is broken, closes it.
     */
    Result trySend() {
        if (!output.tryLock()) {
            return Result.LOCKED;
        }
        long nanosToCheck = TimerWheel.NONE;
        boolean sendsFile = false;
        Result result = Result.SENT;
        try {
            if (!output.sendDue()) {
                result = Result.NO_ROOM;
                sendsFile = output.sendsFile();
                nanosToCheck = sendsFile ? TimerWheel.NONE : output.nanosToCheck();
            }
        } catch (IOException e) {
            ServerLog.trace("Failed to send the rest of a response", e);
            transport().close();
            return Result.BROKEN;
        } finally {
            output.unlock();
        }
        if (result == Result.NO_ROOM) {
            transport().watchRoom(!sendsFile);
        }
        transport().loop().schedule(this, nanosToCheck);
        return result;
    }

    @Override
    protected void onDeadline() {
        output.events.onWritable(); // the attempt to send makes ClientPace check whether the client reads too slowly
    }
}
