package dev.ringer.testkit;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Collects what an {@link Http2Client} has read of the response on one stream. Not thread-safe. */
public final class Http2Answer {
    private final List<List<Field>> heads = new ArrayList<>();
    private final ByteArrayOutputStream content = new ByteArrayOutputStream();
    private boolean complete;
    private int resetCode = -1;
    private long resetAt; // a value of System.nanoTime()

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

    /** Whether END_STREAM or RST_STREAM has ended the response. */
    public boolean over() {
        return complete || resetCode >= 0;
    }

    /** Whether END_STREAM has ended the response. */
    public boolean complete() {
        return complete;
    }

    /** Returns the error code of RST_STREAM; −1 without RST_STREAM. */
    public int resetCode() {
        return resetCode;
    }

    /** Returns the value of {@link System#nanoTime()} when RST_STREAM arrived. */
    public long resetAt() {
        return resetAt;
    }

    /** Returns all heads in order: interim heads, the final head, trailers. */
    public List<List<Field>> heads() {
        return heads;
    }

    /** Returns the status of the last head that has one; −1 if there is none. */
    public int status() {
        int status = -1;
        for (List<Field> head : heads) {
            if (head.get(0).name().equals(":status")) {
                status = Integer.parseInt(head.get(0).value());
            }
        }
        return status;
    }

    /** Returns the first value of a field in all heads. Names are in lower case. */
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
