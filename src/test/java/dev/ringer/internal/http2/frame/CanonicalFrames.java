package dev.ringer.internal.http2.frame;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Scanner;

/**
 * Writes frames again from the lines of a {@link FrameLog}, with the server's own {@link FrameWriter}. The new frames
 * have no padding, and each block is in as few frames as possible. {@link #shortened} makes the lines of old and new
 * frames comparable.
 */
final class CanonicalFrames {
    private final ByteBuffer out = ByteBuffer.allocate(1 << 20);
    private final List<Integer> settings = new ArrayList<>();
    private int streamId;
    private boolean endStream;
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();

    private CanonicalFrames() {}

    /** Returns the preface and the frames of these lines. */
    static byte[] written(List<String> lines) {
        CanonicalFrames frames = new CanonicalFrames();
        frames.out.put(FrameBytes.preface().bytes());
        lines.forEach(frames::write);
        byte[] bytes = new byte[frames.out.flip().remaining()];
        frames.out.get(bytes);
        return bytes;
    }

    private void write(String line) {
        Scanner words = new Scanner(line);
        switch (words.next()) {
            case "data", "headers" -> begin(words.nextInt(), line.endsWith(" end"));
            case "data-piece", "block-piece" -> content.writeBytes(piece(words));
            case "data-end" -> data();
            case "block-end" -> headers();
            case "rst-stream" -> numbers(FrameType.RST_STREAM, words.nextInt(), words.nextLong());
            case "setting" -> settings.addAll(List.of(words.nextInt(), (int) words.nextLong()));
            case "settings-end" -> settings();
            case "settings-ack" -> FrameWriter.settingsAck(out);
            case "ping" -> FrameWriter.ping(out, false, words.nextBigInteger(16).longValue());
            case "ping-ack" ->
                FrameWriter.ping(out, true, words.nextBigInteger(16).longValue());
            case "go-away" -> goAway(words.nextInt(), words.nextLong());
            case "window-update" -> FrameWriter.windowUpdate(out, words.nextInt(), words.nextInt());
            default -> {} // what a server never writes
        }
    }

    private void begin(int stream, boolean end) {
        streamId = stream;
        endStream = end;
        content.reset();
    }

    private static byte[] piece(Scanner words) {
        words.next();
        return HexFormat.of().parseHex(words.next());
    }

    private void data() {
        FrameWriter.dataHead(out, streamId, content.size(), endStream);
        out.put(content.toByteArray());
    }

    private void headers() {
        byte[] block = content.toByteArray();
        FrameWriter.headers(out, streamId, endStream, block, 0, block.length, FrameReader.SMALLEST_MAX_FRAME_SIZE);
    }

    private void settings() {
        FrameWriter.settings(out, settings.stream().mapToInt(i -> i).toArray());
        settings.clear();
    }

    private void goAway(int lastStreamId, long code) {
        out.put(new byte[] {0, 0, 8, FrameType.GOAWAY, 0, 0, 0, 0, 0});
        out.putInt(lastStreamId).putInt((int) code);
    }

    private void numbers(int type, int stream, long number) {
        out.put(new byte[] {0, 0, 4, (byte) type, 0}).putInt(stream).putInt((int) number);
    }

    /** Returns the lines without lengths that include padding, continuations, and frames that a server never writes. */
    static List<String> shortened(List<String> lines) {
        List<String> shortened = new ArrayList<>();
        for (String line : lines) {
            String word = line.substring(0, (line + " ").indexOf(' '));
            switch (word) {
                case "data", "headers" -> shortened.add(line.replaceFirst("(\\S+ \\d+) \\d+", "$1"));
                case "continuation", "priority", "priority-update", "ignored" -> {}
                case "block-piece" -> addPiece(shortened, line);
                default -> shortened.add(line);
            }
        }
        return shortened;
    }

    /** Joins the pieces of one block. */
    private static void addPiece(List<String> shortened, String line) {
        int last = shortened.size() - 1;
        if (shortened.get(last).startsWith("block-piece")) {
            shortened.set(last, shortened.get(last) + line.substring(line.lastIndexOf(' ') + 1));
        } else {
            shortened.add(line);
        }
    }
}
