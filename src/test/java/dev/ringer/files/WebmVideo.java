package dev.ringer.files;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * Makes a WebM file with a still picture: a VP8 key frame of one pixel each second. Large Void elements, which players
 * skip, lie between the frames. Therefore a player that seeks must request another part of the file. The index (Cues)
 * lies at the end.
 */
final class WebmVideo {
    private static final byte[] KEY_FRAME = HexFormat.of().parseHex("3001009d012a010001000ec0fe25a400037000000000");

    private final int seconds;
    private final int bytesPerSecond;

    WebmVideo(int seconds, int bytesPerSecond) {
        this.seconds = seconds;
        this.bytesPerSecond = bytesPerSecond;
    }

    byte[] bytes() {
        byte[] index = seekHead(0); // its length does not depend on the position of the cues
        byte[] description = joined(List.of(description(), tracks()));
        List<byte[]> parts = new ArrayList<>();
        List<byte[]> points = new ArrayList<>();
        long position = index.length + description.length; // relative to the beginning of the segment's data
        for (int second = 0; second < seconds; second++) {
            byte[] cluster = cluster(second);
            parts.add(cluster);
            points.add(cuePoint(second, position));
            position += cluster.length;
        }
        parts.add(0, description);
        parts.add(0, seekHead(position));
        parts.add(element(0x1C53BB6B, joined(points)));
        return joined(List.of(head(), element(0x18538067, joined(parts))));
    }

    private static byte[] head() {
        return element(
                0x1A45DFA3,
                number(0x4286, 1),
                number(0x42F7, 1),
                number(0x42F2, 4),
                number(0x42F3, 8),
                text(0x4282, "webm"),
                number(0x4287, 2),
                number(0x4285, 2));
    }

    private static byte[] seekHead(long positionOfCues) {
        byte[] cues = {0x1C, 0x53, (byte) 0xBB, 0x6B};
        return element(0x114D9B74, element(0x4DBB, element(0x53AB, cues), number(0x53AC, positionOfCues)));
    }

    private byte[] description() {
        byte[] duration = ByteBuffer.allocate(8).putDouble(seconds * 1000.0).array();
        return element(
                0x1549A966,
                number(0x2AD7B1, 1_000_000),
                element(0x4489, duration),
                text(0x4D80, "test"),
                text(0x5741, "test"));
    }

    private static byte[] tracks() {
        byte[] size = element(0xE0, number(0xB0, 1), number(0xBA, 1));
        return element(
                0x1654AE6B,
                element(0xAE, number(0xD7, 1), number(0x73C5, 1), number(0x83, 1), text(0x86, "V_VP8"), size));
    }

    private byte[] cluster(int second) {
        byte[] header = {(byte) 0x81, 0, 0, (byte) 0x80}; // track 1, time 0 relative to the cluster, key frame
        return element(
                0x1F43B675,
                number(0xE7, second * 1000L),
                element(0xA3, header, KEY_FRAME),
                element(0xEC, new byte[bytesPerSecond]));
    }

    private static byte[] cuePoint(int second, long position) {
        return element(0xBB, number(0xB3, second * 1000L), element(0xB7, number(0xF7, 1), number(0xF1, position)));
    }

    // ---- elements: an identifier, a size in eight bytes, the content

    private static byte[] element(int id, byte[]... content) {
        byte[] inside = joined(List.of(content));
        ByteArrayOutputStream element = new ByteArrayOutputStream(12 + inside.length);
        for (int shift = 24; shift >= 0; shift -= 8) {
            if (id >>> shift != 0) {
                element.write(id >>> shift);
            }
        }
        element.writeBytes(
                ByteBuffer.allocate(8).putLong(1L << 56 | inside.length).array());
        element.writeBytes(inside);
        return element.toByteArray();
    }

    private static byte[] number(int id, long value) {
        return element(id, ByteBuffer.allocate(8).putLong(value).array());
    }

    private static byte[] text(int id, String value) {
        return element(id, value.getBytes(StandardCharsets.US_ASCII));
    }

    private static byte[] joined(List<byte[]> parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        parts.forEach(all::writeBytes);
        return all.toByteArray();
    }
}
