package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What has come of the response on one stream of an {@link Http2Client}. Not for use by several threads at once. */
public final class Http2Answer {
    private final List<List<Field>> heads = new ArrayList<>();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private boolean complete;
    private int resetCode = -1;
    private long resetAt; // in nanoTime's terms

    void addHead(List<Field> head) {
        heads.add(head);
    }

    void addContent(byte[] part) {
        content.writeBytes(part);
    }

    void end() {
        complete = true;
    }

    void reset(int code) {
        resetCode = code;
        resetAt = System.nanoTime();
    }

    /** Whether the last frame has come. */
    public boolean over() {
        return complete || resetCode >= 0;
    }

    /** Whether it ended by END_STREAM. */
    public boolean complete() {
        return complete;
    }

    /** The code of RST_STREAM; −1 without any. */
    public int resetCode() {
        return resetCode;
    }

    /** When RST_STREAM came, in {@link System#nanoTime()}'s terms. */
    public long resetAt() {
        return resetAt;
    }

    /** All heads in their order: interim ones, the final one, trailers. */
    public List<List<Field>> heads() {
        return heads;
    }

    /** The status of the last head that has one; −1 without any. */
    public int status() {
        int status = -1;
        for (List<Field> head : heads) {
            if (head.get(0).name().equals(":status")) {
                status = Integer.parseInt(head.get(0).value());
            }
        }
        return status;
    }

    /** The first value of a field of any head; names are in lower case. */
    public Optional<String> value(String name) {
        return heads.stream()
                .flatMap(List::stream)
                .filter(field -> field.name().equals(name))
                .map(Field::value)
                .findFirst();
    }

    public byte[] content() {
        return content.toByteArray();
    }

    public String text() {
        return content.toString(StandardCharsets.ISO_8859_1);
    }
}
