package dev.ringer.internal.websocket;

import dev.ringer.internal.websocket.frame.FrameFault;
import dev.ringer.internal.websocket.frame.FrameRefused;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Decompresses one message (RFC 7692, 7.2.2), which may arrive in pieces of any size. After each piece, the caller must
 * take all output before it passes the next piece. Owned by the loop thread.
 */
final class MessageInflater {
    /** The last octets of every compressed message. The sender omits them, so the receiver must add them. */
    private static final byte[] TAIL = {0, 0, (byte) 0xff, (byte) 0xff};

    private final Inflater inflater;
    private byte[] input = TAIL;
    private int end;
    private boolean tailDue; // whether the inflater has got the whole message, but not TAIL

    MessageInflater(Inflater inflater) {
        this.inflater = inflater;
    }

    /** Passes the next piece of input to the inflater. The array must not change until the inflater has used it. */
    void give(byte[] bytes, int from, int to, boolean endOfMessage) {
        input(bytes, from, to);
        tailDue = endOfMessage;
    }

    private void input(byte[] bytes, int from, int to) {
        input = bytes;
        end = to;
        inflater.setInput(bytes, from, to - from);
    }

    /** Decompresses until the array is full or no input is left. Returns the number of octets; 0 without input. */
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
                if (inflater.finished()) { // a message may consist of several deflate streams (RFC 7692, 7.2.3.4)
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

    /** Whether the inflater has used the whole message and {@code TAIL}. */
    boolean atEnd() {
        return input == TAIL && !tailDue;
    }

    /** Copies the input that is left, so that the caller can use its array again. Returns the number of octets. */
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
