package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.FrameFault;
import dev.ringer.internal.websocket.frame.FrameRefused;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses one message (RFC 7692, 7.2.2), whose pieces come cut anywhere. What is given to it is taken out again piece by
 * piece before more is given. Owned by the loop.
 */
final class MessageInflater {
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff}; // which the sender has left out

    private final Inflater inflater;
    private byte[] input = TAIL;
    private int end;
    private boolean tailDue; // the end of the message has been given

    MessageInflater(Inflater inflater) {
        this.inflater = inflater;
    }

    /** Gives more. */
    void give(byte[] bytes, int from, int to, boolean endOfMessage) {
        input(bytes, from, to);
        tailDue = endOfMessage;
    }

    private void input(byte[] bytes, int from, int to) {
        input = bytes;
        end = to;
        inflater.setInput(bytes, from, to - from);
    }

    /**
     * Takes out what there is room for.
     *
     * @return the number of octets; 0 if nothing is left of what was given
     * @throws FrameRefused if it was not compressed so
     */
    int take(byte[] to) {
        try {
            while (true) {
                int count = inflater.inflate(to, 0, to.length);
                if (count > 0) {
                    return count;
                }
                if (inflater.needsDictionary()) {
                    throw new FrameRefused(FrameFault.BAD_COMPRESSION);
                }
                int rest = inflater.getRemaining();
                if (inflater.finished()) { // a sender may end its blocks, and begin others (7.2.3.4)
                    inflater.reset();
                    input(input, end - rest, end);
                } else if (tailDue) {
                    tailDue = false;
                    input(TAIL, 0, TAIL.length);
                } else {
                    return 0;
                }
            }
        } catch (DataFormatException e) {
            throw new FrameRefused(FrameFault.BAD_COMPRESSION);
        }
    }

    /**
     * Keeps what was given and not taken out, before the array is used for something else.
     *
     * @return how many octets are kept
     */
    int keepInput() {
        if (input == TAIL) {
            return 0;
        }
        int rest = inflater.getRemaining();
        input(Arrays.copyOfRange(input, end - rest, end), 0, rest);
        return rest;
    }

    Inflater inflater() {
        return inflater;
    }
}
