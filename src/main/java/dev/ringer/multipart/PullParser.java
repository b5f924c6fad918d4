package dev.ringer.multipart;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Lets a {@link FormReader} get the parts of a form one by one. When the {@link MultipartParser} reports a part, a
 * slice or an end, this class stores it, and pauses the parser until the next call of {@code feed}.
 */
final class PullParser implements PartSink {
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 16;
    /** The shortest read, in bytes, that may bypass the buffer and read directly into the caller's array. */
    private static final int LARGE = 4 << 10;

    private static final byte[] NONE = {};

    private final FormBody body;
    private final MultipartParser parser;
    private final FormOptions options;
    /** The maximum number of bytes that {@link #readAll()} returns. */
    private final long maxBytes;

    /** The headers of the current part; null before the first part and after the last one. */
    private @Nullable PartHeaders headers;

    /** The array with content that was parsed but not read yet, from index {@code from} to {@code to}. */
    private byte @Nullable [] bytes;

    private int from;
    private int to;
    private boolean partEnded;
    private boolean ended;

    PullParser(FormBody body, @Nullable String contentType, FormOptions options) throws FormException {
        this.body = body;
        this.options = options;
        this.parser = new MultipartParser(contentType, options, this);
        this.maxBytes = Math.min(MAX_ARRAY, FormOptions.bound(options.maxFieldBytes()));
    }

    @Override
    public void onPartBegin(PartHeaders begun) {
        headers = begun;
        parser.pause();
    }

    @Override
    public void onPartData(byte[] slice, int offset, int length) {
        bytes = slice;
        from = offset;
        to = offset + length;
        parser.pause();
    }

    @Override
    public void onPartEnd() {
        partEnded = true;
        parser.pause();
    }

    List<FormViolation> violations() {
        return parser.violations();
    }

    /** Skips the rest of the current part. Returns the headers of the next part; null at the end of the form. */
    @Nullable
    PartHeaders next() throws IOException {
        headers = null;
        while (!ended && headers == null) {
            from = to;
            pump();
        }
        partEnded = headers == null;
        return headers;
    }

    private void pump() throws IOException {
        if (!body.feed(parser)) {
            parser.finish();
            ended = true;
        }
    }

    /** Parses until there is content to read. Returns false at the end of the part. */
    private boolean fetch() throws IOException {
        while (from == to && !partEnded) {
            pump();
        }
        return from < to;
    }

    int read(byte[] target, int offset, int length) throws IOException {
        while (from == to && !partEnded && body.drained() && length >= LARGE) {
            int direct = readDirectly(target, offset, length);
            if (direct > 0) {
                return direct;
            }
        }
        if (!fetch()) {
            return -1;
        }
        int count = Math.min(length, to - from);
        System.arraycopy(bytes, from, target, offset, count);
        from += count;
        return count;
    }

    /**
     * Reads from the body directly into the caller's array and parses the bytes there, which avoids a copy. Bytes that
     * the parser does not consume are put into the buffer. Returns the number of content bytes in the caller's array; 0
     * if the parser has put the content elsewhere, or if the part has ended.
     */
    private int readDirectly(byte[] target, int offset, int length) throws IOException {
        int count = body.read(target, offset, length);
        if (count < 0) {
            parser.finish();
            throw new IllegalStateException("A part cannot continue after the end");
        }
        int consumed = parser.feed(target, offset, count);
        body.takeBack(target, offset + consumed, count - consumed);
        if (from == to || bytes != target) {
            return 0;
        }
        int content = to - from;
        if (from > offset) {
            System.arraycopy(target, from, target, offset, content);
        }
        from = to;
        return content;
    }

    long transferTo(OutputStream out) throws IOException {
        long count = 0;
        while (fetch()) {
            int length = to - from;
            out.write(bytes, from, length);
            from = to;
            count += length;
        }
        return count;
    }

    /** Returns the rest of the part, which must not be longer than {@link FormOptions#maxFieldBytes()}. */
    byte[] readAll() throws IOException {
        byte[] all = NONE;
        int length = 0;
        while (fetch()) {
            int count = to - from;
            long sum = (long) length + count;
            if (sum > maxBytes) {
                throw new FormLimitException(FormLimit.FIELD_BYTES, options);
            }
            if (sum > all.length) {
                // The first slice is usually the whole content, so the first array is exactly as long as that slice.
                // Each further array is at least twice as long as the one before.
                all = Arrays.copyOf(all, (int) Math.max(sum, Math.min(MAX_ARRAY, 2L * all.length)));
            }
            System.arraycopy(bytes, from, all, length, count);
            from = to;
            length += count;
        }
        return length == all.length ? all : Arrays.copyOf(all, length);
    }
}
