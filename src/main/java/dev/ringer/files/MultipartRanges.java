package dev.ringer.files;

import dev.ringer.files.ByteRanges.ByteRange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Sends several ranges of a file as {@code multipart/byteranges} (RFC 9110, 14.6). The length is known before the first
 * byte is sent. Each response has a new random boundary. So nobody can make a file that contains the boundary.
 */
final class MultipartRanges {
    private final List<ByteRange> ranges;
    private final List<byte[]> heads = new ArrayList<>();
    private final String boundary;
    private final byte[] end;

    MultipartRanges(List<ByteRange> ranges, long size, String type) {
        ThreadLocalRandom random = ThreadLocalRandom.current();
        this.ranges = ranges;
        this.boundary = String.format("ringer-%016x%016x", random.nextLong(), random.nextLong());
        for (ByteRange range : ranges) {
            heads.add(bytes("\r\n--" + boundary + "\r\nContent-Type: " + type + "\r\nContent-Range: "
                    + contentRange(range, size) + "\r\n\r\n"));
        }
        this.end = bytes("\r\n--" + boundary + "--\r\n");
    }

    static String contentRange(ByteRange range, long size) {
        return "bytes " + range.first() + '-' + range.last() + '/' + size;
    }

    String contentType() {
        return "multipart/byteranges; boundary=" + boundary;
    }

    long length() {
        long length = end.length;
        for (int i = 0; i < ranges.size(); i++) {
            length += heads.get(i).length + ranges.get(i).length();
        }
        return length;
    }

    void send(FileContent content, OutputStream to) throws IOException {
        for (int i = 0; i < ranges.size(); i++) {
            to.write(heads.get(i));
            content.send(ranges.get(i).first(), ranges.get(i).length(), to);
        }
        to.write(end);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }
}
