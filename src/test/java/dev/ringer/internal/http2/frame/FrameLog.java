package dev.ringer.internal.http2.frame;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Records the calls of a {@link FrameReader}, one line for each call. Successive pieces make one line. */
final class FrameLog implements FrameHandler {
    private final List<String> lines = new ArrayList<>();
    private boolean inPieces;

    /** Returns the log of a client's bytes, read in pieces of one size. The last line may be a refusal. */
    static List<String> read(byte[] bytes, int pieceSize) {
        return read(bytes, pieceSize, pieceSize);
    }

    /** Returns the log of a client's bytes, read in a first piece and further ones. The last line may be a refusal. */
    static List<String> read(byte[] bytes, int firstSize, int pieceSize) {
        FrameLog log = new FrameLog();
        FrameReader reader = new FrameReader(log, FrameReader.SMALLEST_MAX_FRAME_SIZE);
        try {
            for (int at = 0, size = firstSize; at < bytes.length; at += size, size = pieceSize) {
                ByteBuffer piece = ByteBuffer.wrap(bytes.clone())
                        .limit(Math.min(bytes.length, at + size))
                        .position(at);
                while (reader.readFrame(piece)) {}
                if (piece.hasRemaining()) {
                    throw new IllegalStateException("input left over");
                }
            }
            if (reader.betweenFrames()) {
                log.add("complete");
            }
        } catch (Http2Refused e) {
            log.add("refused " + e.fault());
        }
        return log.lines;
    }

    private void add(String line) {
        lines.add(line);
        inPieces = false;
    }

    private void addPiece(String begin, ByteBuffer piece) {
        if (!piece.hasRemaining()) {
            throw new IllegalStateException("an empty piece");
        }
        byte[] bytes = new byte[piece.remaining()];
        piece.get(bytes);
        String hex = HexFormat.of().formatHex(bytes);
        if (inPieces) {
            lines.set(lines.size() - 1, lines.get(lines.size() - 1) + hex);
        } else {
            add(begin + " " + hex);
            inPieces = true;
        }
    }

    @Override
    public void onData(int streamId, int flowControlled, boolean endStream) {
        add("data " + streamId + " " + flowControlled + end(endStream));
    }

    private static String end(boolean endStream) {
        return endStream ? " end" : "";
    }

    @Override
    public void onDataPiece(int streamId, ByteBuffer piece) {
        addPiece("data-piece " + streamId, piece);
    }

    @Override
    public void onDataEnd(int streamId, boolean endStream) {
        add("data-end " + streamId + end(endStream));
    }

    @Override
    public void onHeaders(int streamId, int length, boolean endStream) {
        add("headers " + streamId + " " + length + end(endStream));
    }

    @Override
    public void onContinuation(int streamId, int length) {
        add("continuation " + streamId + " " + length);
    }

    @Override
    public void onBlockPiece(int streamId, ByteBuffer piece) {
        addPiece("block-piece " + streamId, piece);
    }

    @Override
    public void onBlockEnd(int streamId) {
        add("block-end " + streamId);
    }

    @Override
    public void onPriority(int streamId) {
        add("priority " + streamId);
    }

    @Override
    public void onRstStream(int streamId, int code) {
        add("rst-stream " + streamId + " " + Integer.toUnsignedString(code));
    }

    @Override
    public void onSetting(int id, long value) {
        add("setting " + id + " " + value);
    }

    @Override
    public void onSettingsEnd() {
        add("settings-end");
    }

    @Override
    public void onSettingsAck() {
        add("settings-ack");
    }

    @Override
    public void onPing(boolean ack, long payload) {
        add((ack ? "ping-ack " : "ping ") + Long.toHexString(payload));
    }

    @Override
    public void onGoAway(int lastStreamId, int code) {
        add("go-away " + lastStreamId + " " + Integer.toUnsignedString(code));
    }

    @Override
    public void onWindowUpdate(int streamId, int increment) {
        add("window-update " + streamId + " " + increment);
    }

    @Override
    public void onPriorityUpdate(int streamId, byte[] value, int length) {
        add("priority-update " + streamId + " " + new String(value, 0, length, StandardCharsets.ISO_8859_1));
    }

    @Override
    public void onIgnored(int type, int length) {
        add("ignored " + type + " " + length);
    }

    @Override
    public void onStreamFault(int streamId, Http2Fault fault) {
        add("fault " + streamId + " " + fault);
    }
}
