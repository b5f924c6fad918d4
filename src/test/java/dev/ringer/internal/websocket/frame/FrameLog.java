package dev.ringer.internal.websocket.frame;

import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Records the calls of a {@link FrameReader}. The log does not depend on where the bytes are split. */
final class FrameLog implements FrameHandler {
    private final List<String> lines = new ArrayList<>();
    private final ByteArrayOutputStream message = new ByteArrayOutputStream();

    /** Returns the log of these bytes, which stay unchanged. */
    static List<String> of(byte[] bytes, int[] cuts, boolean mayCompress) {
        FrameLog log = new FrameLog();
        FrameReader reader = new FrameReader(log, mayCompress);
        byte[] piece = new byte[bytes.length]; // has only bytes that have come, to reveal any read beyond them
        try {
            int begin = 0;
            for (int i = 0; i <= cuts.length; i++) {
                int end = i < cuts.length ? cuts[i] : bytes.length;
                System.arraycopy(bytes, begin, piece, begin, end - begin);
                for (int at = begin; at < end; ) {
                    int next = reader.readFrame(piece, at, end);
                    if (next <= at || next > end) {
                        throw new AssertionError("from " + at + " to " + next + " of " + end);
                    }
                    at = next;
                }
                begin = end;
            }
        } catch (FrameRefused refused) {
            log.lines.add(refused.fault().name());
        }
        return log.lines;
    }

    @Override
    public void onFrame(int opcode, boolean compressed, long length) {
        lines.add("frame " + opcode + (compressed ? " compressed " : " ") + length);
    }

    @Override
    public void onPayload(byte[] bytes, int from, int to, boolean endOfMessage) {
        message.write(bytes, from, to - from);
        if (endOfMessage) {
            lines.add("message " + HexFormat.of().formatHex(message.toByteArray()));
            message.reset();
        }
    }

    @Override
    public void onControl(int opcode, byte[] payload) {
        lines.add("control " + opcode + " " + HexFormat.of().formatHex(payload));
    }
}
