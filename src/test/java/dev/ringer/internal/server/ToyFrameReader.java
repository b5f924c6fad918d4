package dev.ringer.internal.server;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Bytes to {@linkplain ToyFrame frames}, however they are cut. Used by one thread at a time. */
final class ToyFrameReader {
    private byte[] pending = {};

    void add(ByteBuffer received) {
        int before = pending.length;
        pending = Arrays.copyOf(pending, before + received.remaining());
        received.get(pending, before, pending.length - before);
    }

    /** Takes what every connection begins with; false if it is not complete. */
    boolean takePreface() {
        int length = ToyProtocol.PREFACE.length();
        if (pending.length < length) {
            return false;
        }
        if (!text(length).equals(ToyProtocol.PREFACE)) {
            throw new IllegalStateException("not a client of this protocol");
        }
        drop(length);
        return true;
    }

    /** Takes a frame; null if none is complete. */
    ToyFrame next() {
        int lineEnd = 0;
        while (lineEnd < pending.length && pending[lineEnd] != '\n') {
            lineEnd++;
        }
        if (lineEnd == pending.length) {
            return null;
        }
        String[] line = text(lineEnd - 1).split(" ");
        int begin = lineEnd + 1;
        int end = begin + Integer.parseInt(line[2]);
        if (end > pending.length) {
            return null;
        }
        ToyFrame frame = new ToyFrame(
                Integer.parseInt(line[0]), ToyFrame.Kind.valueOf(line[1]), Arrays.copyOfRange(pending, begin, end));
        drop(end);
        return frame;
    }

    private String text(int length) {
        return new String(pending, 0, length, StandardCharsets.ISO_8859_1);
    }

    private void drop(int length) {
        pending = Arrays.copyOfRange(pending, length, pending.length);
    }
}
