package dev.ringer.internal.websocket.frame;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** A simple reader that reads frames byte by byte. The lines are the reference for {@link FrameLog}. */
final class FrameOracle {
    private final ByteBuffer in;
    private final boolean mayCompress;
    private final List<String> lines = new ArrayList<>();
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();
    private boolean inMessage;
    private boolean compressed;

    private FrameOracle(byte[] bytes, boolean mayCompress) {
        this.in = ByteBuffer.wrap(bytes);
        this.mayCompress = mayCompress;
    }

    static List<String> of(byte[] bytes, boolean mayCompress) {
        FrameOracle oracle = new FrameOracle(bytes, mayCompress);
        String fault = null;
        while (fault == null && oracle.in.remaining() >= 2) {
            oracle.in.mark();
            fault = oracle.readFrame();
        }
        if (fault != null && !fault.isEmpty()) {
            oracle.lines.add(fault);
        }
        return oracle.lines;
    }

    /** {@return the fault, an empty string if bytes are missing, or null if a frame was read} */
    private String readFrame() {
        int first = in.get() & 0xff;
        int second = in.get() & 0xff;
        int opcode = first & 15;
        String fault = faultOfStart(first, second, opcode);
        if (fault != null) {
            return fault;
        }
        int size = second == 0xFE ? 2 : second == 0xFF ? 8 : 0;
        if (in.remaining() < size + 4) {
            return "";
        }
        long length = second & 127;
        if (size > 0) {
            length = 0;
            for (int i = 0; i < size; i++) {
                length = length << 8 | in.get() & 0xff;
            }
        }
        byte[] key = new byte[4];
        in.get(key);
        if (length < 0) {
            return "LENGTH_TOO_LARGE";
        }
        if (size == 2 && length < 126 || size == 8 && length < 65_536) {
            return "LENGTH_NOT_MINIMAL";
        }
        return readPayload(first, opcode, length, key);
    }

    private String faultOfStart(int first, int second, int opcode) {
        boolean data = opcode == 1 || opcode == 2;
        int reserved = first >>> 4 & 7;
        if (reserved != 0 && !(mayCompress && data && reserved == 4)) {
            return "RESERVED_BITS";
        }
        if (opcode > 2 && opcode < 8 || opcode > 10) {
            return "UNKNOWN_OPCODE";
        }
        if (opcode >= 8 && first < 128) {
            return "CONTROL_FRAGMENTED";
        }
        if (opcode == 0 && !inMessage) {
            return "CONTINUATION_OF_NOTHING";
        }
        if (data && inMessage) {
            return "MESSAGE_IN_MESSAGE";
        }
        if (second < 128) {
            return "UNMASKED";
        }
        return opcode >= 8 && second > 128 + 125 ? "CONTROL_TOO_LONG" : null;
    }

    private String readPayload(int first, int opcode, long length, byte[] key) {
        boolean control = opcode >= 8;
        if (!control) {
            compressed = opcode == 0 ? compressed : (first & 64) != 0;
            inMessage = true;
            lines.add("frame " + opcode + (compressed ? " compressed " : " ") + length);
        }
        if (in.remaining() < length) {
            return "";
        }
        byte[] payload = new byte[(int) length];
        in.get(payload);
        for (int i = 0; i < payload.length; i++) {
            payload[i] ^= key[i % 4];
        }
        if (control) {
            lines.add("control " + opcode + " " + HexFormat.of().formatHex(payload));
            return null;
        }
        message.writeBytes(payload);
        if (first >= 128) {
            lines.add("message " + HexFormat.of().formatHex(message.toByteArray()));
            message.reset();
            inMessage = false;
        }
        return null;
    }
}
