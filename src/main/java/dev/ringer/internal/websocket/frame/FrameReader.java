package dev.ringer.internal.websocket.frame;

import dev.ringer.internal.bytes.WordScan;

/**
 * Reads the frames of one client (RFC 6455, 5.2). The bytes may arrive in pieces of any size. The reader unmasks the
 * payload in the caller's array and passes the payload on as it arrives. So a large declared length takes no memory.
 * The reader copies only the few octets of an incomplete head or control frame.
 *
 * <pre>
 *   HEAD ──head is complete──► PAYLOAD ──payload is complete──► HEAD
 * </pre>
 *
 * <p>After a {@link FrameRefused} was thrown, the caller must not use the reader any more. Not thread-safe.
 */
public final class FrameReader {
    private static final int START_SIZE = 2; // one octet for flags and opcode, one for mask bit and short length
    private static final int MAX_HEAD_SIZE = 14;
    private static final int KEY_SIZE = 4;

    private static final int LAST = 0x80;
    private static final int COMPRESSED = 0x40;
    private static final int RESERVED = 0x70;
    private static final int OPCODE = 0x0f;

    private static final int MASKED = 0x80;
    private static final int LENGTH_IN_16_BITS = 126;
    private static final int LENGTH_IN_64_BITS = 127;
    private static final int MAX_CONTROL = 125;

    private final FrameHandler handler;
    private final boolean mayCompress;

    // state of the current head
    private byte[] partial; // octets of an incomplete head; null if there is none
    private int partialSize;

    // state of the current frame
    private boolean inPayload;
    private int first; // first octet of the frame: opcode and flags
    private int key;
    private long remaining;
    private byte[] control; // payload octets of a control frame so far; null for other frames
    private int controlSize;

    // state of the current message
    private boolean inMessage;
    private boolean compressed;

    /** Creates a reader. If messages may be compressed, the first reserved bit marks compressed ones (RFC 7692, 6). */
    public FrameReader(FrameHandler handler, boolean mayCompress) {
        this.handler = handler;
        this.mayCompress = mayCompress;
    }

    /**
     * Reads to the end of a frame or of the received bytes, whichever comes first. Unmasks the payload in place.
     * Returns the index of the first byte that was not read, which is greater than {@code from}.
     */
    public int readFrame(byte[] bytes, int from, int to) {
        int at = inPayload ? from : readHead(bytes, from, to);
        return inPayload ? readPayload(bytes, at, to) : at;
    }

    /** Whether every message and frame so far is complete. If so, a new reader can take the place of this one. */
    public boolean isIdle() {
        return !inMessage && !inPayload && partial == null;
    }

    private int readHead(byte[] bytes, int from, int to) {
        if (partial == null) {
            int size = to - from < START_SIZE ? MAX_HEAD_SIZE : checkedHeadSize(bytes, from);
            if (to - from >= size) {
                begin(bytes, from);
                return from + size;
            }
            partial = new byte[MAX_HEAD_SIZE];
            partialSize = 0;
        }
        int at = from;
        while (at < to) {
            partial[partialSize++] = bytes[at++];
            if (partialSize >= START_SIZE && partialSize == checkedHeadSize(partial, 0)) {
                byte[] head = partial;
                partial = null;
                begin(head, 0);
                return at;
            }
        }
        return at;
    }

    /** Checks the first two octets of a head. Returns the size of the whole head. */
    private int checkedHeadSize(byte[] bytes, int at) {
        int octet = bytes[at];
        int opcode = octet & OPCODE;
        boolean control = Opcode.isControl(opcode);
        boolean mayBeCompressed = mayCompress && (opcode == Opcode.TEXT || opcode == Opcode.BINARY);
        refuseIf((octet & (mayBeCompressed ? RESERVED & ~COMPRESSED : RESERVED)) != 0, FrameFault.RESERVED_BITS);
        refuseIf(!Opcode.isKnown(opcode), FrameFault.UNKNOWN_OPCODE);
        refuseIf(control && (octet & LAST) == 0, FrameFault.CONTROL_FRAGMENTED);
        refuseIf(opcode == Opcode.CONTINUATION && !inMessage, FrameFault.CONTINUATION_OF_NOTHING);
        refuseIf(!control && opcode != Opcode.CONTINUATION && inMessage, FrameFault.MESSAGE_IN_MESSAGE);
        int second = bytes[at + 1];
        refuseIf((second & MASKED) == 0, FrameFault.UNMASKED);
        int length = second & ~MASKED & 0xff;
        refuseIf(control && length > MAX_CONTROL, FrameFault.CONTROL_TOO_LONG);
        int extended = length == LENGTH_IN_16_BITS ? 2 : length == LENGTH_IN_64_BITS ? 8 : 0;
        return START_SIZE + extended + KEY_SIZE;
    }

    private static void refuseIf(boolean wrong, FrameFault fault) {
        if (wrong) {
            throw new FrameRefused(fault);
        }
    }

    /** Begins a new frame. {@code bytes} contains its complete head, which begins at index {@code at}. */
    private void begin(byte[] bytes, int at) {
        int afterStart = at + START_SIZE;
        int shortLength = bytes[at + 1] & ~MASKED & 0xff;
        int extended = 0;
        long length = shortLength;
        if (shortLength == LENGTH_IN_16_BITS) {
            extended = 2;
            length = Integer.reverseBytes(WordScan.half(bytes, afterStart)) >>> 16;
            refuseIf(length < LENGTH_IN_16_BITS, FrameFault.LENGTH_NOT_MINIMAL);
        } else if (shortLength == LENGTH_IN_64_BITS) {
            extended = 8;
            length = Long.reverseBytes(WordScan.word(bytes, afterStart));
            refuseIf(length < 0, FrameFault.LENGTH_TOO_LARGE);
            refuseIf(length <= 0xffff, FrameFault.LENGTH_NOT_MINIMAL);
        }
        first = bytes[at];
        key = WordScan.half(bytes, afterStart + extended);
        remaining = length;
        inPayload = true;
        int opcode = first & OPCODE;
        if (Opcode.isControl(opcode)) {
            control = new byte[(int) length];
            controlSize = 0;
        } else {
            compressed = opcode == Opcode.CONTINUATION ? compressed : (first & COMPRESSED) != 0;
            inMessage = true;
            handler.onFrame(opcode, compressed, length);
        }
    }

    private int readPayload(byte[] bytes, int from, int to) {
        int end = from + (int) Math.min(remaining, to - from);
        key = Masking.apply(bytes, from, end, key);
        remaining -= end - from;
        boolean ended = remaining == 0;
        inPayload = !ended;
        if (control != null) {
            addControl(bytes, from, end, ended);
        } else {
            boolean endOfMessage = ended && (first & LAST) != 0;
            inMessage = !endOfMessage;
            if (end > from || endOfMessage) {
                handler.onPayload(bytes, from, end, endOfMessage);
            }
        }
        return end;
    }

    private void addControl(byte[] bytes, int from, int to, boolean ended) {
        System.arraycopy(bytes, from, control, controlSize, to - from);
        controlSize += to - from;
        if (ended) {
            byte[] payload = control;
            control = null;
            handler.onControl(first & OPCODE, payload);
        }
    }
}
